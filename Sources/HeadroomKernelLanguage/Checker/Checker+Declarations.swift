extension Checker {
  func declare(_ declaration: Declaration) {
    switch declaration {
    case .function(let function) where function.isTemplate:
      if function.body != nil { templates[function.name, default: []].append(function) }
    case .function(let function) where function.template != nil: specialize(function)
    case .function(let function): declare(function, structure: nil)
    case .variables(let list): for variable in list { declareGlobal(variable) }
    case .structure(let structure): declare(structure)
    case .enumeration(let enumeration): declare(enumeration)
    case .alias(let name, let type, let sizes, let range):
      define(name, .type(resolve(type, sizes: sizes)), at: range)
    }
  }

  // MARK: Outside of functions

  private func declareGlobal(_ syntax: VariableSyntax) {
    guard let variable = globalVariable(syntax) else { return }
    define(syntax.name, .variable(variable), at: syntax.range)
  }

  /// A variable that exists for the whole kernel.
  func globalVariable(_ syntax: VariableSyntax) -> Variable? {
    var count: Int?
    if case .braces(let elements)? = syntax.initial?.kind { count = elements.count }
    if case .construct(_, _, let elements)? = syntax.initial?.kind { count = count ?? elements.count }
    let deduced = syntax.type.name == "auto" ? syntax.initial.map(check) : nil
    let type = deduced?.type ?? resolve(syntax.type, sizes: syntax.sizes, count: count)
    guard type != .sampler, type != .void, !type.isPointer else {
      diagnostics.error("a '\(name(type))' can only be an argument of a kernel", at: syntax.range)
      return nil
    }
    if !syntax.type.isConst, dialect == .metal, type != .invalid {
      diagnostics.error(
        "a variable outside of functions has to be constant", at: syntax.range,
        hint: "write 'constant \(name(type)) \(syntax.name)'")
    }
    let variable = variable(syntax.name, type, isConst: syntax.type.isConst)
    let initial =
      deduced
      ?? syntax.initial.map { expression -> TypedExpression in
        if case .construct(_, _, let arguments) = expression.kind, type.isArray {
          return aggregate(arguments, type, expression.range)
        }
        return initialValue(expression, of: type, "the value of '\(syntax.name)'")
      }
    if variable.isConst, let initial, let lanes = constantLanes(initial) { constants[variable.id] = lanes }
    program.globals.append((variable, initial))
    return variable
  }

  // MARK: Types

  private func declare(_ syntax: EnumerationSyntax) {
    define(syntax.name, .type(.int), at: syntax.range)
    var next: Int32 = 0
    for label in syntax.cases {
      if let value = label.value, let number = constantInteger(value, "the value of a case") {
        next = Int32(truncatingIfNeeded: number)
      }
      if !syntax.isScoped { define(label.name, .constant(next), at: label.range) }
      scopes[0]["\(syntax.name)::\(label.name)"] = .constant(next)
      next &+= 1
    }
  }

  // MARK: Functions

  func declare(_ syntax: FunctionSyntax, structure: Int?) {
    var parameters = syntax.parameters.map(parameter)
    var defaults = syntax.parameters.map(\.initial)
    // The body determines an 'auto' type when the function is called or read.
    let isDeduced = syntax.returnType.name == "auto" && syntax.body != nil
    let returnType =
      structure.flatMap { syntax.isConstructor ? .structure($0) : nil }
      ?? (isDeduced ? .invalid : resolve(syntax.returnType))
    if let structure, !syntax.isStatic, !syntax.isConstructor {
      let this = variable("this", .structure(structure), isReference: true)
      parameters.insert(TypedParameter(variable: this, passing: .reference), at: 0)
      defaults.insert(nil, at: 0)
    }
    if returnType == .sampler || returnType == .destination || returnType.isPointer {
      diagnostics.error("a function cannot give a '\(name(returnType))'", at: syntax.range)
    }
    var info = FunctionInfo(
      syntax: syntax, parameters: parameters, returnType: returnType, structure: structure, defaults: defaults)
    info.isDeduced = isDeduced
    if let structure { info.bindings = structures[structure].bindings }
    if mergesPrototype(info) { return }
    functions.append(info)
    let index = functions.count - 1
    guard let structure else {
      functionsByName[syntax.name, default: []].append(index)
      return
    }
    if syntax.isConstructor {
      structures[structure].constructors.append(index)
    } else {
      structures[structure].methods[syntax.name, default: []].append(index)
    }
  }

  /// Joins a function with its prototype; true where the prototype exists.
  private func mergesPrototype(_ info: FunctionInfo) -> Bool {
    guard info.structure == nil else { return false }
    let types = info.parameters.map(\.variable.type)
    for index in functionsByName[info.syntax.name] ?? [] {
      guard functions[index].parameters.map(\.variable.type) == types, !types.contains(.invalid) else { continue }
      if info.syntax.body == nil { return true }
      if functions[index].syntax.body != nil {
        let note = Diagnostic.Note(message: "it is defined here as well", range: functions[index].syntax.range)
        diagnostics.error("'\(info.syntax.name)' is defined twice", at: info.syntax.range, notes: [note])
        return true
      }
      let defaults = zip(functions[index].defaults, info.defaults).map { $0 ?? $1 }
      let wasExported = functions[index].syntax.isExported
      let wasKernel = functions[index].syntax.isKernel
      functions[index] = info
      functions[index].defaults = defaults
      functions[index].syntax.isExported = info.syntax.isExported || wasExported
      functions[index].syntax.isKernel = info.syntax.isKernel || wasKernel
      return true
    }
    return false
  }

  func parameter(_ syntax: ParameterSyntax) -> TypedParameter {
    var type: ValueType
    var isReference = syntax.type.isReference
    let isOpen = syntax.sizes.contains { if case nil = $0 { true } else { false } }
    if isOpen || (!syntax.sizes.isEmpty && dialect == .metal && !isReference) {
      // An array as a parameter is a pointer to its elements in C++.
      let element = resolve(syntax.type, sizes: Array(syntax.sizes.dropFirst()))
      type = element == .invalid ? .invalid : .pointer(element)
    } else {
      type = resolve(syntax.type, sizes: syntax.sizes)
    }
    if type == .void {
      diagnostics.error("a parameter cannot be 'void'", at: syntax.range)
      type = .invalid
    }
    if type == .sampler || type == .destination || type.isPointer { isReference = false }
    let passing: TypedParameter.Passing =
      switch (syntax.direction, isReference) {
      case _ where type == .sampler || type == .destination || type.isPointer: .value
      case (.output, _): .output
      case (.inputOutput, _): .inputOutput
      case (.input, let isReference): isReference ? .reference : .value
      }
    let variable = variable(syntax.name, type, isReference: passing == .reference, isConst: syntax.type.isConst)
    if ["sample_t", "__sample", "sample_h", "sample_f"].contains(syntax.type.name) { pixels.insert(variable.id) }
    return TypedParameter(variable: variable, passing: passing)
  }

  // MARK: Bodies

  func checkBody(_ index: Int) {
    for info in functions[program.functions.count...] { program.functions.append(TypedFunction(info)) }
    let info = functions[index]
    // Lambdas are checked where they appear.
    guard let body = info.syntax.body, !info.syntax.isUnnamed, readBodies.insert(index).inserted else { return }
    let (outer, outerScopes, outerLambdas) = (current, scopes, lambdas)
    defer { (current, scopes, lambdas) = (outer, outerScopes, outerLambdas) }
    lambdas = []
    current = Current(
      function: index, returnType: info.returnType, isDeducing: info.isDeduced, structure: info.structure,
      changedNames: AssignedNames.found(in: body))
    scopes = [scopes[0], info.bindings, [:]]
    for parameter in info.parameters where parameter.variable.name != "this" {
      define(parameter.variable.name, .variable(parameter.variable), at: info.syntax.range)
    }
    if info.parameters.first?.variable.name == "this" { current?.this = info.parameters.first?.variable }
    let offsets = parameterOffsets(info.parameters, info.syntax.range)
    let checked = info.syntax.isConstructor ? constructor(info, body) : check(body)
    let whole = offsets.isEmpty ? checked : TypedStatement(.block(offsets + [checked]), checked.range)
    program.functions[index].body = whole
    if info.isDeduced { settle(index) }
    warnOpenEnd(index)
  }

  /// Sets the return type deduced from the body of an 'auto' function.
  private func settle(_ index: Int) {
    functions[index].returnType = current?.isDeducing == true ? .void : current?.returnType ?? .invalid
    functions[index].isDeduced = false
    program.functions[index].returnType = functions[index].returnType
  }

  /// The most nested functions whose bodies are read because a call needs their return type.
  private static let maximumOpenBodies = 8

  /// Reads the body of an 'auto' function that is called before its turn.
  func deduceReturnType(of index: Int, _ range: SourceRange) {
    guard functions[index].isDeduced else { return }
    guard !readBodies.contains(index), openBodies < Self.maximumOpenBodies else {
      let name = functions[index].syntax.name
      diagnostics.error(
        "what '\(name)' gives is not known here", at: range, hint: "write its type instead of 'auto'")
      return
    }
    openBodies += 1
    defer { openBodies -= 1 }
    checkBody(index)
  }

  func warnOpenEnd(_ index: Int) {
    let info = functions[index]
    // An unreadable statement may be the 'return'.
    guard !diagnostics.hasErrors, info.returnType != .void, info.returnType != .invalid, !info.syntax.isConstructor,
      let checked = program.functions[index].body
    else { return }
    if !Flow.ends(checked) {
      diagnostics.warning(
        "'\(info.syntax.name)' may end without 'return'", at: info.syntax.range, hint: "its value is 0 then")
    }
  }

  /// A constructor makes its object, sets the fields, runs its body and returns the object.
  private func constructor(_ info: FunctionInfo, _ body: Statement) -> TypedStatement {
    guard case .structure(let index) = info.returnType else { return check(body) }
    let range = info.syntax.range
    let this = variable("this", info.returnType)
    current?.this = this
    let object = TypedExpression(.variable(this), this.type, range)
    let hasDefaults = structures[index].defaults.contains { $0 != nil }
    noteCalls(ofFieldsIn: index)
    let fields = program.types.structures[index].fields
    let initial = zip(fields, structures[index].defaults).map { $1 ?? zero($0.type, range) }
    var statements = [
      TypedStatement(.declare(this, hasDefaults ? TypedExpression(.compose(initial), this.type, range) : nil), range)
    ]
    for item in info.syntax.initializers {
      guard let field = fields.first(where: { $0.name == item.name }) else {
        diagnostics.error("'\(info.syntax.name)' has no field '\(item.name)'", at: item.range)
        continue
      }
      let value =
        item.values.count == 1 && !field.type.isStructure
        ? initialValue(item.values[0], of: field.type, "the value of '\(item.name)'")
        : construct(field.type, item.values, item.range)
      let place = TypedExpression(.field(object, offset: field.offset), field.type, item.range)
      if value.type != .invalid {
        statements.append(
          TypedStatement(.evaluate(TypedExpression(.assign(place, value), field.type, item.range)), item.range))
      }
    }
    statements.append(check(body))
    statements.append(TypedStatement(.returning(object), range))
    return TypedStatement(.block(statements), range)
  }
}

