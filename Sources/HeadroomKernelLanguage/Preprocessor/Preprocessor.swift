/// Runs the directives of kernel text and hands the parser one list of tokens.
struct Preprocessor {
  private(set) var sources: [SourceText] = []
  private var macros: [String: Macro] = [:]
  private var conditions: [Condition] = []
  private var output: [Token] = []
  private var work = 0
  /// The tokens of included files, by the file's index, so that a file is not read twice.
  private var included: [Int: [Token]] = [:]
  private var includedBytes = 0
  private var includedOnce: Set<String> = []
  /// Whether a file is missing; names that it would declare are then unknown.
  private(set) var lacksFile = false
  private let search: IncludeSearch
  private let limits: KernelLimits
  private let diagnostics: Diagnostics

  /// An `#if` and its branches.
  private struct Condition {
    var isActive: Bool
    var wasTaken: Bool
    var isOuterActive: Bool
    var hasElse = false
    var range: SourceRange
  }

  init(search: IncludeSearch, limits: KernelLimits, diagnostics: Diagnostics) {
    self.search = search
    self.limits = limits
    self.diagnostics = diagnostics
  }

  private var isActive: Bool { conditions.last?.isActive ?? true }

  // MARK: Files

  /// The tokens of a text and of its includes, preceded by `definitions`; the last one is `end`.
  mutating func tokens(of main: SourceText, definitions: [(name: String, value: String)]) -> [Token] {
    // The text comes first, so that its file always has the number 0.
    sources.append(main)
    define(definitions)
    read(tokens(of: main, file: 0), depth: 0)
    output.append(
      Token(kind: .end, text: "", range: SourceRange(file: 0, offset: main.bytes.count, length: 0), startsLine: true))
    return output
  }

  private mutating func define(_ definitions: [(name: String, value: String)]) {
    let text = definitions.map { "#define \($0.name) \($0.value)\n" }.joined()
    guard !text.isEmpty else { return }
    let source = SourceText(name: "<definitions>", text: text)
    sources.append(source)
    read(tokens(of: source, file: 1), depth: 0)
  }

  private func tokens(of source: SourceText, file: Int) -> [Token] {
    guard isReadable(source, file: file) else { return [] }
    return Lexer.tokens(of: source, file: file, limit: limits.tokens, diagnostics: diagnostics)
  }

  private mutating func read(_ tokens: [Token], depth: Int) {
    let outer = conditions.count
    var index = 0
    while index < tokens.count, tokens[index].kind != .end {
      guard work <= limits.tokens else {
        let message = "the text has more than \(limits.tokens) tokens with what it includes and its macros"
        diagnostics.error(message, at: tokens[index].range)
        break
      }
      let isDirective = tokens[index].startsLine && tokens[index].is("#")
      let end = isDirective ? lineEnd(tokens, after: index) : runEnd(tokens, from: index)
      work += end - index
      if isDirective {
        directive(Array(tokens[(index + 1)..<end]), hash: tokens[index], depth: depth)
      } else if isActive {
        expand(Array(tokens[index..<end]))
      }
      index = end
    }
    for condition in conditions.dropFirst(outer) {
      diagnostics.error("this condition has no end", at: condition.range, hint: "expected '#endif'")
    }
    conditions.removeLast(max(0, conditions.count - outer))
  }

  private func isReadable(_ source: SourceText, file: Int) -> Bool {
    if source.bytes.count > limits.sourceBytes {
      let message = "the text has \(source.bytes.count) bytes; at most \(limits.sourceBytes) are read"
      diagnostics.error(message, at: SourceRange(file: file, offset: 0, length: 0))
      return false
    }
    if let offset = source.firstInvalidByte {
      diagnostics.error("the text is not UTF-8", at: SourceRange(file: file, offset: offset, length: 1))
      return false
    }
    return true
  }

  private func lineEnd(_ tokens: [Token], after index: Int) -> Int {
    var end = index + 1
    while end < tokens.count, !tokens[end].startsLine, tokens[end].kind != .end { end += 1 }
    return end
  }

  private func runEnd(_ tokens: [Token], from index: Int) -> Int {
    var end = index
    while end < tokens.count, tokens[end].kind != .end, !(tokens[end].startsLine && tokens[end].is("#")) { end += 1 }
    return end
  }

  private mutating func expand(_ tokens: [Token]) { output += expanded(tokens) }

