/// Lambdas. Every function is inlined and every variable has a unique number, so a body that uses variables around it
/// only needs to be checked where it appears.
extension Checker {
  /// A lambda whose body is being read.
  struct OpenLambda {
    /// The scope of its copies: variables of outer scopes are captured.
    var depth: Int
    var captures: CaptureList
    /// Variables that are copied where the lambda is made.
    var copies: [Copy] = []
  }

  struct Copy {
    var variable: Variable
    var value: TypedExpression
  }

  /// `auto name = [...](...) {...};`: only its captured copies remain.
  func declareLambda(
    _ syntax: VariableSyntax, _ captures: CaptureList, _ function: FunctionSyntax
  ) -> TypedStatement {
    if function.parameters.contains(where: \.isGeneric) {
      define(syntax.name, .generic(genericLambdas.count), at: syntax.range)
      genericLambdas.append(GenericLambda(captures: captures, function: function, scopes: scopes, lambdas: lambdas))
      return TypedStatement(.block([]), syntax.range)
    }
    guard let made = lambda(captures, function) else { return TypedStatement(.block([]), syntax.range) }
    define(syntax.name, .function(made.index), at: syntax.range)
    return TypedStatement(
      .block(made.copies.map { TypedStatement(.declare($0.variable, $0.value), syntax.range) }), syntax.range)
  }

  /// A lambda that is called where it is written.
  func callLambda(
    _ captures: CaptureList, _ function: FunctionSyntax, _ arguments: [Argument], _ range: SourceRange
  ) -> TypedExpression {
    guard let made = lambda(captures, function) else { return invalid(range) }
    let call = resolve([made.index], function.name, arguments, range)
    return made.copies.reversed().reduce(call) { inner, copy in
      TypedExpression(.bind(copy.variable, copy.value, in: inner), inner.type, range)
    }
  }

  // MARK: Parameters that are 'auto'

  /// A generic lambda as it was written, with its scope.
  struct GenericLambda {
    var captures: CaptureList
    var function: FunctionSyntax
    var scopes: [[String: Symbol]]
    var lambdas: [OpenLambda]
    /// Its instances, by the types of their arguments.
    var instances: [String: Int] = [:]
  }

  /// A call of a lambda with 'auto' parameters, which is instantiated for the types of the arguments.
  func callGeneric(_ number: Int, _ arguments: [Argument], _ range: SourceRange) -> TypedExpression {
    let generic = genericLambdas[number]
    let key = arguments.map { $0.type.map(name) ?? "" }.joined(separator: ",")
    if let known = generic.instances[key] { return resolve([known], generic.function.name, arguments, range) }
    let copies = generic.captures.others == .copy || generic.captures.items.contains { $0.way == .copy }
    guard !copies, generic.instances.count < 16, openBodies < 8 else {
      let hint = copies ? "take variables along by reference: write [&]" : nil
      return fail("this function with 'auto' parameters cannot be made for these arguments", at: range, hint: hint)
    }
    openBodies += 1
    let (outerScopes, outerLambdas) = (scopes, lambdas)
    var function = generic.function
    var types: [String: Symbol] = [:]
    for (place, argument) in arguments.enumerated() where function.parameters.indices.contains(place) {
      guard function.parameters[place].isGeneric, let type = argument.type else { continue }
      function.parameters[place].type.path = ["type \(place)"]
      types["type \(place)"] = .type(type)
    }
    (scopes, lambdas) = (generic.scopes + [types], generic.lambdas)
    let made = lambda(generic.captures, function)
    (scopes, lambdas) = (outerScopes, outerLambdas)
    openBodies -= 1
    guard let made else { return invalid(range) }
    genericLambdas[number].instances[key] = made.index
    return resolve([made.index], function.name, arguments, range)
  }

