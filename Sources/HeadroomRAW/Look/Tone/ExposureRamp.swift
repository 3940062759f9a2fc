internal import CHeadroomMath
internal import HeadroomColor
package import HeadroomPixels

/// The exposure and black level of a DNG profile's rendering: a line with a short toe (the DNG SDK's ramp).
package struct ExposureRamp: Hashable, Sendable {
  /// The light that becomes 0 and the light that becomes 1.
  package let black: Double
  package let white: Double
  /// Whether light above white stays above it.
  package let isOpenEnded: Bool
  private let slope: Double
  private let radius: Double

  /// - Parameters:
  ///   - exposure: the total in stops: the baseline, the profile's offset and the user's. Negative stops are ignored
  ///     here; ``ExposureDarkening`` applies them.
  ///   - shadows: the black level, 0.005 of white times ShadowScale; 0 where the profile specifies none
  ///     (``CameraProfile/subtractsBlack``) or the file is output-referred.
  package init(exposure: Double, shadows: Double, isOpenEnded: Bool) {
    white = Libm.exp2(-min(max(exposure.isNaN ? 0 : exposure, 0), 40))
    black = min(max(shadows.isNaN ? 0 : shadows, 0), 0.99 * white)
    self.isOpenEnded = isOpenEnded
    slope = 1 / (white - black)
    radius = min(black / 2, (white - black) / 16)
  }

  package func value(_ x: Double) -> Double {
    if black == 0, isOpenEnded { return x * slope }
    if x <= black - radius { return 0 }
    if x >= black + radius {
      let y = (x - black) * slope
      return isOpenEnded ? y : min(y, 1)
    }
    let y = x - (black - radius)
    return slope / (4 * radius) * y * y
  }

  /// Applies it to a span, to each channel separately, in place.
  package func apply(_ rows: RowPointers, _ count: Int) {
    for plane in 0..<3 { unsafe apply(rows.plane(plane), count) }
  }

  private func apply(_ row: UnsafeMutablePointer<Float>, _ count: Int) {
    for i in 0..<count { unsafe row[i] = light(tamed(unsafe row[i])) }
  }

  /// ``value(_:)`` in single precision, without branches.
  @inline(__always) func light(_ x: Float) -> Float {
    let slope = Float(slope)
    let isPlain = black == 0 && isOpenEnded
    let start: Float = isPlain ? -.greatestFiniteMagnitude : Float(black - radius)
    let end: Float = isPlain ? -.greatestFiniteMagnitude : Float(black + radius)
    let bend = radius > 0 ? slope / Float(4 * radius) : 0
    let top: Float = isOpenEnded ? .greatestFiniteMagnitude : 1
    let above = headroom_max(x - start, 0)
    let line = headroom_min((x - Float(black)) * slope, top)
    let toe = bend * above * above
    return x >= end ? line : toe
  }
}

/// Negative exposure of an SDR profile's rendering: darker, but white stays white (the DNG SDK's function).
///
/// An HDR rendering multiplies instead: its light has no end to preserve.
package struct ExposureDarkening: Hashable, Sendable {
  private let slope: Double

  /// - Parameter exposure: stops; 0 and above change nothing.
  package init(exposure: Double) {
    slope = Libm.exp2(min(max(exposure.isNaN ? 0 : exposure, -40), 0))
  }

  package func value(_ x: Double) -> Double {
    guard slope < 1, x > 0.25 else { return x * slope }
    guard x < 1 else { return x }
    let a = 16.0 / 9 * (1 - slope)
    let b = slope - a / 2
    return (a * x + b) * x + (1 - a - b)
  }
}
