extension Checker {
  /// The type for its syntax, without a reference; `invalid`, with an error reported, where there is none.
  func resolve(_ syntax: TypeSyntax, sizes: [Expression?] = [], count: Int? = nil) -> ValueType {
    var type = base(syntax)
    if syntax.pointers > 1 {
      diagnostics.error("pointers to pointers are not supported", at: syntax.range)
      return .invalid
    }
    if syntax.pointers == 1, type != .invalid { type = .pointer(type) }
    for (place, size) in sizes.enumerated().reversed() {
      type = array(type, size, count: place == 0 ? count : nil, syntax.range)
    }
    guard program.types.lanes(type) <= limits.lanes else {
      diagnostics.error("a value of this type has more than \(limits.lanes) numbers", at: syntax.range)
      return .invalid
    }
    return type
  }

  private func array(_ element: ValueType, _ size: Expression?, count: Int?, _ range: SourceRange) -> ValueType {
    guard element != .invalid else { return .invalid }
    if element == .sampler || element == .destination || element == .void || element.isPointer {
      diagnostics.error("an array of '\(name(element))' is not supported", at: range)
      return .invalid
    }
    guard let size else {
      if let count { return checked(.array(element, max(count, 1)), range) }
      diagnostics.error("an array needs a size or a list of values", at: range)
      return .invalid
    }
    guard let value = constantInteger(size, "the size of an array") else { return .invalid }
    guard value > 0, value <= limits.lanes else {
      diagnostics.error("an array of \(value) elements is not supported", at: size.range)
      return .invalid
    }
    return checked(.array(element, value), range)
  }

  /// The deepest nesting of types, for recursive walks.
  static let maximumDepth = 24

  func depth(_ type: ValueType) -> Int {
    switch type {
    case .array(let element, _): 1 + depth(element)
    case .structure(let index): program.types.structures[index].depth
    default: 0
    }
  }

  private func checked(_ type: ValueType, _ range: SourceRange) -> ValueType {
    guard depth(type) <= Self.maximumDepth else {
      diagnostics.error("types are nested deeper than \(Self.maximumDepth)", at: range)
      return .invalid
    }
    guard program.types.lanes(type) <= limits.lanes else {
      diagnostics.error("a value of this type has more than \(limits.lanes) numbers", at: range)
      return .invalid
    }
    return type
  }

  private func base(_ syntax: TypeSyntax) -> ValueType {
    if syntax.path.count > 1, syntax.path[syntax.path.count - 2] == "group" {
      diagnostics.error(
        "a kernel that writes groups of 2 x 2 pixels is not supported", at: syntax.range,
        hint: "take a 'destination' and give the colour of one pixel")
      return .invalid
    }
    if syntax.name == "decltype", case .value(let value)? = syntax.arguments.first { return check(value).type }
    let symbol = lookUp(syntax.name)
    if syntax.arguments.isEmpty, case .type(let type)? = symbol { return type }
    if let template = structureTemplates[syntax.name] {
      return structure(of: template, syntax.arguments.map(self.symbol), syntax.range)
    }
    if refusedNames.contains(syntax.name), symbol == nil { return .invalid }
    if !syntax.arguments.isEmpty || TypeNames.templates.contains(syntax.name), symbol == nil { return template(syntax) }
    if case .type(let type)? = symbol { return type }
    if let type = BuiltinTypes.type(named: syntax.name, dialect) { return type }
    diagnostics.error(
      BuiltinTypes.refusal(of: syntax.name) ?? "unknown type '\(syntax.name)'", at: syntax.range,
      hint: typeHint(syntax.name))
    return .invalid
  }

  private func typeHint(_ name: String) -> String? {
    if BuiltinTypes.refusal(of: name) != nil { return nil }
    if let translation = BuiltinTypes.translation(of: name, dialect, program.types) {
      return "'\(name)' belongs to the Core Image Kernel Language; in Metal it is '\(translation)'"
    }
    let own = scopes.flatMap { scope in
      scope.compactMap { name, symbol in if case .type = symbol { name } else { nil } }
    }
    // A misspelt statement looks like the type of a declaration.
    return Suggestion.hint(for: name, among: BuiltinTypes.names(dialect) + own + Keywords.misspelt)
  }

