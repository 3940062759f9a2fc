extension Parser {
  /// Left operands nest without brackets; this limits the depth of tree walks.
  private static let maximumDepth = 400

  func expression() -> Expression {
    var left = assignment()
    while at(",") {
      let operation = advance()
      let right = assignment()
      left = made(.comma(left, right), left.range.through(right.range), operation.range)
    }
    return left
  }

  private func made(_ kind: Expression.Kind, _ range: SourceRange, _ focus: SourceRange? = nil) -> Expression {
    let result = Expression(kind, range, focus: focus)
    guard result.depth <= Self.maximumDepth else {
      diagnostics.error("this expression has more than \(Self.maximumDepth) levels", at: range)
      return Expression(.missing, range)
    }
    return result
  }

  private static let assignments: Set<String> = ["=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="]

  func assignment() -> Expression {
    nested {
      let left = conditional()
      guard token.kind == .punctuator, Self.assignments.contains(token.text) else { return left }
      let operation = advance()
      let right = at("{") ? braces() : assignment()
      return made(.assign(operation.text, left, right), left.range.through(right.range), operation.range)
    } ?? missing()
  }

  func missing() -> Expression { Expression(.missing, token.range) }

  func conditional() -> Expression {
    let condition = binary(0)
    guard at("?") else { return condition }
    let operation = advance()
    let first = nested { expression() } ?? missing()
    expect(":", "between the values of '?'")
    let second = assignment()
    let range = condition.range.through(second.range)
    return made(.conditional(condition, first, second), range, operation.range)
  }

  private static let precedence: [String: Int] = [
    "||": 1, "^^": 2, "&&": 3, "|": 4, "^": 5, "&": 6, "==": 7, "!=": 7, "<": 8, ">": 8, "<=": 8, ">=": 8, "<<": 9,
    ">>": 9, "+": 10, "-": 10, "*": 11, "/": 11, "%": 11,
  ]

  /// An expression without comparisons and shifts: the value of a template argument, which a `>>` ends.
  func additive() -> Expression { binary(9) }

  private func binary(_ minimum: Int) -> Expression {
    var left = unary()
    while token.kind == .punctuator, let level = Self.precedence[token.text], level > minimum {
      let operation = advance()
      let right = binary(level)
      left = made(.binary(operation.text, left, right), left.range.through(right.range), operation.range)
    }
    return left
  }

  private static let prefixes: Set<String> = ["-", "+", "!", "~", "++", "--", "&", "*"]

  private func unary() -> Expression {
    if token.kind == .punctuator, Self.prefixes.contains(token.text) {
      let operation = advance()
      let operand = nested { unary() } ?? missing()
      return made(.prefix(operation.text, operand), operation.range.through(operand.range), operation.range)
    }
    if startsCast { return cast() }
    if atWord("sizeof") { return sizeOf() }
    if atWord("static_cast") || atWord("as_type") || atWord("reinterpret_cast") { return namedCast() }
    return postfix(primary())
  }

  private func cast() -> Expression {
    let start = advance().range
    guard let type = type() else { return missing() }
    if isArrayPointer(0) { return arrayPointer(type, start) }
    expect(")", "after the type of a conversion")
    let operand = at("{") ? braces() : nested { unary() } ?? missing()
    return made(.cast(type, operand), start.through(operand.range))
  }

  /// `(constant float(*)[3])x`: its elements would not match those of the original pointer.
  private func arrayPointer(_ type: TypeSyntax, _ start: SourceRange) -> Expression {
    for _ in 0..<3 { advance() }
    _ = arraySizes()
    expect(")", "after the type of a conversion")
    let range = start.through(previous.range)
    _ = nested { unary() }
    diagnostics.error(
      "a pointer keeps the type of what it was made of", at: range,
      hint: "declare the parameter with the type that the array has: of 'constant float3 *p', a number is 'p[i][1]'")
    return missing()
  }

  /// `static_cast<T>(x)` converts, `as_type<T>(x)` keeps the bits.
  private func namedCast() -> Expression {
    let name = advance()
    guard expect("<", "after '\(name.text)'"), let type = type() else { return missing() }
    expectAngle("after the type of '\(name.text)'")
    expect("(", "before the value of '\(name.text)'")
    let operand = nested { expression() } ?? missing()
    expect(")", "after the value of '\(name.text)'")
    let range = name.range.through(previous.range)
    if name.text == "static_cast" { return postfix(made(.cast(type, operand), range)) }
    let callee = Expression(.name(["as_type"]), name.range)
    return postfix(made(.call(callee, [made(.construct(type, sizes: [], []), type.range), operand]), range))
  }

  private func sizeOf() -> Expression {
    let start = advance().range
    guard startsCast else {
      let value = nested { unary() } ?? missing()
      return made(.sizeOfValue(value), start.through(value.range))
    }
    advance()
    guard let type = type() else { return missing() }
    expect(")", "after the type of 'sizeof'")
    return Expression(.sizeOf(type), start.through(previous.range))
  }

  private func postfix(_ base: Expression) -> Expression {
    var result = base
    while token.kind == .punctuator {
      switch token.text {
      case "(":
        let arguments = self.arguments("(", ")")
        result = made(.call(result, arguments), result.range.through(previous.range), result.focus)
      case "[":
        guard !peek(1).is("[") else { return result }
        advance()
        let index = nested { expression() } ?? missing()
        expect("]", "after an index")
        result = made(.element(result, index), result.range.through(previous.range), index.range)
      case ".", "->":
        let isArrow = advance().text == "->"
        guard let name = identifier("the name of a member") else { return result }
        let base = isArrow ? made(.prefix("*", result), result.range) : result
        let range = result.range.through(name.range)
        if at("<"), templateNames.contains(name.text), isTemplateCall {
          result = made(.memberInstance(base, name.text, templateArguments()), range, name.range)
        } else {
          result = made(.member(base, name.text), range, name.range)
        }
      case "++", "--":
        let operation = advance()
        result = made(.postfix(operation.text, result), result.range.through(operation.range), operation.range)
      default: return result
      }
    }
    return result
  }

  /// Whether the `<` here opens the arguments of a call: `f<3>(x)`.
  private var isTemplateCall: Bool { closing(from: 0, "<", ">").map { peek($0).is("(") } ?? false }

  /// Comma-separated values between brackets; the opening bracket is the current token.
  func arguments(_ open: String, _ close: String) -> [Expression] {
    advance()
    var values: [Expression] = []
    while !at(close), !isAtEnd {
      values.append(at("{") ? braces() : open == "{" && at(".") ? designated() : assignment())
      if !take(",") { break }
      if open == "(", at(close) { fail("expected an argument after ','") }
    }
    expect(close, open == "{" ? "after a list of values" : "after the arguments")
    return values
  }

  /// `.name = value` or `.name{value}`.
  private func designated() -> Expression {
    let start = advance().range
    guard let name = identifier("the name of a field") else { return missing() }
    if !at("{") { expect("=", "after the name of a field") }
    let value = at("{") ? braces() : assignment()
    return made(.designated(name.text, value), start.through(value.range), name.range)
  }

  func braces() -> Expression {
    let start = token.range
    let values = nested { arguments("{", "}") } ?? []
    return made(.braces(values), start.through(previous.range))
  }

  // MARK: Primary

  private func primary() -> Expression {
    let token = token
    switch token.kind {
    case .number: return number()
    case .identifier: return named()
    case .punctuator where token.text == "(":
      advance()
      let inner = nested { expression() } ?? missing()
      expect(")", "to close this bracket")
      return inner
    case .punctuator where token.text == "::": return named()
    case .punctuator where token.text == "{": return braces()
    case .punctuator where token.text == "[": return lambda()
    case .string: return character() ?? refuse(Refusal("text has no use in a kernel"))
    default:
      fail("expected an expression")
      return missing()
    }
  }

  private func refuse(_ refusal: Refusal) -> Expression {
    diagnostics.error(refusal.message, at: token.range, hint: refusal.hint)
    advance()
    return missing()
  }

  /// `'A'` is the number of the letter.
  private func character() -> Expression? {
    let letters = Array(token.text.utf8)
    guard letters.count == 3, letters[0] == UInt8(ascii: "'"), letters[2] == letters[0] else { return nil }
    return Expression(.number(.integer(UInt32(letters[1]), isUnsigned: false)), advance().range)
  }

  private func number() -> Expression {
    let token = advance()
    guard let literal = NumberLiteral(token.text) else {
      diagnoseNumber(token)
      return missing()
    }
    return Expression(.number(literal), token.range)
  }

  private func diagnoseNumber(_ token: Token) {
    let suffix = token.text.hasPrefix("0x") ? "" : String(token.text.reversed().prefix { $0.isLetter }.reversed())
    guard !suffix.isEmpty, NumberLiteral(String(token.text.dropLast(suffix.count))) != nil else {
      let isWhole = token.text.allSatisfy(\.isNumber)
      return diagnostics.error(
        isWhole ? "'\(token.text)' is not a number that fits 32 bits" : "'\(token.text)' is not a number",
        at: token.range)
    }
    diagnostics.error(
      "'\(suffix)' behind a number has no meaning", at: token.range,
      hint: suffix == "e" ? "the exponent is missing" : "write 'f', 'h', 'u' or nothing")
  }

  private func named() -> Expression {
    if atWord("true") || atWord("false") {
      let token = advance()
      return Expression(.bool(token.text == "true"), token.range)
    }
    if let refusal = Keywords.refused[token.text] { return refuse(refusal) }
    if let value = limit() ?? trait() { return value }
    if startsConstruction, let type = type() { return construction(type) }
    guard !Keywords.statements.contains(token.text) else {
      fail("expected an expression")
      return missing()
    }
    return qualified()
  }

  /// `numeric_limits<T>::max()`, with or without its namespace.
  private func limit() -> Expression? {
    let place = peek(1).is("::") && (atWord("metal") || atWord("std")) ? 2 : 0
    guard peek(place).isWord("numeric_limits"), peek(place + 1).is("<") else { return nil }
    let start = token.range
    for _ in 0..<(place + 2) { advance() }
    guard let type = type(), expectAngle("after the type of 'numeric_limits'"),
      expect("::", "after 'numeric_limits<...>'"), let name = identifier("the name of a limit")
    else { return missing() }
    expect("(", "after '\(name.text)'")
    expect(")", "after '\(name.text)('")
    return Expression(.limit(type, name.text), start.through(previous.range), focus: name.range)
  }

  private static let traits: Set<String> = [
    "is_same", "is_floating_point", "is_integral", "is_scalar", "is_arithmetic",
  ]

  /// `is_same_v<T, float>` or `is_same<T, float>::value`.
  private func trait() -> Expression? {
    let place = peek(1).is("::") && (atWord("metal") || atWord("std")) ? 2 : 0
    let word = peek(place).text
    let name = word.hasSuffix("_v") ? String(word.dropLast(2)) : word
    guard Self.traits.contains(name), peek(place + 1).is("<") else { return nil }
    let start = token.range
    for _ in 0...place { advance() }
    let arguments = templateArguments()
    if take("::") { _ = identifier("'value'") }
    return Expression(.trait(name, arguments), start.through(previous.range))
  }

  private func qualified() -> Expression {
    let start = token.range
    _ = take("::")
    var path = [advance().text]
    while at("::"), peek(1).kind == .identifier {
      advance()
      path.append(advance().text)
    }
    let range = start.through(previous.range)
    if at("<"), templateNames.contains(previous.text) {
      let name = previous.range
      return Expression(.instance(path, templateArguments()), range.through(previous.range), focus: name)
    }
    return Expression(.name(path), range, focus: previous.range)
  }

  /// A type here constructs a value, since an expression cannot contain a declaration. Functions may share names with
  /// types.
  private var startsConstruction: Bool {
    var place = at("::") ? 1 : 0
    while peek(place + 1).is("::"), peek(place + 2).kind == .identifier { place += 2 }
    let name = peek(place).text
    guard ["unsigned", "signed"].contains(name) || isTypeName(name) else { return false }
    let next = peek(place + 1)
    if next.is("<") {
      return (TypeNames.templates.contains(name) && isTypeName(peek(place + 2).text)) || templateTypes.contains(name)
    }
    if next.is("["), dialect == .coreImage {
      return closing(from: place + 1, "[", "]").map { peek($0).is("(") } ?? false
    }
    return next.is("(") || next.is("{")
  }

  private func construction(_ type: TypeSyntax) -> Expression {
    let sizes = arraySizes()
    guard at("(") || at("{") else {
      fail("expected '(' after the type '\(type.name)'")
      return missing()
    }
    let values = nested { at("(") ? arguments("(", ")") : arguments("{", "}") } ?? []
    return made(.construct(type, sizes: sizes, values), type.range.through(previous.range), type.range)
  }
}
