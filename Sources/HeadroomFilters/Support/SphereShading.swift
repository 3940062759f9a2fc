internal import Foundation
internal import HeadroomEngine
internal import HeadroomPixels

/// The picture of a sphere that fills its extent, for looking up the point with a surface normal.
struct SphereShading: Sendable {
  let extent: PixelRect
  private let centreX, centreY, halfX, halfY, left, right, bottom, top: Float

  /// Nil where the extent is empty or infinite.
  init?(_ extent: CGRect) {
    let rect = PixelRect(enclosing: extent)
    guard !rect.isEmpty, !rect.isInfinite else { return nil }
    self.extent = rect
    (left, right) = (Float(rect.minX) + 0.5, Float(rect.maxX) - 0.5)
    (bottom, top) = (Float(rect.minY) + 0.5, Float(rect.maxY) - 0.5)
    (centreX, centreY) = (0.5 * (left + right), 0.5 * (bottom + top))
    (halfX, halfY) = (0.5 * Float(rect.width), 0.5 * Float(rect.height))
  }

  var fingerprint: [Double] { extent.fingerprint }

  /// - Parameters:
  ///   - x, y: the horizontal part of the normal, whose length is 1.
  @inline(__always)
  func position(_ x: Float, _ y: Float) -> (x: Float, y: Float) {
    (
      smaller(larger(centreX + x * halfX, left), right), smaller(larger(centreY + y * halfY, bottom), top)
    )
  }
}
