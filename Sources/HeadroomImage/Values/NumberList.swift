package import Foundation

/// Lists of numbers as text, in the form that vectors and colours are written in.
package enum NumberList {
  /// Numbers separated by blanks or commas, brackets optional; ends at the first word that is not a number.
  package static func parse(_ text: String) -> [CGFloat] {
    let words = text.split { $0.isWhitespace || $0 == "," || $0 == "[" || $0 == "]" || $0 == "(" || $0 == ")" }
    return words.prefix { Double($0) != nil }.map { CGFloat(Double($0) ?? 0) }
  }

  /// The shortest text that reads back as the same numbers.
  package static func text(_ values: [CGFloat]) -> String { values.map(text).joined(separator: " ") }

  /// One number; whole numbers without a decimal point.
  package static func text(_ value: CGFloat) -> String {
    let plain = "\(Double(value))"
    return plain.hasSuffix(".0") ? String(plain.dropLast(2)) : plain
  }
}
