internal import Foundation
internal import HeadroomContainers
internal import HeadroomFilters
package import HeadroomImage

/// `--background`: a name, `#rrggbb`, or components in a colour space, `[r,g,b]@displayP3`.
package struct BackgroundColor: Sendable {
  package let color: CIColor

  package static let names = ["white", "black", "gray"]

  package init(parsing text: String) throws {
    guard let color = Self.named(text) ?? Self.written(text), color.alpha == 1 else {
      throw SettingProblem(
        "a colour is \(Self.names.joined(separator: ", ")), #rrggbb or [r,g,b]@SPACE"
          + NameSuggestion.question(for: text, among: Self.names))
    }
    self.color = color
  }

  private static func named(_ text: String) -> CIColor? {
    switch text.lowercased() {
    case "white": CIColor(red: 1, green: 1, blue: 1)
    case "black": CIColor(red: 0, green: 0, blue: 0)
    case "gray", "grey": CIColor(red: 128.0 / 255, green: 128.0 / 255, blue: 128.0 / 255)
    default: nil
    }
  }

  /// A colour as in filter expressions.
  private static func written(_ text: String) -> CIColor? {
    var scanner = ExpressionScanner(text)
    guard let literal = try? FilterLiteral(scanning: &scanner, key: "background"), scanner.isAtEnd else { return nil }
    return try? CIColor(json: literal.json, at: "background")
  }
}
