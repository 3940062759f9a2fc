package import Foundation
package import HeadroomContainers

/// A `.cube` file as tables: its curves, its table, and their domains.
package final class ColorLook: Sendable {
  package let curves: (table: DataTable, domain: CubeFile.Domain)?
  package let cube: (table: DataTable, dimension: Int, domain: CubeFile.Domain)?

  /// - Throws: what is wrong with the file, and in which line.
  package init(_ bytes: Data) throws(CubeFileError) {
    let file = try CubeFile([UInt8](bytes))
    curves = file.curves.map { table in
      (DataTable(table.values.flatMap { [$0.x, $0.y, $0.z] }), table.domain)
    }
    cube = file.cube.map { table in
      (DataTable(table.values.flatMap { [$0.x, $0.y, $0.z, 1] }), table.size, table.domain)
    }
  }
}