  private mutating func expanded(_ tokens: [Token]) -> [Token] {
    guard tokens.contains(where: { $0.kind == .identifier && macros[$0.text] != nil }) else { return tokens }
    var expander = MacroExpander(macros: macros, limits: limits, diagnostics: diagnostics, work: work)
    defer { work = expander.work }
    return expander.expand(tokens)
  }

  // MARK: Directives

  private mutating func directive(_ line: [Token], hash: Token, depth: Int) {
    guard let name = line.first else { return }
    let rest = Array(line.dropFirst())
    if conditional(name, rest) { return }
    guard isActive else { return }
    switch name.text {
    case "define": define(rest, at: name)
    case "undef": rest.first.map { macros[$0.text] = nil }
    case "include", "import": include(rest, at: name, once: name.text == "import", depth: depth)
    case "pragma": if rest.first?.isWord("once") == true { includedOnce.insert(sources[Int(name.range.file)].name) }
    case "error": diagnostics.error("#error \(rest.map(\.text).joined(separator: " "))", at: name.range)
    case "warning": diagnostics.warning("#warning \(rest.map(\.text).joined(separator: " "))", at: name.range)
    case "line", "version", "extension": break
    default:
      let hint = Suggestion.hint(for: name.text, among: Self.directives)
      diagnostics.error("unknown directive '#\(name.text)'", at: name.range, hint: hint)
    }
  }

  private static let directives = [
    "define", "undef", "include", "import", "pragma", "error", "warning", "line", "if", "ifdef", "ifndef", "elif",
    "else",
    "endif",
  ]

  private mutating func define(_ line: [Token], at directive: Token) {
    guard let name = line.first, name.kind == .identifier, name.text != "defined" else {
      diagnostics.error("'#define' needs a name", at: line.first?.range ?? directive.range)
      return
    }
    var macro = Macro(body: Array(line.dropFirst()), range: name.range)
    if line.count > 1, line[1].is("("), !line[1].followsSpace {
      guard let close = line.firstIndex(where: { $0.is(")") }) else {
        diagnostics.error("the parameters of macro '\(name.text)' have no end", at: line[1].range, hint: "expected ')'")
        return
      }
      let names = line[2..<close].filter { !$0.is(",") }
      macro.isVariadic = names.last?.is("...") == true
      macro.parameters = names.map { $0.is("...") ? "__VA_ARGS__" : $0.text }
      macro.body = Array(line[(close + 1)...])
    }
    if let old = macros[name.text], !old.isSame(as: macro), old.range.file != 1 || sources[1].name != "<definitions>" {
      diagnostics.warning("macro '\(name.text)' is defined again", at: name.range)
    }
    warnShape(of: macro, name)
    macros[name.text] = macro
  }

  /// Warns of a macro that is written like a variable.
  private func warnShape(of macro: Macro, _ name: Token) {
    if let first = macro.body.first, first.is("="), macro.body.count > 1 {
      diagnostics.warning(
        "macro '\(name.text)' begins with '='", at: first.range,
        hint: "write '#define \(name.text) \(macro.body[1].text)'")
    }
    if let last = macro.body.last, last.is(";"), macro.body.count == 2, macro.body[0].kind == .number {
      diagnostics.warning(
        "macro '\(name.text)' ends with ';'", at: last.range,
        hint: "write '#define \(name.text) \(macro.body[0].text)'")
    }
  }

  private mutating func include(_ line: [Token], at directive: Token, once: Bool, depth: Int) {
    let line = line.first?.kind == .identifier ? expanded(line) : line
    guard let (name, isSystem) = includedName(line) else {
      diagnostics.error("'#\(directive.text)' needs \"file\" or <file>", at: directive.range)
      return
    }
    let range =
      line.first.map { first in line.last.map { first.range.through($0.range) } ?? first.range } ?? directive.range
    if isSystem || SystemHeaders.contains(name), SystemHeaders.contains(name) { return }
    guard let file = file(named: name, from: directive, at: range, isSystem: isSystem) else { return }
    if includedOnce.contains(sources[file].name) { return }
    if once { includedOnce.insert(sources[file].name) }
    guard depth < limits.includeDepth else {
      diagnostics.error("files include one another deeper than \(limits.includeDepth)", at: range)
      return
    }
    let tokens = included[file] ?? tokens(of: sources[file], file: file)
    included[file] = tokens
    // Including a file without tokens also counts, because it may be included endlessly.
    work += 1
    read(tokens, depth: depth + 1)
  }

