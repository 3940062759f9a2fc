public import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Shows the image within itself, along a spiral.
struct Droste: FilterDefinition {
  static let name = "CIDroste"
  static let introduced = FilterAvailability(iOS: "9.0", macOS: "10.6")
  static let categories: [FilterCategory] = [.distortionEffect, .highDynamicRange, .stillImage, .video]

  @Input("inputInsetPoint0") var insetPoint0 = CGPoint(x: 200, y: 200)
  @Input("inputInsetPoint1") var insetPoint1 = CGPoint(x: 400, y: 400)
  @Input("inputStrands", minimum: -10, maximum: 10, slider: -2...2) var strands: Float = 1
  @Input("inputPeriodicity", minimum: 1, slider: 1...5) var periodicity: Float = 1
  @Input("inputRotation", type: .angle, slider: 0...2 * Double.pi) var rotation: Float = 0
  @Input("inputZoom", minimum: 0.01, slider: 0.01...5) var zoom: Float = 1

  var isNeutral: Bool { false }

  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main else { return nil }
    let input = image.extent
    if input.isNull || input.isEmpty { return image }
    if input.isUnbounded { return nil }
    return image.warped(
      by: ComputedWarp("Droste", fingerprint.values + PixelRect(enclosing: input).fingerprint, spiral(input)),
      extent: .infinite)
  }

  private func spiral(_ input: CGRect) -> Spiral {
    let width = Double(insetPoint1.x - insetPoint0.x)
    let height = Double(insetPoint1.y - insetPoint0.y)
    let inner = max((width * width + height * height).squareRoot() / 2, 1e-3)
    let (w, h) = (Double(input.width), Double(input.height))
    let outer = (w * w + h * h).squareRoot() / 2
    // The ring between the two radii is repeated, whichever radius is larger.
    let period = max(abs(log(outer / inner)), 1e-2) / Double(periodicity)
    let (x, y) = ((insetPoint0.x + insetPoint1.x) / 2, (insetPoint0.y + insetPoint1.y) / 2)
    return Spiral(
      x: Float(x), y: Float(y), inner: Float(min(inner, outer)), perInner: Float(1 / min(inner, outer)),
      period: Float(period), perPeriod: Float(1 / period), twist: Float(Double(strands) * period / (2 * .pi)),
      zoom: Float(log(Double(zoom))), rotation: rotation)
  }

  struct Spiral: WarpKernel {
    let x, y, inner, perInner, period, perPeriod, twist, zoom, rotation: Float

    @inline(__always) func source(x px: Float, y py: Float) -> (x: Float, y: Float) {
      let (dx, dy) = ((px - x) * perInner, (py - y) * perInner)
      let distance = 0.5 * logFast(larger(dx * dx + dy * dy, 1e-24)) - zoom
      let turn = atan2Fast(dy, dx) + rotation
      let away = (distance + twist * turn) * perPeriod
      let (sine, cosine) = sinCosFast(turn - twist * distance)
      let radius = inner * expFast(fraction(away) * period)
      return (x + radius * cosine, y + radius * sine)
    }
  }
}

/// Shows the image within itself, along a spiral; see `CIFilter.droste()`.
public protocol CIDroste: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// A corner of the rectangle in which the image appears again.
  var insetPoint0: CGPoint { get set }
  /// The opposite corner.
  var insetPoint1: CGPoint { get set }
  /// How many arms the spiral has, -10...10; 0 makes rings.
  var strands: Float { get set }
  /// How often the image repeats between the rectangle and its edge, 1 or more.
  var periodicity: Float { get set }
  /// How far the result is turned, in radians.
  var rotation: Float { get set }
  /// How much the result is enlarged, 0.01 or more.
  var zoom: Float { get set }
}

extension BuiltInFilter: CIDroste where Definition == Droste {
  var insetPoint0: CGPoint {
    get { definition.insetPoint0 }
    set { definition.insetPoint0 = newValue }
  }
  var insetPoint1: CGPoint {
    get { definition.insetPoint1 }
    set { definition.insetPoint1 = newValue }
  }
  var strands: Float {
    get { definition.strands }
    set { definition.strands = newValue }
  }
  var periodicity: Float {
    get { definition.periodicity }
    set { definition.periodicity = newValue }
  }
  var rotation: Float {
    get { definition.rotation }
    set { definition.rotation = newValue }
  }
  var zoom: Float {
    get { definition.zoom }
    set { definition.zoom = newValue }
  }
}

extension CIFilter {
  /// Shows the image within itself, along a spiral.
  ///
  /// ## Formula
  /// As in Escher's print gallery (B. de Smit and H. W. Lenstra, 2003). Let c be the middle of the rectangle between
  /// the two points, a0 half its diagonal, a1 half the image's (the smaller of the two counts as a0), and Q = `ln(a1
  /// / a0) / inputPeriodicity`. For a pixel at p, x = `ln(|p - c| / a0) - ln(inputZoom)` and t = `arg(p - c) +
  /// inputRotation`; with k = `inputStrands * Q / (2 pi)` it comes from `c + a0 * exp(x')` in the direction `t - k *
  /// x`, where x' is `x + k * t` less whole multiples of Q. Seamless for whole numbers of strands. Bilinear.
  ///
  /// ## Extended range
  /// Linear light, not clamped.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha alike.
  ///
  /// ## Extent
  /// Infinite. No result for an infinite image. Colour space and content headroom are kept.
  ///
  /// ## Keys
  /// - `inputInsetPoint0`: default [200 200], in pixels.
  /// - `inputInsetPoint1`: default [400 400], in pixels.
  /// - `inputStrands`: default 1, -10...10.
  /// - `inputPeriodicity`: default 1, 1 or more.
  /// - `inputRotation`: default 0, in radians.
  /// - `inputZoom`: default 1, 0.01 or more.
  public class func droste() -> any CIFilter & CIDroste { BuiltInFilter<Droste>() }
}
