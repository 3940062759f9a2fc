internal import HeadroomColor

/// The curve for files whose profile has none: `P x^n / (x^n + q)`, which never reaches `P`.
///
/// For SDR its numbers approximate Adobe's default best. For more range the peak rises, and mid-grey keeps its value
/// and its contrast. SDR and HDR values are therefore related by one curve at any light: with `y` the SDR value,
/// `z = (q0 y / (P0 - y))^(n / n0)` has the HDR value `P z / (z + q)`.
struct StandardToneCurve: Hashable, Sendable {
  static let sdrPeak = 1.1476
  private static let sdrPower = 1.5155
  private static let sdrShift = 0.14761
  private static let grey = 0.18

  let peak: Double
  let power: Double
  let shift: Double

  /// - Parameter peak: the peak of the resulting light, 1 or more.
  init(peak: Double) {
    self.peak = max(peak, Self.sdrPeak)
    let scaled = Libm.pow(Self.grey, Self.sdrPower)
    let value = Self.sdrPeak * scaled / (scaled + Self.sdrShift)
    power = Self.sdrPower * (1 - value / Self.sdrPeak) / (1 - value / self.peak)
    shift = Libm.pow(Self.grey, power) * (self.peak / value - 1)
  }

  func value(_ x: Double) -> Double {
    let scaled = Libm.pow(max(x, 0), power)
    return scaled.isFinite ? peak * scaled / (scaled + shift) : peak
  }
}
