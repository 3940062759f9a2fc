/// The value of a number in the text.
enum NumberLiteral: Equatable {
  case integer(UInt32, isUnsigned: Bool)
  case float(Float, isHalf: Bool)

  /// Reads decimal, hexadecimal, octal and binary integers and decimal or hexadecimal fractions with the suffixes of
  /// both languages; nil where it is none of them or does not fit 32 bits.
  init?(_ spelling: String) {
    let text = spelling.filter { $0 != "'" }.lowercased()
    if text.hasPrefix("0x"), !text.contains(".") && !text.contains("p") {
      self.init(digits: text.dropFirst(2), radix: 16)
    } else if text.hasPrefix("0b") {
      self.init(digits: text.dropFirst(2), radix: 2)
    } else if text.contains(".") || text.contains("p") || text.contains("e") || text.hasSuffix("f")
      || text.hasSuffix("h")
    {
      self.init(fraction: text)
    } else if text.hasPrefix("0"), text.count > 1, text.dropFirst().first?.isNumber == true {
      self.init(digits: text.dropFirst(), radix: 8)
    } else {
      self.init(digits: text[...], radix: 10)
    }
  }

  private init?(digits text: Substring, radix: Int) {
    var digits = text
    var isUnsigned = false
    while let last = digits.last, last == "u" || last == "l" {
      isUnsigned = isUnsigned || last == "u"
      digits.removeLast()
    }
    guard let value = UInt32(digits, radix: radix), digits.first != "+", digits.first != "-" else { return nil }
    self = .integer(value, isUnsigned: isUnsigned || value > UInt32(Int32.max))
  }

  private init?(fraction text: String) {
    var digits = text[...]
    var isHalf = false
    if digits.hasSuffix("lf") { digits.removeLast(2) }
    if let last = digits.last, last == "h" || (last == "f" && !(digits.hasPrefix("0x") && !digits.contains("p"))) {
      isHalf = last == "h"
      digits.removeLast()
    }
    if digits.hasSuffix(".") { digits += "0" }
    var number = String(digits)
    if number.hasPrefix(".") { number = "0" + number }
    if let point = number.firstIndex(of: "."), number[point...].hasPrefix(".e") {
      number.insert("0", at: number.index(after: point))
    }
    guard number.first?.isNumber == true, let value = Float(number) else { return nil }
    self = .float(value, isHalf: isHalf)
  }
}
