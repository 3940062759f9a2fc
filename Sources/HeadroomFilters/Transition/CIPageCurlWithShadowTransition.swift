public import Foundation
internal import HeadroomEngine
internal import HeadroomGraphics
public import HeadroomImage
internal import HeadroomPixels

/// Goes from one image to another by curling up a page that casts a shadow.
struct PageCurlWithShadowTransition: FilterDefinition {
  static let name = "CIPageCurlWithShadowTransition"
  static let displayName = "Page Curl With Shadow"
  static let introduced = FilterAvailability(iOS: "9.0", macOS: "10.9")
  static let categories: [FilterCategory] = [.highDynamicRange, .stillImage, .transition, .video]
  static let imageKeys = [kCIInputImageKey, kCIInputTargetImageKey, kCIInputBacksideImageKey]

  @Input("inputExtent") var extent = CGRect.zero
  @Input("inputTime", type: .time, minimum: 0, maximum: 1, slider: 0...1, identity: 0) var time: Float = 0
  @Input("inputAngle", type: .angle, slider: -Double.pi...Double.pi, identity: 0) var angle: Float = 0
  @Input("inputRadius", type: .distance, minimum: 0.01, slider: 0.01...400) var radius: Float = 100
  @Input("inputShadowSize", type: .distance, minimum: 0, maximum: 1, slider: 0...1) var shadowSize: Float = 0.5
  @Input("inputShadowAmount", type: .distance, minimum: 0, maximum: 1, slider: 0...1) var shadowAmount: Float = 0.7
  @Input("inputShadowExtent") var shadowExtent = CGRect.zero

  var isNeutral: Bool { false }

  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main, let target = inputs[kCIInputTargetImageKey] else { return nil }
    // A sheet without a back shows its face through the paper.
    let back = inputs[kCIInputBacksideImageKey] ?? image
    let sheet = extent.isEmpty ? image.extent : extent
    guard sheet.hasCountablePixels else { return nil }
    if time == 0 || time == 1 { return (time == 0 ? image : target).cropped(to: sheet) }
    let curl = PageCurl(sheet, angle: angle, radius: radius, time: time)
    let lifted = curl.back(of: back, lit: nil)
    return lifted.composited(over: shadow(of: lifted, within: sheet))
      .composited(over: curl.front(of: image, lit: nil)).composited(over: target.cropped(to: sheet))
  }

  /// The blurred black shape of a layer.
  private func shadow(of layer: CIImage, within sheet: CGRect) -> CIImage {
    let none = CIVector([0, 0, 0, 0])
    let black = layer.applyingFilter(
      "CIColorMatrix",
      parameters: [
        "inputRVector": none, "inputGVector": none, "inputBVector": none,
        "inputAVector": CIVector([0, 0, 0, CGFloat(shadowAmount)]),
      ])
    return black.applyingGaussianBlur(sigma: Double(shadowSize * radius / 2))
      .cropped(to: shadowExtent.isEmpty ? sheet : sheet.intersection(shadowExtent))
  }
}

/// Goes from one image to another by curling up a page that casts a shadow; see
/// `CIFilter.pageCurlWithShadowTransition()`.
public protocol CIPageCurlWithShadowTransition: CIFilterProtocol {
  /// The image at time 0: the face of the sheet.
  var inputImage: CIImage? { get set }
  /// The image at time 1, under the sheet.
  var targetImage: CIImage? { get set }
  /// The back of the sheet, as seen through it from the front; nil takes the face.
  var backsideImage: CIImage? { get set }
  /// The rectangle of the transition, and of the sheet; an empty one stands for the image's extent.
  var extent: CGRect { get set }
  /// The progress of the transition, 0...1.
  var time: Float { get set }
  /// The direction in radians, counter-clockwise from the right: the end on that side is lifted first.
  var angle: Float { get set }
  /// The radius of the curl in pixels, 0.01 or more.
  var radius: Float { get set }
  /// How soft the shadow is, as a share of the radius, 0...1.
  var shadowSize: Float { get set }
  /// How dark the shadow is, 0...1.
  var shadowAmount: Float { get set }
  /// The rectangle that may have a shadow; an empty one stands for the whole plane.
  var shadowExtent: CGRect { get set }
}

extension BuiltInFilter: CIPageCurlWithShadowTransition where Definition == PageCurlWithShadowTransition {
  var targetImage: CIImage? {
    get { value(forKey: kCIInputTargetImageKey) as? CIImage }
    set { setValue(newValue, forKey: kCIInputTargetImageKey) }
  }
  var backsideImage: CIImage? {
    get { value(forKey: kCIInputBacksideImageKey) as? CIImage }
    set { setValue(newValue, forKey: kCIInputBacksideImageKey) }
  }
  var extent: CGRect {
    get { definition.extent }
    set { definition.extent = newValue }
  }
  var time: Float {
    get { definition.time }
    set { definition.time = newValue }
  }
  var angle: Float {
    get { definition.angle }
    set { definition.angle = newValue }
  }
  var radius: Float {
    get { definition.radius }
    set { definition.radius = newValue }
  }
  var shadowSize: Float {
    get { definition.shadowSize }
    set { definition.shadowSize = newValue }
  }
  var shadowAmount: Float {
    get { definition.shadowAmount }
    set { definition.shadowAmount = newValue }
  }
  var shadowExtent: CGRect {
    get { definition.shadowExtent }
    set { definition.shadowExtent = newValue }
  }
}

extension CIFilter {
  /// Goes from one image to another by curling up a page that casts a shadow.
  ///
  /// ## Formula
  /// With s the position along the direction `inputAngle`, the sheet leaves the ground at f, which moves from the end h
  /// of `inputExtent` to `inputRadius` R before its beginning. Lengths on the sheet are kept: with
  /// `q = acos((s - f) / R)`, between f and f + R the back of the sheet at `f + R * (pi / 2 + q)` covers its face at
  /// `f + R * (pi / 2 - q)`, and before f the back at `2 f + pi R - s` covers the face at s; beyond the end of the
  /// sheet the layer below shows. The back ends at f + R with an edge a pixel wide. Bilinear. Under the back lies its
  /// shadow: black with `inputShadowAmount` of the back's coverage, blurred by a Gaussian whose sigma is
  /// `inputShadowSize * R / 2`, within `inputShadowExtent`. Core Image does not publish its formula. At 0 the result is
  /// the image itself, at 1 the target, cropped.
  ///
  /// ## Extended range
  /// Linear light, not clamped.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha alike. Where an image is transparent, so is the sheet.
  ///
  /// ## Extent
  /// `inputExtent`, or the image's where that is empty. No result where it is infinite.
  ///
  /// ## Keys
  /// - `inputExtent`: default empty, in pixels.
  /// - `inputTime`: default and neutral value 0, 0...1.
  /// - `inputAngle`: default and neutral value 0, in radians.
  /// - `inputRadius`: default 100, 0.01 or more, in pixels.
  /// - `inputShadowSize`: default 0.5, 0...1.
  /// - `inputShadowAmount`: default 0.7, 0...1.
  /// - `inputShadowExtent`: default empty, in pixels.
  public class func pageCurlWithShadowTransition() -> any CIFilter & CIPageCurlWithShadowTransition {
    BuiltInFilter<PageCurlWithShadowTransition>()
  }
}
