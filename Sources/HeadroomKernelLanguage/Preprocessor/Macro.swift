/// What `#define` gives a name.
struct Macro {
  /// Names of its arguments; nil for one that takes none and has no brackets.
  var parameters: [String]?
  /// Whether the last parameter takes all that is left (`...`).
  var isVariadic = false
  var body: [Token]
  var range: SourceRange

  /// Whether another definition says the same, which may then be repeated.
  func isSame(as other: Macro) -> Bool {
    parameters == other.parameters && isVariadic == other.isVariadic && body.map(\.text) == other.body.map(\.text)
  }
}
