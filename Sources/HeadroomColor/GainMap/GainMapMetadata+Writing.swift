extension GainMapMetadata {
  /// The payload for JPEG, PNG and JPEG XL: 61 bytes, or 141 with parameters for each channel.
  ///
  /// Fractions are the best ones with numerator and denominator up to 2^31 - 1. Values that are not finite or beyond
  /// that range saturate; ``validate()`` reports whether readers will accept the result.
  public func serialized() -> [UInt8] {
    var bytes: [UInt8] = [0, 0, 0, 0, (isMultichannel ? 0x80 : 0) | (useBaseColorSpace ? 0x40 : 0)]
    bytes.reserveCapacity(141)
    Self.append(baseHeadroom, to: &bytes, isSigned: false)
    Self.append(alternateHeadroom, to: &bytes, isSigned: false)
    for channel in 0..<(isMultichannel ? 3 : 1) {
      Self.append(min[channel], to: &bytes)
      Self.append(max[channel], to: &bytes)
      Self.append(gamma[channel], to: &bytes, isSigned: false)
      Self.append(baseOffset[channel], to: &bytes)
      Self.append(alternateOffset[channel], to: &bytes)
    }
    return bytes
  }

  /// The payload of a `tmap` item of HEIF or AVIF: a version byte, then ``serialized()``.
  public func serializedTmap() -> [UInt8] { [0] + serialized() }

  private static func append(_ value: Double, to bytes: inout [UInt8], isSigned: Bool = true) {
    let fraction = Fraction(approximating: isSigned ? value : Swift.max(value, 0))
    for word in [UInt32(bitPattern: fraction.numerator), UInt32(bitPattern: fraction.denominator)] {
      for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: word >> UInt32(shift))) }
    }
  }
}

/// A fraction as stored in files.
struct Fraction: Hashable, Sendable {
  let numerator: Int32
  let denominator: Int32

  /// The closest fraction with numerator and denominator up to 2^31 - 1, the range that every reader takes; among
  /// equally close ones, the simplest. NaN gives 0.
  ///
  /// Convergents of the continued fraction; the last step takes the largest partial quotient that still fits.
  init(approximating value: Double) {
    let limit = Double(Int32.max)
    let target = value.isNaN ? 0 : Swift.min(value.magnitude, limit)
    var (previous, current) = ((n: 0.0, d: 1.0), (n: 1.0, d: 0.0))
    var rest = target
    for _ in 0..<39 {
      let whole = rest.rounded(.down)
      let next = (n: whole * current.n + previous.n, d: whole * current.d + previous.d)
      guard next.n <= limit, next.d <= limit else {
        current = Self.bestSemiconvergent(previous, current, whole, target, limit)
        break
      }
      (previous, current) = (current, next)
      if current.n / current.d == target || rest == whole { break }
      rest = 1 / (rest - whole)
    }
    numerator = Int32(value < 0 ? -current.n : current.n)
    denominator = Int32(current.d)
  }

  private static func bestSemiconvergent(
    _ previous: (n: Double, d: Double), _ current: (n: Double, d: Double), _ whole: Double, _ target: Double,
    _ limit: Double
  ) -> (n: Double, d: Double) {
    let byNumerator = current.n > 0 ? (limit - previous.n) / current.n : whole
    let byDenominator = current.d > 0 ? (limit - previous.d) / current.d : whole
    let quotient = Swift.min(byNumerator, byDenominator, whole).rounded(.down)
    let candidate = (n: quotient * current.n + previous.n, d: quotient * current.d + previous.d)
    guard candidate.d > 0, quotient >= 1 else { return current }
    let isCloser = (candidate.n / candidate.d - target).magnitude < (current.n / current.d - target).magnitude
    return isCloser ? candidate : current
  }
}
