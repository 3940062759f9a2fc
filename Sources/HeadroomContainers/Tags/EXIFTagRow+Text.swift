/// Why a tag cannot be set.
package struct TagError: Error, Hashable, Sendable {
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}

extension EXIFTagRow {
  /// A value in words: numbers as decimals, angles in degrees, times with colons.
  package func text(of value: TIFFValue) -> String {
    switch form {
    case .text, .date, .day, .offset, .letters: return value.text ?? Self.plainText(value)
    case .wideText: return Self.wideText(value.opaqueBytes ?? [])
    case .comment: return Self.comment(value.opaqueBytes ?? [])
    case .version: return value.opaqueBytes.map { String(decoding: $0, as: UTF8.self) } ?? Self.plainText(value)
    case .angle:
      guard value.numbers.count == 3 else { return Self.plainText(value) }
      return Self.decimal(value.numbers[0] + value.numbers[1] / 60 + value.numbers[2] / 3600)
    case .time:
      guard value.numbers.count == 3 else { return Self.plainText(value) }
      return value.numbers.map { $0 < 10 ? "0" + Self.decimal($0) : Self.decimal($0) }.joined(separator: ":")
    case .opaque: return "\(value.encoded.bytes.count) bytes"
    case .bytes, .code, .shorts, .longs, .fractions, .signedFraction: return Self.plainText(value)
    }
  }

  /// A value of a field that no table has.
  package static func plainText(_ value: TIFFValue) -> String {
    if let text = value.text { return text }
    let numbers = value.numbers
    // Fractions over 0 are unknown or infinite.
    if numbers.isEmpty { return value.encoded.count == 0 ? "" : "undefined" }
    guard numbers.count <= 16 else { return "\(value.encoded.bytes.count) bytes" }
    return numbers.map(decimal).joined(separator: " ")
  }

  /// Ten digits, without zeros at the end.
  static func decimal(_ number: Double) -> String {
    guard number.magnitude < 1e15 else { return "\(number)" }
    if number == number.rounded() { return String(Int(number)) }
    let scale = 1e10
    let rounded = number.magnitude < 1e5 ? (number * scale).rounded() / scale : number
    return "\(rounded)"
  }

  private static func wideText(_ bytes: [UInt8]) -> String {
    let units = stride(from: 0, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8 }
    return String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
  }

  /// Eight bytes name the encoding: ASCII, UNICODE, JIS; zeros name none.
  private static func comment(_ bytes: [UInt8]) -> String {
    guard bytes.count > 8 else { return "" }
    let content = Array(bytes.dropFirst(8))
    guard bytes.starts(with: Array("UNICODE\0".utf8)) else {
      return String(decoding: content, as: UTF8.self).trimmingZeros()
    }
    // The standard names no byte order. Latin letters reveal it.
    let zeros = (0..<content.count).filter { content[$0] == 0 }
    let isLittle = zeros.filter { $0 % 2 == 1 }.count > zeros.filter { $0 % 2 == 0 }.count
    let units = stride(from: 0, to: content.count - 1, by: 2).map { index in
      let (first, second) = (UInt16(content[index]), UInt16(content[index + 1]))
      return isLittle ? first | second << 8 : first << 8 | second
    }
    return String(decoding: units, as: UTF16.self).trimmingZeros()
  }
}

extension String {
  /// Without zeros and blanks at the end.
  fileprivate func trimmingZeros() -> String {
    var text = self[...]
    while let last = text.last, last == "\0" || last == " " { text = text.dropLast() }
    return String(text)
  }
}

// MARK: - Setting

