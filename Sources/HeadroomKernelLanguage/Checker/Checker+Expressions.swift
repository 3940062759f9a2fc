extension Checker {
  func check(_ expression: Expression) -> TypedExpression {
    if let current {
      functions[current.function].depth = max(functions[current.function].depth, current.nesting + expression.depth + 8)
    }
    let range = expression.range
    switch expression.kind {
    case .number(.integer(let value, let isUnsigned)): return constant(value, isUnsigned ? .uint : .int, range)
    case .number(.float(let value, let isHalf)): return constant(value.bitPattern, isHalf ? .half : .float, range)
    case .bool(let value): return constant(value ? 1 : 0, .bool, range)
    case .name(let path): return named(path, expression.focus)
    case .instance(let path, _):
      return fail("'\(path.last ?? "")' is a function; expected '(' and its arguments", at: range)
    case .call(let callee, let arguments): return call(callee, arguments, range)
    case .construct(let type, let sizes, let arguments):
      return construct(resolve(type, sizes: sizes, count: arguments.count), arguments, range)
    case .member(let base, let name): return member(check(base), name, expression.focus)
    case .memberInstance(_, let name, _):
      return fail("'\(name)' is a function; expected '(' and its arguments", at: range)
    case .element(let base, let index): return element(check(base), check(index), range)
    case .prefix(let operation, let operand): return prefix(operation, operand, expression)
    case .postfix(let operation, let operand):
      return step(check(operand), operation == "++" ? .add : .subtract, givesOld: true, range)
    case .binary(let operation, let left, let right):
      return binary(operation, check(left), check(right), expression.focus)
    case .assign(let operation, let left, let right): return assign(operation, left, right, expression.focus)
    case .conditional(let condition, let first, let second):
      return choose(check(condition), check(first), check(second), expression.focus)
    case .cast(let type, let operand): return cast(resolve(type), operand, range)
    case .braces: return fail("a list of values cannot stand here", at: range, hint: "write the type in front of it")
    case .designated(let name, _): return fail("'.\(name)' names a field, but this is no structure", at: range)
    case .comma(let first, let second):
      let values = (check(first), check(second))
      warnUnused(values.0, first, before: second)
      return TypedExpression(.sequence(values.0, values.1), values.1.type, range)
    case .sizeOf(let type): return sizeOf(resolve(type), range)
    case .sizeOfValue(let operand): return sizeOf(check(operand).type, range)
    case .limit(let type, let name): return limit(name, of: resolve(type), expression.focus)
    case .trait(let name, let arguments): return trait(name, arguments.map(symbol), range)
    case .lambda:
      return fail(
        "a function without a name can be called, be the value of an 'auto' variable and an argument of a template",
        at: range)
    case .missing: return invalid(range)
    }
  }

  private func cast(_ type: ValueType, _ operand: Expression, _ range: SourceRange) -> TypedExpression {
    if case .braces(let elements) = operand.kind { return aggregate(elements, type, range) }
    let value = check(operand)
    // `(void)x` marks a value as unused.
    if type == .void {
      return TypedExpression(.sequence(value, TypedExpression(.constant([]), .void, range)), .void, range)
    }
    if value.type.isStructure || type.isStructure { return construct(type, [operand], range) }
    return explicit(value, to: type, range)
  }

  private func sizeOf(_ type: ValueType, _ range: SourceRange) -> TypedExpression {
    let bytes = program.types.scalars(type).map { max($0.width / 8, 1) }.reduce(0, +)
    return type == .invalid ? invalid(range) : constant(UInt32(clamping: bytes), .uint, range)
  }

  /// A type trait.
  private func trait(_ name: String, _ arguments: [Symbol], _ range: SourceRange) -> TypedExpression {
    let types = arguments.compactMap { symbol in if case .type(let type) = symbol { type } else { nil } }
    guard types.count == (name == "is_same" ? 2 : 1), types.count == arguments.count else {
      return fail("'\(name)' needs \(name == "is_same" ? "two types" : "a type")", at: range)
    }
    let scalar: ScalarType? = if case .scalar(let scalar) = types[0] { scalar } else { nil }
    let holds =
      switch name {
      case "is_same": types[0] == types[1]
      case "is_floating_point": scalar?.isFloat == true
      case "is_integral": scalar?.isFloat == false
      default: scalar != nil
      }
    return constant(holds ? 1 : 0, .bool, range)
  }

  private func limit(_ name: String, of type: ValueType, _ range: SourceRange) -> TypedExpression {
    guard type != .invalid else { return invalid(range) }
    guard case .scalar(let scalar) = type, let bits = scalar.limit(name) else {
      let hint = Suggestion.hint(for: name, among: ScalarType.limitNames)
      return fail("'numeric_limits<\(self.name(type))>' has no '\(name)' here", at: range, hint: hint)
    }
    return constant(bits, scalar, range)
  }

  // MARK: Names

  private func named(_ path: [String], _ range: SourceRange) -> TypedExpression {
    let name = path.last ?? ""
    for scope in scopes.indices.dropFirst().reversed() {
      guard let symbol = scopes[scope][name] else { continue }
      guard case .variable(let variable) = symbol, !lambdas.isEmpty else { return value(of: symbol, name, range) }
      return value(of: .variable(seen(variable, name, in: scope, range)), name, range)
    }
    if path.count == 1, let member = ownField(name, range) ?? ownConstant(name, range) { return member }
    if path.count > 1, let value = scopedConstant(path, range) { return value }
    if let symbol = scopes[0][name] { return value(of: symbol, name, range) }
    if let constant = BuiltinConstants.value(named: name) { return self.constant(constant.bits, constant.type, range) }
    if dialect == .coreImage, name == "gl_FragCoord" { return fragmentCoordinate(range) }
    if functionsByName[name] != nil || !BuiltinTable.rows(named: name).isEmpty {
      return fail("'\(name)' is a function; expected '(' and its arguments", at: range)
    }
    if refusedNames.contains(name) { return invalid(range) }
    if BuiltinTypes.type(named: name, dialect) != nil {
      return fail(
        "'\(name)' is a type; expected a value", at: range, hint: "'\(name)(x)' converts, '\(name) x' declares")
    }
    guard unknownNames.insert(name).inserted else { return invalid(range) }
    return fail("unknown name '\(name)'", at: range, hint: hint(forUnknown: name))
  }

  /// GLSL's own name for the position, which copied noise functions use: depth 0, and 1 as homogeneous coordinate.
  private func fragmentCoordinate(_ range: SourceRange) -> TypedExpression {
    let place = TypedExpression(.builtin(.destinationCoord, []), .float2, range)
    let depth = TypedExpression(.constant([0, Float(1).bitPattern]), .float2, range)
    return TypedExpression(.compose([place, depth]), .float4, range)
  }

  private func value(of symbol: Symbol, _ name: String, _ range: SourceRange) -> TypedExpression {
    switch symbol {
    case .variable(let variable): pointerValue(variable, range)
    case .constant(let value): constant(UInt32(bitPattern: value), .int, range)
    case .type: fail("'\(name)' is a type; expected a value", at: range)
    case .function, .generic: fail("'\(name)' is a function; expected '(' and its arguments", at: range)
    }
  }

  /// A variable that belongs to the type whose method is being read.
  private func ownConstant(_ name: String, _ range: SourceRange) -> TypedExpression? {
    guard let index = current?.structure, let symbol = structures[index].constants[name] else { return nil }
    return value(of: symbol, name, range)
  }

  /// A field of the object whose method is being read.
  func ownField(_ name: String, _ range: SourceRange) -> TypedExpression? {
    guard let this = current?.this, case .structure(let index) = this.type,
      let field = program.types.structures[index].fields.first(where: { $0.name == name })
    else { return nil }
    let object = TypedExpression(.variable(this), this.type, range)
    return TypedExpression(.field(object, offset: field.offset), field.type, range)
  }

  private func scopedConstant(_ path: [String], _ range: SourceRange) -> TypedExpression? {
    let (owner, name) = (path[path.count - 2], path[path.count - 1])
    if case .type(.structure(let index))? = lookUp(owner), let symbol = structures[index].constants[name] {
      return value(of: symbol, name, range)
    }
    if refusedNames.contains(owner) { return invalid(range) }
    guard case .constant(let value)? = scopes[0][path.suffix(2).joined(separator: "::")] else { return nil }
    return constant(UInt32(bitPattern: value), .int, range)
  }

  // MARK: Members and elements

  private func member(_ base: TypedExpression, _ name: String, _ range: SourceRange) -> TypedExpression {
    switch base.type {
    case .invalid: return base
    case .structure(let index):
      let structure = program.types.structures[index]
      guard let field = structure.fields.first(where: { $0.name == name }) else {
        if let symbol = structures[index].constants[name] { return value(of: symbol, name, range) }
        let hint = Suggestion.hint(for: name, among: structure.fields.map(\.name))
        return fail("'\(structure.name)' has no field '\(name)'", at: range, hint: hint)
      }
      return TypedExpression(.field(base, offset: field.offset), field.type, base.range.through(range))
    case .vector(let scalar, let count): return swizzle(base, name, scalar, count, range)
    case .matrix(let scalar, let columns, let rows) where name == "columns":
      return TypedExpression(.field(base, offset: 0), .array(.vector(scalar, rows), columns), base.range.through(range))
    case .sampler, .destination: return imageMember(base, name, range)
    case .pointer(.structure):
      return member(pointee(base, range), name, range)
    default:
      return fail("'\(self.name(base.type))' has no member '\(name)'", at: range)
    }
  }

  /// Samplers and destinations only have methods.
  private func imageMember(_ base: TypedExpression, _ name: String, _ range: SourceRange) -> TypedExpression {
    let kind = self.name(base.type)
    if imageMethodNames(base.type).contains(name) {
      return fail("'\(name)' of a \(kind) is a function", at: range, hint: "write '.\(name)()'")
    }
    let example = base.type == .destination ? "its place is '.coord()'" : "a pixel of it is '.sample(position)'"
    return fail("a \(kind) has no member '\(name)'", at: range, hint: example)
  }

  private func swizzle(
    _ base: TypedExpression, _ name: String, _ scalar: ScalarType, _ count: Int, _ range: SourceRange
  ) -> TypedExpression {
    let sets = dialect == .coreImage ? ["xyzw", "rgba", "stpq"] : ["xyzw", "rgba"]
    guard let letters = sets.first(where: { set in name.allSatisfy(set.contains) }), !name.isEmpty, name.count <= 4
    else {
      let isMixed = name.allSatisfy { letter in sets.contains { $0.contains(letter) } }
      let hint = isMixed && name.count <= 4 ? "the letters of one set: xyzw or rgba" : nil
      return fail("'\(self.name(base.type))' has no member '\(name)'", at: range, hint: hint)
    }
    let lanes = name.compactMap { letter in
      letters.firstIndex(of: letter).map { letters.distance(from: letters.startIndex, to: $0) }
    }
    if let beyond = zip(name, lanes).first(where: { $0.1 >= count }) {
      return fail("'\(self.name(base.type))' has no element '\(beyond.0)'", at: range)
    }
    return TypedExpression(.swizzle(base, lanes), .sized(scalar, lanes.count), base.range.through(range))
  }

  private func element(_ base: TypedExpression, _ index: TypedExpression, _ range: SourceRange) -> TypedExpression {
    guard base.type != .invalid, index.type != .invalid else { return invalid(range) }
    if base.type.isStructure, let result = overloaded("operator[]", [base, index], range) { return result }
    guard case .scalar(let scalar) = index.type, !scalar.isFloat else {
      return fail(
        "an index has to be a whole number, not '\(name(index.type))'", at: index.range, hint: "convert it: int(...)")
    }
    let index = adapt(index, to: scalar.isSigned || scalar == .bool ? .int : .scalar(.uint))
    if let element = element(of: base, index, range) { return element }
    let type: ValueType
    switch base.type {
    case .array(let element, _): type = element
    case .vector(let scalar, _): type = .scalar(scalar)
    case .matrix(let scalar, _, let rows): type = .vector(scalar, rows)
    case .pointer(let pointee): type = pointee
    default: return fail("'\(name(base.type))' has no elements", at: base.range)
    }
    if base.type.isArray || base.type.isPointer, constantLanes(index) == nil { markIndexed(base) }
    warnBounds(base.type, index)
    return TypedExpression(.element(base, index), type, range)
  }

  private func warnBounds(_ type: ValueType, _ index: TypedExpression) {
    let count: Int
    switch type {
    case .array(_, let elements), .vector(_, let elements): count = elements
    case .matrix(_, let columns, _): count = columns
    default: return
    }
    guard let lane = constantLanes(index)?.first else { return }
    let value = index.type == .int ? Int(Int32(bitPattern: lane)) : Int(lane)
    guard value < 0 || value >= count else { return }
    diagnostics.warning(
      "index \(value) is outside of the \(count) elements of '\(name(type))'", at: index.range,
      hint: "the nearest element is taken")
  }

  /// Records that the variable of a place must be in memory.
  func markIndexed(_ place: TypedExpression) {
    switch place.kind {
    case .variable(let variable): program.indexed.insert(variable.id)
    case .field(let base, _), .swizzle(let base, _), .element(let base, _), .address(let base): markIndexed(base)
    default: break
    }
  }

  private func prefix(_ operation: String, _ operand: Expression, _ expression: Expression) -> TypedExpression {
    if operation == "*", case .name(["this"]) = operand.kind { return this(expression.range) }
    let value = check(operand)
    switch operation {
    case "*": return pointee(value, expression.range)
    case "&": return address(of: value, expression.range)
    case "++", "--": return step(value, operation == "++" ? .add : .subtract, givesOld: false, expression.range)
    default: return unary(operation, value, expression)
    }
  }

  private func this(_ range: SourceRange) -> TypedExpression {
    guard let this = current?.this else { return fail("'this' outside of a structure", at: range) }
    return TypedExpression(.variable(this), this.type, range)
  }
}
