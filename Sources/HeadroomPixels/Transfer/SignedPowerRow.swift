/// `sign(x) * |x|^y`; results stay finite, and 0 to a negative power is 0.
@inlinable @inline(__always)
package func finiteSignedPow(_ x: Float, _ y: Float) -> Float {
  let magnitude = powFast(abs(x), y)
  let bounded = magnitude < 3e38 ? magnitude : 3e38
  return withSign(of: x, x == 0 && y < 0 ? 0 : bounded)
}

/// ``finiteSignedPow(_:_:)`` over rows, in place, with the same bits.
///
/// Handling the ends of the range of numbers takes as long as the power itself. So a row is checked first: where no
/// number and no result lies beyond ``lowest`` and ``highest``, zeros apart, the formula skips it.
@safe package struct SignedPowerRow: Sendable {
  private let exponent: SplitExponent
  /// The magnitudes of plain numbers whose powers are plain numbers, as bits; none for an exponent of 0.
  private let lowest: UInt32
  private let highest: UInt32

  package init(_ exponent: Float) {
    self.exponent = SplitExponent(Double(exponent))
    let stops = exponent == 0 ? 0 : min(125, 125 / abs(exponent))
    lowest = exp2Fast(-stops).bitPattern
    highest = exp2Fast(stops).bitPattern
  }

  package func apply(_ row: UnsafeMutablePointer<Float>, _ count: Int) {
    guard exponent.high != 0, unsafe isPlain(row, count) else {
      for i in 0..<count { unsafe row[i] = finiteSignedPow(row[i], exponent.high) }
      return
    }
    for i in 0..<count {
      let value = unsafe row[i]
      let magnitude = abs(value)
      let power = powInRange(magnitude, exponent)
      unsafe row[i] = withSign(of: value, magnitude > 0 ? power : 0)
    }
  }

  private func isPlain(_ row: UnsafeMutablePointer<Float>, _ count: Int) -> Bool {
    var beyond: UInt32 = 0
    let width = highest &- lowest
    for i in 0..<count {
      let bits = unsafe row[i].bitPattern & 0x7FFF_FFFF
      let isOut: UInt32 = bits &- lowest > width ? 1 : 0
      let isZero: UInt32 = bits == 0 ? 1 : 0
      beyond |= isOut & ~isZero
    }
    return beyond == 0
  }
}
