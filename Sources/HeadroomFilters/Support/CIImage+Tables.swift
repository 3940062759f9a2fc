internal import Foundation
internal import HeadroomEngine
internal import HeadroomGraphics
internal import HeadroomImage

extension CIImage {
  /// Applies an operation to this image's values in a colour space, curve included; nil applies it in working light.
  /// Returns nil where pixels cannot be matched to the space.
  func inColorSpace(_ space: CGColorSpace?, _ change: (CIImage) -> CIImage?) -> CIImage? {
    guard let space else { return change(self) }
    return matchedFromWorkingSpace(to: space).flatMap(change)?.matchedToWorkingSpace(from: space)
  }

  /// Maps colours by a cube, or by a `.cube` file, which holds its own dimension; nil where the table does not fit its
  /// dimension, or where the file is broken.
  func mapped(by table: DataTable, dimension: Int, extrapolates: Bool) -> CIImage? {
    if let look = table.contents.look { return (try? look.get())?.applied(to: self, extrapolates: extrapolates) }
    return ColorCube(table, dimension: dimension, extrapolates: extrapolates).map {
      appending(point: $0, extent: node.extent)
    }
  }
}

extension DataTable {
  /// Why this is not a valid cube; nil where it is.
  func objection(asCube dimension: Int, key: String) -> FilterObjection? {
    if case .failure(let error)? = contents.look { return FilterObjection(key: key, reason: "\(error)") }
    let wanted = dimension * dimension * dimension * 16
    if contents.look != nil || data.count == wanted { return nil }
    return FilterObjection(
      key: key, reason: "has \(data.count) bytes; a cube of \(dimension) colours along each axis has \(wanted)")
  }

  /// Two nodes along each axis, each with its own coordinates as colour.
  static let identityCube: DataTable = {
    let corners: [[Float]] = [
      [0, 0, 0, 1], [1, 0, 0, 1], [0, 1, 0, 1], [1, 1, 0, 1], [0, 0, 1, 1], [1, 0, 1, 1], [0, 1, 1, 1], [1, 1, 1, 1],
    ]
    return DataTable(corners.flatMap { $0 })
  }()

  /// Curves that leave red, green and blue as they are.
  static let identityCurves = DataTable([0, 0, 0, 0.5, 0.5, 0.5, 1, 1, 1])

  // MARK: Examples

  /// A cube that exchanges red and blue.
  static let exchangedCube = DataTable(
    (0..<8).flatMap { corner -> [Float] in [Float(corner >> 2), Float(corner >> 1 & 1), Float(corner & 1), 1] })

  /// Curves that invert light.
  static let invertedCurves = DataTable([1, 1, 1, 0.25, 0.25, 0.25, 0, 0, 0])
}
