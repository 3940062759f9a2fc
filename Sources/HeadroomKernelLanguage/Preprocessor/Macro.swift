/// The definition of a name by `#define`.
struct Macro {
  /// The names of its arguments; nil for a macro without brackets.
  var parameters: [String]?
  /// Whether the last parameter takes all remaining arguments (`...`).
  var isVariadic = false
  var body: [Token]
  var range: SourceRange

  /// Whether another definition is identical, and may therefore be repeated.
  func isSame(as other: Macro) -> Bool {
    parameters == other.parameters && isVariadic == other.isVariadic && body.map(\.text) == other.body.map(\.text)
  }
}
