/// Parses tokens of either dialect into one syntax tree. An error is reported once; parsing continues after the
/// statement.
final class Parser {
  let dialect: KernelDialect
  let limits: KernelLimits
  let diagnostics: Diagnostics
  private var tokens: [Token]
  private var index = 0
  private var depth = 0
  private let sources: [SourceText]
  /// Blocks whose end is indented less than their beginning: a missing `}` is probably theirs.
  private var crooked: [SourceRange] = []
  /// Names of types the text declared.
  var typeNames: Set<String> = []
  var namespace: [String] = []
  var isInExternC = false
  /// Names of types that the function's variables hide, often `half` and `matrix`.
  var shadowed: Set<String> = []
  /// Names of function templates: a `<` after one begins its arguments.
  var templateNames: Set<String> = []
  /// Names of structure templates.
  var templateTypes: Set<String> = []
  /// The block whose missing `}` was reported; blocks around it lack theirs for the same reason.
  private var unclosed: Int?
  /// The position of the name of the function whose body is being read.
  var functionPlace: SourceRange?
  /// Functions of a graphics pipeline, which were left out.
  var leftOut: [Shader] = []
  /// Names that were reported as unsupported; their uses are not reported again.
  var refusedNames: Set<String> = []
  /// The structure whose body is being read.
  var structure: String?
  var declarations: [Declaration] = []

  init(
    _ tokens: [Token], sources: [SourceText], dialect: KernelDialect, limits: KernelLimits, diagnostics: Diagnostics
  ) {
    self.tokens = dialect == .metal ? tokens.map(Self.spelled) : tokens
    self.sources = sources
    self.dialect = dialect
    self.limits = limits
    self.diagnostics = diagnostics
  }

  /// Operators that C++ also writes as words.
  private static let words = [
    "and": "&&", "or": "||", "not": "!", "xor": "^", "bitand": "&", "bitor": "|", "compl": "~", "not_eq": "!=",
    "and_eq": "&=", "or_eq": "|=", "xor_eq": "^=",
  ]

  private static func spelled(_ token: Token) -> Token {
    guard token.kind == .identifier, let spelling = words[token.text] else { return token }
    var token = token
    (token.kind, token.text) = (.punctuator, spelling)
    return token
  }

  func parse() -> [Declaration] {
    while !isAtEnd, !diagnostics.isFull {
      let start = index
      if at("}") {
        // After a block without an end, an extra `}` is a consequence.
        if !diagnostics.hasErrors { diagnostics.error("this '}' closes nothing", at: token.range) }
        advance()
        continue
      }
      declarations(into: &declarations)
      if index == start { advance() }
    }
    return declarations
  }

  // MARK: Tokens

  var token: Token { peek(0) }
  var isAtEnd: Bool { token.kind == .end }
  var position: Int { index }

  func peek(_ ahead: Int) -> Token {
    let place = min(index + ahead, tokens.count - 1)
    return tokens.indices.contains(place) ? tokens[place] : Token(kind: .end, text: "", range: .none)
  }

  @discardableResult func advance() -> Token {
    let current = token
    if index < tokens.count - 1 { index += 1 }
    return current
  }

  func at(_ spelling: String) -> Bool { token.is(spelling) }
  func atWord(_ word: String) -> Bool { token.isWord(word) }

  func take(_ spelling: String) -> Bool {
    guard at(spelling) else { return false }
    advance()
    return true
  }

  func takeWord(_ word: String) -> Bool {
    guard atWord(word) else { return false }
    advance()
    return true
  }

  /// The token before the current one, after which a missing `;` is reported.
  var previous: Token { index > 0 && tokens.indices.contains(index - 1) ? tokens[index - 1] : token }

  @discardableResult func expect(_ spelling: String, _ context: String) -> Bool {
    if take(spelling) { return true }
    let isBracketTooMany = spelling == ";" && at(")")
    fail("expected '\(spelling)' \(context)", hint: isBracketTooMany ? "this ')' has no '('" : nil)
    if isBracketTooMany, peek(1).is(";") {
      advance()
      advance()
    }
    return false
  }

