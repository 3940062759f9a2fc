extension Parser {
  /// What is noted while the words before a type are read.
  private struct Specifiers {
    var isKernel = false
    var isExported = false
    var isStatic = false
  }

  /// Reads one declaration, or the block of a namespace with all of its own.
  func declarations(into list: inout [Declaration]) {
    let start = position
    let errors = diagnostics.errorCount
    nested { readDeclarations(into: &list) }
    if diagnostics.errorCount > errors, !previous.is(";"), !previous.is("}") { skipStatement() }
    if position == start { advance() }
  }

  private func readDeclarations(into list: inout [Declaration]) {
    var specifiers = Specifiers(isKernel: false, isExported: isInExternC)
    if skipAttributes() { markKernel(&specifiers) }
    if take(";") { return }
    if atWord("extern"), peek(1).kind == .string {
      advance()
      advance()
      if at("{") { return scope(into: &list) { isInExternC = true } }
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
    if let reason = Keywords.refused[token.text] { return refuse(reason) }
    readSpecifiers(&specifiers)
    if atWord("struct") || atWord("class"), definesType { return structureDeclaration(into: &list) }
    if atWord("enum"), definesType { return enumeration(into: &list) }
    functionOrVariables(specifiers, into: &list)
  }

  /// Functions of a graphics pipeline, which files have beside kernels of Core Image.
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
        advance()
        skipBalanced("(", ")")
      } else {
        advance()
      }
    }
    if at("{") { skipBalanced("{", "}") } else { advance() }
  }

  private func refuse(_ reason: String) {
    diagnostics.error(reason, at: token.range)
    skipStatement()
  }

  /// `template <typename T>` in front of a function, which is made anew for the types of each call.
  private func template(into list: inout [Declaration]) {
    let start = advance().range
    guard expect("<", "after 'template'") else { return skipStatement() }
    var names: [String] = []
    var types: [String] = []
    while atWord("typename") || atWord("class") || isWholeNumberType {
      let isNumber = isWholeNumberType
      advance()
      if isNumber, atWord("int") { advance() }
      guard let name = identifier("the name of a type") else { return skipStatement() }
      names.append(name.text)
      if !isNumber { types.append(name.text) }
      if !take(",") { break }
    }
    guard !names.isEmpty, at(">") else {
      let hint = "write 'template <typename T>' or 'template <int N>'"
      diagnostics.error("only templates of types and whole numbers are supported", at: start, hint: hint)
      return skipStatement()
    }
    advance()
    let outer = typeNames
    defer { typeNames = outer }
    typeNames.formUnion(types)
    var found: [Declaration] = []
    nested { readDeclarations(into: &found) }
    guard found.count == 1, case .function(var function)? = found.first else {
      if !found.isEmpty { diagnostics.error("only functions can be templates", at: start) }
      return
    }
    function.typeParameters = names
    templateNames.insert(function.name)
    list.append(.function(function))
  }

  private var isWholeNumberType: Bool {
    ["int", "uint", "unsigned", "bool", "size_t", "short", "ushort"].contains(token.text)
  }

  private func markKernel(_ specifiers: inout Specifiers) {
    specifiers.isKernel = true
    specifiers.isExported = true
  }

  private func readSpecifiers(_ specifiers: inout Specifiers) {
    while true {
      if skipAttributes() { markKernel(&specifiers) }
      // A name like any other in a declaration such as `float kernel`.
      if atWord("kernel"), peek(1).kind == .identifier {
        advance()
        markKernel(&specifiers)
      } else if atWord("static") || atWord("inline") || atWord("METAL_FUNC") {
        specifiers.isStatic = specifiers.isStatic || atWord("static")
        advance()
      } else {
        return
      }
    }
  }

  private var definesType: Bool {
    peek(1).is("{") || peek(2).is("{") || peek(2).is(":") || peek(2).is(";")
      || (peek(1).isWord("class") && peek(3).is("{"))
      || peek(3).is(":")
  }

  // MARK: Scopes

  private func scope(into list: inout [Declaration], _ enter: () -> Void) {
    let outer = (namespace, isInExternC)
    enter()
    advance()
    while !at("}"), !isAtEnd, !diagnostics.isFull { declarations(into: &list) }
    expect("}", "to close this block")
    (namespace, isInExternC) = outer
  }

  private func namespaceBlock(into list: inout [Declaration]) {
    advance()
    var names: [String] = []
    while token.kind == .identifier {
      names.append(advance().text)
      if !take("::") { break }
    }
    // Another name of a namespace: names are found without it.
    if at("=") { return skipStatement() }
    guard at("{") else { return fail("expected '{' after the name of a namespace") }
    scope(into: &list) { namespace += names }
  }

  private func using(into list: inout [Declaration]) {
    advance()
    if atWord("namespace") { return skipStatement() }
    guard token.kind == .identifier else { return fail("expected a name after 'using'") }
    guard peek(1).is("=") else { return skipStatement() }
    let name = advance()
    advance()
    guard let type = type() else { return }
    let sizes = arraySizes()
    expect(";", "after 'using'")
    typeNames.insert(name.text)
    list.append(.alias(name.text, type, sizes: sizes, range: name.range))
  }

  private func typedef(into list: inout [Declaration]) {
    advance()
    let isStructure = atWord("struct") && (peek(1).is("{") || peek(2).is("{"))
    let isEnumeration = atWord("enum") && (peek(1).is("{") || peek(2).is("{") || peek(2).is(":"))
    var base: TypeSyntax?
    if isStructure || isEnumeration {
      base = isStructure ? structureBody(into: &list) : enumerationBody(into: &list)
    } else {
      base = type()
    }
    guard let base, let name = identifier("the name of the new type") else { return }
    let sizes = arraySizes()
    expect(";", "after 'typedef'")
    typeNames.insert(name.text)
    if name.text != base.name { list.append(.alias(name.text, base, sizes: sizes, range: name.range)) }
  }

  // MARK: Types

  private func structureDeclaration(into list: inout [Declaration]) {
    guard let type = structureBody(into: &list) else { return }
    // `struct S {...} a, b;` declares variables as well.
    if token.kind == .identifier { list.append(.variables(declarators(type, name: nil))) }
    expect(";", "after a structure")
  }

  private func structureBody(into list: inout [Declaration]) -> TypeSyntax? {
    advance()
    let start = token.range
    let name = token.kind == .identifier ? advance().text : "<structure \(start.offset)>"
    typeNames.insert(name)
    let type = TypeSyntax(path: [name], range: start)
    // Declared now, defined later.
    if at(";") { return type }
    if at(":") {
      diagnostics.error("structures that inherit from others are not supported", at: token.range)
      while !at("{"), !isAtEnd { advance() }
    }
    guard expect("{", "after the name of a structure") else { return nil }
    var result = StructureSyntax(name: name, namespace: namespace, fields: [], methods: [], range: start)
    let outer = structure
    structure = name
    while !at("}"), !isAtEnd, !diagnostics.isFull { member(of: &result, into: &list) }
    structure = outer
    expect("}", "to close a structure")
    list.append(.structure(result))
    return type
  }

  private func member(of result: inout StructureSyntax, into list: inout [Declaration]) {
    let start = position
    let errors = diagnostics.errorCount
    if ["public", "private", "protected"].contains(token.text), peek(1).is(":") {
      advance()
      advance()
      return
    }
    var found: [Declaration] = []
    nested { readDeclarations(into: &found) }
    for declaration in found {
      switch declaration {
      case .function(let function): result.methods.append(function)
      case .variables(let variables): result.fields += variables
      default: list.append(declaration)
      }
    }
    if diagnostics.errorCount > errors, !previous.is(";"), !previous.is("}") { skipStatement() }
    if position == start { advance() }
  }

  private func enumeration(into list: inout [Declaration]) {
    guard let type = enumerationBody(into: &list) else { return }
    if token.kind == .identifier { list.append(.variables(declarators(type, name: nil))) }
    expect(";", "after an enumeration")
  }

  private func enumerationBody(into list: inout [Declaration]) -> TypeSyntax? {
    advance()
    let isScoped = takeWord("class") || takeWord("struct")
    let start = token.range
    let name = token.kind == .identifier ? advance().text : "<enumeration \(start.offset)>"
    typeNames.insert(name)
    if take(":") { _ = type() }
    guard expect("{", "after the name of an enumeration") else { return nil }
    var cases: [(name: String, value: Expression?, range: SourceRange)] = []
    while !at("}"), !isAtEnd {
      guard let label = identifier("the name of a case") else { break }
      cases.append((label.text, take("=") ? conditional() : nil, label.range))
      if !take(",") { break }
    }
    expect("}", "to close an enumeration")
    list.append(.enumeration(EnumerationSyntax(name: name, isScoped: isScoped, cases: cases, range: start)))
    return TypeSyntax(path: [name], range: start)
  }

  // MARK: Functions and variables

  private func functionOrVariables(_ specifiers: Specifiers, into list: inout [Declaration]) {
    let isConstructor = structure != nil && token.text == structure && peek(1).is("(")
    var specifiers = specifiers
    let constructed = isConstructor ? TypeSyntax(path: [token.text], range: token.range) : nil
    guard let type = constructed ?? type() else { return skipStatement() }
    // `float4 [[stitchable]] name` and `float4 static name` are legal, if rare.
    readSpecifiers(&specifiers)
    guard let name = declaredName() else { return skipStatement() }
    if at("("), isParameterList {
      guard let function = function(name, type, specifiers, isConstructor: isConstructor) else { return }
      list.append(.function(function))
    } else {
      list.append(.variables(declarators(type, name: name)))
      expect(";", "after a declaration")
    }
  }

  private func declaredName() -> Token? {
    guard atWord("operator") else { return identifier("a name") }
    var name = advance()
    name.text = "operator" + advance().text
    if name.text == "operator[" || name.text == "operator(" { name.text += advance().text }
    return name
  }

  /// Whether the bracket behind a name holds parameters, not the initial value of a variable.
  private var isParameterList: Bool {
    let next = peek(1)
    if next.is(")") { return true }
    guard next.kind == .identifier else { return false }
    if isQualifier(next) || ["unsigned", "in", "out", "inout", "auto"].contains(next.text) { return true }
    if isTypeName(next.text) || peek(2).is("::") { return !peek(2).is("(") && !peek(2).is("{") }
    return peek(2).kind == .identifier
  }

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
    while atWord("const") || atWord("thread") || atWord("constant") || atWord("noexcept") { advance() }
    if skipAttributes() { result.isKernel = true }
    // `auto f(...) -> float4`.
    if take("->"), let type = self.type() { result.returnType = type }
    if isConstructor, take(":") { result.initializers = initializers() }
    if take("=") {
      // `= default` does what happens without it.
      advance()
      expect(";", "after 'default'")
      return nil
    }
    if take(";") { return result }
    guard at("{") else {
      fail("expected '{' or ';' after the parameters of '\(name.text)'")
      return nil
    }
    let outer = structure
    structure = nil
    result.body = block()
    structure = outer
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
    expect(")", "after the parameters")
    return list
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

  private func parameter(
    _ start: SourceRange, _ direction: ParameterDirection, isTable: Bool, isConst: Bool
  ) -> ParameterSyntax? {
    guard var type = type() else { return nil }
    if isConst { type.isConst = true }
    var result = ParameterSyntax(name: "", type: type, direction: direction, isTable: isTable, range: start)
    // A reference or pointer to an array: `constant float (&weights)[9]`.
    if at("("), peek(1).is("&") || peek(1).is("*") {
      advance()
      advance()
      result.type.isReference = true
      result.name = identifier("a name")?.text ?? ""
      expect(")", "after the name of a parameter")
    }
    result.sizes = arraySizes()
    if result.name.isEmpty, token.kind == .identifier { result.name = advance().text }
    note(variable: result.name)
    result.sizes = arraySizes() + result.sizes
    skipAttributes()
    if take("=") { result.initial = at("{") ? braces() : assignment() }
    result.range = start.through(previous.range)
    return result
  }
}