  func lambda(_ captures: CaptureList, _ syntax: FunctionSyntax) -> (index: Int, copies: [Copy])? {
    guard let outer = current, let body = syntax.body else {
      diagnostics.error("a function without a name can only stand inside of a function", at: syntax.range)
      return nil
    }
    let isDeduced = syntax.returnType.name == "auto"
    let info = FunctionInfo(
      syntax: syntax, parameters: syntax.parameters.map(parameter),
      returnType: isDeduced ? .void : resolve(syntax.returnType), structure: nil,
      defaults: syntax.parameters.map(\.initial))
    functions.append(info)
    let index = functions.count - 1
    for info in functions[program.functions.count...] { program.functions.append(TypedFunction(info)) }
    lambdas.append(OpenLambda(depth: scopes.count, captures: captures))
    let outerScopes = scopes
    defer { (current, scopes) = (outer, outerScopes) }
    scopes.append([:])
    for item in captures.items { take(item) }
    scopes.append([:])
    for parameter in info.parameters {
      define(parameter.variable.name, .variable(parameter.variable), at: syntax.range)
    }
    current = Current(
      function: index, returnType: info.returnType, isDeducing: isDeduced, this: outer.this, structure: outer.structure,
      nesting: outer.nesting, changedNames: outer.changedNames)
    let offsets = parameterOffsets(info.parameters, syntax.range)
    let checked = check(body)
    program.functions[index].body =
      offsets.isEmpty ? checked : TypedStatement(.block(offsets + [checked]), checked.range)
    functions[index].returnType = current?.returnType ?? info.returnType
    program.functions[index].returnType = functions[index].returnType
    warnOpenEnd(index)
    return (index, lambdas.removeLast().copies)
  }

  // MARK: Captures

  /// Captures an item of the list in brackets, under its own name.
  private func take(_ item: CaptureList.Item) {
    let last = scopes.count - 1
    if item.initial == nil, item.way == .reference { return }
    var value: TypedExpression
    if let initial = item.initial {
      // Checked in the enclosing scope.
      let own = scopes.removeLast()
      let open = lambdas.removeLast()
      value = check(initial)
      lambdas.append(open)
      scopes.append(own)
    } else {
      guard case .variable(let variable)? = lookUp(item.name) else {
        diagnostics.error("unknown name '\(item.name)'", at: item.range)
        return
      }
      value = TypedExpression(.variable(reached(variable, from: last - 1)), variable.type, item.range)
    }
    guard value.type != .invalid else { return }
    scopes[last][item.name] = .variable(copy(value, item.name, in: lambdas.count - 1))
  }

  private func copy(_ value: TypedExpression, _ name: String, in lambda: Int) -> Variable {
    // Images, destinations and pointers never change, so they need no copy.
    if case .variable(let variable) = value.kind, isFixed(variable) { return variable }
    let copy = variable(name, value.type, isConst: true)
    if containsArray(value.type) { markIndexed(TypedExpression(.variable(copy), copy.type, value.range)) }
    lambdas[lambda].copies.append(Copy(variable: copy, value: value))
    return copy
  }

  private func isFixed(_ variable: Variable) -> Bool {
    variable.type == .sampler || variable.type == .destination || variable.type.isPointer
      || constants[variable.id] != nil
  }

  /// A variable as seen by a body inside lambdas, captured through each of them from the outermost.
  ///
  /// - Parameter scope: the scope in which the variable was found.
  func seen(_ variable: Variable, _ name: String, in scope: Int, _ range: SourceRange) -> Variable {
    var result = variable
    for (number, lambda) in lambdas.enumerated() where lambda.depth > scope && !isFixed(result) {
      if lambda.captures.items.contains(where: { $0.name == name && $0.way == .reference }) { continue }
      switch lambda.captures.others {
      case .reference: continue
      case .copy:
        let value = TypedExpression(.variable(result), result.type, range)
        result = copy(value, name, in: number)
        scopes[lambda.depth][name] = .variable(result)
      case nil:
        diagnostics.error(
          "'\(name)' lies outside of this function without a name", at: range, hint: "take it along: write [&]")
        return variable
      }
    }
    return result
  }

  private func reached(_ variable: Variable, from scope: Int) -> Variable {
    guard let found = scopes[...scope].lastIndex(where: { $0[variable.name] != nil }) else { return variable }
    let open = lambdas.removeLast()
    defer { lambdas.append(open) }
    return seen(variable, variable.name, in: found, .none)
  }
}

extension ParameterSyntax {
  /// Whether its type is taken from the argument.
  var isGeneric: Bool { type.path == ["auto"] }
}
