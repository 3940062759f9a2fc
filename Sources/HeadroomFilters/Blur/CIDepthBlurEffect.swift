internal import Foundation
internal import HeadroomEngine
internal import HeadroomGraphics
package import HeadroomImage
internal import HeadroomImageIO
internal import HeadroomPixels

/// Blurs the parts that are out of focus, by their depth, as a large lens does.
///
/// ## Formula
/// A thin lens. With D the disparity in 1/m at a pixel, D0 that of the focus and N the f-number, a point becomes a disc with the
/// radius `inputScaleFactor * 0.018 * phi^2 * w * |D - D0| / N` in pixels, where w is the longer side of the image and
/// phi the focal length over the sensor's longer side: that of 50 mm on a full-frame camera, or that of the angle of
/// view in `inputCalibrationData`. Radii are limited to that of a difference of 2/m, and to 256.
/// - The disparity is the first channel of `inputDisparityImage`, stretched over the image, bilinear.
/// - D0 is its mean in `inputFocusRect`; without one in the rectangle around all eyes, chins and noses that are given, and a
///   twentieth of w around it; without those its mean weighted by the matte; without that in the middle ninth of the image.
/// - Where `inputMatteImage`, `inputHairImage` or `inputGlassesImage` are 1 in their first channel the image stays
///   sharp, between 0 and 1 radii shrink in proportion.
/// - The image is split into layers of equal radius, behind the focus, in focus and in front of it; pixels between two
///   layers are shared between both. Each layer is blurred by its disc together with its coverage, and the layers are
///   composited from back to front and divided by the coverage: sharp parts do not bleed into the background, and the
///   foreground spreads over what lies behind it.
/// - `inputLumaNoiseScale` is the standard deviation of noise that is added to blurred parts, times the square root of
///   their luma.
///
/// Core Image's formula is not published. It is made for one maker's photos, and shapes highlights and faces by a
/// trained model.
///
/// ## Extended range
/// Linear light, not clamped: highlights above 1 make the discs. That is why `inputGainMap`, which holds the light that
/// the image of an SDR file lacks, is not read: pass the image with its full light (`.expandToHDR`).
///
/// ## Alpha
/// That of the image; colours are weighted by their alpha.
///
/// ## Extent
/// The image's, whose edge is repeated. No result where the extent of the image or of the disparity is empty or
/// infinite. Colour space and content headroom are kept.
///
/// ## Keys
/// - `inputAperture`: the f-number, default 0, 0...22. 0 stands for `depthBlurEffect:SimulatedAperture` of `inputAuxDataMetadata`,
///   and for 4.5 where there is none; below 0.5 it counts as that.
/// - `inputLeftEyePositions`, `inputRightEyePositions`, `inputChinPositions`, `inputNosePositions`: points x, y, x,
///   y..., in pixels; default [-1 -1]; negative coordinates stand for no point.
/// - `inputFocusRect`: in pixels.
/// - `inputLumaNoiseScale`: default 0, 0...0.1.
/// - `inputScaleFactor`: default 1, a factor of all radii.
/// - `inputCalibrationData`: of the camera.
/// - `inputAuxDataMetadata`: of the file.
/// - `inputShape`: stored, but not read: discs are round.
struct DepthBlurEffect: FilterDefinition {
  static let name = "CIDepthBlurEffect"
  static let displayName = "Depth Blur Effect"
  static let introduced = FilterAvailability(iOS: "11.0", macOS: "10.13")
  static let categories: [FilterCategory] = [.blur, .highDynamicRange, .stillImage, .video]
  static let imageKeys = [kCIInputImageKey, "inputDisparityImage"] + maskKeys + ["inputGainMap"]
  private static let maskKeys = ["inputMatteImage", "inputHairImage", "inputGlassesImage"]
  private static let noPoint = CIVector([-1, -1])

