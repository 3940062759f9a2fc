/// Colours looked up in a cube, as data: unpremultiplied red, green and blue are the position, red varying fastest.
package struct ColorCube: PointOperation {
  package let table: DataTable
  /// Nodes along each axis, 2 or more.
  package let dimension: Int
  package let interpolation: CubeInterpolation
  /// Whether the slope of the outermost cells goes on beyond 0 and 1; otherwise positions are clamped to that range.
  package let extrapolates: Bool

  /// Nil unless the table is `dimension`³ RGBA pixels, premultiplied.
  package init?(
    _ table: DataTable, dimension: Int, interpolation: CubeInterpolation = .trilinear, extrapolates: Bool = false
  ) {
    guard (2...256).contains(dimension), table.data.count == dimension * dimension * dimension * 16 else { return nil }
    self.table = table
    self.dimension = dimension
    self.interpolation = interpolation
    self.extrapolates = extrapolates
  }

  package var fingerprint: Fingerprint {
    Fingerprint(
      "color cube", [Double(dimension), Double(interpolation.rawValue), extrapolates ? 1 : 0],
      objects: [ObjectIdentifier(table.contents)])
  }

  /// A table without transparency gives straight colours; otherwise its colours are multiplied by their own alpha.
  package var alphaRule: AlphaRule { table.contents.isOpaque ? .straight : .premultiplied }

  package func peak(of inputs: [Float?]) -> Float? {
    table.contents.isOpaque && !extrapolates ? table.contents.largestColor : nil
  }

  package func isOpaque(_ inputs: [Bool]) -> Bool { table.contents.isOpaque && inputs.first == true }
}

/// How values between the nodes of a cube are found.
package enum CubeInterpolation: Int, Sendable {
  /// Between the eight nodes around, along one axis after the other.
  case trilinear
  /// Between four of them, along the path from black to white through the axes in the order of the fractions. Greys are
  /// interpolated between greys.
  case tetrahedral
}
