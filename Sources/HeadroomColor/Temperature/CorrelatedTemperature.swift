/// A white as photographers name it: the temperature of the nearest black body, and the distance from it to the side.
///
/// The numbers are those of Adobe's and Apple's programs: Robertson's method in CIE 1960 (u, v), tints of 3000 to a unit.
package struct CorrelatedTemperature: Hashable, Sendable {
  /// Where the table of isotherms ends: 600 mireds.
  package static let lowestTemperature = 1e6 / 600
  /// The largest tint; beyond it the colour would leave the diagram.
  package static let largestTint = 200.0

  /// Kelvins.
  package var temperature: Double
  /// Positive for whites on the green side of the locus, as daylight is (a picture balanced for them gets pinker), negative
  /// on the pink side; 0 on the locus.
  package var tint: Double

  package init(temperature: Double, tint: Double) {
    self.temperature = temperature
    self.tint = tint
  }

  /// The temperature of a white; nil where a colour has no place in the diagram (not finite, or no luminance).
  ///
  /// Whites beyond either end of the table get the temperature of its end, 1667 and 100,000 kelvins.
  package init?(_ white: Chromaticity) {
    guard let place = Self.place(of: white) else { return nil }
    let lines = RobertsonIsotherms.adobe.lines
    func distance(_ line: RobertsonIsotherms.Line) -> Double {
      let offset = place - line.point
      return offset.y * line.direction.x - offset.x * line.direction.y
    }
    // The first line beyond which the white lies; with the last one the search is over.
    var index = 1
    while index < lines.count - 1, distance(lines[index]) > 0 { index += 1 }
    let (before, after) = (lines[index - 1], lines[index])
    let behind = -min(distance(after), 0)
    // The share of the previous line. Before the second line there is nothing to measure from.
    let share = index == 1 || behind == 0 ? 0 : behind / (distance(before) + behind)
    let offset = place - (before.point * share + after.point * (1 - share))
    let direction = RobertsonIsotherms.unit(before.direction * share + after.direction * (1 - share))
    temperature = 1e6 / (before.mired * share + after.mired * (1 - share))
    tint = -3000 * (offset * direction).sum()
    guard temperature.isFinite, tint.isFinite else { return nil }
  }

  /// The white of this temperature and tint.
  ///
  /// Temperatures below ``lowestTemperature`` and tints beyond ``largestTint`` are clamped to them; NaN counts
  /// as 5000 K and as no tint.
  package var chromaticity: Chromaticity {
    let kelvins = temperature.isNaN ? 5000 : max(temperature, Self.lowestTemperature)
    let aside = tint.isNaN ? 0 : min(max(tint, -Self.largestTint), Self.largestTint)
    return RobertsonIsotherms.adobe.white(kelvins: kelvins, tint: aside)
  }

  private static func place(of white: Chromaticity) -> SIMD2<Double>? {
    let sum = 1.5 - white.x + 6 * white.y
    let place = SIMD2(2 * white.x / sum, 3 * white.y / sum)
    return white.y > 0 && sum > 0 && place.sum().isFinite ? place : nil
  }
}
