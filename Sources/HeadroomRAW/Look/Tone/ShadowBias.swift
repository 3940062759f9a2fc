internal import CHeadroomMath
internal import HeadroomPixels

/// The light that becomes black, with white kept: a correction of stray light in a lens.
struct ShadowBias: Hashable, Sendable {
  let bias: Double
  private let ramp: ExposureRamp
  /// The share of negative light that is kept: it falls gradually to none as the toe appears.
  private let negative: Double

  /// - Parameter bias: linear light. Negative: black becomes lighter.
  init(_ bias: Double) {
    self.bias = bias
    ramp = ExposureRamp(exposure: 0, shadows: max(bias, 0), isOpenEnded: true)
    negative = max(1 - bias / 0.001, 0)
  }

  func value(_ x: Double) -> Double {
    if bias == 0 { return x }
    if bias < 0 { return (x - bias) / (1 - bias) }
    return ramp.value(max(x, 0)) + min(x, 0) * negative
  }

  /// Applies it to a row of one channel, in place; the row's numbers are safe for arithmetic afterwards.
  func apply(_ row: UnsafeMutablePointer<Float>, _ count: Int) {
    let scale = Float(1 / (1 - bias))
    let lift = Float(bias)
    if bias == 0 {
      for i in 0..<count { unsafe row[i] = tamed(unsafe row[i]) }
    } else if bias < 0 {
      for i in 0..<count { unsafe row[i] = (tamed(unsafe row[i]) - lift) * scale }
    } else {
      let rest = Float(negative)
      for i in 0..<count {
        let x = tamed(unsafe row[i])
        unsafe row[i] = ramp.light(headroom_max(x, 0)) + headroom_min(x, 0) * rest
      }
    }
  }
}
