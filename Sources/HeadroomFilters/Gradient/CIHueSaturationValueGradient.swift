internal import Foundation
internal import HeadroomEngine
public import HeadroomGraphics
public import HeadroomImage
internal import HeadroomPixels
internal import HeadroomSymbols

/// A wheel of all hues and saturations.
struct HueSaturationValueGradient: FilterDefinition, PointImplementation {
  static let name = "CIHueSaturationValueGradient"
  static let displayName = "Hue/Saturation/Value Gradient"
  static let introduced = FilterAvailability(iOS: "10.0", macOS: "10.12")
  static let categories: [FilterCategory] = [.gradient, .stillImage, .video]
  static let imageKeys: [String] = []

  @Input("inputValue", minimum: 0, slider: 0...1) var value: Float = 1
  @Input("inputRadius", type: .distance, minimum: 0, slider: 0...800) var radius: Float = 300
  @Input("inputSoftness", minimum: 0, slider: 0...1) var softness: Float = 1
  @Input("inputDither", minimum: 0, slider: 0...3) var dither: Float = 1
  @Input("inputColorSpace") var colorSpace = CGColorSpace(name: CGColorSpace.sRGB)

  var isNeutral: Bool { false }
  /// Leaves out the colour space: a node that follows matches the wheel's colours.
  var fingerprint: Fingerprint { Fingerprint(Self.name, [value, radius, softness, dither].map(Double.init)) }
  var alphaRule: AlphaRule { .premultiplied }
  var usesPosition: Bool { true }

  func image(from inputs: FilterImages) -> CIImage? {
    let square = CGRect(x: 0, y: 0, width: 2 * CGFloat(radius), height: 2 * CGFloat(radius))
    if square.isEmpty || square.isUnbounded { return nil }
    let wheel = CIImage(generator: self, extent: PixelRect(enclosing: square).cgRect)
    return colorSpace.map { wheel.matchedToWorkingSpace(from: $0) } ?? wheel
  }

  func peak(of inputs: [Float?]) -> Float? { value + dither / 255 }
  func isOpaque(_ inputs: [Bool]) -> Bool { false }

  private var wheel: Wheel {
    Wheel(radius: radius, perRadius: 1 / radius, value: value, softness: softness, dither: 2 * dither / 255)
  }

  func makeStage(in space: WorkingSpace) -> RowStage {
    let wheel = wheel
    return unsafe RowStage { rows, _, count, x, y in
      let first = Int32(truncatingIfNeeded: x)
      let centreY = Float(Int32(truncatingIfNeeded: y)) + 0.5
      for i in 0..<count {
        let centreX = Float(first &+ Int32(truncatingIfNeeded: i)) + 0.5
        let p = wheel.color(centreX, centreY, PixelHash.pixel(x &+ i, y))
        unsafe (rows.r[i], rows.g[i], rows.b[i], rows.a[i]) = (p.r, p.g, p.b, p.a)
      }
    }
  }

  func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
    wheel.color(x, y, PixelHash.pixel(Int(x.rounded(.down)), Int(y.rounded(.down))))
  }

  struct Wheel: Sendable {
    let radius, perRadius, value, softness, dither: Float

    @inline(__always) func color(_ x: Float, _ y: Float, _ noise: Pixel) -> Pixel {
      let (dx, dy) = (x - radius, y - radius)
      let distance = root(dx * dx + dy * dy)
      let saturation = smaller(distance * perRadius, 1)
      let sixths = atan2Fast(dy, dx) * (3 / .pi)
      let cover = clamped(radius - distance + 0.5, 0, 1)
      @inline(__always) func channel(_ place: Float, _ noise: Float) -> Float {
        let light = value * (1 - saturation * (1 - share(sixths - place)))
        return cover * (light + dither * (noise - 0.5))
      }
      return Pixel(r: channel(0, noise.r), g: channel(2, noise.g), b: channel(4, noise.b), a: cover)
    }

    /// The share of a channel in a pure hue, by the hue's distance from the channel's own in sixths of a turn.
    @inline(__always) private func share(_ sixths: Float) -> Float {
      let away = abs(sixths - 6 * (sixths / 6).rounded(.toNearestOrEven))
      let straight = clamped(2 - away, 0, 1)
      let smooth = straight * straight * (3 - 2 * straight)
      return straight + (smooth - straight) * softness
    }
  }
}

/// A wheel of all hues and saturations; see `CIFilter.hueSaturationValueGradient()`.
public protocol CIHueSaturationValueGradient: CIFilterProtocol {
  /// How bright the wheel is, 0 or more.
  var value: Float { get set }
  /// The radius in pixels, 0 or more.
  var radius: Float { get set }
  /// How smooth the transition between hues is, 0 or more; 0 is linear.
  var softness: Float { get set }
  /// How much noise there is, in 255ths, 0 or more.
  var dither: Float { get set }
  /// The space of the colours; nil is the working space.
  var colorSpace: CGColorSpace? { get set }
}

extension BuiltInFilter: CIHueSaturationValueGradient where Definition == HueSaturationValueGradient {
  var value: Float {
    get { definition.value }
    set { definition.value = newValue }
  }
  var radius: Float {
    get { definition.radius }
    set { definition.radius = newValue }
  }
  var softness: Float {
    get { definition.softness }
    set { definition.softness = newValue }
  }
  var dither: Float {
    get { definition.dither }
    set { definition.dither = newValue }
  }
  var colorSpace: CGColorSpace? {
    get { definition.colorSpace }
    set { definition.colorSpace = newValue }
  }
}

extension CIFilter {
  /// A wheel of all hues and saturations.
  ///
  /// ## Formula
  /// Around the point (`inputRadius`, `inputRadius`) the hue is the angle, with red to the right and green after a
  /// third of a turn counter-clockwise, and the saturation s the distance over `inputRadius`. With d the distance of
  /// the hue from a channel's own, in sixths of a turn, t is `clamp(2 - d, 0, 1)`, mixed with `t * t * (3 - 2 * t)` by
  /// `inputSoftness`; the channel is `inputValue * (1 - s * (1 - t))`, and noise between `-inputDither / 255` and
  /// `inputDither / 255`, which depends on the pixel's position, is added. The edge is a pixel wide. Numbers are in
  /// `inputColorSpace`, and are matched to the working space. Core Image does not publish its formula.
  ///
  /// ## Extended range
  /// Not clamped: `inputValue` may be above 1.
  ///
  /// ## Alpha
  /// 0 outside the wheel.
  ///
  /// ## Extent
  /// `(0, 0, 2 * inputRadius, 2 * inputRadius)`, rounded outwards. No result where that is empty or infinite, or the
  /// space is neither RGB nor monochrome.
  ///
  /// ## Keys
  /// - `inputValue`: default 1, 0 or more.
  /// - `inputRadius`: default 300, 0 or more, in pixels.
  /// - `inputSoftness`: default 1, 0 or more.
  /// - `inputDither`: default 1, 0 or more.
  /// - `inputColorSpace`: default sRGB; a space, or the name of one.
  public class func hueSaturationValueGradient() -> any CIFilter & CIHueSaturationValueGradient {
    BuiltInFilter<HueSaturationValueGradient>()
  }
}
