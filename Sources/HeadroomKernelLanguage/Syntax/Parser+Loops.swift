extension Parser {
  private static let loopShape = "for (int i = 0; i < count; i++)"

  func forLoop() -> Statement {
    let start = advance().range
    guard take("(") else {
      fail("expected '(' after 'for'", hint: "write '\(Self.loopShape)'")
      return loopWithoutHead(start)
    }
    if let loop = elementLoop(start) { return loop }
    if diagnosesMalformedHead() { return loopWithoutHead(start) }
    var first: Statement?
    if !take(";") { first = startsDeclaration ? variables() : expressionStatement() }
    let condition = at(";") ? nil : expression()
    expect(";", "after the condition of a 'for'")
    let step = at(")") ? nil : expression()
    expect(")", "after the head of a 'for'")
    return Statement(.forLoop(first, condition, step, statement()), start)
  }

  /// `T name : array)` and the body; nil, with nothing read, where it is another kind of `for`.
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

  // MARK: Wrong heads

  /// The separators in the head of a `for`, up to the bracket that ends it.
  private struct HeadMarks {
    var semicolons: [SourceRange] = []
    /// Commas and colons.
    var others: [SourceRange] = []
    var end: SourceRange
  }

  /// The most tokens of a head that are searched.
  private static let longestHead = 400

  /// The marks of the head whose bracket was just opened; nil where the closing bracket is missing.
  private var headMarks: HeadMarks? {
    var marks = HeadMarks(end: token.range)
    var open = 0
    for place in 0..<Self.longestHead {
      let token = peek(place)
      if token.kind == .end || token.is("{") || token.is("}") { return nil }
      if token.is(")"), open == 0 {
        marks.end = token.range
        return marks
      }
      if token.is("(") || token.is("[") { open += 1 }
      if token.is(")") || token.is("]") { open -= 1 }
      guard open == 0 else { continue }
      if token.is(";") { marks.semicolons.append(token.range) }
      if token.is(",") || token.is(":") { marks.others.append(token.range) }
    }
    return nil
  }

  /// Reports a head that does not have three parts.
  private func diagnosesMalformedHead() -> Bool {
    guard let marks = headMarks, marks.semicolons.count != 2 else { return false }
    let hint = "write '\(Self.loopShape)'"
    if marks.semicolons.count > 2 {
      diagnostics.error(
        "a 'for' has two ';' in its head, not \(marks.semicolons.count)", at: marks.semicolons[2], hint: hint)
      return true
    }
    // A comma after the last semicolon is where the next semicolon should be.
    let last = marks.semicolons.last?.offset ?? 0
    let place = marks.others.first { $0.offset > last }
    diagnostics.error(
      "the three parts of a 'for' are separated by ';'", at: place ?? marks.end, hint: hint)
    return true
  }

  /// Skips the rest of an unreadable head, and the body, which uses the names that the head declares.
  private func loopWithoutHead(_ start: SourceRange) -> Statement {
    var open = 1
    while !isAtEnd, !at("{"), !at("}"), open > 0 {
      if at("(") { open += 1 }
      if at(")") { open -= 1 }
      advance()
    }
    _ = statement()
    return Statement(.empty, start)
  }
}