  /// The f-number, 0...22; 0 takes the file's.
  @Input("inputAperture", minimum: 0, maximum: 22, slider: 1...22, example: 16) var aperture: Float = 0
  /// Where left eyes are, x, y, x, y..., in pixels; negative coordinates stand for no point.
  @Input("inputLeftEyePositions", type: .position) var leftEyePositions = Self.noPoint
  /// Where right eyes are.
  @Input("inputRightEyePositions", type: .position) var rightEyePositions = Self.noPoint
  /// Where chins are.
  @Input("inputChinPositions", type: .position) var chinPositions = Self.noPoint
  /// Where noses are.
  @Input("inputNosePositions", type: .position) var nosePositions = Self.noPoint
  /// What is in focus, in pixels.
  @Input("inputFocusRect", identity: .infinite) var focusRect: CGRect? = nil
  /// The noise that is added to blurred parts, 0...0.1.
  @Input("inputLumaNoiseScale", minimum: 0, maximum: 0.1, slider: 0...0.1) var lumaNoiseScale: Float = 0
  /// A factor of all radii.
  @Input("inputScaleFactor", honored: 0...1000, slider: 0...1) var scaleFactor: Float = 1
  /// The camera's data; only the angle of view is read.
  @Input("inputCalibrationData") var calibrationData: CameraCalibration? = nil
  /// The metadata of the file's disparity; only the f-number is read.
  @Input("inputAuxDataMetadata") var auxDataMetadata: AuxiliaryMetadata? = nil
  /// Not read: discs are round.
  @Input("inputShape") var shape: String? = nil

  var isNeutral: Bool { false }

  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main, let disparity = inputs["inputDisparityImage"]?.stretched(over: image) else {
      return nil
    }
    let extent = PixelRect(enclosing: image.extent)
    let masks = Self.maskKeys.compactMap { inputs[$0]?.stretched(over: image) }
    let matte = inputs["inputMatteImage"]?.stretched(over: image)
    let perDisparity = radiusPerDisparity(extent)
    let widest = min(2 * perDisparity, Self.widest)
    guard widest > DefocusLevels.least else { return image }
    let (region, isWeighted) = focusRegion(extent, hasMatte: matte != nil)
    let weights = isWeighted ? matte.map { [$0] } ?? [] : []
    let focus = disparity.appending(
      point: FocusShare(isWeighted: !weights.isEmpty), with: weights, extent: extent.cgRect
    ).appending(reduction: AreaAverage.Mean(region: region), extent: CGRect(x: 0, y: 0, width: 1, height: 1))
    let defocus = disparity.appending(
      point: Defocus(perDisparity: perDisparity, widest: widest, maskCount: masks.count), with: masks + [focus],
      extent: extent.cgRect
    ).storing(.render)
    return layered(image.cropped(to: extent.cgRect), defocus, widest)
  }

  private static let widest: Float = 256

  /// The blurred layers, composited.
  private func layered(_ image: CIImage, _ defocus: CIImage, _ widest: Float) -> CIImage {
    let extent = image.extent
    let layers = DefocusLevels.all(widest).map { level in
      image.appending(point: level, with: [defocus], extent: extent).spread(byDisc: Double(level.radius))
    }
    return image.appending(
      point: FocusedResult(noise: lumaNoiseScale, layerCount: layers.count), with: [defocus] + layers, extent: extent,
      keepsTags: true)
  }

  /// The radius in pixels for a disparity of 1/m.
  private func radiusPerDisparity(_ extent: PixelRect) -> Float {
    let side = Float(max(extent.width, extent.height))
    let stop = max(aperture > 0 ? aperture : auxDataMetadata?.aperture ?? Self.usualAperture, 0.5)
    let view = focalShare
    return min(scaleFactor * Self.halfSensor * view * view * side / stop, 1e4)
  }

  private static let usualAperture: Float = 4.5
  /// Half the longer side of the sensor of a full-frame camera, in metres.
  private static let halfSensor: Float = 0.018
  /// The focal length over the longer side of the sensor, where nothing is known: 50 of 36 mm.
  private static let usualFocalShare: Float = 50.0 / 36

  private var focalShare: Float {
    guard let data = calibrationData?.data else { return Self.usualFocalShare }
    let size = data.intrinsicMatrixReferenceDimensions
    let share = data.intrinsicMatrix.columns.0.x / Float(max(size.width, size.height))
    return share.isFinite && share > 0 ? min(share, 20) : Self.usualFocalShare
  }

  /// Where the disparity of the focus is found, and whether the matte counts there.
  private func focusRegion(_ extent: PixelRect, hasMatte: Bool) -> (PixelRect, isWeighted: Bool) {
    func inside(_ rect: CGRect) -> PixelRect? {
      let region = PixelRect(enclosing: rect).intersection(extent)
      return region.isEmpty ? nil : region
    }
    if let focusRect, let region = inside(focusRect) { return (region, false) }
    let margin = CGFloat(max(extent.width, extent.height)) / 20
    if let face = CGRect(
      around: [leftEyePositions, rightEyePositions, chinPositions, nosePositions].flatMap(\.points)),
      let region = inside(face.insetBy(dx: -margin, dy: -margin))
    {
      return (region, false)
    }
    if hasMatte { return (extent, true) }
    let third = extent.cgRect.insetBy(dx: CGFloat(extent.width) / 3, dy: CGFloat(extent.height) / 3)
    return (inside(third) ?? extent, false)
  }
}

