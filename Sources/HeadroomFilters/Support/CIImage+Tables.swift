internal import Foundation
internal import HeadroomEngine
internal import HeadroomGraphics
internal import HeadroomImage

extension CIImage {
  /// An operation on this image's numbers in a colour space, curve included; in working light where there is none. Nil where
  /// pixels cannot be matched to the space.
  func inColorSpace(_ space: CGColorSpace?, _ change: (CIImage) -> CIImage?) -> CIImage? {
    guard let space else { return change(self) }
    return matchedFromWorkingSpace(to: space).flatMap(change)?.matchedToWorkingSpace(from: space)
  }

  /// Colours by a cube, or by a `.cube` file, which knows its own dimension; nil where the table does not fit its dimension,
  /// and where the file is broken.
  func mapped(by table: DataTable, dimension: Int, extrapolates: Bool) -> CIImage? {
    if let look = table.contents.look { return (try? look.get())?.applied(to: self, extrapolates: extrapolates) }
    return ColorCube(table, dimension: dimension, extrapolates: extrapolates).map {
      appending(point: $0, extent: node.extent)
    }
  }
}

extension DataTable {
  /// Why this is no cube; nil where it is one.
  func objection(asCube dimension: Int, key: String) -> FilterObjection? {
    if case .failure(let error)? = contents.look { return FilterObjection(key: key, reason: "\(error)") }
    let wanted = dimension * dimension * dimension * 16
    if contents.look != nil || data.count == wanted { return nil }
    return FilterObjection(
      key: key, reason: "has \(data.count) bytes; a cube of \(dimension) colours along each axis has \(wanted)")
  }

  /// Two nodes along each axis, each its own colour.
  static let identityCube: DataTable = {
    let corners: [[Float]] = [
      [0, 0, 0, 1], [1, 0, 0, 1], [0, 1, 0, 1], [1, 1, 0, 1], [0, 0, 1, 1], [1, 0, 1, 1], [0, 1, 1, 1], [1, 1, 1, 1],
    ]
    return DataTable(corners.flatMap { $0 })
  }()

  /// Red, green and blue that stay as they are.
  static let identityCurves = DataTable([0, 0, 0, 0.5, 0.5, 0.5, 1, 1, 1])

  // MARK: Examples

  /// Red and blue exchanged.
  static let exchangedCube = DataTable(
    (0..<8).flatMap { corner -> [Float] in [Float(corner >> 2), Float(corner >> 1 & 1), Float(corner & 1), 1] })

  /// The more light, the less.
  static let invertedCurves = DataTable([1, 1, 1, 0.25, 0.25, 0.25, 0, 0, 0])
}
