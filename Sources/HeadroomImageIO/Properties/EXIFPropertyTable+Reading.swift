internal import Foundation
internal import HeadroomContainers
internal import HeadroomGraphics

extension EXIFPropertyTable {
  /// The fields of a directory as a properties dictionary; fields that the table does not list are left out.
  func properties(of directory: EXIFBlock.Directory) -> CFDictionary {
    var result: CFDictionary = [:]
    for row in rows {
      if let value = directory[row.tag] { result[row.key] = Self.property(value, row.form) }
    }
    return result
  }

  private static func property(_ value: TIFFValue, _ form: Form) -> Any? {
    switch form {
    case .text: return value.text
    case .integer, .byte: return value.integers.first ?? value.numbers.first.flatMap { whole($0) }
    case .integers, .bytes: return value.integers.isEmpty ? nil : value.integers
    case .number: return value.numbers.first
    case .numbers: return value.numbers.isEmpty ? nil : value.numbers
    case .version: return version(value)
    case .angle: return angle(value)
    case .time: return time(value)
    case .comment: return comment(value)
    case .data: return value.opaqueBytes.map { Data($0) }
    }
  }

  /// Fractions are cut; nil for NaN and for numbers that do not fit.
  private static func whole(_ number: Double) -> Int? { Int(exactly: number.rounded(.towardZero)) }

  /// `0232` is version 2.3.2.
  private static func version(_ value: TIFFValue) -> [Int]? {
    guard let bytes = value.opaqueBytes ?? value.text.map({ Array($0.utf8) }), bytes.count == 4,
      bytes.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 })
    else { return nil }
    let digits = bytes.map { Int($0 - 0x30) }
    let parts = [digits[0] * 10 + digits[1], digits[2], digits[3]]
    return parts[2] == 0 ? Array(parts[..<2]) : parts
  }

  private static func angle(_ value: TIFFValue) -> Double? {
    let parts = value.numbers
    guard parts.count == 3 else { return parts.first }
    return parts[0] + parts[1] / 60 + parts[2] / 3600
  }

  private static func time(_ value: TIFFValue) -> String? {
    let parts = value.numbers
    guard parts.count == 3, parts.allSatisfy({ $0 >= 0 && $0 < 100 }) else { return nil }
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let seconds = parts[2]
    let whole = Int(seconds)
    let fraction = Int(((seconds - Double(whole)) * 100).rounded(.down))
    let time = "\(padded(Int(parts[0]))):\(padded(Int(parts[1]))):\(padded(whole))"
    return fraction == 0 ? time : "\(time).\(padded(fraction))"
  }

  /// `ASCII`, `UNICODE` or `JIS` in eight bytes, then the text.
  private static func comment(_ value: TIFFValue) -> String? {
    guard let bytes = value.opaqueBytes, bytes.count > 8 else { return value.text }
    let text = bytes[8...]
    let isUnicode = bytes.starts(with: Array("UNICODE".utf8))
    let string = isUnicode ? utf16(Array(text)) : String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
    let trimmed = string.trimmingCharacters(in: .whitespaces)
    return trimmed.isEmpty ? nil : trimmed
  }

  /// UTF-16 in the order that gives more Latin text: the standard does not define the order.
  private static func utf16(_ bytes: [UInt8]) -> String {
    let pairs = stride(from: 0, to: bytes.count - 1, by: 2)
    let big = pairs.map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
    let little = big.map { $0.byteSwapped }
    let isBig = big.count { $0 < 256 } >= little.count { $0 < 256 }
    return String(decoding: (isBig ? big : little).prefix { $0 != 0 }, as: UTF16.self)
  }
}
