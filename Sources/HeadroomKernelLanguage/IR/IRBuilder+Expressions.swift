extension IRBuilder {
  func kinds(_ type: ValueType) -> [Kind] { program.types.scalars(type).map(Self.kind) }

  /// The lanes of an expression.
  mutating func build(_ expression: TypedExpression) -> [Value] {
    guard !isTooLarge else { return zeros(expression.type) }
    let outer = range
    range = expression.range
    defer { range = outer }
    switch expression.kind {
    case .constant(let lanes): return zip(lanes, kinds(expression.type)).map { constant($0, $1) }
    case .variable: return read(place(expression), kinds(expression.type))
    case .field(let base, let offset):
      return Array(build(base)[offset..<(offset + program.types.lanes(expression.type))])
    case .swizzle(let base, let lanes):
      let value = build(base)
      return lanes.map { value[$0] }
    case .element(let base, let index): return element(expression, base, index)
    case .address:
      _ = place(expression)
      return []
    case .compose(let parts): return parts.flatMap { build($0) }
    case .splat(let base): return Array(repeating: build(base)[0], count: program.types.lanes(expression.type))
    case .diagonal(let base): return diagonal(build(base)[0], expression.type)
    case .resize(let base): return resize(build(base), base.type, expression.type)
    case .convert(let base): return convert(build(base), base.type, expression.type)
    case .bits(let base): return reinterpret(build(base), expression.type)
    case .unary(let operation, let base): return unary(operation, build(base), base.type)
    case .binary(let operation, let left, let right):
      let values = (build(left), build(right))
      return binary(operation, values.0, values.1, left.type)
    case .product(let left, let right):
      let values = (build(left), build(right))
      return product(values.0, left.type, values.1)
    case .logical(let isAnd, let left, let right): return logical(isAnd, left, right)
    case .conditional(let condition, let first, let second):
      return branch(build(condition)[0], { $0.build(first) }, { $0.build(second) })
    case .assign(let target, let value):
      let lanes = build(value)
      write(place(target), lanes)
      return lanes
    case .update(let target, let old, let new, let givesOld): return update(target, old, new, givesOld: givesOld)
    case .call(let function, let arguments): return call(program.functions[function], arguments)
    case .builtin(let builtin, let arguments): return self.builtin(builtin, arguments, expression.type)
    case .bind(let variable, let value, let inner):
      begin(variable, build(value))
      return build(inner)
    case .sequence(let first, let second):
      _ = build(first)
      return build(second)
    }
  }

  private mutating func element(
    _ expression: TypedExpression, _ base: TypedExpression, _ index: TypedExpression
  ) -> [Value] {
    if base.isPlace || base.type.isPointer { return read(place(expression), kinds(expression.type)) }
    // A value without a name gets its own slots for the choice.
    let variable = Variable(id: -1_000_000 - nextSlot, name: "", type: base.type, isReference: false, isConst: true)
    begin(variable, build(base))
    let named = TypedExpression(.variable(variable), base.type, base.range)
    return read(
      place(TypedExpression(.element(named, index), expression.type, expression.range)), kinds(expression.type))
  }

  private mutating func logical(_ isAnd: Bool, _ left: TypedExpression, _ right: TypedExpression) -> [Value] {
    let first = build(left)[0]
    if isAnd { return branch(first, { $0.build(right) }, { [$0.bool(false)] }) }
    return branch(first, { [$0.bool(true)] }, { $0.build(right) })
  }

  private mutating func update(
    _ target: TypedExpression, _ old: Variable, _ new: TypedExpression, givesOld: Bool
  ) -> [Value] {
    let place = place(target)
    let before = read(place, kinds(target.type))
    begin(old, before)
    let after = build(new)
    write(place, after)
    return givesOld ? before : after
  }

  private mutating func call(_ function: TypedFunction, _ arguments: [TypedExpression]) -> [Value] {
    let passed = passed(arguments, to: function)
    let mark = begun.count
    for (variable, lanes) in passed.values { begin(variable, lanes) }
    for (variable, place) in passed.places { places[variable.id] = place }
    let result = body(of: function)
    for (variable, place) in passed.results where isReachable {
      let named = TypedExpression(.variable(variable), variable.type, range)
      write(place, read(self.place(named), kinds(variable.type)))
    }
    end(from: mark)
    return result
  }

  // MARK: Shapes

  private mutating func diagonal(_ value: Value, _ type: ValueType) -> [Value] {
    guard case .matrix(_, let columns, let rows) = type else { return [] }
    let zero = float(0)
    return (0..<(columns * rows)).map { $0 / rows == $0 % rows ? value : zero }
  }

  private mutating func resize(_ value: [Value], _ source: ValueType, _ target: ValueType) -> [Value] {
    guard case .matrix(_, let c, let r) = source, case .matrix(_, let columns, let rows) = target else { return [] }
    let (zero, one) = (float(0), float(1))
    return (0..<(columns * rows)).map { lane in
      let (column, row) = (lane / rows, lane % rows)
      return column < c && row < r ? value[column * r + row] : column == row ? one : zero
    }
  }

  // MARK: Scalars

  private mutating func convert(_ lanes: [Value], _ source: ValueType, _ target: ValueType) -> [Value] {
    let scalars = zip(program.types.scalars(source), program.types.scalars(target))
    return zip(lanes, scalars).map { convert($0, $1.0, $1.1) }
  }

  mutating func convert(_ value: Value, _ source: ScalarType, _ target: ScalarType) -> Value {
    if target == .bool {
      if source == .bool { return value }
      return source.isFloat ? emit(.fne, [value, float(0)]) : emit(.ne, [value, whole(0)])
    }
    if source == .bool {
      let (one, zero) = target.isFloat ? (float(1), float(0)) : (whole(1), whole(0))
      return emit(.select, [value, one, zero])
    }
    switch (source.isFloat, target.isFloat) {
    case (true, true): return value
    case (true, false): return saturate(value, target)
    case (false, true): return emit(source.isSigned ? .intToFloat : .uintToFloat, [value])
    case (false, false): return narrow(value, target)
    }
  }

  private mutating func saturate(_ value: Value, _ target: ScalarType) -> Value {
    if target == .uint { return emit(.floatToUInt, [value]) }
    let result = emit(.floatToInt, [value])
    guard target.width < 32 else { return result }
    let highest = 1 << (target.isSigned ? target.width - 1 : target.width) - 1
    let lowest = target.isSigned ? -highest - 1 : 0
    return emit(.smin, [emit(.smax, [result, whole(lowest)]), whole(highest)])
  }

  /// Keeps the bits of a narrow integer.
  mutating func narrow(_ value: Value, _ scalar: ScalarType) -> Value {
    guard scalar.isInteger, scalar.width < 32 else { return value }
    if !scalar.isSigned { return emit(.and, [value, whole(1 << scalar.width - 1)]) }
    let distance = whole(32 - scalar.width)
    return emit(.sar, [emit(.shl, [value, distance]), distance])
  }

  /// The same bits in values of another kind.
  private mutating func reinterpret(_ lanes: [Value], _ type: ValueType) -> [Value] {
    zip(lanes, kinds(type)).map { value, kind in
      if ir.info(value).kind == kind { return value }
      return emit(.copyBits, [value], kind)
    }
  }

  // MARK: Operators

  private mutating func unary(_ operation: UnaryOperator, _ lanes: [Value], _ type: ValueType) -> [Value] {
    guard let scalar = type.scalar else { return [] }
    return lanes.map { value in
      switch operation {
      case .not: return emit(.eq, [value, bool(false)])
      case .complement: return narrow(emit(.xor, [value, constant(.max, .whole)]), scalar)
      case .negate: return scalar.isFloat ? emit(.fneg, [value]) : narrow(emit(.sub, [whole(0), value]), scalar)
      }
    }
  }

  private mutating func binary(
    _ operation: BinaryOperator, _ left: [Value], _ right: [Value], _ type: ValueType
  ) -> [Value] {
    guard let scalar = type.scalar else { return [] }
    return zip(left, right).map { binary(operation, $0, $1, scalar) }
  }

  mutating func binary(_ operation: BinaryOperator, _ a: Value, _ b: Value, _ scalar: ScalarType) -> Value {
    if operation.isComparison { return compare(operation, a, b, scalar) }
    if scalar.isFloat { return emit(Self.floatOperations[operation] ?? .fadd, [a, b]) }
    let signed: Operation? =
      switch operation {
      case .divide: .sdiv
      case .remainder: .srem
      case .shiftRight: .sar
      default: nil
      }
    let code = (scalar.isSigned ? signed : nil) ?? Self.wholeOperations[operation] ?? .add
    return narrow(emit(code, [a, b]), scalar)
  }

  private static let floatOperations: [BinaryOperator: Operation] = [
    .add: .fadd, .subtract: .fsub, .multiply: .fmul, .divide: .fdiv,
  ]

  private static let wholeOperations: [BinaryOperator: Operation] = [
    .add: .add, .subtract: .sub, .multiply: .mul, .divide: .udiv, .remainder: .urem, .and: .and, .or: .or,
    .exclusiveOr: .xor, .shiftLeft: .shl, .shiftRight: .shr,
  ]

  mutating func compare(_ operation: BinaryOperator, _ a: Value, _ b: Value, _ scalar: ScalarType) -> Value {
    let (equal, different, less, atMost): (Operation, Operation, Operation, Operation) =
      scalar.isFloat ? (.feq, .fne, .flt, .fle) : scalar.isSigned ? (.eq, .ne, .slt, .sle) : (.eq, .ne, .ult, .ule)
    switch operation {
    case .equal: return emit(equal, [a, b])
    case .notEqual: return emit(different, [a, b])
    case .less: return emit(less, [a, b])
    case .greater: return emit(less, [b, a])
    case .lessOrEqual: return emit(atMost, [a, b])
    default: return emit(atMost, [b, a])
    }
  }

  private mutating func product(_ a: [Value], _ leftType: ValueType, _ b: [Value]) -> [Value] {
    let (rows, inner): (Int, Int) =
      if case .matrix(_, let columns, let rows) = leftType { (rows, columns) } else { (1, a.count) }
    var result: [Value] = []
    for column in 0..<(b.count / inner) {
      for row in 0..<rows {
        var sum = emit(.fmul, [a[row], b[column * inner]])
        for k in 1..<inner { sum = emit(.fadd, [sum, emit(.fmul, [a[k * rows + row], b[column * inner + k]])]) }
        result.append(sum)
      }
    }
    return result
  }
}

extension IRBuilder: ArgumentPassing {
  mutating func value(of expression: TypedExpression) -> [Value] { build(expression) }
  mutating func read(_ place: Place, as type: ValueType) -> [Value] { read(place, kinds(type)) }
}

extension TypedExpression {
  /// Whether the expression refers to a variable or a part of one.
  var isPlace: Bool {
    switch kind {
    case .variable: true
    case .field(let base, _), .swizzle(let base, _), .element(let base, _): base.isPlace
    default: false
    }
  }
}
