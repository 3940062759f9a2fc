extension Parser {
  // MARK: Names of types

  func typedef(into list: inout [Declaration]) {
    advance()
    var base: TypeSyntax?
    if atWord("struct") || atWord("enum"), definesType, !endsWithName {
      base = atWord("struct") ? structureBody(into: &list) : enumerationBody(into: &list)
    } else {
      base = type()
    }
    if base != nil, isFunctionPointer { return refuseFunctionPointer(nil) }
    guard let base, let name = identifier("the name of the new type") else { return }
    let sizes = arraySizes()
    expect(";", "after 'typedef'")
    typeNames.insert(name.text)
    if name.text != base.name { list.append(.alias(name.text, base, sizes: sizes, range: name.range)) }
  }

  /// `struct S;` after `typedef` declares no name.
  private var endsWithName: Bool { peek(2).is(";") }

  /// Whether the word here, `struct`, `class` or `enum`, begins a definition, or a forward declaration.
  var definesType: Bool {
    var place = 1
    if peek(place).isWord("class") || peek(place).isWord("struct") { place += 1 }
    while peek(place).isWord("alignas"), let end = closing(from: place + 1, "(", ")") { place = end }
    if peek(place).is("{") || peek(place).is(":") { return true }
    if peek(place + 1).is("<") { return closing(from: place + 1, "<", ">").map { peek($0).is("{") } ?? false }
    return ["{", ":", ";"].contains(peek(place + 1).text)
  }

  // MARK: Structures

  func structureDeclaration(into list: inout [Declaration]) {
    guard let type = structureBody(into: &list) else { return }
    if lacksSemicolon { return fail("expected ';' after a structure") }
    // `struct S {...} a, b;` declares variables as well.
    if token.kind == .identifier { list.append(.variables(declarators(type, name: nil))) }
    expect(";", "after a structure")
  }

  /// Whether another declaration begins after a structure, on its own line.
  private var lacksSemicolon: Bool {
    token.startsLine && token.kind == .identifier
      && (peek(1).kind == .identifier || peek(1).kind == .string || isQualifier(token))
  }

  private func structureBody(into list: inout [Declaration]) -> TypeSyntax? {
    advance()
    skipAttributes()
    let start = token.range
    let name = token.kind == .identifier ? advance().text : "<structure \(start.offset)>"
    typeNames.insert(name)
    let type = TypeSyntax(path: [name], range: start)
    // Declared now, defined later.
    if at(";") { return type }
    var result = StructureSyntax(name: name, namespace: namespace, range: start)
    if at("<") { result.specialized = templateArguments() }
    if at(":") {
      refuseInheritance(of: name)
      return type
    }
    let brace = token.range
    guard expect("{", "after the name of a structure") else { return nil }
    let outer = structure
    structure = name
    while !at("}"), !isAtEnd, !diagnostics.isFull { member(of: &result, into: &list) }
    structure = outer
    close("to close a structure", brace)
    list.append(.structure(result))
    return type
  }

  private func refuseInheritance(of name: String) {
    let base = [1, 2].map(peek).first { $0.kind == .identifier && !["public", "private"].contains($0.text) }
    diagnostics.error(
      "structures that inherit from others are not supported", at: token.range,
      hint: "give '\(name)' a field of type '\(base?.text ?? "...")'")
    refusedNames.insert(name)
    while !at("{"), !isAtEnd { advance() }
    skipBalanced("{", "}")
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
      case .function(let function) where function.isFriend: result.friends.append(function)
      case .function(let function): result.methods.append(function)
      case .variables(let variables):
        result.constants += variables.filter(\.type.isStatic)
        result.fields += variables.filter { !$0.type.isStatic }
      default: list.append(declaration)
      }
    }
    if diagnostics.errorCount > errors, !previous.is(";"), !previous.is("}") { skipStatement() }
    if position == start { advance() }
  }

  // MARK: Enumerations

  func enumeration(into list: inout [Declaration]) {
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
    let type = TypeSyntax(path: [name], range: start)
    if take(":") { _ = self.type() }
    // `enum E : int E;`, as macros of Apple's headers declare it before its cases.
    if !at("{"), at(";") || token.kind == .identifier { return type }
    let brace = token.range
    guard expect("{", "after the name of an enumeration") else { return nil }
    var cases: [(name: String, value: Expression?, range: SourceRange)] = []
    while !at("}"), !isAtEnd {
      guard let label = identifier("the name of a case") else { break }
      skipAttributes()
      cases.append((label.text, take("=") ? conditional() : nil, label.range))
      if !take(",") { break }
    }
    close("to close an enumeration", brace)
    list.append(.enumeration(EnumerationSyntax(name: name, isScoped: isScoped, cases: cases, range: start)))
    return type
  }
}
