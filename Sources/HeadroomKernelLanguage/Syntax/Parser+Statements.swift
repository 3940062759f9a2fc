extension Parser {
  /// A block, whose `{` is the current token.
  func block() -> Statement {
    let start = token.range
    advance()
    let outerTypes = typeNames
    defer { typeNames = outerTypes }
    let statements = nested { self.statements() } ?? []
    close("to close this block", start)
    return Statement(.block(statements), start.through(previous.range))
  }

  private func statements() -> [Statement] {
    var result: [Statement] = []
    while !at("}"), !isAtEnd, !diagnostics.isFull, !beginsOuterFunction { result.append(statement()) }
    return result
  }

  func statement() -> Statement {
    let start = position
    let errors = diagnostics.errorCount
    let result = nested { readStatement() } ?? Statement(.empty, token.range)
    // Recovers from an unreadable statement, and consumes at least one token.
    if diagnostics.errorCount > errors, needsRecovery { skipStatement() }
    if position == start, !at("}") { advance() }
    return result
  }

  /// After an error before `;` or `}` parsing can continue at once.
  private var needsRecovery: Bool { !previous.is(";") && !previous.is("}") && !at("}") && !token.startsLine }

  private func readStatement() -> Statement {
    let start = token.range
    skipAttributes()
    if at("{") { return block() }
    if take(";") { return Statement(.empty, start) }
    guard token.kind == .identifier else { return expressionStatement() }
    switch token.text {
    case "if": return condition()
    case "for": return forLoop()
    case "while": return whileLoop()
    case "do": return doLoop()
    case "switch": return selection()
    case "break": return word(.breaking)
    case "continue": return word(.continuing)
    case "discard", "discard_fragment": return word(.discarding)
    case "return": return returning()
    case "case", "default":
      diagnostics.error("'\(token.text)' outside of a 'switch'", at: start)
      skipStatement()
      return Statement(.empty, start)
    case "else":
      diagnostics.error(
        "'else' without 'if'", at: start, hint: "an 'if' without braces takes one statement, up to its ';'")
      advance()
      return statement()
    case "struct", "class", "enum", "typedef", "using", "static_assert": return localDeclaration()
    default: return otherStatement()
    }
  }

  /// Words of other languages for `else if`.
  private static let elseWords: Set<String> = ["elseif", "elsif", "elif"]

  private func otherStatement() -> Statement {
    let start = token.range
    if Self.elseWords.contains(token.text), peek(1).is("(") {
      diagnostics.error("'\(token.text)' is not a word of the language", at: start, hint: "did you mean 'else if'?")
      return condition()
    }
    if let refusal = Keywords.refused[token.text], !peek(1).is("=") {
      refuse(refusal)
      return Statement(.empty, start)
    }
    if peek(1).is(":"), !isTypeName(token.text) { return unknownLabel() }
    if Self.declaringWords.contains(token.text), peek(1).kind == .identifier { return foreignDeclaration() }
    if beginsFunction { return localFunction() }
    guard startsDeclaration || declaresFunctionPointer else { return expressionStatement() }
    return variables()
  }

  /// `defualt:`
  private func unknownLabel() -> Statement {
    let name = advance()
    diagnostics.error(
      "'\(name.text)' is not a label", at: name.range,
      hint: Suggestion.hint(for: name.text, among: ["default", "case"]) ?? "labels are those of a 'switch'")
    advance()
    return statement()
  }

  /// Words that begin a declaration in other languages.
  private static let declaringWords: Set<String> = ["let", "var"]

  /// `let x = 1.0`, which is reported and read as `auto`.
  private func foreignDeclaration() -> Statement {
    let word = advance()
    diagnostics.error(
      "'\(word.text)' is not a word of the language", at: word.range,
      hint: "a declaration begins with its type: 'float \(token.text) = ...'")
    let list = declarators(TypeSyntax(path: ["auto"], range: word.range), name: nil)
    expect(";", "after a declaration")
    return Statement(.variables(list), word.range)
  }

  /// A function inside a function, which is reported and left out.
  private func localFunction() -> Statement {
    let start = token.range
    while !peek(1).is("(") { advance() }
    let name = advance()
    diagnostics.error(
      "'\(name.text)' is a function inside of a function", at: name.range,
      hint: "write it in front of the kernel; or a '}' is missing before it")
    refusedNames.insert(name.text)
    skipBalanced("(", ")")
    skipBalanced("{", "}")
    return Statement(.empty, start)
  }

  private var declaresFunctionPointer: Bool {
    isTypeName(token.text) && peek(1).is("(") && peek(2).is("*") && peek(4).is(")") && peek(5).is("(")
  }

  private func localDeclaration() -> Statement {
    let start = token.range
    var found: [Declaration] = []
    declarations(into: &found)
    let statements = found.map { declaration in
      if case .variables(let variables) = declaration { return Statement(.variables(variables), start) }
      return Statement(.declaration(declaration), start)
    }
    return statements.count == 1 ? statements[0] : Statement(.block(statements), start)
  }

  private func word(_ kind: Statement.Kind) -> Statement {
    let start = advance()
    expect(";", "after '\(start.text)'")
    return Statement(kind, start.range)
  }

  func expressionStatement() -> Statement {
    let value = expression()
    expect(";", "after an expression")
    return Statement(.expression(value), value.range)
  }

  private func returning() -> Statement {
    let start = advance().range
    let value = at(";") ? nil : at("{") ? braces() : expression()
    expect(";", "after 'return'")
    return Statement(.returning(value), start.through(previous.range))
  }

  // MARK: Variables

  func variables() -> Statement {
    let start = token.range
    guard let type = type() else {
      skipStatement()
      return Statement(.empty, start)
    }
    if isFunctionPointer {
      refuseFunctionPointer(nil)
      return Statement(.empty, start)
    }
    let list = declarators(type, name: nil)
    expect(";", "after a declaration")
    return Statement(.variables(list), start.through(previous.range))
  }

  /// `a, b[3] = {...}, c(1.0)` after a type; the first name may have been read already.
  func declarators(_ type: TypeSyntax, name first: Token?) -> [VariableSyntax] {
    var list: [VariableSyntax] = []
    var first = first
    repeat {
      var type = type
      if first == nil, !list.isEmpty { readSuffixes(&type) }
      // GLSL also allows sizes after the type.
      if first == nil, type.name == "auto", at("[") {
        guard let parts = parts(type) else { return list }
        list.append(parts)
        continue
      }
      let outer = first == nil ? arraySizes() : []
      guard let name = first ?? identifier("a name") else { return list }
      first = nil
      var variable = VariableSyntax(name: name.text, type: type, range: name.range)
      variable.sizes = arraySizes() + outer
      skipAttributes()
      if structure != nil, at(":") { refuseBitField() }
      note(variable: name.text)
      variable.initial = initialValue(type)
      list.append(variable)
    } while take(",")
    return list
  }

  private func refuseBitField() {
    diagnostics.error(
      "fields of some bits are not supported", at: token.range, hint: "shift and mask, or use 'extract_bits'")
    advance()
    _ = conditional()
  }

  /// `[a, b] = value` after `auto`.
  private func parts(_ type: TypeSyntax) -> VariableSyntax? {
    let start = advance().range
    var result = VariableSyntax(name: "", type: type, range: start)
    repeat {
      guard let name = identifier("a name") else { return nil }
      note(variable: name.text)
      result.parts.append(name)
    } while take(",")
    expect("]", "after the names of the parts")
    result.initial = initialValue(type)
    return result
  }

  private func initialValue(_ type: TypeSyntax) -> Expression? {
    if take("=") { return at("{") ? braces() : bracketList() ?? assignment() }
    if at("{") { return braces() }
    guard at("(") else { return nil }
    let start = token.range
    let values = nested { arguments("(", ")") } ?? []
    return Expression(.construct(type, sizes: [], values), start.through(previous.range))
  }

  /// `[1, 2, 3]`, a list in the form of other languages, which is reported and left out.
  private func bracketList() -> Expression? {
    guard at("["), peek(1).kind == .number || peek(1).is("-") else { return nil }
    diagnostics.error("a list of values stands in '{' and '}'", at: token.range)
    let list = missing()
    skipBalanced("[", "]")
    return list
  }

  // MARK: Control flow

  /// The part in brackets after `if`, `while` and `switch`: a value, and declarations or statements before it.
  private struct Head {
    var first: [Statement] = []
    var value: Expression

    /// A statement after the declarations of the head, in a common scope.
    func around(_ statement: Statement) -> Statement {
      first.isEmpty ? statement : Statement(.block(first + [statement]), statement.range)
    }
  }

  private func head(_ keyword: String) -> Head {
    let hasBracket = expect("(", "after '\(keyword)'")
    // Double brackets mark an intended `=`.
    let isBracketed = at("(")
    let head = nested { readHead() } ?? Head(value: missing())
    if hasBracket { expect(")", "after the condition") }
    if at(":") { refuseColon() }
    if case .assign("=", let place, _) = head.value.kind, !isBracketed, keyword != "switch" {
      let name = if case .name(let path) = place.kind { "'\(path.last ?? "")'" } else { "a variable" }
      diagnostics.warning(
        "the condition sets \(name) and does not compare it", at: head.value.focus, hint: "did you mean '=='?")
    }
    return head
  }

  /// `if (a > b):`, which begins a block in other languages.
  private func refuseColon() {
    diagnostics.error("no ':' stands behind a condition", at: token.range, hint: "a block stands in '{' and '}'")
    advance()
  }

  /// `value`, `int n = f()`, `float d = f(); value` or `x = f(); value`.
  private func readHead() -> Head {
    guard startsDeclaration else {
      let value = expression()
      guard take(";") else { return Head(value: value) }
      var head = readHead()
      head.first.insert(Statement(.expression(value), value.range), at: 0)
      return head
    }
    let start = token.range
    guard let type = type() else { return Head(value: missing()) }
    let list = declarators(type, name: nil)
    let declaration = Statement(.variables(list), start.through(previous.range))
    if take(";") {
      var head = nested { readHead() } ?? Head(value: missing())
      head.first.insert(declaration, at: 0)
      return head
    }
    let value = list.last.map { Expression(.name([$0.name]), $0.range) } ?? missing()
    return Head(first: [declaration], value: value)
  }

  private func condition() -> Statement {
    let start = advance().range
    _ = takeWord("constexpr")
    let head = head("if")
    let then = statement()
    let otherwise = takeWord("else") || Self.elseWords.contains(token.text) ? alternative() : nil
    return head.around(Statement(.condition(head.value, then, otherwise: otherwise), start))
  }

  /// The statement after `else`; a condition there lacks its `if`.
  private func alternative() -> Statement {
    let start = token.range
    guard at("("), let end = closing(from: 0, "(", ")"), peek(end).is("{") else { return statement() }
    diagnostics.error("a condition behind 'else'", at: start, hint: "did you mean 'else if'?")
    skipBalanced("(", ")")
    return statement()
  }

  private func whileLoop() -> Statement {
    let start = advance().range
    let head = head("while")
    let body = statement()
    guard !head.first.isEmpty else { return Statement(.whileLoop(head.value, body), start) }
    // The declarations of the head are executed in each iteration.
    let isOver = Expression(.prefix("!", head.value), head.value.range)
    let leave = Statement(.condition(isOver, Statement(.breaking, start), otherwise: nil), start)
    return Statement(
      .whileLoop(Expression(.bool(true), start), Statement(.block(head.first + [leave, body]), start)), start)
  }

  private func doLoop() -> Statement {
    let start = advance().range
    let body = statement()
    if !takeWord("while") { fail("expected 'while' after the body of a 'do'") }
    let head = head("while")
    expect(";", "after a 'do' loop")
    return Statement(.doLoop(body, head.value), start)
  }

  private func selection() -> Statement {
    let start = advance().range
    let head = head("switch")
    let brace = token.range
    expect("{", "after the value of a 'switch'")
    var sections: [SwitchSection] = []
    while !at("}"), !isAtEnd, !diagnostics.isFull { sections.append(section()) }
    close("to close a 'switch'", brace)
    return head.around(Statement(.selection(head.value, sections), start))
  }

  private func section() -> SwitchSection {
    var section = SwitchSection(labels: [], isDefault: false, statements: [], range: token.range)
    if !atWord("case"), !atWord("default") {
      diagnostics.error("expected 'case' or 'default' at the start of a 'switch'", at: token.range)
      skipStatement()
    }
    while atWord("case") || atWord("default") {
      if takeWord("default") { section.isDefault = true } else { readLabel(&section) }
      expect(":", "after a label")
    }
    while !atWord("case"), !atWord("default"), !at("}"), !isAtEnd, !diagnostics.isFull {
      section.statements.append(statement())
    }
    return section
  }

  private func readLabel(_ section: inout SwitchSection) {
    advance()
    section.labels.append(conditional())
  }
}
