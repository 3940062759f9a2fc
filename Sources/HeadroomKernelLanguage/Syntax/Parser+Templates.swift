/// The parameters in the angle brackets after `template`.
struct TemplateParameters {
  /// Types and numbers in order.
  var names: [String] = []
  var types: Set<String> = []
  /// The defaults of parameters that a use leaves out.
  var defaults: [String: TypeSyntax.Argument] = [:]
}

extension Parser {
  /// `template <typename T>` before a function or structure, which is instantiated for the types and numbers of each
  /// use; `template <>` before a specialisation for some of them.
  func template(into list: inout [Declaration]) {
    let start = advance().range
    // `template float f<float>(float);` requests an instance, which is made on use anyway.
    guard take("<") else { return skipStatement() }
    guard let parameters = templateParameters(start) else {
      noteRefused()
      return skipStatement()
    }
    let outer = typeNames
    typeNames.formUnion(parameters.types)
    if atWord("struct") || atWord("class"), peek(1).kind == .identifier { templateTypes.insert(peek(1).text) }
    var found: [Declaration] = []
    nested { readDeclarations(into: &found) }
    typeNames = typeNames.subtracting(parameters.types).union(outer)
    guard let last = found.popLast() else { return }
    list += found
    switch last {
    case .function(var function):
      function.template = parameters
      templateNames.insert(function.name)
      list.append(.function(function))
    case .structure(var structure):
      structure.template = parameters
      list.append(.structure(structure))
    default:
      let hint = "write the type or value out where it is used"
      diagnostics.error("only functions and structures can be templates", at: start, hint: hint)
    }
  }

  private func templateParameters(_ start: SourceRange) -> TemplateParameters? {
    var result = TemplateParameters()
    while !at(">"), !isAtEnd {
      guard readParameter(&result, start) else { return nil }
      if !take(",") { break }
    }
    return expect(">", "after the parameters of a template") ? result : nil
  }

  private func readParameter(_ result: inout TemplateParameters, _ start: SourceRange) -> Bool {
    if atWord("enable_if_t") || (peek(1).is("::") && peek(2).isWord("enable_if_t")) {
      skipTemplateArgument()
      return true
    }
    let isType = atWord("typename") || atWord("class")
    guard isType || isWholeNumberType else {
      let hint = "write 'template <typename T>' or 'template <int N>'"
      diagnostics.error("only templates of types and whole numbers are supported", at: start, hint: hint)
      return false
    }
    advance()
    if !isType, atWord("int") { advance() }
    guard !at("...") else {
      diagnostics.error(
        "templates that take any number of arguments are not supported", at: token.range,
        hint: "write a function for each number of them")
      return false
    }
    // A parameter without a name only exists for its condition.
    guard token.kind == .identifier else {
      skipTemplateArgument()
      return true
    }
    let name = advance().text
    result.names.append(name)
    if isType { result.types.insert(name) }
    if take("=") { result.defaults[name] = templateArgument() }
    return true
  }

  private var isWholeNumberType: Bool {
    ["int", "uint", "unsigned", "bool", "size_t", "short", "ushort", "uint32_t", "int32_t"].contains(token.text)
      || (typeNames.contains(token.text) && peek(1).kind == .identifier)
  }

  /// Skips to the comma or bracket after one argument.
  private func skipTemplateArgument() {
    var open = 0
    while !isAtEnd, open > 0 || !(at(",") || at(">")) {
      if at("<") || at("(") { open += 1 }
      if at(">") || at(")") { open -= 1 }
      if at(">>") {
        if open < 2 { return }
        open -= 2
      }
      advance()
    }
  }

  // MARK: What is not supported

  /// Reports an unsupported feature and records its name, so that its uses are not reported as well.
  func refuse(_ refusal: Refusal) {
    diagnostics.error(refusal.message, at: token.range, hint: refusal.hint)
    noteRefused()
    skipStatement()
  }

  /// The name of the declaration that begins here.
  func noteRefused() {
    for place in 0..<32 {
      let (word, next) = (peek(place), peek(place + 1))
      if ["struct", "class", "union", "enum"].contains(word.text), next.kind == .identifier {
        typeNames.insert(next.text)
        templateTypes.insert(next.text)
        refusedNames.insert(next.text)
        return
      }
      if word.kind == .identifier, next.is("(") || next.is("=") || next.is("[") || next.is(";") {
        // `new float[3]` declares no name.
        if isTypeName(word.text) { return }
        templateNames.insert(word.text)
        refusedNames.insert(word.text)
        return
      }
      if word.is("{") || word.is(";") || word.kind == .end { return }
    }
  }

  /// `(*f)(` after a type.
  var isFunctionPointer: Bool {
    guard at("("), peek(1).is("*") || peek(1).is("&") else { return false }
    let place = peek(2).kind == .identifier ? 3 : 2
    return peek(place).is(")") && peek(place + 1).is("(")
  }

  /// Reports a pointer to a function and skips its name and parameters.
  func refuseFunctionPointer() {
    diagnostics.error(
      "pointers to functions are not supported", at: token.range,
      hint: "take the function as 'template <typename F>' and 'F f'")
    if peek(2).kind == .identifier { refusedNames.insert(peek(2).text) }
    skipBalanced("(", ")")
    skipBalanced("(", ")")
  }

  /// The same for a type or variable, including the following tokens.
  func refuseFunctionPointer(_ name: String?) {
    let type = name ?? peek(2).text
    refuseFunctionPointer()
    typeNames.insert(type)
    refusedNames.insert(type)
    skipStatement()
  }
}
