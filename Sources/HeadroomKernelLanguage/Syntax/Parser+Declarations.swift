extension Parser {
  /// The specifiers found before a type.
  private struct Specifiers {
    var isKernel = false
    var isExported = false
    var isStatic = false
    var isFriend = false
  }

  /// Reads one declaration, or a namespace block with all its declarations.
  func declarations(into list: inout [Declaration]) {
    let start = position
    let errors = diagnostics.errorCount
    nested { readDeclarations(into: &list) }
    if diagnostics.errorCount > errors, !previous.is(";"), !previous.is("}"), !beginsOuterFunction { skipStatement() }
    if position == start { advance() }
  }

  func readDeclarations(into list: inout [Declaration]) {
    var specifiers = Specifiers(isKernel: false, isExported: isInExternC)
    if skipAttributes() { markKernel(&specifiers) }
    if take(";") { return }
    if atWord("extern"), peek(1).kind == .string {
      advance()
      advance()
      if at("{") { return scope(into: &list) { isInExternC = true } }
      specifiers.isExported = true
    }
    if atWord("extern"), peek(1).isWord("C") {
      advance()
      diagnostics.error("'C' stands in quotes behind 'extern'", at: token.range, hint: "write 'extern \"C\"'")
      advance()
      specifiers.isExported = true
    }
    switch token.text {
    case "namespace" where token.kind == .identifier: return namespaceBlock(into: &list)
    case "inline" where peek(1).isWord("namespace"):
      advance()
      return namespaceBlock(into: &list)
    case "using": return using(into: &list)
    case "typedef": return typedef(into: &list)
    case "static_assert": return skipStatement()
    case "precision" where dialect == .coreImage: return skipStatement()
    default: break
    }
    if atWord("template") { return template(into: &list) }
    if isShader { return skipShader() }
    if let refusal = Keywords.refused[token.text] { return refuse(refusal) }
    readSpecifiers(&specifiers)
    if atWord("struct") || atWord("class"), definesType { return structureDeclaration(into: &list) }
    if atWord("enum"), definesType { return enumeration(into: &list) }
    if structure == nil, diagnosesForeignWord() { return }
    functionOrVariables(specifiers, into: &list)
  }

  /// Words that begin functions in other languages.
  private static let functionWords: Set<String> = ["func", "fn", "function", "def"]

  /// Reports a meaningless word before a declaration; true where nothing remains to be read.
  private func diagnosesForeignWord() -> Bool {
    guard token.kind == .identifier, peek(1).kind == .identifier, !isTypeWord(token) else { return false }
    if Self.functionWords.contains(token.text), peek(2).is("(") {
      diagnostics.error(
        "'\(token.text)' is not a word of the language", at: token.range,
        hint: "a function begins with the type of what it gives: 'float4 \(peek(1).text)(...)'")
      while !isAtEnd, !at("{"), !at(";") { advance() }
      if at("{") { skipBalanced("{", "}") }
      return true
    }
    guard isTypeName(peek(1).text), peek(2).kind == .identifier else { return false }
    diagnostics.error(
      "'\(token.text)' is not a word of the language", at: token.range,
      hint: Suggestion.hint(for: token.text, among: Array(Keywords.qualifiers) + ["kernel", "vertex", "fragment"]))
    advance()
    return false
  }

  private func isTypeWord(_ token: Token) -> Bool {
    isTypeName(token.text) || isQualifier(token) || ["unsigned", "signed"].contains(token.text)
  }

  // MARK: Functions that stand too deep

  /// Whether a function begins here that cannot belong to the current one, because a `}` is missing.
  var beginsOuterFunction: Bool {
    guard token.startsLine else { return false }
    if atWord("extern"), peek(1).kind == .string { return true }
    if at("["), peek(1).is("["), peek(2).isWord("stitchable") { return true }
    if atWord("kernel"), peek(1).kind == .identifier, peek(2).kind == .identifier, peek(3).is("(") { return true }
    return beginsFunction && column(token.range) <= (functionPlace.map(indentation) ?? 1)
  }

  /// `float luma(float3 c) {`
  var beginsFunction: Bool {
    var place = 0
    while peek(place).isWord("static") || peek(place).isWord("inline") { place += 1 }
    let (type, name) = (peek(place), peek(place + 1))
    guard type.kind == .identifier, name.kind == .identifier, peek(place + 2).is("("), isTypeName(type.text),
      !Keywords.statements.contains(name.text), let end = closing(from: place + 2, "(", ")")
    else { return false }
    return peek(end).is("{")
  }

  /// Functions of a graphics pipeline, which files may contain beside Core Image kernels.
  private var isShader: Bool {
    guard dialect == .metal, structure == nil else { return false }
    return (atWord("kernel") && peek(1).isWord("void"))
      || ((atWord("vertex") || atWord("fragment")) && peek(1).kind == .identifier)
  }

  private func skipShader() {
    let start = token
    let kind = atWord("kernel") ? "compute" : start.text
    while !isAtEnd, !at("{"), !at(";") {
      if peek(1).is("("), token.kind == .identifier, !typeNames.contains(token.text) {
        diagnostics.warning(
          "'\(token.text)' is a \(kind) function of a graphics pipeline and left out", at: start.range)
        leftOut.append(Shader(name: token.text, kind: kind, range: start.range))
        advance()
        skipBalanced("(", ")")
      } else {
        advance()
      }
    }
    if at("{") { skipBalanced("{", "}") } else { advance() }
  }

  private func markKernel(_ specifiers: inout Specifiers) {
    specifiers.isKernel = true
    specifiers.isExported = true
  }

  private static let specifiers: Set<String> = ["static", "inline", "METAL_FUNC", "friend", "explicit"]

  private func readSpecifiers(_ specifiers: inout Specifiers) {
    while true {
      if skipAttributes() { markKernel(&specifiers) }
      // A name like any other in a declaration such as `float kernel`.
      if atWord("kernel"), peek(1).kind == .identifier {
        advance()
        markKernel(&specifiers)
      } else if Self.specifiers.contains(token.text), token.kind == .identifier {
        specifiers.isStatic = specifiers.isStatic || atWord("static")
        specifiers.isFriend = specifiers.isFriend || atWord("friend")
        advance()
      } else {
        return
      }
    }
  }

  // MARK: Scopes

  private func scope(into list: inout [Declaration], _ enter: () -> Void) {
    let outer = (namespace, isInExternC)
    enter()
    let start = advance().range
    while !at("}"), !isAtEnd, !diagnostics.isFull { declarations(into: &list) }
    close("to close this block", start)
    (namespace, isInExternC) = outer
  }

  private func namespaceBlock(into list: inout [Declaration]) {
    advance()
    var names: [String] = []
    while token.kind == .identifier {
      names.append(advance().text)
      if !take("::") { break }
    }
    // A namespace alias; names are found without it.
    if at("=") { return skipStatement() }
    guard at("{") else { return fail("expected '{' after the name of a namespace") }
    scope(into: &list) { namespace += names }
  }

  private func using(into list: inout [Declaration]) {
    advance()
    if takeWord("namespace") { return usedNamespace() }
    guard token.kind == .identifier else { return fail("expected a name after 'using'") }
    guard peek(1).is("=") else { return skipStatement() }
    let name = advance()
    advance()
    guard let type = type() else { return }
    if isFunctionPointer { return refuseFunctionPointer(name.text) }
    let sizes = arraySizes()
    expect(";", "after 'using'")
    typeNames.insert(name.text)
    list.append(.alias(name.text, type, sizes: sizes, range: name.range))
  }

  /// The name after `using namespace`. Names are found without it.
  private func usedNamespace() {
    guard identifier("the name of a namespace") != nil else { return }
    while take("::") { _ = identifier("the name of a namespace") }
    expect(";", "after 'using namespace'")
  }

  // MARK: Functions and variables

  private func functionOrVariables(_ specifiers: Specifiers, into list: inout [Declaration]) {
    var specifiers = specifiers
    if isMemberWithoutType {
      if let function = memberWithoutType(specifiers) { list.append(.function(function)) }
      return
    }
    guard var type = type() else { return skipStatement() }
    type.isStatic = type.isStatic || specifiers.isStatic
    specifiers.isStatic = type.isStatic
    // `float4 [[stitchable]] name` and `float4 static name` are legal, if rare.
    readSpecifiers(&specifiers)
    if isFunctionPointer { return refuseFunctionPointer(nil) }
    guard let name = declaredName() else { return skipStatement() }
    let made = at("<") && templateNames.contains(name.text) ? templateArguments() : []
    if at("("), isParameterList {
      guard var function = function(name, type, specifiers, isConstructor: false) else { return }
      function.specialized = made
      list.append(.function(function))
    } else {
      list.append(.variables(declarators(type, name: name)))
      expect(";", "after a declaration")
    }
  }

  /// A constructor, `S(float x) {...}`, or a conversion, `operator float() {...}`: only their names determine their
  /// result.
  private var isMemberWithoutType: Bool {
    guard let structure else { return false }
    let ahead = (0..<6).first { !isQualifier(peek($0)) } ?? 0
    return (peek(ahead).text == structure && peek(ahead + 1).is("("))
      || (peek(ahead).isWord("operator") && peek(ahead + 1).kind == .identifier)
  }

  private func memberWithoutType(_ specifiers: Specifiers) -> FunctionSyntax? {
    while isQualifier(token) { advance() }
    var name = advance()
    guard name.text == "operator" else {
      return function(name, TypeSyntax(path: [name.text], range: name.range), specifiers, isConstructor: true)
    }
    guard let target = type() else {
      skipStatement()
      return nil
    }
    name.text = FunctionSyntax.conversion
    return function(name, target, specifiers, isConstructor: false)
  }

  private func declaredName() -> Token? {
    guard atWord("operator") else { return identifier("a name") }
    var name = advance()
    name.text = "operator" + advance().text
    if name.text == "operator[" || name.text == "operator(" { name.text += advance().text }
    return name
  }

  /// Whether the bracket after a name contains parameters, not the initial value of a variable.
  private var isParameterList: Bool {
    let next = peek(1)
    if next.is(")") { return true }
    guard next.kind == .identifier else { return false }
    if isQualifier(next) || ["unsigned", "in", "out", "inout", "auto"].contains(next.text) { return true }
    if isTypeName(next.text) || peek(2).is("::") { return !peek(2).is("(") && !peek(2).is("{") }
    return peek(2).kind == .identifier
  }

  /// Words after the parameters of a method.
  private static let trailing: Set<String> = ["const", "thread", "constant", "device", "noexcept", "override", "final"]

  private func function(
    _ name: Token, _ type: TypeSyntax, _ specifiers: Specifiers, isConstructor: Bool
  ) -> FunctionSyntax? {
    let outerShadowed = shadowed
    defer { shadowed = outerShadowed }
    var result = FunctionSyntax(
      name: name.text, namespace: namespace, isExported: specifiers.isExported && structure == nil,
      isKernel: specifiers.isKernel, returnType: type, parameters: parameters(), range: name.range)
    result.isConstructor = isConstructor
    result.isStatic = specifiers.isStatic
    result.isFriend = specifiers.isFriend
    while Self.trailing.contains(token.text), token.kind == .identifier { advance() }
    if skipAttributes() { result.isKernel = true }
    // `auto f(...) -> float4`.
    if take("->"), let type = self.type() { result.returnType = type }
    if isConstructor, take(":") { result.initializers = initializers() }
    if take("=") {
      // `= default` has no effect.
      advance()
      expect(";", "after 'default'")
      return nil
    }
    if take(";") { return result }
    guard at("{") else {
      fail("expected '{' or ';' after the parameters of '\(name.text)'")
      return nil
    }
    let outer = (structure, functionPlace)
    (structure, functionPlace) = (nil, name.range)
    result.body = block()
    (structure, functionPlace) = outer
    _ = take(";")
    return result
  }

  private func initializers() -> [(name: String, values: [Expression], range: SourceRange)] {
    var list: [(name: String, values: [Expression], range: SourceRange)] = []
    repeat {
      guard let name = identifier("the name of a field") else { return list }
      guard at("(") || at("{") else {
        fail("expected '(' after the name of a field")
        return list
      }
      list.append((name.text, at("(") ? arguments("(", ")") : arguments("{", "}"), name.range))
    } while take(",")
    return list
  }

  // MARK: Parameters

  func parameters() -> [ParameterSyntax] {
    advance()
    var list: [ParameterSyntax] = []
    if atWord("void"), peek(1).is(")") { advance() }
    while !at(")"), !isAtEnd {
      guard let parameter = parameter() else {
        skipParameter()
        if !take(",") { break }
        continue
      }
      list.append(parameter)
      if !take(",") { break }
    }
    if !list.isEmpty, token.kind == .identifier {
      fail("expected ',' or ')' after a parameter")
      skipParameters()
    } else {
      expect(")", "after the parameters")
    }
    return list
  }

  /// Skips past the bracket that ends the parameters.
  private func skipParameters() {
    while !isAtEnd, !at(")"), !at("{"), !at(";") { advance() }
    _ = take(")")
  }

  private func skipParameter() {
    while !isAtEnd, !at(","), !at(")"), !at("{"), !at(";") { advance() }
  }

  private func parameter() -> ParameterSyntax? {
    let start = token.range
    var direction = ParameterDirection.input
    var isTable = false
    var isConst = false
    while token.kind == .identifier {
      switch token.text {
      case "in" where peek(1).kind == .identifier: direction = .input
      case "out" where peek(1).kind == .identifier: direction = .output
      case "inout" where peek(1).kind == .identifier: direction = .inputOutput
      case "__table": isTable = true
      case "const" where dialect == .coreImage: isConst = true
      default:
        return parameter(start, direction, isTable: isTable, isConst: isConst)
      }
      advance()
    }
    return parameter(start, direction, isTable: isTable, isConst: isConst)
  }

  /// `float4 k(sample_t s, gain)`: a name without a type; it is reported and read as a parameter of an invalid type.
  private func parameterWithoutType() -> ParameterSyntax? {
    guard token.kind == .identifier, peek(1).is(",") || peek(1).is(")"), !isTypeWord(token),
      !Keywords.statements.contains(token.text)
    else { return nil }
    let name = advance()
    diagnostics.error(
      "parameter '\(name.text)' has no type", at: name.range,
      hint: Suggestion.hint(for: name.text, among: BuiltinTypes.names(dialect)) ?? "write 'float \(name.text)'")
    refusedNames.insert(name.text)
    let type = TypeSyntax(path: [name.text], range: name.range)
    return ParameterSyntax(name: name.text, type: type, direction: .input, isTable: false, range: name.range)
  }

  private func parameter(
    _ start: SourceRange, _ direction: ParameterDirection, isTable: Bool, isConst: Bool
  ) -> ParameterSyntax? {
    if let result = parameterWithoutType() { return result }
    guard var type = type() else { return nil }
    if isConst { type.isConst = true }
    var result = ParameterSyntax(name: "", type: type, direction: direction, isTable: isTable, range: start)
    if isFunctionPointer {
      let name = peek(2)
      refuseFunctionPointer()
      result.type = TypeSyntax(path: [name.text], range: name.range)
      result.name = name.kind == .identifier ? name.text : ""
      return result
    }
    // A reference or pointer to an array: `constant float (&weights)[9]`, `constant float (*rows)[3]`.
    if at("("), peek(1).is("&") || peek(1).is("*") {
      advance()
      let isPointer = advance().is("*")
      result.type.isReference = !isPointer
      if isPointer { result.sizes = [nil] }
      if !at(")") { result.name = identifier("a name")?.text ?? "" }
      expect(")", "after the name of a parameter")
    }
    result.sizes += arraySizes()
    if result.name.isEmpty, token.kind == .identifier { result.name = advance().text }
    note(variable: result.name)
    result.sizes = arraySizes() + result.sizes
    skipAttributes()
    if take("=") { result.initial = at("{") ? braces() : assignment() }
    result.range = start.through(previous.range)
    return result
  }
}
