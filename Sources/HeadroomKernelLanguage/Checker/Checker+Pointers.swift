/// Pointers are names for places and always refer to the array they were made from. Where one is moved, a separate
/// number counts the elements; sums and differences are those of such numbers.
extension Checker {
  /// A pointer as the place it was made from and an element of that.
  struct PointerParts {
    var base: TypedExpression
    var index: TypedExpression
  }

  // MARK: What a pointer points at

  func pointee(_ pointer: TypedExpression, _ range: SourceRange) -> TypedExpression {
    guard case .pointer(let type) = pointer.type else {
      let hint = pointer.type.isStructure ? "a field stands behind '.'" : "the power of a number is 'pow(x, y)'"
      return pointer.type == .invalid
        ? pointer : fail("'\(name(pointer.type))' is not a pointer", at: range, hint: hint)
    }
    if case .address(let target) = pointer.kind, target.type == type { return target }
    return TypedExpression(.element(pointer, constant(0, .int, range)), type, range)
  }

  func address(of place: TypedExpression, _ range: SourceRange) -> TypedExpression {
    guard place.type != .invalid else { return place }
    guard refusal(of: place) == nil || isConstantPlace(place) else {
      return fail("only a variable has an address", at: range)
    }
    markIndexed(place)
    return TypedExpression(.address(place), .pointer(place.type), range)
  }

  /// The pointer to the first element of an array.
  private func decayed(_ value: TypedExpression) -> TypedExpression {
    guard case .array(let element, _) = value.type else { return value }
    return adapt(value, to: .pointer(element))
  }

  func parts(of pointer: TypedExpression) -> PointerParts? {
    guard case .pointer(let type) = pointer.type else { return nil }
    let zero = constant(0, .int, pointer.range)
    guard case .address(let target) = pointer.kind else { return PointerParts(base: pointer, index: zero) }
    if case .array(let element, _) = target.type, element == type { return PointerParts(base: target, index: zero) }
    if case .element(let base, let index) = target.kind, target.type == type, holds(base.type, type) {
      return PointerParts(base: base, index: adapt(index, to: .int))
    }
    return PointerParts(base: pointer, index: zero)
  }

  private func holds(_ type: ValueType, _ element: ValueType) -> Bool {
    switch type {
    case .array(let own, _), .pointer(let own): own == element
    default: false
    }
  }

  /// A pointer moved by some elements.
  private func moved(_ parts: PointerParts, _ type: ValueType, _ range: SourceRange) -> TypedExpression {
    guard case .pointer(let element) = type else { return invalid(range) }
    if constantLanes(parts.index) == nil { markIndexed(parts.base) }
    let target = TypedExpression(.element(parts.base, parts.index), element, range)
    return TypedExpression(.address(target), type, range)
  }

  /// An element of the pointee, as an element of the pointer's original array.
  func element(of pointer: TypedExpression, _ index: TypedExpression, _ range: SourceRange) -> TypedExpression? {
    guard case .address = pointer.kind, let parts = parts(of: pointer), case .pointer(let type) = pointer.type,
      holds(parts.base.type, type)
    else { return nil }
    let sum = constantLanes(parts.index) == [0] ? index : added(parts.index, adapt(index, to: .int), .add, range)
    if constantLanes(sum) == nil { markIndexed(parts.base) }
    return TypedExpression(.element(parts.base, sum), type, range)
  }

  private func added(
    _ a: TypedExpression, _ b: TypedExpression, _ operation: BinaryOperator, _ range: SourceRange
  ) -> TypedExpression {
    TypedExpression(.binary(operation, a, b), .int, range)
  }

  // MARK: Variables

  /// The pointer variable, moved by its current offset.
  func pointerValue(_ variable: Variable, _ range: SourceRange) -> TypedExpression {
    let value = TypedExpression(.variable(variable), variable.type, range)
    guard let offset = pointerOffsets[variable.id], case .pointer(let element) = variable.type else { return value }
    let index = TypedExpression(.variable(offset), .int, range)
    return TypedExpression(
      .address(TypedExpression(.element(value, index), element, range)), variable.type, range)
  }

  /// Declares a pointer with its place, and with a number where it is moved or does not begin at the first element.
  func declarePointer(_ variable: Variable, _ initial: TypedExpression, _ range: SourceRange) -> TypedStatement {
    guard let parts = parts(of: initial) else { return TypedStatement(.block([]), range) }
    let isMoved = current?.changedNames.contains(variable.name) == true
    let known = constantLanes(parts.index)
    let base = parts.base.type.isPointer ? parts.base : TypedExpression(.address(parts.base), variable.type, range)
    pointerRoots[variable.id] = parts.base
    let refer = TypedStatement(.refer(variable, base), range)
    guard isMoved || known != [0] else { return refer }
    let offset = self.variable("", .int, isConst: !isMoved)
    pointerOffsets[variable.id] = offset
    if isMoved { markIndexed(parts.base) } else if let known { constants[offset.id] = known }
    return TypedStatement(.block([refer, TypedStatement(.declare(offset, parts.index), range)]), range)
  }

