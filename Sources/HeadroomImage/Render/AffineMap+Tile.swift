internal import HeadroomGraphics

extension AffineMap: TileWarp {
  /// Positions are computed in Double from absolute coordinates, so that they do not depend on the tile.
  package func fillCoordinates(
    x: Int, y: Int, count: Int, _ sx: UnsafeMutablePointer<Float>, _ sy: UnsafeMutablePointer<Float>
  ) {
    let centreY = Double(y) + 0.5
    let (a, b) = (Double(inverse.a), Double(inverse.b))
    let rowX = Double(inverse.c) * centreY + Double(inverse.tx)
    let rowY = Double(inverse.d) * centreY + Double(inverse.ty)
    let first = Int32(truncatingIfNeeded: x)
    for i in 0..<count {
      let centreX = Double(first &+ Int32(truncatingIfNeeded: i)) + 0.5
      unsafe sx[i] = Float(a * centreX + rowX)
      unsafe sy[i] = Float(b * centreX + rowY)
    }
  }
}
