internal import Foundation
internal import HeadroomColor
internal import HeadroomEngine
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomPixels

/// Enlarges a small image along the edges of a guide.
///
/// ## Formula
/// The fast guided filter (K. He and J. Sun, 2015). With I the luma `0.2125 r + 0.7154 g + 0.0721 b` of the guide,
/// reduced to the size of the image, and means over squares of `2 * inputRadius + 1` pixels of the image:
/// `a = cov(I, p) / (var(I) + inputEpsilon)` and `b = mean(p) - a * mean(I)` for each channel p. Their means over the
/// same squares are enlarged to the guide's extent, bilinear; the result is `a * I + b` with I at full size. Edges are
/// repeated. The radius is rounded and clamped to 0...100.
///
/// ## Extended range
/// Linear light, not clamped. Where the guide is brighter, its differences are larger relative to `inputEpsilon`.
///
/// ## Alpha
/// Premultiplied colour and alpha alike; alpha is clamped to 0...1.
///
/// ## Extent
/// The guide's; the image is stretched over it. No result where one of them is empty or infinite.
///
/// ## Keys
/// - `inputRadius`: default 1, in pixels of the image.
/// - `inputEpsilon`: default 0.0001, 0 or more.
struct GuidedFilter: FilterDefinition {
  static let name = "CIGuidedFilter"
  static let introduced = FilterAvailability(iOS: "12.0", macOS: "10.14")
  static let categories: [FilterCategory] = [.geometryAdjustment, .highDynamicRange, .stillImage, .video]
  static let imageKeys = [kCIInputImageKey, "inputGuideImage"]

  /// How far the squares reach on each side, in pixels of the image.
  @Input("inputRadius", honored: 0...100, slider: 1...10) var radius: Float = 1
  /// The variance of the guide above which its edges are kept.
  @Input("inputEpsilon", honored: 0...(.infinity), slider: 1e-9...0.1) var epsilon: Float = 0.0001

  var isNeutral: Bool { false }

  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main, let guide = inputs["inputGuideImage"] else { return nil }
    let (small, large) = (PixelRect(enclosing: image.extent), PixelRect(enclosing: guide.extent))
    if small.isEmpty || large.isEmpty || small.isInfinite || large.isInfinite { return nil }
    let light = guide.lumaAsRed
    let smallLight = light.resized(large, onto: small, sampling: .highQuality)
    let reach = Int(radius.rounded())
    let slopes = image.appending(
      area: GuidedSlopes(reach: reach, epsilon: epsilon, picture: small), with: [smallLight],
      extent: small.cgRect)
    func mean(_ image: CIImage) -> CIImage {
      image.appending(area: BoxMean(reach: reach, edge: .clamp(small)), extent: small.cgRect)
    }
    let offsets = mean(image).appending(point: GuidedOffset(), with: [slopes, mean(smallLight)], extent: small.cgRect)
    func enlarged(_ image: CIImage) -> CIImage { mean(image).resized(small, onto: large, sampling: .linear) }
    return enlarged(slopes).appending(
      point: GuidedResult(), with: [enlarged(offsets), light], extent: large.cgRect)
  }
}

extension CIImage {
  /// The luma of premultiplied colour, in red.
  var lumaAsRed: CIImage { appending(point: LumaAsRed(), extent: extent) }

  /// The image, which fills one rectangle, resized to another; its edges are repeated for interpolation.
  func resized(_ from: PixelRect, onto to: PixelRect, sampling: Sampling) -> CIImage {
    if from == to { return cropped(to: to.cgRect) }
    return cropped(to: from.cgRect).clampedToExtent()
      .transformed(by: CGAffineTransform(from, onto: to), sampling: sampling).cropped(to: to.cgRect)
  }
}

/// The luma as red; green and blue are 0.
struct LumaAsRed: MatrixImplementation {
  private static let matrix = ColorMatrix(
    Matrix3x3(rows: [Luma.red, Luma.green, Luma.blue], [0, 0, 0], [0, 0, 0]))

  var alphaRule: AlphaRule { .any }
  var fingerprint: Fingerprint { Fingerprint("luma as red") }
  func peak(of inputs: [Float?]) -> Float? { inputs.first ?? nil }
  func matrix(in space: WorkingSpace) -> ColorMatrix { Self.matrix }
}
