extension Checker {
  func declare(_ syntax: StructureSyntax) {
    if let template = syntax.template, !template.names.isEmpty {
      guard syntax.specialized.isEmpty else {
        diagnostics.error(
          "templates that are written out for some of their types only are not supported", at: syntax.range,
          hint: "write it out for all of them behind 'template <>'")
        return
      }
      structureTemplates[syntax.name] = syntax
      return
    }
    guard syntax.template != nil else { return declare(syntax, as: syntax.name) }
    let name = self.name(ofInstance: syntax.name, syntax.specialized.map(symbol))
    structureInstances[name] = program.types.structures.count
    declare(syntax, as: name)
  }

  private func declare(_ syntax: StructureSyntax, as name: String) {
    let index = begin(syntax, name)
    define(name, .type(.structure(index)), at: syntax.range)
    complete(index, syntax)
  }

  private func begin(_ syntax: StructureSyntax, _ name: String) -> Int {
    program.types.structures.append(Structure(name: name))
    structures.append(StructureInfo(range: syntax.range))
    return structures.count - 1
  }

  /// Completes members in an order in which they can refer to one another.
  private func complete(_ index: Int, _ syntax: StructureSyntax) {
    scopes.append([:])
    defer { scopes.removeLast() }
    for constant in syntax.constants {
      guard let variable = globalVariable(constant) else { continue }
      structures[index].constants[constant.name] = .variable(variable)
      scopes[scopes.count - 1][constant.name] = .variable(variable)
    }
    for field in syntax.fields { declare(field, in: index) }
    for method in syntax.methods {
      guard method.isTemplate else {
        declare(method, structure: index)
        continue
      }
      structures[index].templates[method.name, default: []].append(method)
    }
    for friend in syntax.friends {
      declare(friend, structure: nil)
      if !friend.isTemplate { functions[functions.count - 1].bindings = structures[index].bindings }
    }
  }

  // MARK: Fields

  private func declare(_ field: VariableSyntax, in index: Int) {
    var type = resolve(field.type, sizes: field.sizes)
    if type == .structure(index) || type == .sampler || type == .void || type.isPointer || field.type.isReference {
      diagnostics.error(
        "a field cannot be '\(name(type))'\(field.type.isReference ? " by reference" : "")", at: field.range)
      type = .invalid
    }
    if program.types.structures[index].fields.contains(where: { $0.name == field.name }) {
      diagnostics.error(
        "'\(field.name)' is already a field of '\(program.types.structures[index].name)'", at: field.range)
    }
    if depth(type) >= Self.maximumDepth {
      diagnostics.error("types are nested deeper than \(Self.maximumDepth)", at: field.range)
      type = .invalid
    }
    program.types.structures[index].depth = max(program.types.structures[index].depth, depth(type) + 1)
    let offset = program.types.structures[index].lanes
    let lanes = program.types.lanes(type)
    guard offset + lanes <= limits.lanes else {
      diagnostics.error("a structure with more than \(limits.lanes) numbers is not supported", at: field.range)
      return
    }
    program.types.structures[index].fields.append(Structure.Field(name: field.name, type: type, offset: offset))
    program.types.structures[index].lanes = offset + lanes
    structures[index].defaults.append(field.initial.map { initial($0, of: field, type, in: index) })
  }

  /// The initial value of a field. Its calls count for each function that makes an object.
  private func initial(
    _ expression: Expression, of field: VariableSyntax, _ type: ValueType, in index: Int
  ) -> TypedExpression {
    let (outer, outerCalls) = (current, looseCalls)
    defer { (current, looseCalls) = (outer, outerCalls) }
    (current, looseCalls) = (nil, [])
    let value = initialValue(expression, of: type, "the value of '\(field.name)'")
    structures[index].calls += looseCalls
    return value
  }

  /// Records the calls in the fields' initial values when an object is made.
  func noteCalls(ofFieldsIn index: Int) {
    guard let current else {
      looseCalls += structures[index].calls
      return
    }
    functions[current.function].calls += structures[index].calls
  }

  // MARK: Templates

  func name(ofInstance template: String, _ arguments: [Symbol]) -> String {
    "\(template)<\(arguments.map(spelled).joined(separator: ", "))>"
  }

  /// The most nested template instantiations.
  private static let maximumOpenInstances = 16

  /// The structure that a template becomes for these arguments; `invalid`, with an error reported, where they do not
  /// fit.
  func structure(of template: StructureSyntax, _ given: [Symbol], _ range: SourceRange) -> ValueType {
    guard let arguments = arguments(of: template, given, range) else { return .invalid }
    let name = name(ofInstance: template.name, arguments)
    if let known = structureInstances[name] { return .structure(known) }
    guard structureInstances.count < Self.maximumInstances, openInstances < Self.maximumOpenInstances else {
      diagnostics.error("'\(template.name)' is made for too many kinds of arguments", at: range)
      return .invalid
    }
    openInstances += 1
    let (outer, outerScopes, outerLambdas) = (current, scopes, lambdas)
    defer {
      openInstances -= 1
      (current, scopes, lambdas) = (outer, outerScopes, outerLambdas)
    }
    let index = begin(template, name)
    structureInstances[name] = index
    var bindings = Dictionary(zip(template.template?.names ?? [], arguments)) { first, _ in first }
    bindings[template.name] = .type(.structure(index))
    structures[index].origin = (template.name, arguments)
    structures[index].bindings = bindings
    (current, scopes, lambdas) = (nil, [scopes[0], bindings], [])
    complete(index, template)
    return .structure(index)
  }

  private func arguments(of template: StructureSyntax, _ given: [Symbol], _ range: SourceRange) -> [Symbol]? {
    let names = template.template?.names ?? []
    guard given.count <= names.count else {
      diagnostics.error("'\(template.name)' takes \(counted(names.count, "argument")), not \(given.count)", at: range)
      return nil
    }
    var bindings = Dictionary(zip(names, given)) { first, _ in first }
    for name in names.dropFirst(given.count) {
      guard let initial = template.template?.defaults[name] else {
        diagnostics.error("'\(template.name)' needs an argument for '\(name)'", at: range)
        return nil
      }
      bindings[name] = inScope(of: bindings) { symbol(initial) }
    }
    return names.compactMap { bindings[$0] }
  }

  /// Checks something in the scope of a template.
  func inScope<Result>(of bindings: [String: Symbol], _ body: () -> Result) -> Result {
    let outer = scopes
    defer { scopes = outer }
    scopes = [scopes[0], bindings]
    return body()
  }
}
