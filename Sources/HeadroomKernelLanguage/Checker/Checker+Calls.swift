extension Checker {
  /// An argument of a call: a list in braces gets its type from the parameter.
  enum Argument {
    case typed(TypedExpression)
    case braces(Expression)
    /// A function for a template's parameter, with its captures.
    case function(Int, [Copy], SourceRange)

    var type: ValueType? { if case .typed(let value) = self { value.type } else { nil } }
    var range: SourceRange {
      switch self {
      case .typed(let value): value.range
      case .braces(let list): list.range
      case .function(_, _, let range): range
      }
    }
  }

  func call(_ callee: Expression, _ arguments: [Expression], _ range: SourceRange) -> TypedExpression {
    switch callee.kind {
    case .name(let path): return call(path, arguments, callee.focus, range)
    case .instance(let path, let types): return call(path, types, arguments, callee.focus, range)
    case .member(let base, let name): return method(check(base), name, [], arguments, callee.focus, range)
    case .memberInstance(let base, let name, let given):
      return method(check(base), name, given.map(symbol), arguments, callee.focus, range)
    case .lambda(let captures, let function): return callLambda(captures, function, typed(arguments), range)
    case .missing:
      for argument in arguments { _ = check(argument) }
      return invalid(range)
    default:
      let object = check(callee)
      guard object.type != .invalid else { return object }
      return callObject(object, typed(arguments), range) ?? fail("this is no function", at: callee.range)
    }
  }

  /// A call of an object that has an `operator()`.
  private func callObject(_ object: TypedExpression, _ list: [Argument], _ range: SourceRange) -> TypedExpression? {
    guard case .structure(let index) = object.type, let candidates = structures[index].methods["operator()"] else {
      return nil
    }
    return resolve(candidates, "operator()", [.typed(object)] + list, range)
  }

  private func typed(_ arguments: [Expression]) -> [Argument] {
    arguments.map { argument in
      switch argument.kind {
      case .braces: return .braces(argument)
      case .lambda(let captures, let function) where !function.parameters.contains(where: \.isGeneric):
        guard let made = lambda(captures, function) else { return .typed(invalid(argument.range)) }
        return .function(made.index, made.copies, argument.range)
      case .name(let path):
        if let index = function(named: path) { return .function(index, [], argument.range) }
        return .typed(check(argument))
      default: return .typed(check(argument))
      }
    }
  }

  /// The one function that a name without brackets means.
  private func function(named path: [String]) -> Int? {
    guard let name = path.last, path.count > 1 || ownField(name, .none) == nil else { return nil }
    switch path.count == 1 ? lookUp(name) : nil {
    case .function(let index): return index
    case nil:
      let known = functionsByName[name] ?? []
      return known.count == 1 ? known[0] : nil
    default: return nil
    }
  }

  private func call(
    _ path: [String], _ arguments: [Expression], _ focus: SourceRange, _ range: SourceRange
  ) -> TypedExpression {
    let name = path.last ?? ""
    if name == "as_type" { return reinterpret(arguments, range) }
    let isOfLibrary = ["metal", "fast", "precise", "simd", "half"].contains(path.first ?? "") && path.count > 1
    let own = isOfLibrary ? [] : ownFunctions(path)
    let rows = BuiltinTable.rows(named: name)
    let list = typed(arguments)
    guard !list.contains(where: { $0.type == .invalid }) else {
      let isKnown = !own.isEmpty || !rows.isEmpty || lookUp(name) != nil || templates[name] != nil
      return isKnown || current?.structure != nil ? invalid(range) : unknown(name, focus)
    }
    if path.count == 1, let value = callVariable(name, list, focus, range) { return value }
    if let value = pixelCall(name, list, range) { return value }
    let isFitting = own.contains { matches($0, list) != nil }
    if !own.isEmpty, isFitting || (rows.isEmpty && templates[name] == nil) {
      return resolve(withReceiver(own, list, range).0, name, withReceiver(own, list, range).1, range)
    }
    if let instance = instance(of: path, list) { return call(instance: instance, name, list, range) }
    if !rows.isEmpty { return builtin(name, rows, list, focus, range) }
    return unknown(name, focus)
  }

  /// A call by the name of a variable: a lambda, or an object that can be called.
  private func callVariable(
    _ name: String, _ list: [Argument], _ focus: SourceRange, _ range: SourceRange
  ) -> TypedExpression? {
    switch lookUp(name) {
    case .function(let index): return resolve([index], name, list, range)
    case .generic(let number): return callGeneric(number, list, range)
    case .variable(let variable) where variable.type.isStructure:
      return callObject(check(Expression(.name([name]), focus)), list, range)
    default: return nil
    }
  }

  /// A call of a template's instance. Its body knows functions among the arguments by name; their captures are copied
  /// here.
  private func call(
    instance: Int, _ name: String, _ list: [Argument], _ range: SourceRange
  ) -> TypedExpression {
    var copies: [Copy] = []
    var values: [Argument] = []
    for argument in list {
      if case .function(_, let own, _) = argument { copies += own } else { values.append(argument) }
    }
    let receiver = withReceiver([instance], values, range)
    let call = resolve(receiver.0, name, receiver.1, range)
    return copies.reversed().reduce(call) { inner, copy in
      TypedExpression(.bind(copy.variable, copy.value, in: inner), inner.type, range)
    }
  }

  /// A call with explicit template arguments.
  private func call(
    _ path: [String], _ types: [TypeSyntax.Argument], _ arguments: [Expression], _ focus: SourceRange,
    _ range: SourceRange
  ) -> TypedExpression {
    let name = path.last ?? ""
    let list = typed(arguments)
    guard !list.contains(where: { $0.type == .invalid }) else { return invalid(range) }
    let given = types.map(symbol)
    guard let instance = instance(of: path, list, given) else {
      return refusedNames.contains(name)
        ? invalid(range) : fail("no template '\(name)' fits these arguments", at: focus)
    }
    return call(instance: instance, name, list, range)
  }

  /// The meaning of a template argument.
  func symbol(_ argument: TypeSyntax.Argument) -> Symbol {
    switch argument {
    case .type(let type): .type(resolve(type))
    case .value(let value):
      .constant(Int32(truncatingIfNeeded: constantInteger(value, "the argument of a template") ?? 0))
    }
  }

  /// The functions with a name in this context: methods of the structure that is being read come first.
  private func ownFunctions(_ path: [String]) -> [Int] {
    let name = path.last ?? ""
    if path.count > 1, case .type(.structure(let index))? = lookUp(path[path.count - 2]) {
      return structures[index].methods[name] ?? []
    }
    if path.count == 1, let index = current?.structure, let methods = structures[index].methods[name] { return methods }
    return functionsByName[name] ?? []
  }

  /// A method called by its bare name works on the same object.
  private func withReceiver(_ candidates: [Int], _ list: [Argument], _ range: SourceRange) -> ([Int], [Argument]) {
    guard let first = candidates.first, functions[first].structure != nil, !functions[first].syntax.isStatic,
      let this = current?.this
    else { return (candidates, list) }
    return (candidates, [.typed(TypedExpression(.variable(this), this.type, range))] + list)
  }

  // MARK: Methods

  private func method(
    _ base: TypedExpression, _ name: String, _ given: [Symbol], _ arguments: [Expression], _ focus: SourceRange,
    _ range: SourceRange
  ) -> TypedExpression {
    let list = typed(arguments)
    guard base.type != .invalid else { return base }
    let isRight = !list.contains { $0.type == .invalid }
    switch base.type {
    case .sampler, .destination:
      if let unknown = unknownImageMethod(base, name, focus) { return unknown }
      return isRight ? imageMethod(base, name, list, focus, range) : invalid(range)
    case .structure(let index): return method(of: index, base, name, given, isRight ? list : nil, focus, range)
    case .array(_, let count):
      if list.isEmpty, let value = arrayMethod(base, count, name, range) { return value }
    default: break
    }
    let isFunction = functionsByName[name] != nil || !BuiltinTable.rows(named: name).isEmpty
    var hint = isFunction ? "it is a function of its own: '\(name)(...)'" : nil
    if case .variable(let variable) = base.kind, pixels.contains(variable.id),
      imageMethodNames(.sampler).contains(name)
    {
      hint = "a 'sample_t' is one pixel; declare it as 'sampler \(variable.name)' to read others"
    }
    return fail("'\(self.name(base.type))' has no function '\(name)'", at: focus, hint: hint)
  }

  /// A method of an object; without a list, errors in the arguments were already reported, and only the name is
  /// checked.
  private func method(
    of index: Int, _ base: TypedExpression, _ name: String, _ given: [Symbol], _ list: [Argument]?,
    _ focus: SourceRange, _ range: SourceRange
  ) -> TypedExpression {
    let candidates = structures[index].methods[name] ?? []
    let field = program.types.structures[index].fields.first { $0.name == name }
    guard !candidates.isEmpty || structures[index].templates[name] != nil || field?.type.isStructure == true else {
      let hint = Suggestion.hint(for: name, among: Array(structures[index].methods.keys))
      return fail("'\(self.name(base.type))' has no function '\(name)'", at: focus, hint: hint)
    }
    guard let list else { return invalid(range) }
    if let field, candidates.isEmpty {
      let object = TypedExpression(.field(base, offset: field.offset), field.type, base.range)
      return callObject(object, list, range) ?? fail("'\(name)' is a field, not a function", at: focus)
    }
    let isStatic = candidates.allSatisfy { functions[$0].syntax.isStatic }
    let isFitting = candidates.contains { matches($0, isStatic ? list : [.typed(base)] + list) != nil }
    guard !isFitting, let made = instance(of: name, in: index, list, given) else {
      return resolve(candidates, name, isStatic ? list : [.typed(base)] + list, range)
    }
    let values = list.filter { if case .function = $0 { false } else { true } }
    return resolve([made], name, functions[made].syntax.isStatic ? values : [.typed(base)] + values, range)
  }

  /// The methods of `array` and of GLSL's arrays.
  private func arrayMethod(
    _ base: TypedExpression, _ count: Int, _ name: String, _ range: SourceRange
  ) -> TypedExpression? {
    guard case .array(let element, _) = base.type else { return nil }
    switch name {
    case "size": return constant(UInt32(count), .uint, range)
    case "length" where dialect == .coreImage: return constant(UInt32(count), .int, range)
    case "empty": return constant(0, .bool, range)
    case "front", "back":
      let place = constant(UInt32(name == "front" ? 0 : count - 1), .int, range)
      return TypedExpression(.element(base, place), element, range)
    case "data": return adapt(base, to: .pointer(element))
    default: return nil
    }
  }

  func call(
    _ candidates: [Int], _ name: String, _ arguments: [Expression], receiver: TypedExpression?, _ range: SourceRange,
    otherwise: ([TypedExpression]) -> TypedExpression?
  ) -> TypedExpression {
    let list = typed(arguments)
    guard !list.contains(where: { $0.type == .invalid }) else { return invalid(range) }
    let values = list.compactMap { argument in if case .typed(let value) = argument { value } else { nil } }
    if values.count == list.count, let value = otherwise(values) { return value }
    return resolve(candidates, name, list, range)
  }

  // MARK: Overloads

  /// How well arguments fit a function: the total cost of their conversions, or nil where they do not fit.
  func matches(_ candidate: Int, _ arguments: [Argument]) -> Int? {
    let info = functions[candidate]
    var list = arguments
    // Bare names of methods get their object later.
    if info.structure != nil, !info.syntax.isStatic, !info.syntax.isConstructor,
      info.parameters.count == list.count + 1,
      let this = current?.this
    {
      list.insert(.typed(TypedExpression(.variable(this), this.type, .none)), at: 0)
    }
    guard list.count <= info.parameters.count,
      info.defaults.dropFirst(list.count).allSatisfy({ $0 != nil })
    else { return nil }
    var sum = 0
    for (argument, parameter) in zip(list, info.parameters) {
      guard let cost = cost(argument, parameter) else { return nil }
      sum += cost
    }
    return sum
  }

  private func cost(_ argument: Argument, _ parameter: TypedParameter) -> Int? {
    guard case .typed(let value) = argument else {
      if case .function = argument { return nil }
      switch parameter.variable.type {
      case .structure, .array, .vector, .scalar: return 3
      default: return nil
      }
    }
    let type = parameter.variable.type
    guard parameter.passing == .value || parameter.variable.isConst else {
      let isThis = parameter.variable.name == "this"
      return value.type == type && (isThis || refusal(of: value) == nil) ? 0 : nil
    }
    return cost(from: value.type, to: type)
  }

  func resolve(_ candidates: [Int], _ name: String, _ arguments: [Argument], _ range: SourceRange) -> TypedExpression {
    let fitting = candidates.compactMap { candidate in matches(candidate, arguments).map { (candidate, $0) } }
    guard let best = fitting.min(by: { $0.1 < $1.1 }) else {
      return diagnoseMismatch(candidates, name, arguments, range)
    }
    let equal = fitting.filter { $0.1 == best.1 }
    guard equal.count == 1 else {
      diagnostics.error(
        "'\(name)' with these arguments could mean several functions", at: range, notes: notes(equal.map(\.0)))
      return invalid(range)
    }
    return callExpression(best.0, arguments, range)
  }

  private func notes(_ candidates: [Int]) -> [Diagnostic.Note] {
    candidates.prefix(4).map { candidate in
      let info = functions[candidate]
      let list = info.parameters.filter { $0.variable.name != "this" }.map { self.name($0.variable.type) }
      let message = "'\(info.syntax.name)' takes (\(list.joined(separator: ", ")))"
      return Diagnostic.Note(message: message, range: info.syntax.range)
    }
  }

  private func spelled(_ argument: Argument) -> String {
    if case .function = argument { return "a function" }
    return argument.type.map(self.name) ?? "{...}"
  }

  private func diagnoseMismatch(
    _ candidates: [Int], _ name: String, _ arguments: [Argument], _ range: SourceRange
  ) -> TypedExpression {
    let list = arguments.map(spelled).joined(separator: ", ")
    guard candidates.count == 1, let only = candidates.first else {
      diagnostics.error("no '\(name)' takes (\(list))", at: range, notes: notes(candidates))
      return invalid(range)
    }
    let info = functions[only]
    let hidden = info.parameters.first?.variable.name == "this" ? 1 : 0
    guard arguments.count <= info.parameters.count, info.defaults.dropFirst(arguments.count).allSatisfy({ $0 != nil })
    else {
      let counts = "takes \(counted(info.parameters.count - hidden, "argument")), not \(arguments.count - hidden)"
      diagnostics.error("'\(name)' \(counts)", at: range, notes: notes(candidates))
      return invalid(range)
    }
    for (place, (argument, parameter)) in zip(arguments, info.parameters).enumerated()
    where cost(argument, parameter) == nil {
      let found = spelled(argument)
      let isPlace = parameter.passing != .value && argument.type == parameter.variable.type
      let wanted = isPlace ? "a variable that can be changed" : "'\(self.name(parameter.variable.type))'"
      var hint: String?
      if let type = argument.type, parameter.variable.type == .pointer(type) { hint = "write '&' in front of it" }
      diagnostics.error(
        "argument \(place + 1 - hidden) of '\(name)' is '\(found)'; expected \(wanted)", at: argument.range,
        hint: hint, notes: notes(candidates))
    }
    return invalid(range)
  }

  // MARK: The call

  func callExpression(_ function: Int, _ arguments: [Argument], _ range: SourceRange) -> TypedExpression {
    deduceReturnType(of: function, range)
    let info = functions[function]
    if let caller = current?.function {
      functions[caller].calls.append((function, range))
    } else {
      looseCalls.append((function, range))
    }
    var list = arguments
    if info.structure != nil, !info.syntax.isStatic, !info.syntax.isConstructor,
      info.parameters.count == list.count + 1,
      let this = current?.this
    {
      list.insert(.typed(TypedExpression(.variable(this), this.type, range)), at: 0)
    }
    var values: [TypedExpression] = []
    var temporaries: [(Variable, TypedExpression)] = []
    for (place, parameter) in info.parameters.enumerated() {
      guard let value = value(list, place, parameter, info) else { return invalid(range) }
      values.append(pass(value, parameter, &temporaries))
    }
    guard !values.contains(where: { $0.type == .invalid }) else { return invalid(range) }
    let call = TypedExpression(.call(function, values), info.returnType, range)
    return temporaries.reversed().reduce(call) { inner, temporary in
      TypedExpression(.bind(temporary.0, temporary.1, in: inner), inner.type, range)
    }
  }

  private func value(
    _ arguments: [Argument], _ place: Int, _ parameter: TypedParameter, _ info: FunctionInfo
  ) -> TypedExpression? {
    let type = parameter.variable.type
    if arguments.indices.contains(place) {
      switch arguments[place] {
      case .typed(let value): return parameter.passing == .value ? adapt(value, to: type) : value
      case .braces(let list): return initialValue(list, of: type, "the argument")
      case .function: return nil
      }
    }
    guard info.defaults.indices.contains(place), let initial = info.defaults[place] else { return nil }
    // A default is checked in the scope of the function, not of the call.
    let (outer, outerCurrent) = (scopes, current)
    scopes = [scopes[0]]
    defer {
      scopes = outer
      current = outerCurrent
    }
    return initialValue(initial, of: type, "the default of '\(parameter.variable.name)'")
  }

  /// Passes a place where the callee works on one; a value for a constant reference gets its own place.
  private func pass(
    _ value: TypedExpression, _ parameter: TypedParameter, _ temporaries: inout [(Variable, TypedExpression)]
  ) -> TypedExpression {
    guard parameter.passing == .reference else { return value }
    if value.type == parameter.variable.type, isConstantPlace(value) {
      if containsArray(value.type) { markIndexed(value) }
      return value
    }
    let temporary = variable("", parameter.variable.type)
    if containsArray(temporary.type) { program.indexed.insert(temporary.id) }
    temporaries.append((temporary, adapt(value, to: temporary.type)))
    return TypedExpression(.variable(temporary), temporary.type, value.range)
  }

  func containsArray(_ type: ValueType) -> Bool {
    switch type {
    case .array: true
    case .structure(let index): program.types.structures[index].fields.contains { containsArray($0.type) }
    default: false
    }
  }

  private func reinterpret(_ arguments: [Expression], _ range: SourceRange) -> TypedExpression {
    guard arguments.count == 2, case .construct(let syntax, _, _) = arguments[0].kind else {
      return fail("'as_type' needs a type: as_type<uint>(...)", at: range)
    }
    let type = resolve(syntax)
    let value = check(arguments[1])
    guard type != .invalid, value.type != .invalid else { return invalid(range) }
    guard let bits = bitCount(value.type), bitCount(type) == bits else {
      return fail(
        "the bits of '\(name(value.type))' cannot be read as '\(name(type))'", at: range,
        hint: "both need as many bits")
    }
    return reinterpret(value, as: type, range)
  }

  /// The bits of a number or vector; vectors of three elements count as three.
  private func bitCount(_ type: ValueType) -> Int? {
    guard type.isVectorOrScalar, let scalar = type.scalar, scalar != .bool else { return nil }
    return (type.count ?? 1) * scalar.width
  }
}