  /// The index of an included file, which is read on its first use.
  private mutating func file(
    named name: String, from directive: Token, at range: SourceRange, isSystem: Bool
  ) -> Int? {
    do {
      for candidate in search.candidates(name, from: sources[Int(directive.range.file)].name) {
        if let known = sources.firstIndex(where: { $0.name == candidate }) { return known }
        guard let bytes = try search.read(candidate) else { continue }
        includedBytes += bytes.count
        guard includedBytes <= limits.includedBytes else {
          diagnostics.error("the included files have more than \(limits.includedBytes) bytes", at: range)
          return nil
        }
        sources.append(SourceText(name: candidate, bytes: bytes))
        return sources.count - 1
      }
      let hint = isSystem ? nil : "pass the folder that holds it as an include path"
      diagnostics.error("file '\(name)' was not found", at: range, hint: hint)
      lacksFile = true
    } catch {
      diagnostics.error("file '\(name)': \(error)", at: range)
    }
    return nil
  }

  private func includedName(_ line: [Token]) -> (name: String, isSystem: Bool)? {
    guard let first = line.first else { return nil }
    if first.kind == .string { return (String(first.text.dropFirst().dropLast()), false) }
    guard first.is("<"), let close = line.firstIndex(where: { $0.is(">") }) else { return nil }
    return (line[1..<close].map(\.text).joined(), true)
  }

  // MARK: Conditions

  private mutating func conditional(_ name: Token, _ rest: [Token]) -> Bool {
    switch name.text {
    case "if": open(name, isActive && evaluate(rest, at: name))
    case "ifdef": open(name, rest.first.map { macros[$0.text] != nil } ?? false)
    case "ifndef": open(name, rest.first.map { macros[$0.text] == nil } ?? false)
    case "elif": branch(name) { $0.evaluate(rest, at: name) }
    case "else":
      branch(name) { _ in true }
      if let last = conditions.indices.last { conditions[last].hasElse = true }
    case "endif": if conditions.popLast() == nil { diagnostics.error("'#endif' without '#if'", at: name.range) }
    default: return false
    }
    return true
  }

  private mutating func open(_ name: Token, _ holds: Bool) {
    let outer = isActive
    conditions.append(
      Condition(isActive: outer && holds, wasTaken: holds || !outer, isOuterActive: outer, range: name.range))
  }

  private mutating func branch(_ name: Token, _ holds: (inout Preprocessor) -> Bool) {
    guard let last = conditions.indices.last, !conditions[last].hasElse else {
      let reason = conditions.isEmpty ? "without '#if'" : "after '#else'"
      diagnostics.error("'#\(name.text)' \(reason)", at: name.range)
      return
    }
    let isTaken = !conditions[last].wasTaken && conditions[last].isOuterActive && holds(&self)
    conditions[last].isActive = isTaken
    if isTaken { conditions[last].wasTaken = true }
  }

  private mutating func evaluate(_ line: [Token], at directive: Token) -> Bool {
    var resolved: [Token] = []
    var index = 0
    while index < line.count {
      let token = line[index]
      if token.isWord("defined") {
        let isBracketed = index + 1 < line.count && line[index + 1].is("(")
        let name = index + (isBracketed ? 2 : 1)
        let value = line.indices.contains(name) && macros[line[name].text] != nil
        resolved.append(Token(kind: .number, text: value ? "1" : "0", range: token.range))
        index = name + (isBracketed ? 2 : 1)
      } else if token.kind == .identifier, token.text.hasPrefix("__has_") {
        resolved.append(Token(kind: .number, text: hasInclude(line, index) ? "1" : "0", range: token.range))
        index = (line[index...].firstIndex { $0.is(")") } ?? line.count - 1) + 1
      } else {
        resolved.append(token)
        index += 1
      }
    }
    var condition = ConditionExpression(
      expanded(resolved), limits: limits, diagnostics: diagnostics, at: directive.range)
    return condition.value() != 0
  }

  private func hasInclude(_ line: [Token], _ index: Int) -> Bool {
    guard line[index].text == "__has_include", let (name, _) = includedName(Array(line.dropFirst(index + 2))) else {
      return false
    }
    if SystemHeaders.contains(name) { return true }
    return search.candidates(name, from: sources[Int(line[index].range.file)].name).contains { candidate in
      sources.contains { $0.name == candidate } || (try? search.read(candidate)) != nil
    }
  }
}
