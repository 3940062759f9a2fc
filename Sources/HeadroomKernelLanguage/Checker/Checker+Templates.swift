extension Checker {
  /// Function templates with a name: those of the structure that is being read come first.
  private func templates(_ path: [String]) -> (list: [FunctionSyntax], structure: Int?) {
    let name = path.last ?? ""
    if path.count > 1, case .type(.structure(let index))? = lookUp(path[path.count - 2]) {
      return (structures[index].templates[name] ?? [], index)
    }
    if path.count == 1, let index = current?.structure, let own = structures[index].templates[name] {
      return (own, index)
    }
    return (templates[name] ?? [], nil)
  }

  /// The function that a template becomes for these arguments, or nil where none fits. `given` holds the call's
  /// explicit types and numbers, in order; the others are deduced from the types of the arguments.
  func instance(of path: [String], _ arguments: [Argument], _ given: [Symbol] = []) -> Int? {
    let found = templates(path)
    return instance(of: found.list, in: found.structure, arguments, given)
  }

  /// The same for a method, whose object is not among the arguments.
  func instance(of method: String, in structure: Int, _ arguments: [Argument], _ given: [Symbol]) -> Int? {
    instance(of: structures[structure].templates[method] ?? [], in: structure, arguments, given)
  }

  private func instance(
    of list: [FunctionSyntax], in structure: Int?, _ arguments: [Argument], _ given: [Symbol]
  ) -> Int? {
    for template in list where fits(template, arguments.count) {
      guard let bindings = deduce(template, arguments, given) else { continue }
      let key = key(template, structure, bindings)
      if let known = instances[key] { return known }
      guard instances.count < Self.maximumInstances else {
        diagnostics.error(
          "templates are made for more than \(Self.maximumInstances) kinds of arguments", at: template.range)
        return nil
      }
      return make(template, in: structure, bindings, key)
    }
    return nil
  }

  private func fits(_ template: FunctionSyntax, _ count: Int) -> Bool {
    count <= template.parameters.count && template.parameters.dropFirst(count).allSatisfy { $0.initial != nil }
  }

  private func key(_ template: FunctionSyntax, _ structure: Int?, _ bindings: [String: Symbol]) -> String {
    let made = (template.template?.names ?? []).map { bindings[$0].map(spelled) ?? "" }.joined(separator: ",")
    return "\(template.range.file):\(template.range.offset):\(structure ?? -1):\(made)"
  }

  /// The most instances of function templates; one that instantiates itself with another number would otherwise never
  /// end.
  static var maximumInstances: Int { 256 }

  func spelled(_ symbol: Symbol) -> String {
    switch symbol {
    case .type(let type): name(type)
    case .constant(let value): "\(value)"
    case .variable(let variable): variable.name
    case .function(let index): "function \(index)"
    case .generic(let index): "generic function \(index)"
    }
  }

  private func make(
    _ template: FunctionSyntax, in structure: Int?, _ bindings: [String: Symbol], _ key: String
  ) -> Int {
    var bindings = bindings
    if let structure { bindings.merge(structures[structure].bindings) { own, _ in own } }
    var syntax = template
    syntax.template = nil
    // Functions are not passed as arguments: the body knows them by name.
    for parameter in template.parameters {
      if case .function(let index)? = bindings[parameter.type.name] { bindings[parameter.name] = .function(index) }
    }
    syntax.parameters.removeAll { if case .function? = bindings[$0.type.name] { true } else { false } }
    let index = inScope(of: bindings) { declareHidden(syntax, key, in: structure) }
    // Its body is checked together with those of the text's functions.
    functions[index].bindings = bindings
    instances[key] = index
    return index
  }

  /// A function that cannot be found by name: instances for other arguments are different functions even where their
  /// parameters are the same.
  private func declareHidden(_ syntax: FunctionSyntax, _ key: String, in structure: Int?) -> Int {
    var hidden = syntax
    hidden.name += "<\(key)>"
    declare(hidden, structure: structure)
    let index = functions.count - 1
    functionsByName[hidden.name] = nil
    if let structure { structures[structure].methods[hidden.name] = nil }
    functions[index].syntax.name = syntax.name
    return index
  }

  /// `template <> float f<int>(float x) {...}`: the template's body for these arguments.
  func specialize(_ syntax: FunctionSyntax) {
    let index = declareHidden(syntax, "\(syntax.range.offset)", in: nil)
    let arguments = functions[index].parameters.map { parameter in
      Argument.typed(TypedExpression(.constant([]), parameter.variable.type, syntax.range))
    }
    let given = syntax.specialized.map(symbol)
    for template in templates[syntax.name] ?? [] where template.parameters.count == arguments.count {
      guard let bindings = deduce(template, arguments, given) else { continue }
      instances[key(template, nil, bindings)] = index
      return
    }
    diagnostics.error("no template '\(syntax.name)' can be made for these types", at: syntax.range)
  }

  /// Deduces a template's types and numbers so that its parameters match the arguments.
  private func deduce(
    _ template: FunctionSyntax, _ arguments: [Argument], _ given: [Symbol]
  ) -> [String: Symbol]? {
    guard let parameters = template.template, given.count <= parameters.names.count else { return nil }
    var bindings = Dictionary(zip(parameters.names, given)) { first, _ in first }
    let known = Set(bindings.keys)
    for (parameter, argument) in zip(template.parameters, arguments) {
      for (name, bound) in match(parameter, argument, parameters.names) where !known.contains(name) {
        if let other = bindings[name], spelled(other) != spelled(bound) { return nil }
        bindings[name] = bound
      }
    }
    for name in parameters.names where bindings[name] == nil {
      guard let initial = parameters.defaults[name] else { return nil }
      bindings[name] = inScope(of: bindings) { symbol(initial) }
    }
    return bindings
  }

  private func match(
    _ parameter: ParameterSyntax, _ argument: Argument, _ names: [String]
  ) -> [(name: String, bound: Symbol)] {
    switch argument {
    case .typed(let value): match(parameter, value.type, names)
    case .function(let index, _, _) where names.contains(parameter.type.name): [(parameter.type.name, .function(index))]
    default: []
    }
  }

  /// `T`, `vec<T, n>`, `S<T, n>`, `T *` and `T[n]` as parameters.
  private func match(
    _ parameter: ParameterSyntax, _ type: ValueType, _ names: [String]
  ) -> [(name: String, bound: Symbol)] {
    if parameter.type.path.count == 1, names.contains(parameter.type.name) {
      let isSequence = parameter.type.pointers > 0 || !parameter.sizes.isEmpty
      switch type {
      case .array(let element, let count) where isSequence:
        return [(parameter.type.name, .type(element))] + number(parameter.sizes.first ?? nil, count, names)
      case .pointer(let element) where isSequence: return [(parameter.type.name, .type(element))]
      default: return isSequence ? [] : [(parameter.type.name, .type(type))]
      }
    }
    if case .structure(let index) = type { return match(parameter, structures[index], names) }
    if case .array(let element, let count) = type { return match(parameter, element, count, names) }
    let inner = parameter.type.arguments
    var found: [(name: String, bound: Symbol)] = []
    if case .type(let element)? = inner.first, names.contains(element.name), let scalar = type.scalar {
      found.append((element.name, .type(.scalar(scalar))))
    }
    if inner.count == 2, case .value(let value) = inner[1], let count = type.count {
      found += number(value, count, names)
    }
    return found
  }

  /// `array<T, n>`, and arrays of known types with an unknown number of elements.
  private func match(
    _ parameter: ParameterSyntax, _ element: ValueType, _ count: Int, _ names: [String]
  ) -> [(name: String, bound: Symbol)] {
    guard parameter.type.name == "array", parameter.type.arguments.count == 2 else {
      return number(parameter.sizes.first ?? nil, count, names)
    }
    var found: [(name: String, bound: Symbol)] = []
    if case .type(let inner) = parameter.type.arguments[0], names.contains(inner.name) {
      found.append((inner.name, .type(element)))
    }
    if case .value(let value) = parameter.type.arguments[1] { found += number(value, count, names) }
    return found
  }

  private func match(
    _ parameter: ParameterSyntax, _ info: StructureInfo, _ names: [String]
  ) -> [(name: String, bound: Symbol)] {
    guard let origin = info.origin, origin.name == parameter.type.name else { return [] }
    return zip(parameter.type.arguments, origin.arguments).compactMap { argument, symbol in
      switch argument {
      case .type(let type): names.contains(type.name) ? (type.name, symbol) : nil
      case .value(let value):
        if case .name(let path) = value.kind, path.count == 1, names.contains(path[0]) {
          (path[0], symbol)
        } else {
          nil
        }
      }
    }
  }

  private func number(_ value: Expression?, _ count: Int, _ names: [String]) -> [(name: String, bound: Symbol)] {
    guard case .name(let path)? = value?.kind, path.count == 1, names.contains(path[0]) else { return [] }
    return [(path[0], .constant(Int32(truncatingIfNeeded: count)))]
  }
}
