/// A number exactly as it is written, as a fraction in lowest terms.
package struct ExactNumber: Hashable, Sendable {
  package let numerator: Int128
  /// Above 0.
  package let denominator: Int128

  /// - Parameter denominator: above 0.
  private init(_ numerator: Int128, over denominator: Int128) {
    let divisor = greatestCommonDivisor(denominator, Int128(numerator.magnitude))
    (self.numerator, self.denominator) = (numerator / divisor, denominator / divisor)
  }

  package init(_ whole: Int) { self.init(Int128(whole), over: 1) }

  package static let zero = ExactNumber(0)

  package var isNegative: Bool { numerator < 0 }
  package var double: Double { Double(numerator) / Double(denominator) }

  /// The product; nil where it needs too many digits.
  package func multiplied(by other: ExactNumber) -> ExactNumber? {
    let (above, over) = numerator.multipliedReportingOverflow(by: other.numerator)
    let (below, under) = denominator.multipliedReportingOverflow(by: other.denominator)
    return over || under || above == .min ? nil : ExactNumber(above, over: below)
  }

  /// `1 / number`; nil for what is not above 0.
  package var inverse: ExactNumber? { numerator > 0 ? ExactNumber(denominator, over: numerator) : nil }
}

// MARK: As text

/// Why a text is no ``ExactNumber``.
package enum ExactNumberError: Error, Hashable, CustomStringConvertible {
  case noNumber
  case zeroDivisor
  case tooManyDigits

  package var description: String {
    switch self {
    case .noNumber: "is no number"
    case .zeroDivisor: "divides by 0"
    case .tooManyDigits: "has too many digits"
    }
  }
}

extension ExactNumber {
  /// Digits of a numerator, and of a denominator, that a fraction of 128 bits is sure to hold.
  private static let mostDigits = 37

  /// A decimal number as JSON writes it: `0.5`, `-12`, `1e-3`.
  package init(decimal text: some StringProtocol) throws(ExactNumberError) {
    let parts = text.split(separator: "e", omittingEmptySubsequences: false).flatMap {
      $0.split(separator: "E", omittingEmptySubsequences: false)
    }
    guard let mantissa = parts.first, parts.count <= 2 else { throw .noNumber }
    let isNegative = mantissa.hasPrefix("-")
    let halves = mantissa.dropFirst(isNegative ? 1 : 0).split(separator: ".", omittingEmptySubsequences: false)
    guard let whole = halves.first, halves.count <= 2, halves.allSatisfy({ Self.areDigits($0) }) else {
      throw .noNumber
    }
    let digits = halves.count == 2 ? String(whole) + halves[1] : String(whole)
    let shift = halves.count == 2 ? halves[1].utf8.count : 0
    let exponent = parts.count == 2 ? try Self.exponent(parts[1]) : 0
    try self.init(digits: digits, exponent: exponent - shift, isNegative: isNegative)
  }

  private static func exponent(_ text: some StringProtocol) throws(ExactNumberError) -> Int {
    let digits = text.dropFirst(text.hasPrefix("-") || text.hasPrefix("+") ? 1 : 0)
    guard areDigits(digits) else { throw .noNumber }
    guard digits.utf8.count < 10, let value = Int(digits) else { throw .tooManyDigits }
    return text.hasPrefix("-") ? -value : value
  }

  /// `digits * 10^exponent`
  private init(digits: String, exponent: Int, isNegative: Bool) throws(ExactNumberError) {
    let zeros = digits.utf8.reversed().prefix { $0 == UInt8(ascii: "0") }.count
    let kept = digits.drop { $0 == "0" }.dropLast(zeros)
    guard !kept.isEmpty else {
      self = .zero
      return
    }
    let power = exponent + zeros
    guard kept.utf8.count + max(power, 0) <= Self.mostDigits, -power <= Self.mostDigits, let value = Int128(kept) else {
      throw .tooManyDigits
    }
    let scale = (0..<abs(power)).reduce(Int128(1)) { product, _ in product * 10 }
    let magnitude = power > 0 ? value * scale : value
    self.init(isNegative ? -magnitude : magnitude, over: power < 0 ? scale : 1)
  }

  /// A fraction of whole numbers: `30000/1001`.
  package init(fraction text: some StringProtocol) throws(ExactNumberError) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, Self.areDigits(parts[0].dropFirst(parts[0].hasPrefix("-") ? 1 : 0)),
      Self.areDigits(parts[1])
    else { throw .noNumber }
    guard parts.allSatisfy({ $0.utf8.count <= Self.mostDigits }), let above = Int128(parts[0]),
      let below = Int128(parts[1])
    else { throw .tooManyDigits }
    guard below > 0 else { throw .zeroDivisor }
    self.init(above, over: below)
  }

  /// Either form: what an option of the command takes for a time.
  package init(parsing text: some StringProtocol) throws(ExactNumberError) {
    if text.contains("/") { try self.init(fraction: text) } else { try self.init(decimal: text) }
  }

  private static func areDigits(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
