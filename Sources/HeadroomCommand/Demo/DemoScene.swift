internal import Foundation
internal import Headroom

/// A street at dusk made by the filters alone: a sun far above reference white, coloured lamps, a tiled square that
/// reflects them, and a wedge whose patches say how many stops a display can show.
struct DemoScene {
  let width: Double
  let height: Double

  /// The scene is drawn for this width; everything scales with it.
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

  private var sky: CIImage {
    gradient(from: horizon, Self.color(1.7, 0.62, 0.22), to: height, Self.color(0.012, 0.03, 0.12)).cropped(to: frame)
  }

  /// A soft disc of 24 times reference white with a wide halo.
  private var sun: CIImage {
    let center = CGPoint(x: width * 0.5, y: horizon + 120 * unit)
    let halo = spot(Self.color(16, 6.5, 2.2, alpha: 0.14), at: center, size: 520, sigma: 170)
    let disc = spot(Self.color(24, 17, 9), at: center, size: 110, sigma: 17)
    return disc.composited(over: halo)
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
    let ground = generator("CIConstantColorGenerator", ["inputColor": Self.color(0.12, 0.11, 0.11)])
    let area = CGRect(x: 0, y: 0, width: width, height: horizon)
    let light = gradient(from: 0, Self.color(0.16, 0.2, 0.34), to: horizon, Self.color(4.2, 1.9, 0.8))
    let lit = laid.composited(over: ground).cropped(to: area)
      .applyingFilter("CIMultiplyCompositing", parameters: ["inputBackgroundImage": light.cropped(to: area)])
    let haze = gradient(
      from: horizon - 130 * unit, Self.color(1.7, 0.62, 0.22, alpha: 0), to: horizon,
      Self.color(1.7, 0.62, 0.22, alpha: 0.85))
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
    let core = spot(Self.color(red, green, blue), at: center, size: 46, sigma: 8)
    let halo = spot(Self.color(red, green, blue, alpha: 0.07), at: center, size: 190, sigma: 62)
    let mirrored = CGPoint(x: center.x, y: 2 * horizon - center.y + 40 * unit)
    let reflection = spot(
      Self.color(red / 2, green / 2, blue / 2, alpha: 0.22), at: mirrored, size: 60, stretch: 3.2, sigma: 26)
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
