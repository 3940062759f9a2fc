internal import Foundation
internal import HeadroomGraphics
package import HeadroomPixels

extension AffineMap: TileWarp {
  /// Between the centres of the outermost pixels, where ``region(for:)`` takes whole pixels: a single one that stands for a
  /// million reads four of them.
  package func positions(in rect: PixelRect) -> PixelRect? {
    let (left, bottom) = (Double(rect.minX) + 0.5, Double(rect.minY) + 0.5)
    let (right, top) = (Double(rect.maxX) - 0.5, Double(rect.maxY) - 0.5)
    func place(_ x: Double, _ y: Double) -> CGPoint { CGPoint(x: x, y: y).applying(inverse) }
    // No arrays: this runs for each tile.
    let (a, b, c, d) = (place(left, bottom), place(right, bottom), place(left, top), place(right, top))
    let (xs, ys) = (Self.span(a.x, b.x, c.x, d.x), Self.span(a.y, b.y, c.y, d.y))
    return PixelRect(
      enclosing: CGRect(x: xs.low, y: ys.low, width: xs.high - xs.low, height: ys.high - ys.low))
  }

  /// The range of some numbers, with a margin for their rounding to single precision.
  private static func span(_ a: CGFloat, _ b: CGFloat, _ c: CGFloat, _ d: CGFloat) -> (low: CGFloat, high: CGFloat) {
    let (low, high) = (min(min(a, b), min(c, d)), max(max(a, b), max(c, d)))
    let room = 1 + max(abs(low), abs(high)) * 0x1p-22
    return (low - room, high + room)
  }

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
