/// BT.2446 method A for any target: the method is defined for an SDR display only, so targets above 1 get the mixture,
/// in linear light, of its SDR picture and the HDR picture that has its peak at the target.
struct AdaptiveMethodA: Hashable, Sendable {
  private let method: BT2446.MethodA
  private let content: Double
  private let target: Double
  private let hdrShare: Double

  init(content: Double, target: Double) {
    method = BT2446.MethodA(hdrPeakNits: content * ReferenceWhite.nits, sdrPeakNits: ReferenceWhite.nits)
    self.content = content
    self.target = target
    hdrShare = (target - 1) / (content - 1)
  }

  var darkGain: Double { map(gray: 1e-9) / 1e-9 }

  func map(gray: Double) -> Double {
    let input = min(gray, content)
    return (1 - hdrShare) * method.map(grayNits: input * ReferenceWhite.nits) / ReferenceWhite.nits + hdrShare * input
  }

  /// The result is scaled down where a saturated colour would leave the target's range; the method itself leaves that
  /// to a gamut mapping after it.
  func map(_ rgb: SIMD3<Double>) -> SIMD3<Double> {
    let peak = rgb.max()
    let input = peak > content ? rgb * (content / peak) : rgb
    let sdr = BT2446.signedPower(method.signal(fromNits: input * ReferenceWhite.nits), 2.4)
    let mixed = (1 - hdrShare) * sdr + hdrShare * input
    let excess = mixed.max() / target
    return excess > 1 ? pointwiseMin(mixed / excess, SIMD3(repeating: target)) : mixed
  }
}
