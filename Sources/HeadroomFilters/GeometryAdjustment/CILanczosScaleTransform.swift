internal import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Resizes with a Lanczos kernel of three lobes, sharp and free of aliasing.
struct LanczosScaleTransform: FilterDefinition {
  static let name = "CILanczosScaleTransform"
  static let introduced = FilterAvailability(iOS: "6.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.geometryAdjustment, .highDynamicRange, .stillImage, .video]

  @Input("inputScale", minimum: 0, slider: 0.05...1.5, identity: 1, example: 0.5) var scale: Float = 1
  @Input("inputAspectRatio", minimum: 0, slider: 0.5...2, identity: 1, example: 1) var aspectRatio: Float = 1

  func image(from inputs: FilterImages) -> CIImage? {
    inputs.main?.resampled(by: .lanczos, scale: scale, aspectRatio: aspectRatio)
  }
}

extension CIImage {
  /// The image resized by a kernel.
  func resampled(by kernel: ResamplingKernel, scale: Float, aspectRatio: Float) -> CIImage {
    let picture = PixelRect(enclosing: extent)
    if extent.isUnbounded || picture.isEmpty { return self }
    let (across, up) = (Double(scale) * Double(aspectRatio), Double(scale))
    let scaled = extent.applying(across, up)
    guard !scaled.isEmpty else { return .empty() }
    let resampling = SeparableResampling(kernel, across: across, up: up, picture: picture)
    return appending(area: resampling, extent: scaled.cgRect, keepsTags: true)
  }
}

extension CGRect {
  /// The scaled rectangle, rounded outwards; differences from whole pixels that stem from single-precision rounding of
  /// the factors are ignored.
  func applying(_ across: Double, _ up: Double) -> PixelRect {
    func snapped(_ value: Double) -> Double { abs(value - value.rounded()) < 1e-3 ? value.rounded() : value }
    let (left, right) = (snapped(Double(minX) * across), snapped(Double(maxX) * across))
    let (bottom, top) = (snapped(Double(minY) * up), snapped(Double(maxY) * up))
    return PixelRect(enclosing: CGRect(x: left, y: bottom, width: right - left, height: top - bottom))
  }
}

/// Resizes with a Lanczos kernel; see `CIFilter.lanczosScaleTransform()`.
public protocol CILanczosScaleTransform: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The factor, 0 or more; 1 leaves the image as it is.
  var scale: Float { get set }
  /// The horizontal factor over the vertical one, 0 or more.
  var aspectRatio: Float { get set }
}

extension BuiltInFilter: CILanczosScaleTransform where Definition == LanczosScaleTransform {
  var scale: Float {
    get { definition.scale }
    set { definition.scale = newValue }
  }
  var aspectRatio: Float {
    get { definition.aspectRatio }
    set { definition.aspectRatio = newValue }
  }
}

extension CIFilter {
  /// Resizes with a Lanczos kernel of three lobes, sharp and free of aliasing.
  ///
  /// ## Formula
  /// `sinc(d) * sinc(d / 3)` for distances up to three pixels of the coarser grid, normalised to 1, first along
  /// columns, then along rows. The horizontal factor is `inputScale * inputAspectRatio`. Pixels at the edge of the
  /// extent are repeated beyond it.
  ///
  /// ## Extended range
  /// Linear light, not clamped: highlights ring, also below 0.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha alike; the new alpha is clamped to 0...1.
  ///
  /// ## Extent
  /// The scaled extent, rounded outwards. A factor of 0 gives an empty image; an infinite image stays as it is. Colour
  /// space and content headroom are kept.
  ///
  /// ## Keys
  /// - `inputScale`: default and neutral value 1, 0 or more.
  /// - `inputAspectRatio`: default and neutral value 1, 0 or more.
  public class func lanczosScaleTransform() -> any CIFilter & CILanczosScaleTransform {
    BuiltInFilter<LanczosScaleTransform>()
  }
}
