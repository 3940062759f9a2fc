internal import Foundation
internal import HeadroomEngine
public import HeadroomImage

/// Replaces three ranges of colours, and makes the rest light grey.
struct SpotColor: PointFilter {
  static let name = "CISpotColor"
  static let introduced = FilterAvailability(iOS: "9.0", macOS: "10.5")
  static let categories: [FilterCategory] = [.highDynamicRange, .stillImage, .stylize, .video]

  @Input("inputCenterColor1") var centerColor1 = CIColor(red: 0.0784, green: 0.0627, blue: 0.0706, alpha: 1)
  @Input("inputReplacementColor1") var replacementColor1 = CIColor(red: 0.4392, green: 0.1922, blue: 0.1961, alpha: 1)
  @Input("inputCloseness1", minimum: 0, slider: 0...0.5) var closeness1: Float = 0.22
  @Input("inputContrast1", minimum: 0, honored: 0...1, slider: 0...1) var contrast1: Float = 0.98
  @Input("inputCenterColor2") var centerColor2 = CIColor(red: 0.5255, green: 0.3059, blue: 0.3451, alpha: 1)
  @Input("inputReplacementColor2") var replacementColor2 = CIColor(red: 0.9137, green: 0.5608, blue: 0.5059, alpha: 1)
  @Input("inputCloseness2", minimum: 0, slider: 0...0.5) var closeness2: Float = 0.15
  @Input("inputContrast2", minimum: 0, honored: 0...1, slider: 0...1) var contrast2: Float = 0.98
  @Input("inputCenterColor3") var centerColor3 = CIColor(red: 0.9216, green: 0.4549, blue: 0.3333, alpha: 1)
  @Input("inputReplacementColor3") var replacementColor3 = CIColor(red: 0.9098, green: 0.7529, blue: 0.6078, alpha: 1)
  @Input("inputCloseness3", minimum: 0, slider: 0...0.5) var closeness3: Float = 0.5
  @Input("inputContrast3", minimum: 0, honored: 0...1, slider: 0...1) var contrast3: Float = 0.99

  var isNeutral: Bool { false }
  func peak(of inputs: [Float?]) -> Float? { nil }

  func kernel(in space: WorkingSpace) -> Spots {
    Spots(
      first: spot(centerColor1, replacementColor1, closeness1, contrast1, space),
      second: spot(centerColor2, replacementColor2, closeness2, contrast2, space),
      third: spot(centerColor3, replacementColor3, closeness3, contrast3, space))
  }

  private func spot(
    _ centre: CIColor, _ replacement: CIColor, _ closeness: Float, _ contrast: Float, _ space: WorkingSpace
  ) -> Spot {
    func pixel(_ color: CIColor) -> Pixel {
      let light = color.light(in: space)
      return Pixel(r: Float(light.x), g: Float(light.y), b: Float(light.z), a: 1)
    }
    return Spot(
      centre: pixel(centre), replacement: pixel(replacement), inner: closeness * contrast, outer: closeness)
  }

  /// One range.
  struct Spot: Sendable {
    let centre, replacement: Pixel
    /// The distances from the centre up to which colours belong to the range fully, and beyond which they do not.
    let inner, outer: Float

    @inline(__always) func distance(_ p: Pixel) -> Float {
      let (r, g, b) = (p.r - centre.r, p.g - centre.g, p.b - centre.b)
      return root(r * r + g * g + b * b)
    }

    /// 1 inside, 0 outside.
    @inline(__always) func share(_ distance: Float) -> Float { 1 - smoothStep(inner, outer, distance) }
  }

  struct Spots: PointKernel {
    let first, second, third: Spot

    @inline(__always) func apply(_ p: Pixel) -> Pixel {
      let (d1, d2, d3) = (first.distance(p), second.distance(p), third.distance(p))
      let (w1, w2, w3) = (first.share(d1), second.share(d2), third.share(d3))
      // The range with the largest share of the colour; of several with the same share, the nearest.
      let isSecond = w2 > w1 || (w2 == w1 && d2 < d1)
      let (w12, d12) = (isSecond ? w2 : w1, isSecond ? d2 : d1)
      let isThird = w3 > w12 || (w3 == w12 && d3 < d12)
      let share = isThird ? w3 : w12
      @inline(__always) func chosen(_ c1: Float, _ c2: Float, _ c3: Float) -> Float {
        let near = isSecond ? c2 : c1
        return isThird ? c3 : near
      }
      let grey = 0.5 + 0.5 * Luma.of(p.r, p.g, p.b)
      let (a, b, c) = (first.replacement, second.replacement, third.replacement)
      return Pixel(
        r: grey + (chosen(a.r, b.r, c.r) - grey) * share, g: grey + (chosen(a.g, b.g, c.g) - grey) * share,
        b: grey + (chosen(a.b, b.b, c.b) - grey) * share, a: p.a)
    }
  }
}

