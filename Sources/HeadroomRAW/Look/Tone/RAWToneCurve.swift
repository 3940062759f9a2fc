internal import HeadroomColor

/// The global tone curve of a development, from linear light to light for a display.
///
/// - Without a profile's curve it is ``StandardToneCurve``; with an SDR profile's curve, that curve for SDR and
///   ``ExtendedToneCurve`` for more range; an HDR profile's curve is used as it is.
/// - `boost` mixes the linear light with the curve's. A profile's look table belongs to the curve: where `boost` is 0
///   it must be left out (``RAWToneRows``' caller mixes both).
/// - `shadows` bends the curve below a quarter of white, fading out towards mid-grey.
/// - The curve's output never exceeds ``peak``, which is exactly 1 for a dynamic range of 0. Nor does the result, where
///   the curve ``isBounded``: the linear light that `boost` mixes in is clipped there, as Apple's filter is reported to
///   do.
package struct RAWToneCurve: Hashable, Sendable {
  private enum Base: Hashable {
    case standard(StandardToneCurve)
    case extended(ExtendedToneCurve)
    case profile(ProfileToneCurve)
  }

  package let settings: RAWToneSettings
  /// The largest light of the result; the headroom of the picture is this or its own measured maximum.
  package let peak: Double
  /// Whether the curve is from a profile; it then acts on the largest and the smallest channel.
  package let isOfProfile: Bool
  package let isBounded: Bool
  let isHDRProfile: Bool
  private let base: Base
  let bias: ShadowBias

  /// - Parameters:
  ///   - profile: the tone curve of the file's profile, nil for none.
  ///   - darkening: negative stops of exposure that the light does not include yet. An SDR profile's curve applies them
  ///     as DNG specifies, so that white stays white (``ExposureDarkening``). Without such a curve, light is multiplied
  ///     beforehand.
  ///   - isBounded: whether linear light is also limited to the peak. Otherwise a boost of 0 has no bound.
  package init(
    _ settings: RAWToneSettings, profile: ProfileToneCurve? = nil, darkening: Double = 0, isBounded: Bool = true
  ) {
    self.isBounded = isBounded
    self.settings = settings
    bias = ShadowBias(settings.shadowBias)
    isOfProfile = profile != nil
    isHDRProfile = profile?.isHDR == true
    // An HDR profile covers four stops, all of which are used from amount 1 on.
    let stops = isHDRProfile ? min(settings.dynamicRange, 1) * 4 : settings.dynamicRange * 1.5
    peak = Libm.exp2(stops)
    base =
      switch profile {
      case nil: .standard(StandardToneCurve(peak: peak))
      case .some(let curve) where curve.isHDR: .profile(curve)
      case .some(let curve):
        .extended(
          ExtendedToneCurve(
            curve, darkening: ExposureDarkening(exposure: darkening), amount: settings.dynamicRange, peak: peak))
      }
  }

  /// The whole curve for a neutral colour.
  package func value(_ light: Double) -> Double {
    let x = bias.value(light)
    let mixed = x * (1 - settings.boost) + look(max(x, 0)) * settings.boost
    return isBounded ? min(mixed, peak) : mixed
  }

  /// The curve that `boost` mixes in, for non-negative light after the shadow bias; limited to ``peak``.
  package func look(_ x: Double) -> Double { min(open(x), peak) }

  /// The same without the limit.
  func open(_ x: Double) -> Double {
    let value =
      switch base {
      case .standard(let curve): curve.value(x)
      case .extended(let curve): curve.value(x)
      case .profile(let curve): curve.value(x)
      }
    return value * shadowGain(x)
  }

  /// Nowhere steeper than the inverse of the curve's slope, so that the sum still rises.
  private func shadowGain(_ x: Double) -> Double {
    guard settings.shadows != 1, x < 0.25 else { return 1 }
    let rest = 1 - max(x, 0) / 0.25
    return Libm.exp2((settings.shadows - 1) * 1.5 * rest * rest * rest * rest)
  }

  /// The curve's slope in logarithms: 1 keeps contrast, 0 has none.
  func contrast(_ x: Double) -> Double {
    let (below, above) = (open(x * 0.99), open(x * 1.01))
    return below > 0 ? Libm.log(above / below) / Libm.log(1.01 / 0.99) : 1
  }

}
