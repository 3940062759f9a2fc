internal import Foundation

/// A number as text: at most four significant digits, independent of the locale.
package enum ShortNumber {
  package static func text(_ value: Double) -> String {
    guard value.isFinite, value != 0 else { return value == 0 ? "0" : "\(value)" }
    let text = (Double(String(format: "%.3e", value)) ?? value).description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
