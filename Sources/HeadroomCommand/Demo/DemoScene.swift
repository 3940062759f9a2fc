internal import Foundation
internal import Headroom
internal import HeadroomFilters
internal import HeadroomImage

/// A street at dusk made by the filters alone: a sun far above reference white, coloured lamps, a tiled square that
/// reflects them, and a wedge whose patches show how many stops a display has.
struct DemoScene {
  let width: Double
  let height: Double

  /// The scene is designed for a width of 1920; everything scales with it.
  private var unit: Double { width / 1920 }
  private var horizon: Double { (height * 0.44).rounded() }
  private var frame: CGRect { CGRect(x: 0, y: 0, width: width, height: height) }

  var image: CIImage {
    var picture = sky
    picture = sun.composited(over: picture)
    picture = floor.composited(over: picture)
    for lamp in Self.lamps { picture = glow(of: lamp).composited(over: picture) }
    picture = wedge.composited(over: picture)
    return
      picture
      .applyingFilter("CIVibrance", parameters: ["inputAmount": 0.2])
      .cropped(to: frame)
  }

  // MARK: Parts

  /// Night above, the last light of the day along the horizon.
  private var sky: CIImage {
    let night = gradient(from: horizon, Self.color(0.09, 0.06, 0.13), to: height, Self.color(0.004, 0.008, 0.035))
    // Linear ramps one over the other, so that no edge of a ramp shows.
    let glow = [(0.6, 170.0), (0.45, 320.0), (0.22, 520.0)].map { strength, reach in
      gradient(
        from: horizon, Self.color(2.2, 0.62, 0.16, alpha: strength), to: horizon + reach * unit,
        Self.color(0.9, 0.2, 0.14, alpha: 0))
    }
    return glow.reduce(night) { $1.composited(over: $0) }.cropped(to: frame)
  }

  /// A soft disc of 24 times reference white with a wide halo.
  private var sun: CIImage {
    let center = CGPoint(x: width * 0.5, y: horizon + 70 * unit)
    let halo = spot(Self.color(14, 4.6, 1.2, alpha: 0.16), at: center, size: 420, sigma: 130)
    let corona = spot(Self.color(20, 9, 3, alpha: 0.5), at: center, size: 130, sigma: 46)
    let disc = spot(Self.color(26, 19, 11), at: center, size: 118, sigma: 30)
    return disc.composited(over: corona).composited(over: halo)
  }

  /// A checkerboard laid flat, lit from the horizon, fading into haze.
  private var floor: CIImage {
    let tiles = generator(
      "CICheckerboardGenerator",
      [
        "inputColor0": Self.color(0.62, 0.58, 0.52), "inputColor1": Self.color(0.035, 0.035, 0.045),
        "inputWidth": 100.0, "inputCenter": CIVector(x: 0, y: 0), "inputSharpness": 1.0,
      ]
    ).cropped(to: CGRect(x: 0, y: 0, width: 1600, height: 1600))
    let laid = tiles.applyingFilter(
      "CIPerspectiveTransform",
      parameters: [
        "inputTopLeft": CIVector(x: width * 0.36, y: horizon), "inputTopRight": CIVector(x: width * 0.64, y: horizon),
        "inputBottomLeft": CIVector(x: -width * 1.1, y: -40 * unit),
        "inputBottomRight": CIVector(x: width * 2.1, y: -40 * unit),
      ])
    let ground = generator("CIConstantColorGenerator", ["inputColor": Self.color(0.1, 0.09, 0.09)])
    let area = CGRect(x: 0, y: 0, width: width, height: horizon)
    let light = gradient(from: 0, Self.color(0.05, 0.07, 0.16), to: horizon, Self.color(3.4, 1.3, 0.5))
    let lit = laid.composited(over: ground).cropped(to: area)
      .applyingFilter("CIMultiplyCompositing", parameters: ["inputBackgroundImage": light.cropped(to: area)])
    let haze = gradient(
      from: horizon - 110 * unit, Self.color(1.4, 0.4, 0.12, alpha: 0), to: horizon,
      Self.color(1.4, 0.4, 0.12, alpha: 0.9))
    return haze.cropped(to: area).composited(over: lit)
  }

