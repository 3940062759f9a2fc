/// A number as a whole mantissa times a power of two: what a floating-point number is, and its product with a time's value.
struct BinaryFraction {
  var mantissa: Int128
  var power: Int
  /// Whether bits were dropped that a result of 64 bits cannot show.
  var isCut = false

  init(_ mantissa: Int128, power: Int) { (self.mantissa, self.power) = (mantissa, power) }

  /// Exactly this number, which is finite.
  init(_ number: Double) {
    let bits = Double.significandBitCount
    let whole = number == 0 ? 0 : Int128(number.significand * Double(sign: .plus, exponent: bits, significand: 1))
    self.init(number < 0 ? -whole : whole, power: number == 0 ? 0 : Int(number.exponent) - bits)
  }

  static func * (a: CMTimeValue, b: BinaryFraction) -> BinaryFraction {
    BinaryFraction(Int128(a) * b.mantissa, power: b.power)
  }

  /// The nearest whole number to this number times `numerator / denominator`, both above 0; nil where it needs more than
  /// 64 bits.
  func scaled(by numerator: CMTimeScale, over denominator: CMTimeScale) -> (value: CMTimeValue, isRounded: Bool)? {
    let short = cut(to: 95)
    let (product, divisor) = (short.mantissa * Int128(numerator), Int128(denominator))
    let (result, isRounded): (Int128, Bool)
    if short.power < 0 {
      (result, isRounded) = CMTimeRoundingMethod.default.divide(product, by: divisor << Int128(-short.power))
    } else {
      guard product == 0 || short.power < 64 else { return nil }
      let (shifted, overflow) = product.multipliedReportingOverflow(by: 1 << Int128(min(short.power, 63)))
      guard !overflow else { return nil }
      (result, isRounded) = CMTimeRoundingMethod.default.divide(shifted, by: divisor)
    }
    return CMTimeValue(exactly: result).map { ($0, isRounded || short.isCut) }
  }

  /// No more than so many bits in mantissa and negative power, so that a timescale has room beside either.
  private func cut(to bits: Int) -> BinaryFraction {
    let used = Int128.bitWidth - mantissa.magnitude.leadingZeroBitCount
    let count = min(max(used - bits, -bits - power, 0), Int128.bitWidth - 1)
    var result = self
    let magnitude = mantissa.magnitude >> UInt128(count)
    result.mantissa = mantissa < 0 ? -Int128(magnitude) : Int128(magnitude)
    result.power = max(power + count, -bits)
    result.isCut = magnitude << UInt128(count) != mantissa.magnitude
    return result
  }
}
