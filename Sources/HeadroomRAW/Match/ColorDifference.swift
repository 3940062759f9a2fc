internal import Foundation
internal import HeadroomColor

/// How far apart two pictures of one view are, in CIEDE2000 (CIE 142-2001; Sharma, Wu and Dalal 2005).
package struct ColorDifference: Hashable, Sendable {
  package let median: Double
  /// The difference that 95 % of the pixels stay below.
  package let most: Double

  /// - Parameters:
  ///   - lab: CIE L*a*b* of pixels, which are compared in order.
  init(_ lab: [SIMD3<Float>], _ other: [SIMD3<Float>]) {
    let sorted = zip(lab, other).map { Self.between($0, $1) }.sorted()
    median = sorted.isEmpty ? 0 : sorted[sorted.count / 2]
    most = sorted.isEmpty ? 0 : sorted[min(sorted.count * 95 / 100, sorted.count - 1)]
  }

  /// Converts linear light to L*a*b* under the primaries' own white.
  static func lab(_ light: SIMD3<Float>, _ toXYZ: [SIMD3<Float>]) -> SIMD3<Float> {
    let xyz = SIMD3<Double>(SIMD3((toXYZ[0] * light).sum(), (toXYZ[1] * light).sum(), (toXYZ[2] * light).sum()))
    return SIMD3<Float>(CIELab.lab(relativeXYZ: xyz))
  }

  /// The rows of the matrix to XYZ relative to white.
  static func toRelativeXYZ(_ primaries: ColorPrimaries) -> [SIMD3<Float>] {
    let white = primaries.whiteXYZ
    return zip(primaries.toXYZ.rows, [white.x, white.y, white.z]).map { SIMD3<Float>($0 / $1) }
  }

  package static func between(_ one: SIMD3<Float>, _ other: SIMD3<Float>) -> Double {
    let (lab1, lab2) = (SIMD3<Double>(one), SIMD3<Double>(other))
    let chroma = (hypot(lab1.y, lab1.z), hypot(lab2.y, lab2.z))
    let grey = 1.5 - 0.5 * seventh(0.5 * (chroma.0 + chroma.1))
    let (a1, a2) = (lab1.y * grey, lab2.y * grey)
    let (c1, c2) = (hypot(a1, lab1.z), hypot(a2, lab2.z))
    let (h1, h2) = (atan2(lab1.z, a1), atan2(lab2.z, a2))
    let isNeutral = c1 * c2 == 0
    var turn = isNeutral ? 0 : h2 - h1
    if turn > .pi { turn -= 2 * .pi } else if turn < -.pi { turn += 2 * .pi }
    let hue = isNeutral ? h1 + h2 : h1 + 0.5 * turn
    let (l, c) = (0.5 * (lab1.x + lab2.x), 0.5 * (c1 + c2))
    let off = (l - 50) * (l - 50)
    let light = (lab2.x - lab1.x) / (1 + 0.015 * off / (20 + off).squareRoot())
    let saturation = (c2 - c1) / (1 + 0.045 * c)
    let angle = 2 * (c1 * c2).squareRoot() * sin(0.5 * turn) / (1 + 0.015 * c * hueWeight(hue))
    return max(
      light * light + saturation * saturation + angle * angle - blueTurn(hue) * seventh(c) * saturation * angle, 0
    ).squareRoot()
  }

  /// `sqrt(c^7 / (c^7 + 25^7))`.
  private static func seventh(_ chroma: Double) -> Double {
    let power = pow(chroma / 25, 7)
    return (power / (power + 1)).squareRoot()
  }

  private static func hueWeight(_ hue: Double) -> Double {
    1 - 0.17 * cos(hue - .pi / 6) + 0.24 * cos(2 * hue) + 0.32 * cos(3 * hue + .pi / 30)
      - 0.20 * cos(4 * hue - 63 * .pi / 180)
  }

  private static func blueTurn(_ hue: Double) -> Double {
    var degrees = hue * 180 / .pi
    if degrees < 0 { degrees += 360 }
    if degrees >= 360 { degrees -= 360 }
    let part = (degrees - 275) / 25
    return 2 * sin(.pi / 3 * exp(-part * part))
  }
}
