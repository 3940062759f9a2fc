extension Checker {
  func unary(_ operation: String, _ value: TypedExpression, _ expression: Expression) -> TypedExpression {
    let range = expression.range
    guard value.type != .invalid else { return value }
    if value.type.isStructure, let result = overloaded("operator\(operation)", [value], range) { return result }
    guard let scalar = value.type.scalar, operation != "~" || !scalar.isFloat else {
      return fail("'\(operation)' cannot be applied to '\(name(value.type))'", at: expression.focus)
    }
    if operation == "!" {
      if value.type.isMatrix { return fail("'!' cannot be applied to '\(name(value.type))'", at: expression.focus) }
      let truth = adapt(value, to: value.type.with(.bool))
      return TypedExpression(.unary(.not, truth), truth.type, range)
    }
    let type = value.type.isScalar ? value.type.with(scalar.promoted) : value.type
    let operand = adapt(value, to: type)
    if operation == "+" { return operand }
    // A negative number stays a constant.
    if operation == "-", case .constant(let lanes) = operand.kind, let scalar = type.scalar, !scalar.isFloat {
      return TypedExpression(.constant(lanes.map { 0 &- $0 }), type, range)
    }
    return TypedExpression(.unary(operation == "-" ? .negate : .complement, operand), type, range)
  }

  // MARK: Binary

  func binary(
    _ spelling: String, _ left: TypedExpression, _ right: TypedExpression, _ focus: SourceRange
  ) -> TypedExpression {
    let range = left.range.through(right.range)
    guard left.type != .invalid, right.type != .invalid else { return invalid(range) }
    if left.type.isStructure || right.type.isStructure {
      return objects(spelling, left, right, focus) ?? mismatch(spelling, left, right, focus)
    }
    if let result = pointerArithmetic(spelling, left, right, focus) { return result }
    guard left.type.scalar != nil, right.type.scalar != nil else { return mismatch(spelling, left, right, focus) }
    guard let operation = BinaryOperator(rawValue: spelling) else { return logical(spelling, left, right, focus) }
    if left.type.isMatrix || right.type.isMatrix { return matrix(operation, left, right, focus) }
    if operation.isShift { return shift(operation, left, right, focus) }
    guard let type = common(left, right), let scalar = type.scalar else {
      return mismatch(spelling, left, right, focus)
    }
    if scalar.isFloat, operation == .remainder {
      return fail(
        "'%' works on whole numbers only", at: focus, hint: "use '\(dialect == .metal ? "fmod" : "mod")(x, y)'")
    }
    if scalar.isFloat, operation.isBitwise { return mismatch(spelling, left, right, focus) }
    if scalar == .bool, !type.isScalar, !operation.isBitwise, !operation.isComparison {
      return mismatch(spelling, left, right, focus)
    }
    warnMeaning(operation, left, right, focus)
    return lanewise(operation, adapt(left, to: type), adapt(right, to: type), range)
  }

  /// An operator defined in the text, or the operator on the objects' converted values.
  private func objects(
    _ spelling: String, _ left: TypedExpression, _ right: TypedExpression, _ focus: SourceRange
  ) -> TypedExpression? {
    if let result = overloaded("operator\(spelling)", [left, right], left.range.through(right.range)) { return result }
    let plain = (plainValue(left), plainValue(right))
    guard !plain.0.type.isStructure, !plain.1.type.isStructure else { return nil }
    return binary(spelling, plain.0, plain.1, focus)
  }

  private func lanewise(
    _ operation: BinaryOperator, _ left: TypedExpression, _ right: TypedExpression, _ range: SourceRange
  ) -> TypedExpression {
    guard operation.isComparison else { return TypedExpression(.binary(operation, left, right), left.type, range) }
    let lanes = TypedExpression(.binary(operation, left, right), left.type.with(.bool), range)
    // GLSL compares whole vectors for equality.
    guard dialect == .coreImage, !left.type.isScalar else { return lanes }
    switch operation {
    case .equal: return TypedExpression(.builtin(.all, [lanes]), .bool, range)
    case .notEqual: return TypedExpression(.builtin(.any, [lanes]), .bool, range)
    default: return lanes
    }
  }

  private func mismatch(
    _ spelling: String, _ left: TypedExpression, _ right: TypedExpression, _ focus: SourceRange
  ) -> TypedExpression {
    var hint: String?
    if case (.vector(let a, let m), .vector(let b, let n)) = (left.type, right.type) {
      if m == n, a != b { hint = "convert one of them: \(name(.vector(.float, m)))(...)" }
      if m != n { hint = "both need \(min(m, n)) elements: '.\("xyzw".prefix(min(m, n)))'" }
    }
    if let operation = BinaryOperator(rawValue: spelling), operation.isBitwise || operation.isShift {
      let isFloat = left.type.scalar?.isFloat == true || right.type.scalar?.isFloat == true
      let power = spelling == "^" ? "; the power of a number is 'pow(x, y)'" : ""
      if isFloat { hint = "it works on the bits of whole numbers\(power)" }
    }
    if case (.matrix(_, let columns, _), .vector(_, let count)) = (left.type, right.type), count > columns {
      hint = "the matrix takes \(columns) elements: '.\("xyzw".prefix(columns))'"
    }
    if case (.vector(_, let count), .matrix(_, _, let rows)) = (left.type, right.type), count > rows {
      hint = "the matrix takes \(rows) elements: '.\("xyzw".prefix(rows))'"
    }
    return fail(
      "'\(spelling)' cannot be applied to '\(name(left.type))' and '\(name(right.type))'", at: focus, hint: hint)
  }

  /// The common type of two numbers or vectors, or nil.
  func common(_ left: TypedExpression, _ right: TypedExpression) -> ValueType? {
    switch (left.type, right.type) {
    case (.scalar(let a), .scalar(let b)): return .scalar(.common(a, b))
    case (.vector(let a, let m), .vector(let b, let n)): return m == n ? vector(a, b, m) : nil
    case (.vector(let a, let n), .scalar(let b)), (.scalar(let b), .vector(let a, let n)):
      // A vector of integers would truncate a fraction.
      return b.isFloat && !a.isFloat ? nil : .vector(a, n)
    default: return nil
    }
  }

  private func vector(_ a: ScalarType, _ b: ScalarType, _ count: Int) -> ValueType? {
    if a == b { return .vector(a, count) }
    if a.isFloat, b.isFloat || dialect == .coreImage { return .vector(.common(a, b), count) }
    return b.isFloat && dialect == .coreImage ? .vector(b, count) : nil
  }

  private func shift(
    _ operation: BinaryOperator, _ left: TypedExpression, _ right: TypedExpression, _ focus: SourceRange
  ) -> TypedExpression {
    guard let a = left.type.scalar, let b = right.type.scalar, !a.isFloat, !b.isFloat else {
      return mismatch(operation.rawValue, left, right, focus)
    }
    let type = left.type.isScalar ? left.type.with(a.promoted) : left.type
    guard right.type.isScalar || right.type.count == left.type.count else {
      return mismatch(operation.rawValue, left, right, focus)
    }
    let operand = adapt(left, to: type)
    return TypedExpression(
      .binary(operation, operand, adapt(right, to: type)), type, left.range.through(right.range))
  }

  private func matrix(
    _ operation: BinaryOperator, _ left: TypedExpression, _ right: TypedExpression, _ focus: SourceRange
  ) -> TypedExpression {
    let range = left.range.through(right.range)
    switch (left.type, right.type, operation) {
    case (.matrix(let a, let k, let rows), .matrix(_, let columns, let inner), .multiply) where k == inner:
      return TypedExpression(
        .product(left, adapt(right, to: right.type.with(a))), .matrix(a, columns: columns, rows: rows), range)
    case (.matrix(let a, let k, let rows), .vector(let b, let n), .multiply) where k == n && b.isFloat:
      return TypedExpression(.product(left, adapt(right, to: .vector(a, n))), .vector(a, rows), range)
    case (.vector(let b, let n), .matrix(let a, let columns, let rows), .multiply) where n == rows && b.isFloat:
      return TypedExpression(.product(adapt(left, to: .vector(a, n)), right), .vector(a, columns), range)
    case (.matrix(let a, _, _), .scalar, _) where scales(operation, isLeft: true):
      return lanes(operation, left, spread(right, a, left.type), left.type, range)
    case (.scalar, .matrix(let a, _, _), _) where scales(operation, isLeft: false):
      return lanes(operation, spread(left, a, right.type), right, right.type, range)
    case (.matrix, .matrix, .add), (.matrix, .matrix, .subtract), (.matrix, .matrix, .divide):
      guard cost(from: right.type, to: left.type) != nil else {
        return mismatch(operation.rawValue, left, right, focus)
      }
      return lanes(operation, left, adapt(right, to: left.type), left.type, range)
    case (.matrix, .matrix, .equal), (.matrix, .matrix, .notEqual):
      guard left.type == right.type else { return mismatch(operation.rawValue, left, right, focus) }
      let equal = lanes(operation, left, right, left.type.with(.bool), range)
      return TypedExpression(.builtin(operation == .equal ? .all : .any, [equal]), .bool, range)
    default: return mismatch(operation.rawValue, left, right, focus)
    }
  }

  /// Scaling is common to both languages; adding a number to each element belongs to GLSL.
  private func scales(_ operation: BinaryOperator, isLeft: Bool) -> Bool {
    switch operation {
    case .multiply: true
    case .divide: isLeft || dialect == .coreImage
    case .add, .subtract: dialect == .coreImage
    default: false
    }
  }

  private func spread(_ value: TypedExpression, _ scalar: ScalarType, _ type: ValueType) -> TypedExpression {
    TypedExpression(.splat(adapt(value, to: .scalar(scalar))), type, value.range)
  }

  private func lanes(
    _ operation: BinaryOperator, _ left: TypedExpression, _ right: TypedExpression, _ type: ValueType,
    _ range: SourceRange
  ) -> TypedExpression {
    TypedExpression(.binary(operation, left, right), type, range)
  }

  private func logical(
    _ spelling: String, _ left: TypedExpression, _ right: TypedExpression, _ focus: SourceRange
  ) -> TypedExpression {
    let range = left.range.through(right.range)
    if case (.vector(_, let m), .vector(_, let n)) = (left.type, right.type), m == n, dialect == .metal {
      let sides = (adapt(left, to: .vector(.bool, n)), adapt(right, to: .vector(.bool, n)))
      return TypedExpression(.binary(spelling == "&&" ? .and : .or, sides.0, sides.1), .vector(.bool, n), range)
    }
    let sides = (truth(left), truth(right))
    guard sides.0.type != .invalid, sides.1.type != .invalid else { return invalid(range) }
    if spelling == "^^" { return TypedExpression(.binary(.notEqual, sides.0, sides.1), .bool, range) }
    return TypedExpression(.logical(isAnd: spelling == "&&", sides.0, sides.1), .bool, range)
  }

  /// `condition ? first : second`; Metal also selects lane by lane.
  func choose(
    _ condition: TypedExpression, _ first: TypedExpression, _ second: TypedExpression, _ focus: SourceRange
  ) -> TypedExpression {
    let range = condition.range.through(second.range)
    guard condition.type != .invalid, first.type != .invalid, second.type != .invalid else { return invalid(range) }
    let type = first.type == second.type ? first.type : common(first, second)
    guard let type, type != .sampler, !type.isPointer else {
      if first.type.isPointer {
        return fail("what a pointer points at has to be known when the kernel is compiled", at: focus)
      }
      if first.type == .sampler || second.type == .sampler {
        return fail("which image is sampled has to be known when the kernel is compiled", at: focus)
      }
      return fail(
        "the values of '?' are '\(name(first.type))' and '\(name(second.type))'; expected one type", at: focus)
    }
    let values = (adapt(first, to: type), adapt(second, to: type))
    if case .vector(_, let count) = condition.type, count == type.count {
      let lanes = adapt(condition, to: .vector(.bool, count))
      return TypedExpression(.builtin(.select, [values.1, values.0, lanes]), type, range)
    }
    let condition = truth(condition)
    if condition.type == .invalid { return condition }
    return TypedExpression(.conditional(condition, values.0, values.1), type, range)
  }

  // MARK: Assignment

  func assign(_ spelling: String, _ left: Expression, _ right: Expression, _ focus: SourceRange) -> TypedExpression {
    if spelling == "=", case .name(let path) = left.kind, path.count == 1 { assignedName = path[0] }
    let place = check(left)
    assignedName = nil
    if place.type.isPointer {
      let value = check(right)
      if spelling == "=" { return assignPointer(place, value, focus) }
      return movePointer(place, String(spelling.dropLast()), value, givesOld: false, focus)
    }
    if spelling == "=" {
      let value = initialValue(right, of: place.type, "the value")
      guard isAssignable(place, focus), value.type != .invalid else { return invalid(focus) }
      return TypedExpression(.assign(place, value), place.type, place.range.through(value.range))
    }
    let value = check(right)
    guard isAssignable(place, focus), value.type != .invalid else { return invalid(focus) }
    let operation = String(spelling.dropLast())
    if place.type.isStructure, let result = overloaded("operator\(spelling)", [place, value], focus) { return result }
    return update(place, givesOld: false, focus) { self.binary(operation, $0, value, focus) }
  }

  func step(
    _ place: TypedExpression, _ operation: BinaryOperator, givesOld: Bool, _ range: SourceRange
  ) -> TypedExpression {
    let one = constant(1, .int, range)
    if place.type.isPointer { return movePointer(place, operation.rawValue, one, givesOld: givesOld, range) }
    guard isAssignable(place, range) else { return invalid(range) }
    return update(place, givesOld: givesOld, range) { self.binary(operation.rawValue, $0, one, range) }
  }

  func update(
    _ place: TypedExpression, givesOld: Bool, _ range: SourceRange, _ compute: (TypedExpression) -> TypedExpression
  ) -> TypedExpression {
    let old = variable("", place.type)
    let new = compute(TypedExpression(.variable(old), place.type, place.range))
    guard new.type != .invalid else { return new }
    let converted = convert(new, to: place.type, "the new value")
    guard converted.type != .invalid else { return converted }
    return TypedExpression(.update(place, old: old, new: converted, givesOld: givesOld), place.type, range)
  }

  func isAssignable(_ place: TypedExpression, _ range: SourceRange) -> Bool {
    guard place.type != .invalid else { return false }
    guard let reason = refusal(of: place) else { return true }
    diagnostics.error(reason, at: place.range)
    return false
  }

  /// Why something cannot be written to, or nil where it can.
  func refusal(of place: TypedExpression) -> String? {
    switch place.kind {
    case .variable(let variable):
      if variable.type == .sampler { return "which image is sampled has to be known when the kernel is compiled" }
      if variable.type.isPointer { return "a pointer stays what it was made; use an index" }
      return variable.isConst ? "'\(variable.name)' is constant and cannot be changed" : nil
    case .element(let base, _) where base.type.isPointer: return pointerRefusal(base)
    case .field(let base, _), .element(let base, _): return refusal(of: base)
    case .swizzle(let base, let lanes):
      return Set(lanes).count < lanes.count ? "an element stands twice on the left side" : refusal(of: base)
    default: return "this is a value; only a variable can be changed"
    }
  }

  private func pointerRefusal(_ pointer: TypedExpression) -> String? {
    if case .variable(let variable) = pointer.kind, variable.isConst { return "'\(variable.name)' points at constants" }
    if case .address(let place) = pointer.kind { return refusal(of: place) }
    return nil
  }

  /// Whether a place exists, even if it may not be changed.
  func isConstantPlace(_ place: TypedExpression) -> Bool {
    switch place.kind {
    case .variable: true
    case .field(let base, _), .element(let base, _), .swizzle(let base, _): isConstantPlace(base)
    default: false
    }
  }

  /// An operator for structures that the text defines.
  func overloaded(_ name: String, _ operands: [TypedExpression], _ range: SourceRange) -> TypedExpression? {
    var candidates = functionsByName[name] ?? []
    if case .structure(let index)? = operands.first?.type { candidates += structures[index].methods[name] ?? [] }
    let arguments = operands.map { Argument.typed($0) }
    if !candidates.contains(where: { matches($0, arguments) != nil }),
      let instance = instance(of: [name], arguments)
    {
      candidates = [instance]
    }
    guard !candidates.isEmpty else { return nil }
    return resolve(candidates, name, arguments, range)
  }
}
