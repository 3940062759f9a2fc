/// Evaluates a checked text for one pixel by walking its tree: slow, short, and independent of the IR that fast
/// executors use. It is the specification of kernels' semantics.
///
/// Lanes are 32 bits. Integers wrap, shifts use the lowest five bits of their count, division by zero gives 0,
/// conversion of float to integer saturates and turns NaN into 0, indexes are clamped, and unset variables are 0.
package struct TreeEvaluator {
  let program: TypedProgram
  let inputs: any PixelInputs
  /// How many returns to the start of loops remain for this pixel.
  var steps: Int
  /// Whether the pixel exceeded its steps; its value is then 0.
  package internal(set) var isExhausted = false
  var values: [Int: [UInt32]] = [:]
  var places: [Int: Place] = [:]

  /// A variable, and some of its lanes.
  struct Place {
    var variable: Int
    var lanes: [Int]
    /// The element that a pointer points at.
    var first = 0
  }

  /// How a statement ends.
  enum Outcome {
    case normal
    case breaking
    case continuing
    case returning([UInt32])
  }

  package init(_ program: TypedProgram, inputs: any PixelInputs, steps: Int) {
    self.program = program
    self.inputs = inputs
    self.steps = steps
  }

  /// The lanes of a kernel's result for the pixel: four of a colour, two of a position. All are 0 where it took too
  /// many steps.
  ///
  /// `arguments` holds the lanes of each parameter; those of images and of the destination are not read.
  package mutating func run(_ kernel: KernelSignature, arguments: [[UInt32]]) -> [UInt32] {
    for global in program.globals {
      values[global.variable.id] = global.initial.map { evaluate($0) } ?? zeros(global.variable.type)
    }
    let function = program.functions[kernel.function]
    for (place, parameter) in kernel.parameters.enumerated() {
      let variable = function.parameters[place].variable
      let given = arguments.indices.contains(place) ? arguments[place] : []
      values[variable.id] = lanes(of: parameter.argument, given, variable)
      places[variable.id] = Place(variable: variable.id, lanes: Array(0..<program.types.lanes(variable.type)))
    }
    let result = body(of: function)
    return isExhausted ? zeros(function.returnType) : result
  }

  private func lanes(of argument: KernelSignature.Argument, _ given: [UInt32], _ variable: Variable) -> [UInt32] {
    switch argument {
    case .pixel(let image):
      let color = inputs.pixel(image)
      return (0..<4).map { color[$0].bitPattern }
    case .sampler(let image, _): return [UInt32(image)]
    case .destination: return []
    case .color, .value:
      return (0..<program.types.lanes(variable.type)).map { given.indices.contains($0) ? given[$0] : 0 }
    }
  }

  func zeros(_ type: ValueType) -> [UInt32] { Array(repeating: 0, count: program.types.lanes(type)) }

  mutating func set(_ variable: Int, _ lanes: [UInt32]) { values[variable] = lanes }

  private mutating func body(of function: TypedFunction) -> [UInt32] {
    guard let body = function.body, case .returning(let lanes) = run(body) else { return zeros(function.returnType) }
    return lanes
  }

  // MARK: Statements

  private mutating func run(_ statement: TypedStatement) -> Outcome {
    if isExhausted { return .breaking }
    switch statement.kind {
    case .block(let statements): return run(statements)
    case .evaluate(let expression): _ = evaluate(expression)
    case .declare(let variable, let initial): values[variable.id] = initial.map { evaluate($0) } ?? zeros(variable.type)
    case .refer(let variable, let place): places[variable.id] = self.place(place)
    case .condition(let condition, let then, let otherwise):
      if evaluate(condition)[0] != 0 { return run(then) }
      return otherwise.map { run($0) } ?? .normal
    case .loop(let condition, let step, let body, let isTestedFirst):
      return loop(condition, step, body, isTestedFirst: isTestedFirst)
    case .selection(let value, let sections): return selection(evaluate(value)[0], sections)
    case .breaking: return .breaking
    case .continuing: return .continuing
    case .returning(let value): return .returning(value.map { evaluate($0) } ?? [])
    }
    return .normal
  }

  private mutating func run(_ statements: [TypedStatement]) -> Outcome {
    for statement in statements {
      let outcome = run(statement)
      guard case .normal = outcome else { return outcome }
    }
    return .normal
  }

  private mutating func loop(
    _ condition: TypedExpression?, _ step: TypedExpression?, _ body: TypedStatement, isTestedFirst: Bool
  ) -> Outcome {
    var isTested = isTestedFirst
    while !isExhausted {
      if isTested, let condition, evaluate(condition)[0] == 0 { return .normal }
      switch run(body) {
      case .normal, .continuing: break
      case .breaking: return .normal
      case .returning(let lanes): return .returning(lanes)
      }
      if !isTestedFirst, let condition, evaluate(condition)[0] == 0 { return .normal }
      isTested = isTestedFirst
      if let step { _ = evaluate(step) }
      steps -= 1
      if steps < 0 { isExhausted = true }
    }
    return .normal
  }

  private mutating func selection(_ value: UInt32, _ sections: [TypedSection]) -> Outcome {
    let start = sections.firstIndex { $0.labels.contains(value) } ?? sections.firstIndex(where: \.isDefault)
    guard let start else { return .normal }
    for section in sections[start...] {
      let outcome = run(section.statements)
      switch outcome {
      case .normal: continue
      case .breaking: return .normal
      case .continuing, .returning: return outcome
      }
    }
    return .normal
  }

  // MARK: Places

  /// The variable and lanes that an expression refers to; indexes are evaluated now.
  mutating func place(_ expression: TypedExpression) -> Place {
    switch expression.kind {
    case .variable(let variable):
      if variable.isReference || variable.type.isPointer, let place = places[variable.id] { return place }
      return Place(variable: variable.id, lanes: Array(0..<program.types.lanes(variable.type)))
    case .field(let base, let offset):
      let count = program.types.lanes(expression.type)
      var place = place(base)
      place.lanes = Self.slice(place.lanes, offset, count)
      return place
    case .swizzle(let base, let lanes):
      var place = place(base)
      place.lanes = lanes.map { place.lanes.indices.contains($0) ? place.lanes[$0] : 0 }
      return place
    case .element(let base, let index):
      let place = place(base)
      return element(place, program.types.lanes(expression.type), evaluate(index)[0], isSigned: index.type == .int)
    case .address(let target): return pointed(target)
    default: return Place(variable: -1, lanes: [])
    }
  }

  private func element(_ place: Place, _ size: Int, _ index: UInt32, isSigned: Bool) -> Place {
    let count = place.lanes.count / max(size, 1)
    // The sum with a pointer's element wraps as integers do.
    let start =
      place.first == 0
      ? clamped(index, count, isSigned: isSigned)
      : clamped(UInt32(truncatingIfNeeded: place.first) &+ index, count, isSigned: true)
    return Place(variable: place.variable, lanes: Self.slice(place.lanes, start * size, size))
  }

  /// Some lanes of a place; expressions that are not places get arbitrary lanes, which are read as 0.
  static func slice(_ lanes: [Int], _ start: Int, _ count: Int) -> [Int] {
    start + count <= lanes.count ? Array(lanes[start..<(start + count)]) : Array(repeating: 0, count: count)
  }

  private func clamped(_ index: UInt32, _ count: Int, isSigned: Bool) -> Int {
    let value = isSigned ? Int(Int32(bitPattern: index)) : Int(index)
    return max(0, min(value, count - 1))
  }

  /// The lanes that a pointer can reach: all elements around the one it points at, or the place itself.
  private mutating func pointed(_ target: TypedExpression) -> Place {
    guard case .element(let base, let index) = target.kind, base.type.isArray || base.type.isPointer else {
      return place(target)
    }
    var place = place(base)
    place.first = Int(Int32(truncatingIfNeeded: place.first) &+ Int32(bitPattern: evaluate(index)[0]))
    return place
  }

  func read(_ place: Place) -> [UInt32] {
    let lanes = values[place.variable] ?? []
    return place.lanes.map { lanes.indices.contains($0) ? lanes[$0] : 0 }
  }

  mutating func write(_ place: Place, _ value: [UInt32]) {
    guard var lanes = values.removeValue(forKey: place.variable) else { return }
    for (lane, bits) in zip(place.lanes, value) where lanes.indices.contains(lane) { lanes[lane] = bits }
    values[place.variable] = lanes
  }

  // MARK: Expressions

  mutating func evaluate(_ expression: TypedExpression) -> [UInt32] {
    switch expression.kind {
    case .constant(let lanes): return lanes
    case .variable(let variable):
      return variable.isReference ? read(place(expression)) : values[variable.id] ?? zeros(variable.type)
    case .field(let base, let offset):
      return Array(evaluate(base)[offset..<(offset + program.types.lanes(expression.type))])
    case .swizzle(let base, let lanes):
      let value = evaluate(base)
      return lanes.map { value[$0] }
    case .element(let base, let index): return element(expression, base, index)
    case .address:
      // The expression has no lanes, but `p++` moves the pointer.
      _ = place(expression)
      return []
    case .compose(let parts): return parts.flatMap { evaluate($0) }
    case .splat(let base): return Array(repeating: evaluate(base)[0], count: program.types.lanes(expression.type))
    case .diagonal(let base): return diagonal(evaluate(base)[0], expression.type)
    case .resize(let base): return resize(evaluate(base), base.type, expression.type)
    case .convert(let base): return convert(evaluate(base), from: base.type, to: expression.type)
    case .bits(let base): return evaluate(base)
    case .unary(let operation, let base): return unary(operation, evaluate(base), base.type)
    case .binary(let operation, let left, let right):
      let values = (evaluate(left), evaluate(right))
      return binary(operation, values.0, values.1, left.type)
    case .product(let left, let right):
      let values = (evaluate(left), evaluate(right))
      return product(values.0, left.type, values.1, right.type)
    case .logical(let isAnd, let left, let right):
      let first = evaluate(left)[0] != 0
      return first == isAnd ? evaluate(right) : [first ? 1 : 0]
    case .conditional(let condition, let first, let second):
      return evaluate(condition)[0] != 0 ? evaluate(first) : evaluate(second)
    case .assign(let target, let value): return assign(target, value)
    case .update(let target, let old, let new, let givesOld): return update(target, old, new, givesOld: givesOld)
    case .call(let function, let arguments): return call(program.functions[function], arguments)
    case .builtin(let builtin, let arguments): return self.builtin(builtin, arguments, expression.type)
    case .bind(let variable, let value, let inner):
      values[variable.id] = evaluate(value)
      return evaluate(inner)
    case .sequence(let first, let second):
      _ = evaluate(first)
      return evaluate(second)
    }
  }

  private mutating func element(
    _ expression: TypedExpression, _ base: TypedExpression, _ index: TypedExpression
  ) -> [UInt32] {
    if base.type.isPointer { return read(place(expression)) }
    let value = evaluate(base)
    let size = program.types.lanes(expression.type)
    let start = clamped(evaluate(index)[0], value.count / max(size, 1), isSigned: index.type == .int) * size
    return Array(value[start..<(start + size)])
  }

  private mutating func assign(_ target: TypedExpression, _ value: TypedExpression) -> [UInt32] {
    let lanes = evaluate(value)
    let place = place(target)
    write(place, lanes)
    return lanes
  }

  private mutating func update(
    _ target: TypedExpression, _ old: Variable, _ new: TypedExpression, givesOld: Bool
  ) -> [UInt32] {
    let place = place(target)
    let before = read(place)
    values[old.id] = before
    let after = evaluate(new)
    write(place, after)
    return givesOld ? before : after
  }

  private mutating func call(_ function: TypedFunction, _ arguments: [TypedExpression]) -> [UInt32] {
    let passed = passed(arguments, to: function)
    for (variable, lanes) in passed.values { values[variable.id] = lanes }
    for (variable, place) in passed.places { places[variable.id] = place }
    let result = body(of: function)
    for (variable, place) in passed.results { write(place, values[variable.id] ?? []) }
    return result
  }
}

extension TreeEvaluator: ArgumentPassing {
  mutating func value(of expression: TypedExpression) -> [UInt32] { evaluate(expression) }
  func read(_ place: Place, as type: ValueType) -> [UInt32] { read(place) }
}
