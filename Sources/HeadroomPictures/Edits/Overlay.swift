internal import Foundation
internal import HeadroomFilters
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomImageIO

/// A picture that is laid over another, in linear light.
package struct Overlay: Sendable {
  /// Where an overlay goes.
  package enum Place: Hashable, Sendable {
    case gravity(Gravity)
    /// Pixels from the corner or sides of the edit's gravity, by default the top left corner.
    case offset(x: Int, y: Int)
  }

  private let source: PictureSource
  private let gravity: Gravity
  private let offset: (x: Int, y: Int)
  private let opacity: Double
  private let size: ResizeRule?

  /// - Parameters:
  ///   - place: nil for the middle, or the gravity.
  ///   - size: nil keeps its own; per cent refer to the width of the picture below.
  ///   - opacity: 1 covers, 0 leaves no trace.
  package init(
    _ source: PictureSource, at place: Place? = nil, gravity: Gravity? = nil, size: ResizeRule? = nil,
    opacity: Double = 1
  ) {
    (self.source, self.size, self.opacity) = (source, size, opacity)
    switch place {
    case .gravity(let own): (self.gravity, offset) = (own, (0, 0))
    case .offset(let x, let y): (self.gravity, offset) = (gravity ?? .northwest, (x, y))
    case nil: (self.gravity, offset) = (gravity ?? .center, (0, 0))
    }
  }

  /// Whether it has light above white.
  var isHDR: Bool { source.info.kind != .sdr }

  /// The image, which has the rendition for a headroom, with the overlay on it; the extent stays.
  func apply(to image: CIImage, headroom: Double) throws(PictureError) -> CIImage {
    let frame = image.extent
    let upper = scaled(faded(source.image(headroom: headroom)), to: frame)
    let size = (width: Int(upper.extent.width), height: Int(upper.extent.height))
    let place = gravity.origin(of: size, in: (Int(frame.width), Int(frame.height)), offset: offset)
    let moved = upper.transformed(
      by: CGAffineTransform(
        translationX: frame.minX + CGFloat(place.x) - upper.extent.minX,
        y: frame.maxY - CGFloat(place.y + size.height) - upper.extent.minY))
    guard !moved.extent.intersection(frame).isEmpty else {
      throw .usage(
        .at,
        "the overlay of \(size.width)x\(size.height) at \(place.x),\(place.y) lies outside the picture of "
          + "\(Int(frame.width))x\(Int(frame.height))")
    }
    return moved.cropped(to: frame).composited(over: image)
  }

  /// In the wanted size; per cent refer to the width of the picture below.
  private func scaled(_ image: CIImage, to frame: CGRect) -> CIImage {
    guard let size else { return image }
    var rule = size
    if case .percent(let percent) = size { rule = .width(max(1, Int((frame.width * percent / 100).rounded()))) }
    let target = rule.target(width: Int(image.extent.width), height: Int(image.extent.height))
    return image.resized(to: CGSize(width: target.width, height: target.height))
  }

  private func faded(_ image: CIImage) -> CIImage {
    guard opacity < 1 else { return image }
    return image.applyingFilter(
      "CIColorMatrix", parameters: ["inputAVector": CIVector(x: 0, y: 0, z: 0, w: opacity)])
  }
}