  /// `vec<float, 4>`, `matrix<float, 3, 3>`, `array<float, 9>`.
  private func template(_ syntax: TypeSyntax) -> ValueType {
    if let reason = BuiltinTypes.refusal(of: syntax.name) {
      diagnostics.error(reason, at: syntax.range)
      return .invalid
    }
    guard case .type(let elementSyntax)? = syntax.arguments.first else {
      diagnostics.error("'\(syntax.name)' needs arguments such as '\(syntax.name)<float, 4>'", at: syntax.range)
      return .invalid
    }
    let element = resolve(elementSyntax)
    let sizes = syntax.arguments.dropFirst().map { argument -> Int in
      guard case .value(let value) = argument else { return 0 }
      return constantInteger(value, "the argument of a template") ?? 0
    }
    guard element != .invalid else { return .invalid }
    switch (syntax.name, element, sizes) {
    case ("vec", .scalar(let scalar), let sizes) where sizes.count == 1 && (1...4).contains(sizes[0]):
      return .sized(scalar, sizes[0])
    case ("matrix", .scalar(let scalar), let sizes)
    where sizes.count == 2 && sizes.allSatisfy((2...4).contains) && scalar.isFloat:
      return .matrix(scalar, columns: sizes[0], rows: sizes[1])
    case ("array", _, let sizes) where sizes.count == 1 && (1...limits.lanes).contains(sizes[0]):
      return checked(.array(element, sizes[0]), syntax.range)
    default:
      let known = TypeNames.templates.contains(syntax.name)
      diagnostics.error(
        known ? "these arguments make no '\(syntax.name)'" : "'\(syntax.name)' is not a template that kernels know",
        at: syntax.range)
      return .invalid
    }
  }

  // MARK: Constant values

  /// An integer that is known at compile time; nil, with an error reported, where it is not.
  func constantInteger(_ expression: Expression, _ what: String) -> Int? {
    let value = check(expression)
    guard value.type != .invalid else { return nil }
    guard case .scalar(let scalar) = value.type, let lanes = constantLanes(value), lanes.count == 1 else {
      diagnostics.error(
        "\(what) has to be a number that is known when the kernel is compiled", at: expression.range,
        hint: "write it, or the name of a 'const int' that has it")
      return nil
    }
    if scalar.isFloat { return Int(LaneMath.int(Float(bitPattern: lanes[0]))) }
    return scalar.isSigned ? Int(Int32(bitPattern: lanes[0])) : Int(lanes[0])
  }

  /// The lanes of an expression that needs no pixel, or nil.
  func constantLanes(_ expression: TypedExpression) -> [UInt32]? {
    guard isConstant(expression) else { return nil }
    if case .constant(let lanes) = expression.kind { return lanes }
    var evaluator = TreeEvaluator(program, inputs: NoInputs(), steps: 0)
    for (id, lanes) in constants { evaluator.set(id, lanes) }
    return evaluator.evaluate(expression)
  }

  private func isConstant(_ expression: TypedExpression) -> Bool {
    // An expression with a reported error has no lanes.
    guard expression.type != .invalid else { return false }
    return switch expression.kind {
    case .constant: true
    case .variable(let variable): constants[variable.id] != nil
    case .field(let base, _), .swizzle(let base, _), .splat(let base), .diagonal(let base), .resize(let base),
      .convert(let base), .bits(let base), .unary(_, let base):
      isConstant(base)
    case .element(let base, let index): isConstant(base) && isConstant(index)
    case .binary(_, let left, let right), .product(let left, let right), .logical(_, let left, let right):
      isConstant(left) && isConstant(right)
    case .conditional(let condition, let first, let second):
      isConstant(condition) && isConstant(first) && isConstant(second)
    case .compose(let parts): parts.allSatisfy(isConstant)
    case .builtin(let builtin, let arguments): !builtin.readsImages && arguments.allSatisfy(isConstant)
    case .address, .assign, .update, .call, .bind, .sequence: false
    }
  }
}
