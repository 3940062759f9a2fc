internal import CHeadroomMath
internal import HeadroomPixels

/// Light that becomes black, with white kept: what stray light in a lens asks for.
struct ShadowBias: Hashable, Sendable {
  let bias: Double
  private let ramp: ExposureRamp
  /// What is left of negative light: none as soon as there is a toe, but not at once.
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

  /// Applies it to a row of one channel, in place; the row comes out with numbers that can be gone on with.
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
