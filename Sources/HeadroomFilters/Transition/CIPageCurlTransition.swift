public import Foundation
internal import HeadroomEngine
internal import HeadroomGraphics
public import HeadroomImage
internal import HeadroomPixels

/// Goes from one image to another by curling up a page.
struct PageCurlTransition: FilterDefinition {
  static let name = "CIPageCurlTransition"
  static let displayName = "Page Curl"
  static let introduced = FilterAvailability(iOS: "9.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.highDynamicRange, .stillImage, .transition, .video]
  static let imageKeys = [
    kCIInputImageKey, kCIInputTargetImageKey, kCIInputBacksideImageKey, kCIInputShadingImageKey,
  ]

  @Input("inputExtent") var extent = CGRect(x: 0, y: 0, width: 300, height: 300)
  @Input("inputTime", type: .time, minimum: 0, maximum: 1, slider: 0...1, identity: 0) var time: Float = 0
  @Input("inputAngle", type: .angle, slider: -Double.pi...Double.pi, identity: 0) var angle: Float = 0
  @Input("inputRadius", type: .distance, minimum: 0.01, slider: 0.01...400) var radius: Float = 100

  var isNeutral: Bool { false }

  func image(from inputs: FilterImages) -> CIImage? {
    let shading = inputs[kCIInputShadingImageKey]
    guard let image = inputs.main, let target = inputs[kCIInputTargetImageKey],
      shading.map({ SphereShading($0.node.extent) != nil }) ?? true
    else { return nil }
    // A sheet without a back shows its face through the paper.
    let back = inputs[kCIInputBacksideImageKey] ?? image
    guard extent.hasCountablePixels else { return nil }
    if time == 0 || time == 1 { return (time == 0 ? image : target).cropped(to: extent) }
    let curl = PageCurl(extent, angle: angle, radius: radius, time: time)
    return curl.back(of: back, lit: shading).composited(over: curl.front(of: image, lit: shading))
      .composited(over: target.cropped(to: extent))
  }
}

/// Goes from one image to another by curling up a page; see `CIFilter.pageCurlTransition()`.
public protocol CIPageCurlTransition: CIFilterProtocol {
  /// The image at time 0: the face of the sheet.
  var inputImage: CIImage? { get set }
  /// The image at time 1, under the sheet.
  var targetImage: CIImage? { get set }
  /// The back of the sheet, as seen through it from the front; nil takes the face.
  var backsideImage: CIImage? { get set }
  /// The picture of a sphere that fills its extent: the reflections on curved paper, where it is not transparent;
  /// nil reflects nothing.
  var shadingImage: CIImage? { get set }
  /// The rectangle of the transition, and of the sheet.
  var extent: CGRect { get set }
  /// The progress of the transition, 0...1.
  var time: Float { get set }
  /// The direction in radians, counter-clockwise from the right: the end on that side is lifted first.
  var angle: Float { get set }
  /// The radius of the curl in pixels, 0.01 or more.
  var radius: Float { get set }
}

extension BuiltInFilter: CIPageCurlTransition where Definition == PageCurlTransition {
  var targetImage: CIImage? {
    get { value(forKey: kCIInputTargetImageKey) as? CIImage }
    set { setValue(newValue, forKey: kCIInputTargetImageKey) }
  }
  var backsideImage: CIImage? {
    get { value(forKey: kCIInputBacksideImageKey) as? CIImage }
    set { setValue(newValue, forKey: kCIInputBacksideImageKey) }
  }
  var shadingImage: CIImage? {
    get { value(forKey: kCIInputShadingImageKey) as? CIImage }
    set { setValue(newValue, forKey: kCIInputShadingImageKey) }
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
}

extension CIFilter {
  /// Goes from one image to another by curling up a page.
  ///
  /// ## Formula
  /// With s the position along the direction `inputAngle`, the sheet leaves the ground at f, which moves from the end h
  /// of `inputExtent` to `inputRadius` R before its beginning. Lengths on the sheet are kept: with
  /// `q = acos((s - f) / R)`, between f and f + R the back of the sheet at `f + R * (pi / 2 + q)` covers its face at
  /// `f + R * (pi / 2 - q)`, and before f the back at `2 f + pi R - s` covers the face at s; beyond the end of the
  /// sheet the layer below shows. The back ends at f + R with an edge a pixel wide. Bilinear. The shading image is laid
  /// over the sheet, read where the sphere has the sheet's inclination: `(s - f) / R` of its radius from the middle, on
  /// the face against the direction, on the back along it, and with the same factor on its coverage. Core Image does
  /// not publish its formula. At 0 the result is the image itself, at 1 the target, cropped.
  ///
  /// ## Extended range
  /// Linear light, not clamped.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha alike. Where an image is transparent, so is the sheet.
  ///
  /// ## Extent
  /// `inputExtent`. No result where that is infinite, or the shading image empty or infinite; without one the sheet is unlit.
  ///
  /// ## Keys
  /// - `inputExtent`: default [0 0 300 300], in pixels.
  /// - `inputTime`: default and neutral value 0, 0...1.
  /// - `inputAngle`: default and neutral value 0, in radians.
  /// - `inputRadius`: default 100, 0.01 or more, in pixels.
  public class func pageCurlTransition() -> any CIFilter & CIPageCurlTransition { BuiltInFilter<PageCurlTransition>() }
}
