extension Checker {
  func check(_ statement: Statement) -> TypedStatement {
    current?.nesting += 1
    defer { current?.nesting -= 1 }
    let range = statement.range
    switch statement.kind {
    case .empty: return TypedStatement(.block([]), range)
    case .block(let statements): return scoped { TypedStatement(.block(statements.map(check)), range) }
    case .expression(let expression):
      let value = check(expression)
      warnUnused(value, expression)
      return TypedStatement(.evaluate(value), range)
    case .variables(let list): return TypedStatement(.block(list.map(declareLocal)), range)
    case .declaration(let declaration):
      declare(declaration)
      return TypedStatement(.block([]), range)
    case .condition(let condition, let then, let otherwise):
      return TypedStatement(
        .condition(
          self.condition(condition), scoped { check(then) }, otherwise.map { other in scoped { check(other) } }),
        range)
    case .forLoop(let first, let condition, let step, let body):
      return scoped { forLoop(first, condition, step, body, range) }
    case .elementLoop(let variable, let array, let body):
      return scoped { elementLoop(variable, array, body, range) }
    case .whileLoop(let condition, let body):
      return loop(condition, step: nil, body, isTestedFirst: true, range)
    case .doLoop(let body, let condition): return loop(condition, step: nil, body, isTestedFirst: false, range)
    case .selection(let value, let sections): return selection(value, sections, range)
    case .breaking:
      return jump(.breaking, "break", isAllowed: (current?.loops ?? 0) + (current?.switches ?? 0) > 0, range)
    case .continuing: return jump(.continuing, "continue", isAllowed: (current?.loops ?? 0) > 0, range)
    case .returning(let value): return returning(value, range)
    case .discarding:
      diagnostics.error(
        "a kernel gives every pixel a value and cannot discard it", at: range, hint: "return a transparent one")
      return TypedStatement(.block([]), range)
    }
  }

  private func jump(_ kind: TypedStatement.Kind, _ word: String, isAllowed: Bool, _ range: SourceRange)
    -> TypedStatement
  {
    if !isAllowed { diagnostics.error("'\(word)' outside of a loop", at: range) }
    return TypedStatement(kind, range)
  }

  private func returning(_ expression: Expression?, _ range: SourceRange) -> TypedStatement {
    if current?.isDeducing == true { return deducing(expression, range) }
    let type = current?.returnType ?? .void
    guard let expression else {
      if let current, functions[current.function].syntax.isConstructor, let this = current.this {
        return TypedStatement(.returning(TypedExpression(.variable(this), this.type, range)), range)
      }
      if type != .void { diagnostics.error("'return' needs a value of '\(name(type))'", at: range) }
      return TypedStatement(.returning(nil), range)
    }
    if type == .void {
      let value = check(expression)
      if value.type != .void, value.type != .invalid {
        diagnostics.error("a function that gives 'void' cannot return a value", at: range)
      }
      return TypedStatement(
        .block([TypedStatement(.evaluate(value), range), TypedStatement(.returning(nil), range)]), range)
    }
    return TypedStatement(.returning(initialValue(expression, of: type, "the returned value")), range)
  }

  /// The first `return` of a lambda without a return type.
  private func deducing(_ expression: Expression?, _ range: SourceRange) -> TypedStatement {
    let value = expression.map { check($0) }
    current?.isDeducing = false
    current?.returnType = value?.type ?? .void
    guard let value, value.type == .void else { return TypedStatement(.returning(value), range) }
    return TypedStatement(
      .block([TypedStatement(.evaluate(value), range), TypedStatement(.returning(nil), range)]), range)
  }

  // MARK: Variables

  private func declareLocal(_ syntax: VariableSyntax) -> TypedStatement {
    var count: Int?
    if case .braces(let elements)? = syntax.initial?.kind { count = elements.count }
    if case .construct(_, _, let elements)? = syntax.initial?.kind { count = count ?? elements.count }
    if case .lambda(let captures, let function)? = syntax.initial?.kind, syntax.type.name == "auto" {
      return declareLambda(syntax, captures, function)
    }
    if syntax.type.name == "auto" { return declareDeduced(syntax) }
    let type = resolve(syntax.type, sizes: syntax.sizes, count: count)
    if syntax.type.isReference { return declareReference(syntax, type) }
    guard type != .void else {
      diagnostics.error("a variable cannot be 'void'", at: syntax.range)
      return TypedStatement(.block([]), syntax.range)
    }
    // The initial value only sees an outer declaration of the name, as in `float distance = distance(a, b)`.
    let initial = syntax.initial.map { self.initial($0, type, syntax) }
    return declare(syntax, type, initial)
  }

