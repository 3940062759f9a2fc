extension Parser {
  func isTypeName(_ name: String) -> Bool {
    (typeNames.contains(name) || TypeNames.isKnown(name, dialect)) && !shadowed.contains(name)
  }

  /// Records the name of a variable, which hides a type of that name.
  func note(variable name: String) {
    if isTypeName(name) { shadowed.insert(name) }
  }

  func isQualifier(_ token: Token) -> Bool {
    token.kind == .identifier && Keywords.qualifiers.contains(token.text)
      && (dialect == .coreImage || !Keywords.glslOnly.contains(token.text))
  }

  /// The index ahead of the token after a qualified name that begins at `ahead`, and the name's last word.
  private func qualifiedName(_ ahead: Int) -> (end: Int, last: String)? {
    var place = peek(ahead).is("::") ? ahead + 1 : ahead
    while peek(place).kind == .identifier {
      guard peek(place + 1).is("::"), peek(place + 2).kind == .identifier else { return (place + 1, peek(place).text) }
      place += 2
    }
    return nil
  }

  /// Whether a type begins here that starts a declaration.
  var startsDeclaration: Bool {
    if isQualifier(token) || ["unsigned", "signed", "auto"].contains(token.text) { return !peek(1).is("(") }
    if atWord("decltype") { return true }
    guard let (end, last) = qualifiedName(0) else { return false }
    var place = end
    if peek(place).is("<"), isTypeName(last) { place = closingAngle(from: place) ?? place }
    if isTypeName(last) {
      while peek(place).is("*") || peek(place).is("&") || peek(place).isWord("const") { place += 1 }
      return peek(place).kind == .identifier || (peek(place).is("[") && isArrayDeclaration(place))
    }
    // Two names in a row: a declaration with an unknown type.
    return peek(place).kind == .identifier && !Keywords.statements.contains(token.text)
      && !Keywords.statements.contains(peek(place).text)
  }

  /// `float[3] name`, GLSL's other form of arrays.
  private func isArrayDeclaration(_ place: Int) -> Bool {
    guard let close = closing(from: place, "[", "]") else { return false }
    return peek(close).kind == .identifier
  }

  func closing(from place: Int, _ open: String, _ close: String) -> Int? {
    var count = 0
    var ahead = place
    while peek(ahead).kind != .end, ahead < place + 64 {
      if peek(ahead).is(open) { count += 1 }
      if peek(ahead).is(close) { count -= 1 }
      if close == ">", peek(ahead).is(">>") { count -= 2 }
      ahead += 1
      if count <= 0 { return ahead }
    }
    return nil
  }

  private func closingAngle(from place: Int) -> Int? { closing(from: place, "<", ">") }

  /// Whether the bracket here opens a cast: `(float4)x`.
  var startsCast: Bool {
    guard at("(") else { return false }
    var place = 1
    while isQualifier(peek(place)) { place += 1 }
    if ["unsigned", "signed"].contains(peek(place).text) { return true }
    guard let (end, last) = qualifiedName(place), isTypeName(last) else { return false }
    place = end
    if peek(place).is("<") { place = closingAngle(from: place) ?? place }
    while peek(place).is("*") || peek(place).is("&") { place += 1 }
    return peek(place).is(")") || isArrayPointer(place)
  }

  /// `(*)` after a type: C's syntax for a pointer to an array.
  func isArrayPointer(_ place: Int) -> Bool {
    peek(place).is("(") && peek(place + 1).is("*") && peek(place + 2).is(")")
  }

  // MARK: Reading

  /// Qualifiers and a type; nil, with an error reported, where there is none.
  func type() -> TypeSyntax? {
    let start = token.range
    var result = TypeSyntax(path: [], range: start)
    readQualifiers(&result)
    if atWord("enable_if_t") || (atWord("metal") && peek(1).is("::") && peek(2).isWord("enable_if_t")) {
      return enabledType()
    }
    guard readName(&result) else {
      fail("expected a type")
      return nil
    }
    if at("<"),
      TypeNames.templates.contains(result.name) || templateTypes.contains(result.name)
        || peek(1).kind == .identifier && isTypeName(peek(1).text)
    {
      readArguments(&result)
    }
    readSuffixes(&result)
    result.range = start.through(previous.range)
    return result
  }

  /// `enable_if_t<condition, type>`: the type. The template is chosen by its parameters here.
  private func enabledType() -> TypeSyntax? {
    while !at("<"), !isAtEnd { advance() }
    var open = 0
    while !isAtEnd, !at(";"), !at("{") {
      if at("<") || at("(") { open += 1 }
      if at(">") || at(")") { open -= 1 }
      if at(">>") { open -= 2 }
      if open == 1, at(",") { break }
      advance()
    }
    guard expect(",", "before the type that 'enable_if_t' stands for"), let type = nested({ type() }) ?? nil else {
      return nil
    }
    return expectAngle("after the arguments of 'enable_if_t'") ? type : nil
  }

  private func readQualifiers(_ result: inout TypeSyntax) {
    while true {
      skipAttributes()
      guard isQualifier(token) else { return }
      switch token.text {
      case "const", "constexpr", "uniform": result.isConst = true
      case "constant":
        result.isConst = true
        result.space = .constant
      case "static": result.isStatic = true
      case "thread", "device", "threadgroup": result.space = TypeSyntax.AddressSpace(rawValue: token.text)
      default: break
      }
      advance()
    }
  }

  private func readName(_ result: inout TypeSyntax) -> Bool {
    if ["unsigned", "signed"].contains(token.text) {
      let sign = advance().text
      let isBase = token.kind == .identifier && ["char", "short", "int", "long"].contains(token.text)
      let base = isBase ? advance().text : "int"
      result.path = [sign == "unsigned" ? "u" + base : base]
      return true
    }
    if atWord("decltype"), peek(1).is("(") {
      result.path = [advance().text]
      advance()
      result.arguments = [.value(nested { expression() } ?? missing())]
      return expect(")", "after the value of 'decltype'")
    }
    _ = take("::")
    guard token.kind == .identifier, !Keywords.statements.contains(token.text) else { return false }
    result.path = [advance().text]
    while at("::"), peek(1).kind == .identifier {
      advance()
      result.path.append(advance().text)
    }
    if result.path == ["long"], atWord("long") || atWord("int") { advance() }
    return true
  }

  private func readArguments(_ result: inout TypeSyntax) { result.arguments = templateArguments() }

  /// The arguments between angle brackets, the first of which is the current token.
  func templateArguments() -> [TypeSyntax.Argument] {
    var list: [TypeSyntax.Argument] = []
    advance()
    while !at(">"), !at(">>"), !isAtEnd {
      list.append(templateArgument())
      if !take(",") { break }
    }
    expectAngle("after the arguments of a template")
    return list
  }

  func templateArgument() -> TypeSyntax.Argument {
    let isType = token.kind == .identifier && (isTypeName(token.text) || isQualifier(token) || peek(1).is("::"))
    if isType, !peek(1).is("("), !isScopedCase, let argument = nested({ type() }) ?? nil { return .type(argument) }
    // Not a whole expression: its `>` would be a comparison.
    return .value(additive())
  }

  /// `Mode::red`, which is a number.
  private var isScopedCase: Bool {
    peek(1).is("::") && typeNames.contains(token.text) && !isTypeName(peek(2).text)
  }

  func readSuffixes(_ result: inout TypeSyntax) {
    while true {
      if at("*") {
        result.pointers += 1
        advance()
      } else if at("&") || at("&&") {
        result.isReference = true
        advance()
      } else if isQualifier(token) {
        if atWord("const") { result.isConst = true }
        if let space = TypeSyntax.AddressSpace(rawValue: token.text) { result.space = space }
        advance()
      } else {
        return
      }
    }
  }

  /// The sizes of an array after a name; nil for empty brackets.
  func arraySizes() -> [Expression?] {
    var sizes: [Expression?] = []
    while at("["), !peek(1).is("[") {
      advance()
      sizes.append(at("]") ? nil : expression())
      expect("]", "after the size of an array")
    }
    return sizes
  }
}
