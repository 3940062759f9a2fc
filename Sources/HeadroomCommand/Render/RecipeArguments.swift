internal import ArgumentParser
internal import Headroom

/// `--set NODE.KEY=VALUE`: another value for an input of a recipe's node, written as in filter expressions.
struct RecipeSetting {
  let node: String
  let key: String
  let literal: FilterLiteral

  init(parsing text: String) throws {
    guard let equals = text.firstIndex(of: "="), let dot = text[..<equals].lastIndex(of: "."), dot > text.startIndex,
      case let key = text[text.index(after: dot)..<equals], !key.isEmpty
    else { throw ValidationError("a setting is NODE.KEY=VALUE") }
    node = String(text[..<dot])
    self.key = String(key)
    var scanner = ExpressionScanner(String(text[text.index(after: equals)...]))
    literal = try FilterLiteral(argument: &scanner, key: self.key)
    guard scanner.isAtEnd else { throw ValidationError("'\(scanner.rest)' follows the value") }
  }
}

/// `--input NAME=FILE`: the picture for a recipe's input.
struct RecipeBinding {
  let name: String
  let file: String

  init(parsing text: String) throws {
    guard let equals = text.firstIndex(of: "="), equals > text.startIndex,
      case let file = text[text.index(after: equals)...], !file.isEmpty
    else { throw ValidationError("an input is NAME=FILE") }
    name = String(text[..<equals])
    self.file = String(file)
  }
}
