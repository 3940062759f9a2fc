internal import Foundation
internal import HeadroomEngine
internal import HeadroomGraphics
public import HeadroomImage
internal import HeadroomPixels

/// Goes from one image to another that unfolds from below.
struct AccordionFoldTransition: FilterDefinition {
  static let name = "CIAccordionFoldTransition"
  static let introduced = FilterAvailability(iOS: "8.0", macOS: "10.10")
  static let categories: [FilterCategory] = [.highDynamicRange, .stillImage, .transition, .video]
  static let imageKeys = [kCIInputImageKey, kCIInputTargetImageKey]

  @Input("inputBottomHeight", type: .distance, minimum: 0) var bottomHeight: Float = 0
  @Input("inputNumberOfFolds", minimum: 1, maximum: 50, slider: 1...10) var numberOfFolds: Float = 3
  @Input("inputFoldShadowAmount", minimum: 0, maximum: 1, slider: 0...1) var foldShadowAmount: Float = 0.1
  @Input("inputTime", type: .time, minimum: 0, maximum: 1, slider: 0...1, identity: 0) var time: Float = 0

  var isNeutral: Bool { false }

  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main, let target = inputs[kCIInputTargetImageKey] else { return nil }
    let bounds = PixelRect(enclosing: target.node.extent)
    if bounds.isInfinite { return nil }
    if time == 0 || time == 1 { return time == 0 ? image : target }
    var dissolve = DissolveTransition()
    dissolve.time = time
    return dissolve.image(
      from: FilterImages([kCIInputImageKey: image, kCIInputTargetImageKey: folded(target, bounds)]))
  }

  /// The target with its upper part in folds.
  private func folded(_ target: CIImage, _ bounds: PixelRect) -> CIImage {
    let still = min(CGFloat(bounds.height), CGFloat(bottomHeight.rounded()))
    let crease = CGFloat(bounds.minY) + still
    let rest = CGFloat(bounds.height) - still
    guard rest > 0 else { return target }
    let angle = Double(time) * .pi / 2
    let shown = CGFloat(sin(angle))
    let (x, width) = (CGFloat(bounds.minX), CGFloat(bounds.width))
    let above = CGRect(x: x, y: crease, width: width, height: rest)
    let folded = CGRect(x: x, y: crease, width: width, height: min((rest * shown).rounded(.up) + 1, rest))
    let upper = target.cropped(to: above).clampedToExtent()
      .transformed(by: CGAffineTransform(a: 1, b: 0, c: 0, d: shown, tx: 0, ty: crease * (1 - shown)))
      .cropped(to: folded)
    let folds = Folds(
      bottom: Float(crease), height: Float(rest * shown), perFold: numberOfFolds.rounded() / Float(rest * shown),
      light: 1 - foldShadowAmount * Float(cos(angle)))
    let strips = upper.appending(point: folds, extent: above)
    return strips.composited(over: target.cropped(to: CGRect(x: x, y: crease - still, width: width, height: still)))
  }

  /// Every other strip is darker, and there is nothing above the strips.
  struct Folds: PointImplementation {
    let bottom, height, perFold, light: Float

    var alphaRule: AlphaRule { .premultiplied }
    var usesPosition: Bool { true }
    var fingerprint: Fingerprint { Fingerprint("folds", [bottom, height, perFold, light].map(Double.init)) }
    func peak(of inputs: [Float?]) -> Float? { inputs.first ?? nil }
    func isOpaque(_ inputs: [Bool]) -> Bool { false }
    private var strips: Strips { Strips(bottom: bottom, height: height, perFold: perFold, light: light) }
    func makeStage(in space: WorkingSpace) -> RowStage { RowStage(placed: strips) }
    func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
      strips.apply(pixels[0], x: x, y: y)
    }

    struct Strips: PlacedKernel {
      let bottom, height, perFold, light: Float

      @inline(__always) func apply(_ p: Pixel, x: Float, y: Float) -> Pixel {
        let strip = ((y - bottom) * perFold).rounded(.down)
        let isOdd = strip - 2 * (strip * 0.5).rounded(.down) == 1
        let cover = clamped(height - (y - bottom) + 0.5, 0, 1)
        let gain = cover * (isOdd ? light : 1)
        return Pixel(r: p.r * gain, g: p.g * gain, b: p.b * gain, a: p.a * cover)
      }
    }
  }
}

/// Goes from one image to another that unfolds from below; see `CIFilter.accordionFoldTransition()`.
public protocol CIAccordionFoldTransition: CIFilterProtocol {
  /// The image at time 0.
  var inputImage: CIImage? { get set }
  /// The image at time 1; it may be taller.
  var targetImage: CIImage? { get set }
  /// How much of the target's lower end does not fold, in pixels, 0 or more.
  var bottomHeight: Float { get set }
  /// How many strips there are, 1...50.
  var numberOfFolds: Float { get set }
  /// How dark every other strip is at the beginning, 0...1.
  var foldShadowAmount: Float { get set }
  /// The progress of the transition, 0...1.
  var time: Float { get set }
}

extension BuiltInFilter: CIAccordionFoldTransition where Definition == AccordionFoldTransition {
  var targetImage: CIImage? {
    get { value(forKey: kCIInputTargetImageKey) as? CIImage }
    set { setValue(newValue, forKey: kCIInputTargetImageKey) }
  }
  var bottomHeight: Float {
    get { definition.bottomHeight }
    set { definition.bottomHeight = newValue }
  }
  var numberOfFolds: Float {
    get { definition.numberOfFolds }
    set { definition.numberOfFolds = newValue }
  }
  var foldShadowAmount: Float {
    get { definition.foldShadowAmount }
    set { definition.foldShadowAmount = newValue }
  }
  var time: Float {
    get { definition.time }
    set { definition.time = newValue }
  }
}

extension CIFilter {
  /// Goes from one image to another that unfolds from below.
  ///
  /// ## Formula
  /// The lower `inputBottomHeight` pixels of the target, rounded, do not move. The part above has
  /// `sin(pi / 2 * inputTime)` of its height, in `inputNumberOfFolds` strips, rounded; the second, the fourth and so on
  /// have the light `1 - inputFoldShadowAmount * cos(pi / 2 * inputTime)`. Image and folded target are mixed by
  /// `inputTime`. Core Image does not publish its formula. At 0 the result is the image itself, at 1 the target.
  ///
  /// ## Extended range
  /// Linear light, not clamped.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha alike.
  ///
  /// ## Extent
  /// The smallest rectangle around both images. No result where the target's is infinite.
  ///
  /// ## Keys
  /// - `inputBottomHeight`: default 0, 0 or more, in pixels.
  /// - `inputNumberOfFolds`: default 3, 1...50.
  /// - `inputFoldShadowAmount`: default 0.1, 0...1.
  /// - `inputTime`: default and neutral value 0, 0...1.
  public class func accordionFoldTransition() -> any CIFilter & CIAccordionFoldTransition {
    BuiltInFilter<AccordionFoldTransition>()
  }
}
