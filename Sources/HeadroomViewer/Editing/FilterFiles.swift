internal import Foundation
internal import HeadroomContainers
internal import HeadroomImage
internal import HeadroomPixels
private import Synchronization

extension ViewerServices {
  /// What expressions name, by the names that the strip shows: no request holds a path.
  ///
  /// - Parameter scale: pixels that are wanted for one of a file's; a draft is made of smaller pictures.
  func filterFiles(scale: Double = 1) -> FilterStep.Files {
    FilterStep.Files(
      picture: { name in
        guard let entry = library.entry(named: name) else {
          throw ViewerError.badRequest("there is no file '\(name)' among those that are shown")
        }
        do {
          return try light(of: files.file(entry), scale: scale)
        } catch {
          throw ViewerError(error, file: entry.name)
        }
      },
      table: { name in
        guard let table = tables[name] else {
          throw ViewerError.badRequest("there is no table '\(name)'; load the .cube file into the page")
        }
        return table
      })
  }

  private func light(of file: OpenFile, scale: Double) throws -> CIImage {
    guard scale < 1 else { return PictureRecipes(file).light }
    let size = file.size.fitting(max(Int((Double(file.size.longest) * scale).rounded()), 1))
    return PictureRecipes(file, side: size.longest).light.resampled(to: size)
  }
}

/// `.cube` files that the page brought, by name.
final class FilterTables: Sendable {
  private let tables = Mutex<[String: Data]>([:])

  private static let mostTables = 64
  /// Bytes of one.
  static let mostBytes = 16 << 20

  subscript(name: String) -> Data? { tables.withLock { $0[name] } }

  /// Takes a table, in the place of one of the same name.
  func add(_ bytes: [UInt8], name: String) throws(ViewerError) {
    guard bytes.count <= Self.mostBytes else {
      throw ViewerError(status: 413, message: "a table of colours has at most \(Self.mostBytes) bytes", file: name)
    }
    try check(bytes, name)
    let isTaken = tables.withLock { tables in
      guard tables[name] != nil || tables.count < Self.mostTables else { return false }
      tables[name] = Data(bytes)
      return true
    }
    guard isTaken else {
      throw ViewerError(status: 413, message: "there are \(Self.mostTables) tables already", file: name)
    }
  }

  /// Whether it is one.
  private func check(_ table: [UInt8], _ name: String) throws(ViewerError) {
    do throws(CubeFileError) {
      _ = try CubeFile(table)
    } catch {
      throw ViewerError(status: 415, message: "\(error)", file: name)
    }
  }
}
