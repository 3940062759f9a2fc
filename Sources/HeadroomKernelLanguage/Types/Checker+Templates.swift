extension Checker {
  /// The function that a template becomes for these arguments, or nil where none fits. `given` has what the call says of
  /// its types and numbers, in order; the others follow from the types of the arguments.
  func instance(of name: String, _ arguments: [Argument], _ given: [Symbol] = []) -> Int? {
    for template in templates[name] ?? [] where template.parameters.count == arguments.count {
      guard let bindings = deduce(template, arguments, given) else { continue }
      let made = template.typeParameters.map { bindings[$0].map(spelled) ?? "" }.joined(separator: ",")
      let key = "\(template.range.file):\(template.range.offset):\(made)"
      if let known = instances[key] { return known }
      guard instances.count < Self.maximumInstances else {
        diagnostics.error(
          "templates are made for more than \(Self.maximumInstances) kinds of arguments", at: template.range)
        return nil
      }
      return make(template, bindings, key)
    }
    return nil
  }

  /// Functions that templates may become; one that asks for itself with another number has no end otherwise.
  private static var maximumInstances: Int { 256 }

  private func spelled(_ symbol: Symbol) -> String {
    switch symbol {
    case .type(let type): name(type)
    case .constant(let value): "\(value)"
    case .variable(let variable): variable.name
    case .function(let index): functions[index].syntax.name
    }
  }

  private func make(_ template: FunctionSyntax, _ bindings: [String: Symbol], _ key: String) -> Int {
    let outer = scopes
    defer { scopes = outer }
    scopes = [scopes[0], bindings]
    var syntax = template
    syntax.typeParameters = []
    // Instances of other arguments may have the same parameters, and are other functions all the same.
    syntax.name += "<\(key)>"
    declare(syntax, structure: nil)
    let index = functions.count - 1
    functionsByName[syntax.name] = nil
    functions[index].syntax.name = template.name
    // Its body is read with those of the functions that stand in the text.
    functions[index].bindings = bindings
    instances[key] = index
    return index
  }

  /// What the types and numbers of a template have to be so that its parameters are the arguments.
  private func deduce(
    _ template: FunctionSyntax, _ arguments: [Argument], _ given: [Symbol]
  ) -> [String: Symbol]? {
    guard given.count <= template.typeParameters.count else { return nil }
    var bindings = Dictionary(uniqueKeysWithValues: zip(template.typeParameters, given))
    let known = Set(bindings.keys)
    for (parameter, argument) in zip(template.parameters, arguments) {
      guard let type = argument.type else { continue }
      for (name, bound) in match(parameter, type, template.typeParameters) where !known.contains(name) {
        if let other = bindings[name], spelled(other) != spelled(bound) { return nil }
        bindings[name] = bound
      }
    }
    return bindings.count == template.typeParameters.count ? bindings : nil
  }

  /// `T`, `vec<T, n>`, `T *` and `T[n]` as parameters.
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

  private func number(_ value: Expression?, _ count: Int, _ names: [String]) -> [(name: String, bound: Symbol)] {
    guard case .name(let path)? = value?.kind, path.count == 1, names.contains(path[0]) else { return [] }
    return [(path[0], .constant(Int32(truncatingIfNeeded: count)))]
  }
}