  private func initial(_ expression: Expression, _ type: ValueType, _ syntax: VariableSyntax) -> TypedExpression {
    if case .construct(_, _, let arguments) = expression.kind, type.isArray {
      return aggregate(arguments, type, expression.range)
    }
    return initialValue(expression, of: type, "the value of '\(syntax.name)'")
  }

  private func declare(_ syntax: VariableSyntax, _ type: ValueType, _ initial: TypedExpression?) -> TypedStatement {
    // An error in a pointer's value is not reported again for the pointer.
    let type = type.isPointer && initial?.type == .invalid ? .invalid : type
    let variable = variable(syntax.name, type, isConst: syntax.type.isConst)
    define(syntax.name, .variable(variable), at: syntax.range)
    if type == .sampler || type.isPointer, initial == nil {
      diagnostics.error("'\(syntax.name)' needs a value: a '\(name(type))' stays what it was made", at: syntax.range)
    }
    if variable.isConst, let initial, let lanes = constantLanes(initial) { constants[variable.id] = lanes }
    // A pointer is a name for a place.
    if type.isPointer, let initial { return declarePointer(variable, initial, syntax.range) }
    let value = initial ?? (type.isStructure ? unset(type, syntax.range) : nil)
    return TypedStatement(.declare(variable, value), syntax.range)
  }

  private func declareDeduced(_ syntax: VariableSyntax) -> TypedStatement {
    guard let initial = syntax.initial.map(check) else {
      diagnostics.error("'auto' needs a value", at: syntax.range)
      return TypedStatement(.block([]), syntax.range)
    }
    if !syntax.parts.isEmpty { return declareParts(syntax, initial) }
    if syntax.type.isReference { return refer(syntax, initial) }
    return declare(syntax, initial.type, initial)
  }

  /// `auto [a, b] = value`: names for the fields or elements of a value that has no name, or of a variable.
  private func declareParts(_ syntax: VariableSyntax, _ value: TypedExpression) -> TypedStatement {
    let whole: [(type: ValueType, make: (TypedExpression) -> TypedExpression.Kind)]
    switch value.type {
    case .structure(let index):
      whole = program.types.structures[index].fields.map { field in (field.type, { .field($0, offset: field.offset) }) }
    case .array(let element, let count):
      whole = (0..<count).map { place in
        (element, { .element($0, self.constant(UInt32(place), .int, syntax.range)) })
      }
    default: whole = []
    }
    guard whole.count == syntax.parts.count else {
      if value.type != .invalid {
        diagnostics.error(
          "\(counted(syntax.parts.count, "name")) for the \(whole.count) parts of '\(name(value.type))'",
          at: syntax.range)
      }
      return TypedStatement(.block([]), syntax.range)
    }
    var statements: [TypedStatement] = []
    var object = value
    if !syntax.type.isReference || !isConstantPlace(value) {
      let copy = variable("", value.type, isConst: syntax.type.isConst)
      statements.append(TypedStatement(.declare(copy, value), syntax.range))
      object = TypedExpression(.variable(copy), copy.type, syntax.range)
    }
    for (name, part) in zip(syntax.parts, whole) {
      let place = TypedExpression(part.make(object), part.type, name.range)
      let variable = variable(name.text, part.type, isReference: true, isConst: refusal(of: place) != nil)
      define(name.text, .variable(variable), at: name.range)
      statements.append(TypedStatement(.refer(variable, place), name.range))
    }
    return TypedStatement(.block(statements), syntax.range)
  }

  private func declareReference(_ syntax: VariableSyntax, _ type: ValueType) -> TypedStatement {
    guard let initial = syntax.initial.map(check) else {
      diagnostics.error("a reference needs a variable to stand for", at: syntax.range)
      return TypedStatement(.block([]), syntax.range)
    }
    if initial.type != type || !isConstantPlace(initial) {
      guard syntax.type.isConst else {
        if initial.type != .invalid, type != .invalid {
          diagnostics.error(
            "a reference to '\(name(type))' needs such a variable, not '\(name(initial.type))'", at: initial.range)
        }
        return TypedStatement(.block([]), syntax.range)
      }
      return declare(syntax, type, convert(initial, to: type, "the value of '\(syntax.name)'"))
    }
    return refer(syntax, initial)
  }

