internal import Foundation
internal import HeadroomContainers
internal import HeadroomGraphics

extension EXIFPropertyTable {
  /// Puts the values of a properties dictionary into a directory. `NSNull` removes a field; keys that the table does
  /// not list, and values of the wrong kind, are ignored, which is said once.
  ///
  /// - Parameter part: the dictionary's key.
  func apply(_ properties: CFDictionary, to directory: inout EXIFBlock.Directory, of part: CFString) {
    IgnoredValues.report(properties, of: part) { key in rows.contains { $0.key == key } }
    for row in rows {
      guard let value = OptionValues.present(properties[row.key]) else { continue }
      if OptionValues.isNull(value) {
        directory[row.tag] = nil
      } else if let field = Self.field(value, row) {
        directory[row.tag] = field
      } else {
        IgnoredValues.report(value, for: row.key, of: part)
      }
    }
  }

  private static func field(_ value: Any, _ row: Row) -> TIFFValue? {
    switch row.form {
    case .text: return OptionValues.text(value).map { .ascii($0) }
    case .integer: return OptionValues.integer(value).flatMap { integers([$0]) }
    case .byte: return OptionValues.integer(value).flatMap { UInt8(exactly: $0) }.map { byte($0, row) }
    case .integers: return OptionValues.numbers(value).flatMap { integers($0) }
    case .bytes:
      guard let numbers = OptionValues.numbers(value) else { return nil }
      let bytes = numbers.compactMap { UInt8(exactly: $0) }
      guard bytes.count == numbers.count else { return nil }
      return row.tag == 0 ? .bytes(bytes) : .undefined(bytes)
    case .number: return OptionValues.numbers(value).flatMap { fractions($0) }
    case .numbers: return OptionValues.numbers(value).flatMap { fractions($0) }
    case .version: return version(value)
    case .angle: return OptionValues.number(value).flatMap { angle($0) }
    case .time: return OptionValues.text(value).flatMap { time($0) }
    case .comment: return OptionValues.text(value).map { .undefined(Array("ASCII\0\0\0".utf8) + Array($0.utf8)) }
    case .data: return OptionValues.bytes(value).map { .undefined($0) }
    }
  }

  /// AltitudeRef is a BYTE, FileSource and SceneType are UNDEFINED.
  private static func byte(_ value: UInt8, _ row: Row) -> TIFFValue {
    row.tag < 0x100 ? .bytes([value]) : .undefined([value])
  }

  /// Fractions are cut; nil where a number does not fit.
  private static func integers(_ numbers: [Double]) -> TIFFValue? {
    let values = numbers.compactMap { Int(exactly: $0.rounded(.towardZero)) }
    return values.count == numbers.count ? integers(values) : nil
  }

  private static func integers(_ values: [Int]) -> TIFFValue? {
    let shorts = values.compactMap { UInt16(exactly: $0) }
    if shorts.count == values.count { return .shorts(shorts) }
    let longs = values.compactMap { UInt32(exactly: $0) }
    return longs.count == values.count ? .longs(longs) : nil
  }

  private static func fractions(_ values: [Double]) -> TIFFValue? {
    guard values.allSatisfy({ $0.isFinite }) else { return nil }
    if values.contains(where: { $0 < 0 }) {
      return .signedRationals(
        values.map { value in
          let parts = TIFFValue.Fraction(approximating: min(value.magnitude, 2_147_483_647))
          let numerator = Int32(clamping: parts.numerator)
          return .init(value < 0 ? -numerator : numerator, Int32(clamping: parts.denominator))
        })
    }
    return .rationals(values.map { .init(approximating: $0) })
  }

  private static func version(_ value: Any) -> TIFFValue? {
    guard let parts = OptionValues.numbers(value), (1...3).contains(parts.count),
      parts.allSatisfy({ $0 >= 0 && $0 < 10 && $0 == $0.rounded() })
    else { return nil }
    let digits = [0] + parts.map { Int($0) } + [Int](repeating: 0, count: 3 - parts.count)
    return .undefined(digits.map { UInt8(0x30 + $0) })
  }

  private static func angle(_ degrees: Double) -> TIFFValue? {
    guard degrees.isFinite, (0...360).contains(degrees) else { return nil }
    let minutes = (degrees - degrees.rounded(.down)) * 60
    let seconds = (minutes - minutes.rounded(.down)) * 60
    return .rationals([
      .init(UInt32(degrees), 1), .init(UInt32(minutes), 1), .init(UInt32((seconds * 10_000).rounded()), 10_000),
    ])
  }

  private static func time(_ text: String) -> TIFFValue? {
    let parts = text.split(separator: ":").compactMap { Double($0) }
    guard parts.count == 3, parts.allSatisfy({ (0..<100).contains($0) }) else { return nil }
    return .rationals(parts.map { .init(approximating: $0) })
  }
}

extension TIFFValue.Fraction {
  /// The fraction with the smallest terms that is the number to within a part in 10^9, by continued fractions.
  ///
  /// - Parameter value: not negative; a number that does not fit becomes the largest fraction.
  package init(approximating value: Double) {
    guard value < 4_294_967_295 else {
      self.init(.max, 1)
      return
    }
    var (previous, current) = ((0.0, 1.0), (1.0, 0.0))
    var rest = value
    for _ in 0..<40 {
      let whole = rest.rounded(.down)
      let next = (whole * current.0 + previous.0, whole * current.1 + previous.1)
      guard next.0 <= 4_294_967_295, next.1 <= 4_294_967_295 else { break }
      (previous, current) = (current, next)
      if abs(current.0 / current.1 - value) <= value * 1e-9 || rest == whole { break }
      rest = 1 / (rest - whole)
    }
    self.init(UInt32(current.0), UInt32(max(current.1, 1)))
  }
}
