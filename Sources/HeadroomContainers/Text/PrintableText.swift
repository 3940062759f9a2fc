/// Makes text from files and names safe for terminals and logs: characters that move a cursor, start an escape
/// sequence, break a line or turn the direction of writing are shown by their codes.
///
/// All output passes through ``lines(_:)`` in ``StandardStreams``; ``line(_:)`` is for parts of a line, so that a
/// name cannot end the line.
package enum PrintableText {
  /// Without control characters, line breaks among them.
  package static func line(_ text: String) -> String { escaped(text) { isUnsafe($0) } }

  /// Lines that are meant to be lines: a line feed stays.
  package static func lines(_ text: String) -> String { escaped(text) { $0 != "\n" && isUnsafe($0) } }

  private static func escaped(_ text: String, _ isEscaped: (Unicode.Scalar) -> Bool) -> String {
    guard text.unicodeScalars.contains(where: isEscaped) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if isEscaped(scalar) { result += code(scalar) } else { result.unicodeScalars.append(scalar) }
    }
    return result
  }

  /// Whether a character affects a terminal in any way other than showing a sign; also true for bytes of
  /// names that are not text.
  package static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // C0, DEL, C1.
    case 0..<0x20, 0x7F...0x9F: true
    // Marks, embeddings, overrides and isolates of direction; separators of lines and paragraphs.
    case 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    // Annotations and tags, which are not seen.
    case 0xFFF9...0xFFFB, 0xE0000...0xE007F: true
    default: SystemPath.byte(of: scalar) != nil
    }
  }

  private static func code(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    case _ where scalar.value < 0x80: return "\\x" + hexadecimal(scalar.value, digits: 2)
    default:
      if let byte = SystemPath.byte(of: scalar) { return "\\x" + hexadecimal(UInt32(byte), digits: 2) }
      return "\\u{" + String(scalar.value, radix: 16) + "}"
    }
  }

  package static func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(digits - text.count, 0)) + text
  }
}