  private func refer(_ syntax: VariableSyntax, _ place: TypedExpression) -> TypedStatement {
    guard isConstantPlace(place) else { return declare(syntax, place.type, place) }
    let isConst = syntax.type.isConst || refusal(of: place) != nil
    let variable = variable(syntax.name, place.type, isReference: true, isConst: isConst)
    if containsArray(place.type) { markIndexed(place) }
    define(syntax.name, .variable(variable), at: syntax.range)
    return TypedStatement(.refer(variable, place), syntax.range)
  }

  // MARK: Loops

  private func forLoop(
    _ first: Statement?, _ condition: Expression?, _ step: Expression?, _ body: Statement, _ range: SourceRange
  ) -> TypedStatement {
    let first = first.map(check)
    let loop = loop(condition, step: step, body, isTestedFirst: true, range)
    return TypedStatement(.block([first, loop].compactMap { $0 }), range)
  }

  /// `for (int n = 0; n < count; n++) { T name = array[n]; ... }`, with a counter whose name no text can use.
  private func elementLoop(
    _ variable: VariableSyntax, _ array: Expression, _ body: Statement, _ range: SourceRange
  ) -> TypedStatement {
    guard case .array(_, let count) = check(array).type else {
      diagnostics.error("only the elements of an array can be gone through", at: array.range)
      return TypedStatement(.block([]), range)
    }
    func whole(_ value: Int) -> Expression { Expression(.number(.integer(UInt32(value), isUnsigned: false)), range) }
    let number = Expression(.name(["number of \(variable.name)"]), range)
    var counter = VariableSyntax(
      name: "number of \(variable.name)", type: TypeSyntax(path: ["int"], range: range), range: range)
    counter.initial = whole(0)
    var element = variable
    element.initial = Expression(.element(array, number), array.range)
    return forLoop(
      Statement(.variables([counter]), range), Expression(.binary("<", number, whole(count)), range),
      Expression(.prefix("++", number), range),
      Statement(.block([Statement(.variables([element]), variable.range), body]), range), range)
  }

  private func loop(
    _ condition: Expression?, step: Expression?, _ body: Statement, isTestedFirst: Bool, _ range: SourceRange
  ) -> TypedStatement {
    let test = condition.map(self.condition)
    let advance = step.map { check($0) }
    current?.loops += 1
    defer { current?.loops -= 1 }
    let inner = scoped { check(body) }
    return TypedStatement(.loop(test, step: advance, body: inner, isTestedFirst: isTestedFirst), range)
  }

  private func selection(_ value: Expression, _ sections: [SwitchSection], _ range: SourceRange) -> TypedStatement {
    var selector = check(value)
    if selector.type != .invalid {
      guard case .scalar(let scalar) = selector.type, !scalar.isFloat else {
        diagnostics.error(
          "'switch' needs a whole number, not '\(name(selector.type))'", at: value.range, hint: "convert it: int(...)")
        return TypedStatement(.block([]), range)
      }
      selector = adapt(selector, to: .scalar(scalar.promoted))
    }
    current?.switches += 1
    defer { current?.switches -= 1 }
    var seen: Set<UInt32> = []
    let typed = scoped { sections.map { section($0, &seen) } }
    if typed.count(where: \.isDefault) > 1 { diagnostics.error("'switch' has more than one 'default'", at: range) }
    return TypedStatement(.selection(selector, typed), range)
  }

  private func section(_ syntax: SwitchSection, _ seen: inout Set<UInt32>) -> TypedSection {
    var labels: [UInt32] = []
    for label in syntax.labels {
      guard let value = constantInteger(label, "a label") else { continue }
      let bits = UInt32(truncatingIfNeeded: value)
      if !seen.insert(bits).inserted {
        diagnostics.error("label \(value) stands twice in this 'switch'", at: label.range)
      }
      labels.append(bits)
    }
    return TypedSection(labels: labels, isDefault: syntax.isDefault, statements: syntax.statements.map(check))
  }
}