  /// Offset variables for the pointer parameters that a body moves.
  func parameterOffsets(_ parameters: [TypedParameter], _ range: SourceRange) -> [TypedStatement] {
    parameters.compactMap { parameter in
      guard parameter.variable.type.isPointer, current?.changedNames.contains(parameter.variable.name) == true else {
        return nil
      }
      let offset = variable("", .int)
      pointerOffsets[parameter.variable.id] = offset
      return TypedStatement(.declare(offset, constant(0, .int, range)), range)
    }
  }

  // MARK: Arithmetic

  /// Sums and differences with a pointer, or nil where none is among the operands.
  func pointerArithmetic(
    _ spelling: String, _ left: TypedExpression, _ right: TypedExpression, _ focus: SourceRange
  ) -> TypedExpression? {
    guard left.type.isPointer || right.type.isPointer || left.type.isArray || right.type.isArray else { return nil }
    let range = left.range.through(right.range)
    let (a, b) = (decayed(left), decayed(right))
    if let first = parts(of: a), let second = parts(of: b) { return distance(spelling, first, second, focus, range) }
    let (pointer, number) = a.type.isPointer ? (a, b) : (b, a)
    guard let parts = parts(of: pointer), case .scalar(let scalar) = number.type, !scalar.isFloat,
      spelling == "+" || (spelling == "-" && a.type.isPointer)
    else { return nil }
    let index = added(parts.index, adapt(number, to: .int), spelling == "+" ? .add : .subtract, range)
    let folded = constantLanes(index).map { TypedExpression(.constant($0), .int, range) } ?? index
    return moved(PointerParts(base: parts.base, index: folded), pointer.type, range)
  }

  private func distance(
    _ spelling: String, _ a: PointerParts, _ b: PointerParts, _ focus: SourceRange, _ range: SourceRange
  ) -> TypedExpression? {
    guard let operation = BinaryOperator(rawValue: spelling), operation == .subtract || operation.isComparison else {
      return nil
    }
    guard let first = fromRoot(a), let second = fromRoot(b), isSame(first.base, second.base) else {
      return fail("these pointers are not known to point at one array", at: focus)
    }
    return TypedExpression(
      .binary(operation, first.index, second.index), operation.isComparison ? .bool : .int, range)
  }

  /// The same pointer, relative to the array that its base pointer was made from.
  private func fromRoot(_ parts: PointerParts) -> PointerParts? {
    guard case .variable(let variable) = parts.base.kind, let root = pointerRoots[variable.id] else { return parts }
    return fromRoot(PointerParts(base: root, index: parts.index))
  }

  private func isSame(_ a: TypedExpression, _ b: TypedExpression) -> Bool {
    switch (a.kind, b.kind) {
    case (.variable(let a), .variable(let b)): a == b
    case (.field(let a, let m), .field(let b, let n)): m == n && isSame(a, b)
    case (.address(let a), .address(let b)): isSame(a, b)
    case (.element(let a, let i), .element(let b, let j)):
      isSame(a, b) && constantLanes(i) != nil && constantLanes(i) == constantLanes(j)
    default: false
    }
  }

  // MARK: Moving

  /// The offset of a pointer, as a place; nil where it cannot be moved.
  private func offsetPlace(_ pointer: TypedExpression) -> TypedExpression? {
    guard case .address(let target) = pointer.kind, case .element(let base, let index) = target.kind,
      case .variable(let variable) = base.kind, variable.type.isPointer, case .variable(let offset) = index.kind,
      pointerOffsets[variable.id] == offset
    else { return nil }
    return index
  }

  /// `p = q + 1` for a pointer into the same array.
  func assignPointer(_ pointer: TypedExpression, _ value: TypedExpression, _ focus: SourceRange) -> TypedExpression {
    guard value.type != .invalid else { return value }
    guard value.type.isPointer || value.type.isArray else {
      return fail("a pointer is set to a value", at: focus, hint: "what it points at is '*p' or 'p[0]'")
    }
    guard let place = offsetPlace(pointer), let target = parts(of: pointer).flatMap(fromRoot),
      let new = parts(of: decayed(value)).flatMap(fromRoot), isSame(target.base, new.base)
    else { return fail("a pointer stays with the array it was made of", at: focus, hint: "use an index") }
    return step(pointer, place, TypedExpression(.assign(place, new.index), .int, focus))
  }

  /// `p += n`, `p++` and similar expressions.
  func movePointer(
    _ pointer: TypedExpression, _ operation: String, _ distance: TypedExpression, givesOld: Bool, _ focus: SourceRange
  ) -> TypedExpression {
    guard distance.type != .invalid else { return distance }
    guard let place = offsetPlace(pointer), operation == "+" || operation == "-" else {
      return fail("a pointer stays with the array it was made of", at: focus, hint: "use an index")
    }
    let moved = update(place, givesOld: givesOld, focus) { self.binary(operation, $0, distance, focus) }
    return moved.type == .invalid ? moved : step(pointer, place, moved)
  }

  /// The pointer, with an expression that changes its number.
  private func step(
    _ pointer: TypedExpression, _ place: TypedExpression, _ index: TypedExpression
  ) -> TypedExpression {
    guard case .address(let target) = pointer.kind, case .element(let base, _) = target.kind else { return pointer }
    return TypedExpression(
      .address(TypedExpression(.element(base, index), target.type, index.range)), pointer.type, index.range)
  }
}
