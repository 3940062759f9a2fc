internal import Foundation
internal import HeadroomPixels

/// What a client's callback says of regions of interest, made safe. An object, so that equal ones can be told.
final class KernelRegion: Sendable {
  private let callback: CIKernelROICallback
  /// Extents of the images.
  private let images: [PixelRect]

  init(_ callback: @escaping CIKernelROICallback, images: [PixelRect]) {
    self.callback = callback
    self.images = images
  }

  /// What is read of an image, at most all of it and the pixels beside, which interpolation reaches from. Edges that are not
  /// numbers count as nothing.
  func needed(ofImage index: Int, for rect: PixelRect, isClamped: Bool = false) -> PixelRect {
    guard !rect.isEmpty else { return .empty }
    let wanted = callback(Int32(truncatingIfNeeded: index), rect.cgRect)
    guard !wanted.isWithoutPixels else { return .empty }
    let region = PixelRect(enclosing: wanted)
    return isClamped ? region.clamped(into: images[index]) : region.intersection(images[index].expanded(dx: 1, dy: 1))
  }
}

/// The rectangle around positions; those that are not finite or out of reach are left out.
struct PositionBounds {
  private var low = SIMD2<Float>(repeating: .infinity)
  private var high = SIMD2<Float>(repeating: -.infinity)

  mutating func add(_ x: Float, _ y: Float) {
    guard abs(x) < 1e9, abs(y) < 1e9 else { return }
    low = SIMD2(min(low.x, x), min(low.y, y))
    high = SIMD2(max(high.x, x), max(high.y, y))
  }

  var rect: PixelRect {
    guard low.x <= high.x else { return .empty }
    return PixelRect(
      minX: Int(low.x.rounded(.down)), minY: Int(low.y.rounded(.down)), maxX: Int(high.x.rounded(.down)) + 1,
      maxY: Int(high.y.rounded(.down)) + 1)
  }
}