extension TypedFunction {
  /// Makes a function from its declaration, before the body is read.
  init(_ info: Checker.FunctionInfo) {
    self.init(
      name: info.syntax.name, parameters: info.parameters, returnType: info.returnType, body: nil,
      range: info.syntax.range)
  }
}

/// Control flow analysis of statements.
enum Flow {
  /// Whether the code after a statement is unreachable.
  static func ends(_ statement: TypedStatement) -> Bool {
    switch statement.kind {
    case .returning: true
    case .block(let statements): statements.contains(where: ends)
    case .condition(_, let then, let otherwise): ends(then) && (otherwise.map(ends) ?? false)
    case .loop(let condition, _, let body, let isTestedFirst):
      (condition == nil && !breaks(body)) || (!isTestedFirst && ends(body))
    case .selection(_, let sections):
      sections.contains(where: \.isDefault) && !sections.contains { $0.statements.contains(where: breaks) }
        && (sections.last?.statements.contains(where: ends) ?? false)
    default: false
    }
  }

  /// Whether a statement leaves the loop or `switch` around it.
  static func breaks(_ statement: TypedStatement) -> Bool {
    switch statement.kind {
    case .breaking: true
    case .block(let statements): statements.contains(where: breaks)
    case .condition(_, let then, let otherwise): breaks(then) || (otherwise.map(breaks) ?? false)
    default: false
    }
  }
}
