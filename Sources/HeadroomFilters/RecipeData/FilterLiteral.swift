package import HeadroomContainers
internal import HeadroomImage

/// A value as written in a filter expression.
package enum FilterLiteral: Hashable, Sendable {
  case number(Double)
  case boolean(Bool)
  /// `[1,2]`; also a colour, where the filter expects one.
  case list([Double])
  /// `[r,g,b,a]@extendedLinearSRGB`.
  case color([Double], space: String)
  /// `#rrggbb` or `#rrggbbaa`, sRGB.
  case hexColor(String)
  /// A text in quotes.
  case string(String)
  /// Any other unquoted word: a file's path where the filter expects an image or data.
  case word(String)

  package init(scanning scanner: inout ExpressionScanner, key: String) throws(ExpressionError) {
    switch scanner.next {
    case "[":
      let numbers = try Self.list(&scanner, key: key)
      guard scanner.take("@") else {
        self = .list(numbers)
        break
      }
      self = .color(numbers, space: scanner.word(until: " \t\n"))
    case "\"", "'":
      guard let text = scanner.quoted() else { throw ExpressionError("\(key): the quote is not closed") }
      self = .string(text)
    case "#":
      let text = scanner.word(until: " \t\n")
      guard CIColor.hexComponents(text) != nil else {
        throw ExpressionError("\(key): '\(text)' is not #rrggbb or #rrggbbaa")
      }
      self = .hexColor(text)
    case nil, " ", "\t", "\n":
      throw ExpressionError("\(key)= has no value")
    default:
      self = Self.bare(scanner.word(until: " \t\n"))
    }
    guard scanner.isAtEnd || scanner.isAtSpace else {
      throw ExpressionError("\(key): '\(scanner.rest)' follows the value without a space")
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

  private static func list(_ scanner: inout ExpressionScanner, key: String) throws(ExpressionError) -> [Double] {
    _ = scanner.take("[")
    let inside = scanner.word(until: "]")
    guard scanner.take("]") else { throw ExpressionError("\(key): '[' is not closed") }
    let parts = inside.split(separator: ",", omittingEmptySubsequences: false)
    var numbers: [Double] = []
    for part in parts {
      let trimmed = part.drop { $0 == " " }
      let bare = String(trimmed.reversed().drop { $0 == " " }.reversed())
      guard let number = DecimalNumber.parse(bare) else {
        throw ExpressionError("\(key): '\(bare)' is not a number")
      }
      numbers.append(number)
    }
    return numbers
  }

  /// The text as written, where it may name a file.
  package var text: String? {
    switch self {
    case .string(let text), .word(let text): text
    case .number, .boolean, .list, .color, .hexColor: nil
    }
  }

  /// The literal in the form that recipes store.
  package var json: JSONValue {
    switch self {
    case .number(let value): .number(value)
    case .boolean(let flag): .bool(flag)
    case .list(let numbers): .array(numbers.map { .number($0) })
    case .color(let components, let space):
      .object([("space", .string(space)), ("components", .array(components.map { .number($0) }))])
    case .hexColor(let text), .string(let text), .word(let text): .string(text)
    }
  }
}
