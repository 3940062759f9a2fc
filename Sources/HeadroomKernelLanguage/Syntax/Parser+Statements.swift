extension Parser {
  /// A block, whose `{` is the current token.
  func block() -> Statement {
    let start = token.range
    advance()
    let outerTypes = typeNames
    defer { typeNames = outerTypes }
    let statements = nested { self.statements() } ?? []
    expect("}", "to close this block")
    return Statement(.block(statements), start.through(previous.range))
  }

  private func statements() -> [Statement] {
    var result: [Statement] = []
    while !at("}"), !isAtEnd, !diagnostics.isFull { result.append(statement()) }
    return result
  }

  func statement() -> Statement {
    let start = position
    let errors = diagnostics.errorCount
    let result = nested { readStatement() } ?? Statement(.empty, token.range)
    // What could not be read ends here, and something is consumed even so.
    if diagnostics.errorCount > errors, needsRecovery { skipStatement() }
    if position == start, !at("}") { advance() }
    return result
  }

  /// After an error in front of `;` or `}` reading can go on at once.
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
      diagnostics.error("'else' without 'if'", at: start)
      advance()
      return statement()
    case "struct", "class", "enum", "typedef", "using", "static_assert": return localDeclaration()
    default:
      if let reason = Keywords.refused[token.text], !peek(1).is("=") {
        diagnostics.error(reason, at: start)
        skipStatement()
        return Statement(.empty, start)
      }
      return startsDeclaration ? variables() : expressionStatement()
    }
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

  private func expressionStatement() -> Statement {
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
    let list = declarators(type, name: nil)
    expect(";", "after a declaration")
    return Statement(.variables(list), start.through(previous.range))
  }

  /// `a, b[3] = {...}, c(1.0)` behind a type; the first name may have been read.
  func declarators(_ type: TypeSyntax, name first: Token?) -> [VariableSyntax] {
    var list: [VariableSyntax] = []
    var first = first
    repeat {
      var type = type
      if first == nil, !list.isEmpty { readSuffixes(&type) }
      // GLSL puts sizes behind the type as well.
      let outer = first == nil ? arraySizes() : []
      guard let name = first ?? identifier("a name") else { return list }
      first = nil
      var variable = VariableSyntax(name: name.text, type: type, range: name.range)
      variable.sizes = arraySizes() + outer
      skipAttributes()
      note(variable: name.text)
      variable.initial = initialValue(type)
      list.append(variable)
    } while take(",")
    return list
  }

  private func initialValue(_ type: TypeSyntax) -> Expression? {
    if take("=") { return at("{") ? braces() : assignment() }
    if at("{") { return braces() }
    guard at("(") else { return nil }
    let start = token.range
    let values = nested { arguments("(", ")") } ?? []
    return Expression(.construct(type, sizes: [], values), start.through(previous.range))
  }

  // MARK: Control flow

  private func bracketed(_ keyword: String) -> Expression {
    expect("(", "after '\(keyword)'")
    let value = nested { expression() } ?? missing()
    expect(")", "after the condition")
    return value
  }

  private func condition() -> Statement {
    let start = advance().range
    _ = takeWord("constexpr")
    let condition = bracketed("if")
    let then = statement()
    let otherwise = takeWord("else") ? statement() : nil
    return Statement(.condition(condition, then, otherwise: otherwise), start)
  }

  private func forLoop() -> Statement {
    let start = advance().range
    expect("(", "after 'for'")
    if let loop = elementLoop(start) { return loop }
    var first: Statement?
    if !take(";") { first = startsDeclaration ? variables() : expressionStatement() }
    let condition = at(";") ? nil : expression()
    expect(";", "after the condition of a 'for'")
    let step = at(")") ? nil : expression()
    expect(")", "after the head of a 'for'")
    return Statement(.forLoop(first, condition, step, statement()), start)
  }

  /// `T name : array)` and the body; nil, with nothing read, where another `for` follows.
  private func elementLoop(_ start: SourceRange) -> Statement? {
    let colon = (1...6).first { peek($0).is(":") || peek($0).is(";") || peek($0).is("=") || peek($0).is(")") }
    guard let colon, peek(colon).is(":"), startsDeclaration, let type = type(), let name = identifier("a name") else {
      return nil
    }
    let variable = VariableSyntax(name: name.text, type: type, range: name.range)
    note(variable: name.text)
    advance()
    let array = expression()
    expect(")", "after the head of a 'for'")
    return Statement(.elementLoop(variable, array, statement()), start)
  }

  private func whileLoop() -> Statement {
    let start = advance().range
    let condition = bracketed("while")
    return Statement(.whileLoop(condition, statement()), start)
  }

  private func doLoop() -> Statement {
    let start = advance().range
    let body = statement()
    if !takeWord("while") { fail("expected 'while' after the body of a 'do'") }
    let condition = bracketed("while")
    expect(";", "after a 'do' loop")
    return Statement(.doLoop(body, condition), start)
  }

  private func selection() -> Statement {
    let start = advance().range
    let value = bracketed("switch")
    expect("{", "after the value of a 'switch'")
    var sections: [SwitchSection] = []
    while !at("}"), !isAtEnd, !diagnostics.isFull { sections.append(section()) }
    expect("}", "to close a 'switch'")
    return Statement(.selection(value, sections), start)
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
