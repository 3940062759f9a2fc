internal import Foundation
internal import HeadroomContainers

/// A headroom as the user writes it: `2.5` or `2.5x` is the ratio to reference white, `1.3stops` its logarithm to the
/// base 2, `inf` no limit.
package struct HeadroomValue {
  /// Peak over reference white, at least 1; infinite when the user wants all of it.
  package let ratio: Double

  package init(parsing text: String) throws {
    guard let ratio = Self.ratio(text) else {
      throw SettingProblem("a headroom is a ratio such as 2.5 or 2.5x, a logarithm such as 1.3stops, or inf")
    }
    guard ratio >= 1 else {
      throw SettingProblem("a headroom is at least 1 (SDR, 0stops)")
    }
    self.ratio = ratio
  }

  private static func ratio(_ text: String) -> Double? {
    if text == "inf" { return .infinity }
    for suffix in ["stops", "stop"] where text.hasSuffix(suffix) {
      return DecimalNumber.parse(text.dropLast(suffix.count)).map { exp2($0) }
    }
    return DecimalNumber.parse(text.hasSuffix("x") ? text.dropLast() : text[...])
  }
}