  /// The `}` of a block. Where it is missing, a note names the block that may lack it.
  func close(_ context: String, _ start: SourceRange) {
    guard !at("}") else {
      if token.startsLine, column(token.range) < indentation(start) { crooked.append(start) }
      advance()
      return
    }
    if unclosed == index { return }
    unclosed = index
    let likely = crooked.first ?? start
    fail("expected '}' \(context)", notes: [Diagnostic.Note(message: "the block begins here", range: likely)])
  }

  func column(_ range: SourceRange) -> Int {
    sources.indices.contains(Int(range.file)) ? sources[Int(range.file)].place(of: Int(range.offset)).column : 1
  }

  /// The column of the first character in the line of a position.
  func indentation(_ range: SourceRange) -> Int {
    guard sources.indices.contains(Int(range.file)) else { return 1 }
    return sources[Int(range.file)].line(around: Int(range.offset)).text.prefix { $0 == " " || $0 == "\t" }.count + 1
  }

  /// The end of template arguments; half of a `>>`, which ends two lists.
  @discardableResult func expectAngle(_ context: String) -> Bool {
    guard at(">>") else { return expect(">", context) }
    tokens[index].text = ">"
    return true
  }

  /// Reports an unexpected token. A semicolon or bracket that is missing at the end of a line is reported there.
  func fail(_ message: String, hint: String? = nil, notes: [Diagnostic.Note] = []) {
    let found = token.kind == .end ? "the end of the text" : "'\(token.text)'"
    if token.startsLine, index > 0 {
      let last = previous.range
      let behind = SourceRange(file: Int(last.file), offset: Int(last.offset + last.length), length: 1)
      diagnostics.error(message, at: behind, hint: hint, notes: notes)
    } else {
      diagnostics.error("\(message), found \(found)", at: token.range, hint: hint, notes: notes)
    }
  }

  func identifier(_ what: String) -> Token? {
    if token.kind == .identifier, !Keywords.statements.contains(token.text) { return advance() }
    fail("expected \(what)")
    return nil
  }

  // MARK: Recovery and limits

  /// Goes down one level of brackets, blocks or statements; nil where that is too deep.
  func nested<Result>(_ body: () -> Result) -> Result? {
    guard depth < limits.nesting else {
      diagnostics.error("nested deeper than \(limits.nesting) levels", at: token.range)
      // Nothing after this can be parsed in its correct context.
      index = max(tokens.count - 1, 0)
      return nil
    }
    depth += 1
    defer { depth -= 1 }
    return body()
  }

  /// Skips past the next `;` of this level, or to the `}` that ends it.
  func skipStatement() {
    var open = 0
    while !isAtEnd {
      if at("{") { open += 1 }
      if at("}") {
        if open == 0 { return }
        open -= 1
        if open == 0 {
          advance()
          return
        }
      }
      if at(";"), open == 0 {
        advance()
        return
      }
      advance()
    }
  }

  /// Skips tokens in brackets; the opening bracket is the current token.
  func skipBalanced(_ open: String, _ close: String) {
    var count = 0
    while !isAtEnd {
      if at(open) { count += 1 }
      if at(close) { count -= 1 }
      advance()
      if count == 0 { return }
    }
  }

  /// `[[...]]` and `__attribute__((...))`, and whether one of them was `stitchable`.
  @discardableResult func skipAttributes() -> Bool {
    var isStitchable = false
    while true {
      if at("["), peek(1).is("[") {
        let start = index
        skipBalanced("[", "]")
        isStitchable = isStitchable || tokens[start..<index].contains { $0.isWord("stitchable") }
        warnMisspelt(tokens[start..<index])
      } else if atWord("__attribute__") || (atWord("alignas") && peek(1).is("(")) {
        advance()
        if at("(") { skipBalanced("(", ")") }
      } else {
        return isStitchable
      }
    }
  }

  /// An attribute without a meaning is skipped, but one that resembles a kernel's is reported.
  private func warnMisspelt(_ attribute: ArraySlice<Token>) {
    for word in attribute where word.kind == .identifier && word.text.hasPrefix("st") && word.text != "stitchable" {
      guard let hint = Suggestion.hint(for: word.text, among: ["stitchable"]) else { continue }
      diagnostics.warning("unknown attribute '\(word.text)'", at: word.range, hint: hint)
    }
  }
}

/// A function of a graphics pipeline, which is not a Core Image kernel.
struct Shader {
  let name: String
  let kind: String
  let range: SourceRange
}
