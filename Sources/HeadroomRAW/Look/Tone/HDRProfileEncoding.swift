internal import CHeadroomMath
internal import HeadroomPixels

/// The axis on which tables and curves of HDR profiles work (DNG 1.7.1, "Profile dynamic range"): 1 stands for four
/// stops above white, about a half for white.
package enum HDRProfileEncoding {
  /// Converts light, 0 or more, to the axis.
  package static func encode(_ light: Double) -> Double { light * (256 + light) / (256 * (1 + light)) }

  /// Converts a value on the axis, 0 or more, to light.
  package static func decode(_ signal: Double) -> Double {
    // 16 (8 y - 8 + sqrt(64 y^2 - 127 y + 64)), expanded where digits would cancel.
    let root = (64 * signal * signal - 127 * signal + 64).squareRoot()
    return signal < 1 ? 16 * signal / (8 - 8 * signal + root) : 16 * (8 * signal - 8 + root)
  }

  @inline(__always) static func encode(_ light: Float) -> Float { light * (256 + light) / (256 * (1 + light)) }

  @inline(__always) static func decode(_ signal: Float) -> Float {
    let over = 1 - signal
    // The radicand as 64 (1 - y)^2 + y, which avoids a difference of large numbers.
    let root = (64 * over * over + signal).squareRoot()
    let below = 16 * signal / (8 * over + root)
    return signal < 1 ? below : 16 * (root - 8 * over)
  }

  /// Converts a span to the axis, in place. Negative light counts as 0.
  static func encode(_ rows: RowPointers, _ count: Int) {
    for plane in 0..<3 {
      let row = unsafe rows.plane(plane)
      for i in 0..<count { unsafe row[i] = encode(headroom_max(tamed(unsafe row[i]), 0)) }
    }
  }

  static func decode(_ rows: RowPointers, _ count: Int) {
    for plane in 0..<3 {
      let row = unsafe rows.plane(plane)
      for i in 0..<count { unsafe row[i] = decode(headroom_max(unsafe row[i], 0)) }
    }
  }
}
