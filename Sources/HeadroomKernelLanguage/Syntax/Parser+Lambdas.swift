/// The capture list of a lambda.
struct CaptureList {
  enum Way {
    case reference
    case copy
  }

  struct Item {
    var name: String
    var way: Way
    /// `[a = x * 2]`.
    var initial: Expression?
    var range: SourceRange
  }

  /// `[&]` and `[=]`: everything that the body names.
  var others: Way?
  var items: [Item] = []
}

extension Parser {
  /// `[&](float2 p) -> float4 { ... }`; the opening bracket is the current token.
  func lambda() -> Expression {
    let start = token.range
    let read = nested { () -> Expression? in
      guard let captures = captures() else { return nil }
      return unnamedFunction(start).map { Expression(.lambda(captures, $0), start.through(previous.range)) }
    }
    return (read ?? nil) ?? missing()
  }

  private func captures() -> CaptureList? {
    advance()
    var list = CaptureList()
    while !at("]"), !isAtEnd {
      if at("&") || at("="), peek(1).is("]") || peek(1).is(",") {
        list.others = advance().text == "&" ? .reference : .copy
      } else {
        guard let item = capture() else { return nil }
        // The object of a method is always available.
        if item.name != "this" { list.items.append(item) }
      }
      if !take(",") { break }
    }
    return expect("]", "after what a function without a name takes along") ? list : nil
  }

  private func capture() -> CaptureList.Item? {
    let way: CaptureList.Way = take("&") ? .reference : .copy
    if way == .copy { _ = take("*") }
    guard let name = identifier("the name of a variable") else { return nil }
    return CaptureList.Item(
      name: name.text, way: way, initial: take("=") ? assignment() : nil, range: name.range)
  }

  private func unnamedFunction(_ start: SourceRange) -> FunctionSyntax? {
    let (outerShadowed, outerStructure) = (shadowed, structure)
    defer { (shadowed, structure) = (outerShadowed, outerStructure) }
    var result = FunctionSyntax(
      name: "the function without a name", namespace: namespace, isExported: false, isKernel: false,
      returnType: TypeSyntax(path: ["auto"], range: start), parameters: at("(") ? parameters() : [], range: start)
    result.isUnnamed = true
    while ["mutable", "constexpr", "noexcept", "const", "thread"].contains(token.text) { advance() }
    skipAttributes()
    if take("->"), let type = type() { result.returnType = type }
    guard at("{") else {
      fail("expected '{' and the body of a function without a name")
      return nil
    }
    structure = nil
    result.body = block()
    return result
  }
}