extension EXIFTagRow {
  /// The stored form of a value in words.
  package func value(of text: String) throws(TagError) -> TIFFValue {
    if let refusal { throw TagError(refusal) }
    switch form {
    case .text: return .ascii(text)
    case .wideText: return .bytes(text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } + [0, 0])
    case .comment: return .undefined(Self.stored(comment: text))
    case .date:
      try expect(text, "0000:00:00 00:00:00", "a date and a time, as 2026:11:28 15:04:05")
      return .ascii(text)
    case .day:
      try expect(text, "0000:00:00", "a date, as 2026:11:28")
      return .ascii(text)
    case .offset:
      if text == "Z" { return .ascii("+00:00") }
      guard text.first == "+" || text.first == "-" else { throw TagError("a distance from UTC, as +01:00") }
      try expect(String(text.dropFirst()), "00:00", "a distance from UTC, as +01:00")
      return .ascii(text)
    case .letters(let letters):
      guard let found = letters.first(where: { $0.lowercased() == text.prefix(1).lowercased() }) else {
        throw TagError("one of \(letters.joined(separator: ", "))")
      }
      return .ascii(found)
    case .version:
      guard text.utf8.count == 4, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
        throw TagError("four digits, as 0232")
      }
      return .undefined(Array(text.utf8))
    case .opaque: throw TagError("only who wrote it understands it")
    default: return try number(text)
    }
  }

  private func number(_ text: String) throws(TagError) -> TIFFValue {
    switch form {
    case .bytes(let count): return .bytes(try integers(text, count...count, 255).map { UInt8($0) })
    case .code: return .undefined(try integers(text, 1...1, 255).map { UInt8($0) })
    case .shorts(let count): return .shorts(try integers(text, count, 65_535).map { UInt16($0) })
    case .longs: return .longs(try integers(text, 1...1, Double(UInt32.max)).map { UInt32($0) })
    case .fractions(let count): return .rationals(try fractions(text, count))
    case .signedFraction: return .signedRationals([try signedFraction(text)])
    case .angle: return .rationals(Self.sexagesimal(try angle(text).magnitude))
    default: return try time(text)
    }
  }

  private func expect(_ text: String, _ pattern: String, _ wanted: String) throws(TagError) {
    guard text.utf8.count == pattern.utf8.count,
      zip(text.utf8, pattern.utf8).allSatisfy({ $1 == 0x30 ? (0x30...0x39).contains($0) : $0 == $1 })
    else { throw TagError(wanted) }
  }

  private func check(_ number: Double) throws(TagError) {
    guard let range, !range.contains(number) else { return }
    throw TagError("a number from \(Self.decimal(range.lowerBound)) to \(Self.decimal(range.upperBound))")
  }

  private func numbers(_ text: String) throws(TagError) -> [(whole: Double, divisor: Double)] {
    var found: [(whole: Double, divisor: Double)] = []
    for word in text.split(whereSeparator: { " ,".contains($0) }) {
      // A fraction is kept as it is given: 1/125.
      let parts = word.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count <= 2, let whole = DecimalNumber.parse(parts[0]),
        let divisor = parts.count == 2 ? DecimalNumber.parse(parts[1]) : 1, divisor > 0
      else { throw TagError("'\(word)' is no number") }
      try check(whole / divisor)
      found.append((whole, divisor))
    }
    return found
  }

  private func integers(_ text: String, _ count: ClosedRange<Int>, _ most: Double) throws(TagError) -> [Double] {
    let values = try numbers(text).map { $0.whole / $0.divisor }
    guard count.contains(values.count) else { throw TagError(Self.words(count)) }
    guard values.allSatisfy({ (0...most).contains($0) && $0 == $0.rounded() }) else {
      throw TagError("a whole number from 0 to \(Self.decimal(most))")
    }
    return values
  }

  private static func words(_ count: ClosedRange<Int>) -> String {
    let (low, high) = (count.lowerBound, count.upperBound)
    return low == high ? "\(low) number\(low == 1 ? "" : "s")" : "\(low) to \(high) numbers"
  }

  private func fractions(_ text: String, _ count: Int) throws(TagError) -> [TIFFValue.Fraction] {
    let values = try numbers(text)
    guard values.count == count else { throw TagError(Self.words(count...count)) }
    var result: [TIFFValue.Fraction] = []
    for (whole, divisor) in values {
      guard whole >= 0, whole / divisor <= Double(UInt32.max) else { throw TagError("a number from 0 on") }
      if let numerator = UInt32(exactly: whole), let denominator = UInt32(exactly: divisor) {
        result.append(TIFFValue.Fraction(numerator, denominator))
      } else {
        let scale = Self.scale(whole / divisor)
        result.append(TIFFValue.Fraction(UInt32((whole / divisor * scale).rounded()), UInt32(scale)))
      }
    }
    return result
  }

  private func signedFraction(_ text: String) throws(TagError) -> TIFFValue.SignedFraction {
    let values = try numbers(text)
    guard values.count == 1, let (whole, divisor) = values.first else { throw TagError("1 number") }
    guard (whole / divisor).magnitude <= Double(Int32.max) else { throw TagError("a number of at most 31 bits") }
    if let numerator = Int32(exactly: whole), let denominator = Int32(exactly: divisor) {
      return TIFFValue.SignedFraction(numerator, denominator)
    }
    let scale = min(Self.scale((whole / divisor).magnitude), 1e6)
    guard (whole / divisor * scale).magnitude <= Double(Int32.max) else { throw TagError("a smaller number") }
    return TIFFValue.SignedFraction(Int32((whole / divisor * scale).rounded()), Int32(scale))
  }

  /// The power of ten that keeps most of a number in 32 bits.
  private static func scale(_ number: Double) -> Double {
    var scale = 1e6
    while scale > 1, number * scale > 4e9 { scale /= 10 }
    return scale
  }

  /// Degrees with a sign or a trailing compass letter; degrees, minutes and seconds separated by blanks.
  package func angle(_ text: String) throws(TagError) -> Double {
    var words = text.split(whereSeparator: { " ,°'\"".contains($0) }).map(String.init)
    var sign = 1.0
    if let last = words.last?.uppercased(), ["N", "E", "S", "W"].contains(last) {
      sign = last == "S" || last == "W" ? -1 : 1
      words.removeLast()
    }
    let parts = words.compactMap { DecimalNumber.parse($0) }
    guard (1...3).contains(parts.count), parts.count == words.count,
      parts.dropFirst().allSatisfy({ (0..<60).contains($0) })
    else { throw TagError("degrees, as 48.8584 or -33.9, or 48 51 30.2 N") }
    let size = parts[0].magnitude + (parts.count > 1 ? parts[1] / 60 : 0) + (parts.count > 2 ? parts[2] / 3600 : 0)
    let degrees = (parts[0] < 0 ? -1 : sign) * size
    try check(degrees)
    return degrees
  }

  private static func sexagesimal(_ degrees: Double) -> [TIFFValue.Fraction] {
    let scale = 100_000.0
    // In whole parts of a second, so that none becomes 60.
    let total = (degrees * 3600 * scale).rounded()
    let seconds = total.truncatingRemainder(dividingBy: 60 * scale)
    let minutes = ((total - seconds) / (60 * scale)).rounded()
    return [
      TIFFValue.Fraction(UInt32(minutes) / 60, 1), TIFFValue.Fraction(UInt32(minutes) % 60, 1),
      TIFFValue.Fraction(UInt32(seconds), UInt32(scale)),
    ]
  }

  private func time(_ text: String) throws(TagError) -> TIFFValue {
    let parts = text.split(separator: ":").compactMap { DecimalNumber.parse($0) }
    guard parts.count == 3, (0..<24).contains(parts[0]), (0..<60).contains(parts[1]), (0..<61).contains(parts[2]),
      parts[0] == parts[0].rounded(), parts[1] == parts[1].rounded()
    else { throw TagError("a time of UTC, as 15:04:05") }
    return .rationals([
      TIFFValue.Fraction(UInt32(parts[0]), 1), TIFFValue.Fraction(UInt32(parts[1]), 1),
      TIFFValue.Fraction(UInt32((parts[2] * 1000).rounded()), 1000),
    ])
  }

  /// ASCII where that suffices, else UTF-16 in the block's byte order.
  private static func stored(comment text: String) -> [UInt8] {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return Array("ASCII\0\0\0".utf8) + text.utf8 }
    return Array("UNICODE\0".utf8) + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
  }
}
