public import Foundation
internal import HeadroomEngine
internal import HeadroomGraphics
public import HeadroomImage
internal import HeadroomPixels

/// Fits the image to a size by cropping and stretching, the middle less than the sides.
struct StretchCrop: FilterDefinition {
  static let name = "CIStretchCrop"
  static let introduced = FilterAvailability(iOS: "9.0", macOS: "10.6")
  static let categories: [FilterCategory] = [.distortionEffect, .highDynamicRange, .stillImage, .video]

  @Input("inputSize") var size = CGPoint(x: 1280, y: 720)
  @Input("inputCropAmount", minimum: 0, maximum: 1, slider: 0...1) var cropAmount: Float = 0.25
  @Input("inputCenterStretchAmount", minimum: 0, maximum: 1, slider: 0...1) var centerStretchAmount: Float = 0.25

  var isNeutral: Bool { false }

  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main else { return nil }
    let input = image.extent
    if input.isNull || input.isEmpty || input.isUnbounded { return image }
    let (width, height) = (min(max(Double(size.x), 0), 1e6), min(max(Double(size.y), 0), 1e6))
    if width < 1 || height < 1 { return .empty() }
    let (w, h) = (Double(input.width), Double(input.height))
    let fill = max(width / w, height / h)
    let crop = Double(cropAmount)
    let (cropWidth, cropHeight) = (w + (width / fill - w) * crop, h + (height / fill - h) * crop)
    let (across, up) = (width / cropWidth, height / cropHeight)
    let rest = 1 - Double(centerStretchAmount)
    /// The factor by which the middle is stretched more than evenly; above 1.5 the picture would fold back at the
    /// sides.
    func ease(_ scale: Double) -> Float { Float(min(1 + (scale / min(across, up) - 1) * rest, 1.5)) }
    let stretch = Stretch(
      perHalfX: Float(2 / width), perHalfY: Float(2 / height), x: Float(input.midX), y: Float(input.midY),
      halfX: Float(cropWidth / 2), halfY: Float(cropHeight / 2), easeX: ease(across), easeY: ease(up))
    let numbers = [
      stretch.perHalfX, stretch.perHalfY, stretch.x, stretch.y, stretch.halfX, stretch.halfY, stretch.easeX,
      stretch.easeY,
    ].map(Double.init)
    let reads = PixelRect(enclosing: input).expanded(dx: 1, dy: 1)
    return image.warped(
      by: ComputedWarp("stretch and crop", numbers, stretch) { $0.isEmpty ? .empty : reads }, edge: .clamp,
      shrinking: Float(1 / max(across, up)),
      extent: PixelRect(enclosing: CGRect(x: 0, y: 0, width: width, height: height)).cgRect)
  }

  struct Stretch: WarpKernel {
    let perHalfX, perHalfY, x, y, halfX, halfY, easeX, easeY: Float

    @inline(__always) func source(x px: Float, y py: Float) -> (x: Float, y: Float) {
      let (u, v) = (px * perHalfX - 1, py * perHalfY - 1)
      return (x + halfX * u * (easeX + (1 - easeX) * u * u), y + halfY * v * (easeY + (1 - easeY) * v * v))
    }
  }
}

/// Fits the image to a size by cropping and stretching, the middle less than the sides; see `CIFilter.stretchCrop()`.
public protocol CIStretchCrop: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The width and height of the result in pixels.
  var size: CGPoint { get set }
  /// How much is cropped instead of stretched, 0...1.
  var cropAmount: Float { get set }
  /// How evenly the middle is stretched with the sides, 0...1.
  var centerStretchAmount: Float { get set }
}

extension BuiltInFilter: CIStretchCrop where Definition == StretchCrop {
  var size: CGPoint {
    get { definition.size }
    set { definition.size = newValue }
  }
  var cropAmount: Float {
    get { definition.cropAmount }
    set { definition.cropAmount = newValue }
  }
  var centerStretchAmount: Float {
    get { definition.centerStretchAmount }
    set { definition.centerStretchAmount = newValue }
  }
}

extension CIFilter {
  /// Fits the image to a size by cropping and stretching, the middle less than the sides.
  ///
  /// ## Formula
  /// A rectangle in the middle of the image is shown: with `inputCropAmount` 0 all of it, with 1 the largest rectangle
  /// with the proportions of `inputSize`, and linearly interpolated in between. Along each axis, with u from -1 to 1
  /// across the result, a pixel comes from `k * u + (1 - k) * u^3` of half the rectangle from its middle, where k is 1
  /// plus `1 - inputCenterStretchAmount` times the axis's excess stretch over the other, at most 1.5: with 0 the middle
  /// keeps its proportions. Bilinear; where it shrinks by two or more, the image is halved first; beyond its extent its
  /// edge is repeated. Core Image does not publish its formula.
  ///
  /// ## Extended range
  /// Linear light, not clamped.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha alike.
  ///
  /// ## Extent
  /// From the origin, as large as `inputSize`, rounded outwards. Infinite images stay as they are. Colour space and
  /// content headroom are kept.
  ///
  /// ## Keys
  /// - `inputSize`: default [1280 720], in pixels.
  /// - `inputCropAmount`: default 0.25, 0...1.
  /// - `inputCenterStretchAmount`: default 0.25, 0...1.
  public class func stretchCrop() -> any CIFilter & CIStretchCrop { BuiltInFilter<StretchCrop>() }
}
