internal import ArgumentParser
internal import Headroom

/// A value as written in a filter expression.
enum FilterLiteral: Equatable {
  case number(Double)
  case boolean(Bool)
  /// `[1,2]`; a colour too where the filter wants one.
  case list([Double])
  /// `[r,g,b,a]@extendedLinearSRGB`.
  case color([Double], space: String)
  /// `#rrggbb` or `#rrggbbaa`, sRGB.
  case hexColor(String)
  /// In quotes.
  case string(String)
  /// Neither quoted nor any of the others: a file's path where the filter wants an image or data.
  case word(String)

  init(scanning scanner: inout ExpressionScanner, key: String) throws {
    switch scanner.next {
    case "[":
      let numbers = try Self.list(&scanner, key: key)
      guard scanner.take("@") else {
        self = .list(numbers)
        break
      }
      self = .color(numbers, space: scanner.word(until: " \t\n"))
    case "\"", "'":
      guard let text = scanner.quoted() else { throw ValidationError("\(key): the quote is not closed") }
      self = .string(text)
    case "#":
      let text = scanner.word(until: " \t\n")
      guard CIColor.hexComponents(text) != nil else {
        throw ValidationError("\(key): '\(text)' is not #rrggbb or #rrggbbaa")
      }
      self = .hexColor(text)
    case nil, " ", "\t", "\n":
      throw ValidationError("\(key)= has no value")
    default:
      self = Self.bare(scanner.word(until: " \t\n"))
    }
    guard scanner.isAtEnd || scanner.isAtSpace else {
      throw ValidationError("\(key): '\(scanner.rest)' follows the value without a space")
    }
  }

  private static func bare(_ text: String) -> FilterLiteral {
    if let number = DecimalNumber.parse(text) { return .number(number) }
    switch text {
    case "true", "yes": return .boolean(true)
    case "false", "no": return .boolean(false)
    default: return .word(text)
    }
  }

  private static func list(_ scanner: inout ExpressionScanner, key: String) throws -> [Double] {
    _ = scanner.take("[")
    let inside = scanner.word(until: "]")
    guard scanner.take("]") else { throw ValidationError("\(key): '[' is not closed") }
    let parts = inside.split(separator: ",", omittingEmptySubsequences: false)
    return try parts.map { part in
      let trimmed = part.drop { $0 == " " }
      let bare = String(trimmed.reversed().drop { $0 == " " }.reversed())
      guard let number = DecimalNumber.parse(bare) else {
        throw ValidationError("\(key): '\(bare)' is not a number")
      }
      return number
    }
  }
}
