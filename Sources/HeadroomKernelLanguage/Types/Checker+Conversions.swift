extension Checker {
  /// How far a conversion goes that happens without being written; nil where there is none. Overloads with the lowest sum
  /// are chosen.
  func cost(from source: ValueType, to target: ValueType) -> Int? {
    if source == target || source == .invalid || target == .invalid { return 0 }
    switch (source, target) {
    case (.scalar(let a), .scalar(let b)): return cost(a, b)
    case (.scalar(let a), .vector(let b, _)): return 8 + cost(a, b)
    case (.vector(let a, let m), .vector(let b, let n)) where m == n: return vectorCost(a, b)
    case (.matrix(let a, let c, let r), .matrix(let b, let d, let s)) where c == d && r == s: return vectorCost(a, b)
    case (.array(let element, _), .pointer(let pointee)) where element == pointee: return 1
    default: return nil
    }
  }

  private func cost(_ a: ScalarType, _ b: ScalarType) -> Int {
    if a == b { return 0 }
    if (a == .half && b == .float) || (b == .int && a.promoted == .int) { return 1 }
    if b == .bool { return 5 }
    if a.isFloat, !b.isFloat { return 4 }
    return a == .float && b == .half ? 3 : 2
  }

  /// Vectors of other scalars have to be converted in writing; half and float are computed alike, and GLSL makes float of
  /// whole numbers.
  private func vectorCost(_ a: ScalarType, _ b: ScalarType) -> Int? {
    if a == b { return 0 }
    if a.isFloat, b.isFloat { return 2 }
    return dialect == .coreImage && b.isFloat ? 3 : nil
  }

  /// Converts without being asked, or tells that it cannot be done.
  func convert(_ value: TypedExpression, to target: ValueType, _ what: String) -> TypedExpression {
    guard value.type != .invalid, target != .invalid else { return invalid(value.range) }
    guard cost(from: value.type, to: target) != nil else {
      return fail(
        "\(what) is '\(name(value.type))'; expected '\(name(target))'", at: value.range,
        hint: conversionHint(value.type, target))
    }
    return adapt(value, to: target)
  }

  private func conversionHint(_ source: ValueType, _ target: ValueType) -> String? {
    switch (source, target) {
    case (.vector(_, let m), .vector(_, let n)) where m > n && n >= 2: "take a part of it: '.\("xyzw".prefix(n))'"
    case (.vector(let a, let m), .vector(let b, let n)) where m == n && a != b: "convert it: \(name(target))(...)"
    case (.vector(_, 3), .vector(_, 4)): "add a fourth element: \(name(target))(..., 1.0)"
    case (.vector, .scalar): "take one element of it: '.x'"
    default: nil
    }
  }

  /// The conversion itself, whose cost is known to be finite.
  func adapt(_ value: TypedExpression, to target: ValueType) -> TypedExpression {
    if value.type == target { return value }
    switch (value.type, target) {
    case (.scalar, .vector(let scalar, _)):
      return TypedExpression(.splat(adapt(value, to: .scalar(scalar))), target, value.range)
    case (.array, .pointer):
      markIndexed(value)
      return TypedExpression(.address(value), target, value.range)
    default: return TypedExpression(.convert(value), target, value.range)
    }
  }

  /// A condition: one bool.
  func condition(_ expression: Expression) -> TypedExpression { truth(check(expression)) }

  func truth(_ value: TypedExpression) -> TypedExpression {
    if value.type.isVectorOrScalar, !value.type.isScalar {
      return fail(
        "a condition has to be one value, not '\(name(value.type))'", at: value.range, hint: "use 'any' or 'all'")
    }
    return convert(value, to: .bool, "the condition")
  }

  // MARK: Lists of values

  /// Gives a value to something of a known type; a list in braces takes its shape from the type.
  func initialValue(_ expression: Expression, of type: ValueType, _ what: String) -> TypedExpression {
    guard case .braces(let elements) = expression.kind else { return convert(check(expression), to: type, what) }
    return aggregate(elements, type, expression.range)
  }

  func aggregate(_ elements: [Expression], _ type: ValueType, _ range: SourceRange) -> TypedExpression {
    switch type {
    case .array(let element, let count):
      return filled(elements, Array(repeating: element, count: count), type, range)
    case .structure(let index):
      if !structures[index].constructors.isEmpty, !elements.isEmpty { return construct(type, elements, range) }
      let defaults = structures[index].defaults
      return filled(elements, program.types.structures[index].fields.map(\.type), type, range, defaults)
    case .invalid:
      for element in elements { _ = check(element) }
      return invalid(range)
    case .vector(let scalar, let count) where elements.count < count && !elements.isEmpty:
      let values = elements.map(check)
      // Numbers in braces that are missing are 0, as in every list.
      guard values.allSatisfy(\.type.isScalar) else { return construct(type, elements, range) }
      let given = values.map { convert($0, to: .scalar(scalar), "this value") }
      guard !given.contains(where: { $0.type == .invalid }) else { return invalid(range) }
      let missing = (given.count..<count).map { _ in zero(.scalar(scalar), range) }
      return TypedExpression(.compose(given + missing), type, range)
    default: return construct(type, elements, range)
    }
  }

  private func filled(
    _ elements: [Expression], _ types: [ValueType], _ type: ValueType, _ range: SourceRange,
    _ defaults: [TypedExpression?] = []
  ) -> TypedExpression {
    guard elements.count <= types.count else {
      return fail("\(elements.count) values for the \(types.count) of '\(name(type))'", at: range)
    }
    var parts = zip(elements, types).map { initialValue($0, of: $1, "this value") }
    for place in parts.count..<max(types.count, parts.count) {
      let initial = defaults.indices.contains(place) ? defaults[place] : nil
      parts.append(initial ?? zero(types[place], range))
    }
    guard !parts.contains(where: { $0.type == .invalid }) else { return invalid(range) }
    return TypedExpression(.compose(parts), type, range)
  }
}
