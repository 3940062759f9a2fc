extension Checker {
  /// The function that a template becomes for the types of these arguments, or nil where none fits.
  func instance(of name: String, _ arguments: [Argument]) -> Int? {
    for template in templates[name] ?? [] where template.parameters.count == arguments.count {
      guard let bindings = deduce(template, arguments) else { continue }
      let types = template.typeParameters.map { bindings[$0].map(self.name) ?? "" }.joined(separator: ",")
      let key = "\(template.range.file):\(template.range.offset):\(types)"
      if let known = instances[key] { return known }
      return make(template, bindings, key)
    }
    return nil
  }

  private func make(_ template: FunctionSyntax, _ bindings: [String: ValueType], _ key: String) -> Int {
    let outer = scopes
    defer { scopes = outer }
    scopes = [scopes[0], bindings.mapValues { Symbol.type($0) }]
    var syntax = template
    syntax.typeParameters = []
    declare(syntax, structure: nil)
    let index = functionsByName[template.name]?.last ?? functions.count - 1
    // Its body is read with those of the functions that stand in the text.
    functions[index].bindings = bindings
    instances[key] = index
    return index
  }

  /// What the types of a template have to be so that its parameters are the arguments.
  private func deduce(_ template: FunctionSyntax, _ arguments: [Argument]) -> [String: ValueType]? {
    var bindings: [String: ValueType] = [:]
    for (parameter, argument) in zip(template.parameters, arguments) {
      guard let type = argument.type, let (name, bound) = match(parameter, type, template.typeParameters) else {
        continue
      }
      if let known = bindings[name], known != bound { return nil }
      bindings[name] = bound
    }
    return bindings.count == template.typeParameters.count ? bindings : nil
  }

  /// `T`, `vec<T, n>`, `T *` and `T[n]` as parameters.
  private func match(_ parameter: ParameterSyntax, _ type: ValueType, _ names: [String]) -> (String, ValueType)? {
    if parameter.type.path.count == 1, names.contains(parameter.type.name) {
      let isSequence = parameter.type.pointers > 0 || !parameter.sizes.isEmpty
      switch type {
      case .array(let element, _) where isSequence: return (parameter.type.name, element)
      case .pointer(let element) where isSequence: return (parameter.type.name, element)
      default: return isSequence ? nil : (parameter.type.name, type)
      }
    }
    guard case .type(let element)? = parameter.type.arguments.first, names.contains(element.name),
      let scalar = type.scalar
    else { return nil }
    return (element.name, .scalar(scalar))
  }
}