/// Replaces three ranges of colours; see `CIFilter.spotColor()`.
public protocol CISpotColor: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The middle of the first range of colours.
  var centerColor1: CIColor { get set }
  /// The colour that replaces the first range.
  var replacementColor1: CIColor { get set }
  /// How far the first range reaches, 0 or more.
  var closeness1: Float { get set }
  /// How hard the edge of the first range is, 0 or more; 1 is a step.
  var contrast1: Float { get set }
  /// The middle of the second range of colours.
  var centerColor2: CIColor { get set }
  /// The colour that replaces the second range.
  var replacementColor2: CIColor { get set }
  /// How far the second range reaches, 0 or more.
  var closeness2: Float { get set }
  /// How hard the edge of the second range is, 0 or more; 1 is a step.
  var contrast2: Float { get set }
  /// The middle of the third range of colours.
  var centerColor3: CIColor { get set }
  /// The colour that replaces the third range.
  var replacementColor3: CIColor { get set }
  /// How far the third range reaches, 0 or more.
  var closeness3: Float { get set }
  /// How hard the edge of the third range is, 0 or more; 1 is a step.
  var contrast3: Float { get set }
}

extension BuiltInFilter: CISpotColor where Definition == SpotColor {
  var centerColor1: CIColor {
    get { definition.centerColor1 }
    set { definition.centerColor1 = newValue }
  }
  var replacementColor1: CIColor {
    get { definition.replacementColor1 }
    set { definition.replacementColor1 = newValue }
  }
  var closeness1: Float {
    get { definition.closeness1 }
    set { definition.closeness1 = newValue }
  }
  var contrast1: Float {
    get { definition.contrast1 }
    set { definition.contrast1 = newValue }
  }
  var centerColor2: CIColor {
    get { definition.centerColor2 }
    set { definition.centerColor2 = newValue }
  }
  var replacementColor2: CIColor {
    get { definition.replacementColor2 }
    set { definition.replacementColor2 = newValue }
  }
  var closeness2: Float {
    get { definition.closeness2 }
    set { definition.closeness2 = newValue }
  }
  var contrast2: Float {
    get { definition.contrast2 }
    set { definition.contrast2 = newValue }
  }
  var centerColor3: CIColor {
    get { definition.centerColor3 }
    set { definition.centerColor3 = newValue }
  }
  var replacementColor3: CIColor {
    get { definition.replacementColor3 }
    set { definition.replacementColor3 = newValue }
  }
  var closeness3: Float {
    get { definition.closeness3 }
    set { definition.closeness3 = newValue }
  }
  var contrast3: Float {
    get { definition.contrast3 }
    set { definition.contrast3 = newValue }
  }
}

extension CIFilter {
  /// Replaces three ranges of colours, and makes the rest light grey.
  ///
  /// ## Formula
  /// For unpremultiplied linear colour c, the distance from each centre is `d = |c - centre|`, and c belongs to that
  /// range by the share `1 - smoothstep(contrast * closeness, closeness, d)`. The range with the largest share counts,
  /// and the nearest of several with the same share: its replacement is mixed in by that share. The rest is
  /// `0.5 + 0.5 * Y`, Y = `0.2125 r + 0.7154 g + 0.0721 b`. Core Image does not publish its formula.
  ///
  /// ## Extended range
  /// Colours in no range become a grey that continues above 1 and below 0. Replacements are not clamped.
  ///
  /// ## Alpha
  /// Kept; the colours' own alpha does not count.
  ///
  /// ## Keys
  /// - `inputCenterColor1`: default [0.0784 0.0627 0.0706 1].
  /// - `inputReplacementColor1`: default [0.4392 0.1922 0.1961 1].
  /// - `inputCloseness1`: default 0.22, 0 or more.
  /// - `inputContrast1`: default 0.98, 0 or more; beyond 1 it counts as that.
  /// - `inputCenterColor2`: default [0.5255 0.3059 0.3451 1].
  /// - `inputReplacementColor2`: default [0.9137 0.5608 0.5059 1].
  /// - `inputCloseness2`: default 0.15, 0 or more.
  /// - `inputContrast2`: default 0.98, 0 or more; beyond 1 it counts as that.
  /// - `inputCenterColor3`: default [0.9216 0.4549 0.3333 1].
  /// - `inputReplacementColor3`: default [0.9098 0.7529 0.6078 1].
  /// - `inputCloseness3`: default 0.5, 0 or more.
  /// - `inputContrast3`: default 0.99, 0 or more; beyond 1 it counts as that.
  public class func spotColor() -> any CIFilter & CISpotColor { BuiltInFilter<SpotColor>() }
}