/// A file's depth metadata, as the input of a filter.
///
/// `@unchecked`: the object is read when it is set, and only handed back afterwards.
package struct AuxiliaryMetadata: InputValue, @unchecked Sendable {
  let metadata: CGImageMetadata
  /// The f-number that the photo simulates.
  let aperture: Float?

  package static var attributeClass: String { "CGImageMetadataRef" }
  package static var usualType: InputType? { nil }
  package init?(keyed value: Any) {
    guard let metadata = value as? CGImageMetadata else { return nil }
    self.metadata = metadata
    let stated = metadata["depthBlurEffect:SimulatedAperture"].flatMap { Float($0) }
    aperture = stated.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
  }
  package var keyed: Any? { metadata }
  package func isSame(as other: AuxiliaryMetadata) -> Bool { metadata === other.metadata }
  package var fingerprint: [Double] { [Double(aperture ?? 0)] }
}

extension CIVector {
  /// The pairs of numbers that stand for points.
  fileprivate var points: [CGPoint] {
    stride(from: 0, to: count - 1, by: 2).map { CGPoint(x: value(at: $0), y: value(at: $0 + 1)) }
      .filter { $0.x >= 0 && $0.y >= 0 && $0.x < 1e6 && $0.y < 1e6 }
  }
}

extension CGRect {
  /// The smallest rectangle around points; nil without any.
  fileprivate init?(around points: [CGPoint]) {
    guard let left = points.map(\.x).min(), let right = points.map(\.x).max(), let low = points.map(\.y).min(),
      let high = points.map(\.y).max()
    else { return nil }
    self.init(x: left, y: low, width: right - left, height: high - low)
  }
}

extension CIImage {
  /// The image over the extent of another; nil where one of them has no size.
  fileprivate func stretched(over other: CIImage) -> CIImage? {
    let (from, to) = (PixelRect(enclosing: extent), PixelRect(enclosing: other.extent))
    if from.isEmpty || to.isEmpty || from.isInfinite || to.isInfinite { return nil }
    return resized(from, onto: to, sampling: .linear)
  }

  /// A layer blurred by a disc, on a copy small enough that the disc is no larger than eight pixels.
  fileprivate func spread(byDisc radius: Double) -> CIImage {
    if radius == 0 { return self }
    var (halvings, small) = (0, radius)
    while small >= 8 { (halvings, small) = (halvings + 1, small / 2) }
    let pattern = TapPattern(reach: Int((small + 0.5).rounded(.up))) { min(max(small + 0.5 - $0, 0), 1) }
    return clampedToExtent().blurred(halvings: halvings, growth: radius.rounded(.up)) { edge in
      (PatternConvolution("disc", [small] + pattern.weights, pattern, edge: edge), pattern.reachX)
    }.cropped(to: extent)
  }
}