  private struct Lamp {
    let x: Double
    let y: Double
    let light: (Double, Double, Double)
  }

  private static let lamps = [
    Lamp(x: 0.10, y: 0.80, light: (1.5, 9, 13)), Lamp(x: 0.24, y: 0.70, light: (14, 2, 8)),
    Lamp(x: 0.34, y: 0.63, light: (15, 8, 1.5)), Lamp(x: 0.66, y: 0.63, light: (16, 16, 16)),
    Lamp(x: 0.76, y: 0.70, light: (2, 12, 4)), Lamp(x: 0.90, y: 0.80, light: (3, 4, 15)),
  ]

  /// A lamp, its halo and its reflection in the tiles.
  private func glow(of lamp: Lamp) -> CIImage {
    let (red, green, blue) = lamp.light
    let center = CGPoint(x: width * lamp.x, y: height * lamp.y)
    let core = spot(Self.color(red * 1.3, green * 1.3, blue * 1.3), at: center, size: 46, sigma: 13)
    let halo = spot(Self.color(red, green, blue, alpha: 0.045), at: center, size: 190, sigma: 66)
    let mirrored = CGPoint(x: center.x, y: horizon - (center.y - horizon) * 0.9)
    let reflection = spot(
      Self.color(red / 2, green / 2, blue / 2, alpha: 0.16), at: mirrored, size: 44, stretch: 4.5, sigma: 24)
    return core.composited(over: halo).composited(over: reflection)
  }

  /// Grey patches from a quarter of reference white to 16 times of it, a stop apart.
  private var wedge: CIImage {
    let side = (74 * unit).rounded()
    var picture = CIImage.empty()
    for (index, stop) in (-2...4).enumerated() {
      let level = exp2(Double(stop))
      let patch = generator("CIConstantColorGenerator", ["inputColor": Self.color(level, level, level)])
        .cropped(
          to: CGRect(
            x: (width / 2 + (Double(index) - 3.5) * side * 1.25).rounded(), y: (46 * unit).rounded(), width: side,
            height: side))
      picture = patch.composited(over: picture)
    }
    return picture
  }

  // MARK: Brushes

  private func spot(
    _ color: CIColor, at center: CGPoint, size: Double, stretch: Double = 1, sigma: Double
  ) -> CIImage {
    let (halfWidth, halfHeight) = ((size * unit / 2).rounded(), (size * stretch * unit / 2).rounded())
    let square = CGRect(
      x: center.x.rounded() - halfWidth, y: center.y.rounded() - halfHeight, width: 2 * halfWidth,
      height: 2 * halfHeight)
    return generator("CIConstantColorGenerator", ["inputColor": color]).cropped(to: square)
      .applyingGaussianBlur(sigma: sigma * unit)
  }

  private func gradient(from start: Double, _ first: CIColor, to end: Double, _ second: CIColor) -> CIImage {
    generator(
      "CILinearGradient",
      [
        "inputPoint0": CIVector(x: 0, y: start), "inputColor0": first, "inputPoint1": CIVector(x: 0, y: end),
        "inputColor1": second,
      ])
  }

  private func generator(_ name: String, _ parameters: [String: Any]) -> CIImage {
    CIFilter(name: name, parameters: parameters)?.outputImage ?? .empty()
  }

  /// Linear light, 1.0 = reference white.
  private static func color(_ red: Double, _ green: Double, _ blue: Double, alpha: Double = 1) -> CIColor {
    CIColor(
      red: red, green: green, blue: blue, alpha: alpha, colorSpace: CGColorSpace(encoding: .extendedLinearSRGB))
      ?? CIColor(red: 0, green: 0, blue: 0)
  }
}
