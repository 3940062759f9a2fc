public import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Keeps a strip along a line sharp and blurs both sides of it, as a tilted lens does.
struct DepthOfField: FilterDefinition {
  static let name = "CIDepthOfField"
  static let displayName = "Depth of Field"
  static let introduced = FilterAvailability(iOS: "9.0", macOS: "10.6")
  static let categories: [FilterCategory] = [.stillImage, .stylize, .video]

  @Input("inputPoint0") var point0 = CGPoint(x: 0, y: 300)
  @Input("inputPoint1") var point1 = CGPoint(x: 300, y: 300)
  @Input("inputSaturation", minimum: 0, slider: 0...10) var saturation: Float = 1.5
  @Input("inputUnsharpMaskRadius", minimum: 0, honored: 0...100_000, slider: 0...10) var unsharpMaskRadius: Float = 2.5
  @Input("inputUnsharpMaskIntensity", minimum: 0, slider: 0...10) var unsharpMaskIntensity: Float = 0.5
  @Input("inputRadius", minimum: 0, honored: 0...100_000, slider: 0...30) var radius: Float = 6

  var isNeutral: Bool { false }

  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main else { return nil }
    // A picture with repeated edges is infinite, but its frame has a shorter side.
    let frame = image.repeatsEdges ? image.node.inputs.first?.extent ?? image.extent : image.extent
    if frame.isUnbounded || frame.isNull { return nil }
    let sharp = UnsharpMask.sharpened(image, radius: unsharpMaskRadius, intensity: unsharpMaskIntensity)
      .applyingFilter("CIColorControls", parameters: [kCIInputSaturationKey: saturation])
    let blurred = image.gaussianBlurred(sigma: Double(radius))
    let reach = max(Double(min(frame.width, frame.height)) / 4, 1e-3)
    let (dx, dy) = (Double(point1.x - point0.x), Double(point1.y - point0.y))
    let length = (dx * dx + dy * dy).squareRoot()
    let tilt = TiltedFocus(
      x: Float(point0.x), y: Float(point0.y), acrossX: length > 0 ? Float(-dy / length / reach) : 0,
      acrossY: length > 0 ? Float(dx / length / reach) : 0, perReach: Float(1 / reach), isPoint: !(length > 0))
    return sharp.appending(point: tilt, with: [blurred], extent: blurred.extent)
  }
}

/// A transition from one image on a line to another at some distance from it.
struct TiltedFocus: PointImplementation {
  let x, y: Float
  /// The direction across the line, in shares of the distance where the second image begins.
  let acrossX, acrossY, perReach: Float
  let isPoint: Bool

  var alphaRule: AlphaRule { .premultiplied }
  var usesPosition: Bool { true }
  var fingerprint: Fingerprint {
    Fingerprint("tilted focus", [x, y, acrossX, acrossY, perReach].map(Double.init) + [isPoint ? 1 : 0])
  }

  func peak(of inputs: [Float?]) -> Float? {
    guard inputs.count == 2, let sharp = inputs[0], let blurred = inputs[1] else { return nil }
    return max(sharp, blurred)
  }

  func isOpaque(_ inputs: [Bool]) -> Bool { inputs.allSatisfy { $0 } }

  func makeStage(in space: WorkingSpace) -> RowStage { RowStage(positioned: Mix(focus: self)) }

  struct Mix: PositionedBlend {
    let focus: TiltedFocus

    @inline(__always) func apply(_ sharp: Pixel, _ blurred: Pixel, x: Float, y: Float) -> Pixel {
      let (dx, dy) = (x - focus.x, y - focus.y)
      let beside = abs(dx * focus.acrossX + dy * focus.acrossY)
      let away = root(dx * dx + dy * dy) * focus.perReach
      return sharp.mixed(with: blurred, smaller(focus.isPoint ? away : beside, 1))
    }
  }

  func evaluate(_ pixels: [Pixel], x px: Float, y py: Float, in space: WorkingSpace) -> Pixel {
    let away = SIMD2(Double(px) - Double(x), Double(py) - Double(y))
    let distance =
      isPoint
      ? (away * away).sum().squareRoot() * Double(perReach)
      : abs((away * SIMD2(Double(acrossX), Double(acrossY))).sum())
    let share = min(distance, 1)
    func values(_ p: Pixel) -> SIMD4<Double> { SIMD4(Double(p.r), Double(p.g), Double(p.b), Double(p.a)) }
    return Pixel(values(pixels[0]) * (1 - share) + values(pixels[1]) * share)
  }
}

/// Keeps a strip along a line sharp and blurs both sides of it, as a tilted lens does; see `CIFilter.depthOfField()`.
public protocol CIDepthOfField: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// A point of the line that stays sharp.
  var point0: CGPoint { get set }
  /// Another point of the line.
  var point1: CGPoint { get set }
  /// The saturation of the sharp part, 0 or more.
  var saturation: Float { get set }
  /// The radius of the sharpening in pixels, 0 or more.
  var unsharpMaskRadius: Float { get set }
  /// How much is sharpened, 0 or more.
  var unsharpMaskIntensity: Float { get set }
  /// The standard deviation of the blur in pixels, 0 or more.
  var radius: Float { get set }
}

extension BuiltInFilter: CIDepthOfField where Definition == DepthOfField {
  var point0: CGPoint {
    get { definition.point0 }
    set { definition.point0 = newValue }
  }
  var point1: CGPoint {
    get { definition.point1 }
    set { definition.point1 = newValue }
  }
  var saturation: Float {
    get { definition.saturation }
    set { definition.saturation = newValue }
  }
  var unsharpMaskRadius: Float {
    get { definition.unsharpMaskRadius }
    set { definition.unsharpMaskRadius = newValue }
  }
  var unsharpMaskIntensity: Float {
    get { definition.unsharpMaskIntensity }
    set { definition.unsharpMaskIntensity = newValue }
  }
  var radius: Float {
    get { definition.radius }
    set { definition.radius = newValue }
  }
}

extension CIFilter {
  /// Keeps a strip along a line sharp and blurs both sides of it, as a tilted lens does.
  ///
  /// ## Formula
  /// The image sharpened by ``unsharpMask()`` with `inputUnsharpMaskRadius` and `inputUnsharpMaskIntensity` and
  /// saturated as in ``colorControls()``, mixed with the image's Gaussian blur of standard deviation `inputRadius`: the
  /// mix is linear from the sharp image on the line through the two points to the blurred one at a quarter of the
  /// image's shorter side from it. Equal points count as a point. Core Image does not publish its formula.
  ///
  /// ## Extended range
  /// Linear light, not clamped.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha alike.
  ///
  /// ## Extent
  /// Grows by three radii on each side. No result for an infinite image, unless it is a picture with repeated edges.
  ///
  /// ## Keys
  /// - `inputPoint0`: default [0 300], in pixels.
  /// - `inputPoint1`: default [300 300], in pixels.
  /// - `inputSaturation`: default 1.5, 0 or more.
  /// - `inputUnsharpMaskRadius`: default 2.5, 0 or more; beyond 100,000 it counts as that.
  /// - `inputUnsharpMaskIntensity`: default 0.5, 0 or more.
  /// - `inputRadius`: default 6, 0 or more; beyond 100,000 it counts as that.
  public class func depthOfField() -> any CIFilter & CIDepthOfField { BuiltInFilter<DepthOfField>() }
}
