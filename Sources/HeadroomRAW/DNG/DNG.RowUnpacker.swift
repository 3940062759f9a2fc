internal import HeadroomContainers
internal import HeadroomPixels

extension DNG {
  /// Turns a row of stored bytes into samples.
  struct RowUnpacker: Sendable {
    let bits: Int
    let isFloat: Bool
    let isBigEndian: Bool

    /// Integers of up to 16 bits.
    func integers(_ bytes: UnsafeRawBufferPointer, to out: UnsafeMutablePointer<UInt16>, count: Int) {
      switch bits {
      case 8: for index in 0..<count { unsafe out[index] = UInt16(bytes[index]) }
      case 16:
        guard let base = bytes.baseAddress else { return }
        for index in 0..<count {
          let value = unsafe base.loadUnaligned(fromByteOffset: 2 * index, as: UInt16.self)
          unsafe out[index] = isBigEndian ? value.bigEndian : value
        }
      default:
        unsafe packed(bytes, count: count) { index, value in unsafe out[index] = UInt16(truncatingIfNeeded: value) }
      }
    }

    /// Floats, and integers of more than 16 bits.
    func floats(_ bytes: UnsafeRawBufferPointer, to out: UnsafeMutablePointer<Float>, count: Int) {
      guard let base = bytes.baseAddress else { return }
      switch (isFloat, bits) {
      case (true, 16):
        for index in 0..<count {
          let value = unsafe base.loadUnaligned(fromByteOffset: 2 * index, as: UInt16.self)
          unsafe out[index] = Float(Float16(bitPattern: isBigEndian ? value.bigEndian : value))
        }
      case (true, 24):
        let (high, low) = isBigEndian ? (0, 2) : (2, 0)
        for index in 0..<count {
          let at = 3 * index
          unsafe out[index] = Self.float24(bytes[at + high], bytes[at + 1], bytes[at + low])
        }
      case (true, _):
        for index in 0..<count {
          let value = unsafe base.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self)
          unsafe out[index] = Float(bitPattern: isBigEndian ? value.bigEndian : value)
        }
      case (false, 32):
        for index in 0..<count {
          let value = unsafe base.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self)
          unsafe out[index] = Float(isBigEndian ? value.bigEndian : value)
        }
      default: unsafe packed(bytes, count: count) { index, value in unsafe out[index] = Float(value) }
      }
    }

    /// Numbers of any size, packed from the highest bit on whatever the file's byte order is.
    @inline(__always) private func packed(
      _ bytes: UnsafeRawBufferPointer, count: Int, _ store: (Int, UInt32) -> Void
    ) {
      guard let base = bytes.baseAddress else { return }
      // The number of samples that are read by whole words; the rest are read byte by byte.
      let safe = min(count, max(0, (bytes.count - 8) * 8 / bits))
      for index in 0..<safe {
        let bit = index &* bits
        let word = unsafe UInt64(bigEndian: base.loadUnaligned(fromByteOffset: bit &>> 3, as: UInt64.self))
        store(index, UInt32(truncatingIfNeeded: (word &<< UInt64(bit & 7)) &>> UInt64(64 &- bits)))
      }
      for index in safe..<count {
        var value: UInt64 = 0
        let (first, skip) = (index * bits).quotientAndRemainder(dividingBy: 8)
        for byte in 0..<5 { unsafe value = value << 8 | (first + byte < bytes.count ? UInt64(bytes[first + byte]) : 0) }
        store(index, UInt32(truncatingIfNeeded: (value << UInt64(24 + skip)) >> UInt64(64 - bits)))
      }
    }

    /// One bit of sign, 7 of exponent with a bias of 63, 16 of fraction.
    static func float24(_ high: UInt8, _ middle: UInt8, _ low: UInt8) -> Float {
      let exponent = Int(high & 0x7F)
      let fraction = UInt32(middle) << 8 | UInt32(low)
      let magnitude: Float =
        switch exponent {
        case 0: Float(sign: .plus, exponent: -62 - 16, significand: Float(fraction))
        case 127: fraction == 0 ? .infinity : .nan
        default: Float(bitPattern: UInt32(exponent + 64) << 23 | fraction << 7)
        }
      return high & 0x80 == 0 ? magnitude : -magnitude
    }
  }
}
