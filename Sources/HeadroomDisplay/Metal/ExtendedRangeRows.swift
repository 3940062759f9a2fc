internal import HeadroomPixels

/// Loops between the 10-bit codes of `xr` formats and planar rows: v = (code - 384) / 510.
///
/// So every 8-bit code c has an exact code, 2 c + 384. Alpha is clamped to 0...1.
enum ExtendedRangeRows {
  private static let zero: Float = 384
  private static let unit: Float = 510

  /// Blue in bits 0...9, green in 10...19, red in 20...29; bits 30 and 31 are 0.
  static func unpack32(_ source: UnsafeRawPointer, into rows: RowPointers, _ count: Int) {
    for x in 0..<count {
      let word = unsafe UInt32(littleEndian: source.loadUnaligned(fromByteOffset: 4 * x, as: UInt32.self))
      unsafe rows.r[x] = value(word >> 20)
      unsafe rows.g[x] = value(word >> 10)
      unsafe rows.b[x] = value(word)
      unsafe rows.a[x] = 1
    }
  }

  static func pack32(_ rows: RowPointers, to target: UnsafeMutableRawPointer, _ count: Int) {
    for x in 0..<count {
      let word = unsafe code(rows.r[x]) << 20 | code(rows.g[x]) << 10 | code(rows.b[x])
      unsafe target.storeBytes(of: word.littleEndian, toByteOffset: 4 * x, as: UInt32.self)
    }
  }

  /// Blue, green, red, alpha, each in the upper 10 of 16 bits; the lower 6 are 0.
  static func unpack64(_ source: UnsafeRawPointer, into rows: RowPointers, _ count: Int) {
    for x in 0..<count {
      let low = unsafe UInt32(littleEndian: source.loadUnaligned(fromByteOffset: 8 * x, as: UInt32.self))
      let high = unsafe UInt32(littleEndian: source.loadUnaligned(fromByteOffset: 8 * x + 4, as: UInt32.self))
      unsafe rows.b[x] = value(low >> 6)
      unsafe rows.g[x] = value(low >> 22)
      unsafe rows.r[x] = value(high >> 6)
      unsafe rows.a[x] = min(max(value(high >> 22), 0), 1)
    }
  }

  static func pack64(_ rows: RowPointers, to target: UnsafeMutableRawPointer, _ count: Int) {
    for x in 0..<count {
      let alpha = unsafe rows.a[x] > 0 ? min(rows.a[x], 1) : 0
      let low = unsafe code(rows.b[x]) << 6 | code(rows.g[x]) << 22
      let high = unsafe code(rows.r[x]) << 6 | code(alpha) << 22
      unsafe target.storeBytes(of: low.littleEndian, toByteOffset: 8 * x, as: UInt32.self)
      unsafe target.storeBytes(of: high.littleEndian, toByteOffset: 8 * x + 4, as: UInt32.self)
    }
  }

  /// - Parameter bits: the code in the lower ten.
  @inline(__always)
  private static func value(_ bits: UInt32) -> Float { (Float(Int32(bits & 1023)) - zero) / unit }

  /// The nearest code; NaN gives that of 0, as in other formats.
  @inline(__always)
  private static func code(_ value: Float) -> UInt32 {
    let number: Float = value == value ? value : 0
    let scaled = number * unit + zero
    return scaled > 0 ? UInt32(min(scaled, 1023) + 0.5) : 0
  }
}
