extension Checker {
  /// The cost of an implicit conversion; nil where there is none. Overloads with the lowest sum are chosen.
  func cost(from source: ValueType, to target: ValueType) -> Int? {
    if let cost = plainCost(from: source, to: target) { return cost }
    return own(from: source, to: target).map { 12 + $0.cost }
  }

  /// A conversion defined in the text: by a conversion operator of the object, or by a constructor for the value.
  private func own(from source: ValueType, to target: ValueType) -> (function: Int, cost: Int)? {
    var ways: [(function: Int, cost: Int)] = []
    if case .structure(let index) = source {
      for function in structures[index].methods[FunctionSyntax.conversion] ?? [] {
        guard let cost = plainCost(from: functions[function].returnType, to: target) else { continue }
        ways.append((function, cost))
      }
    }
    if case .structure(let index) = target {
      for function in structures[index].constructors {
        guard let first = functions[function].parameters.first?.variable.type,
          functions[function].defaults.dropFirst().allSatisfy({ $0 != nil }),
          let cost = plainCost(from: source, to: first)
        else { continue }
        ways.append((function, cost))
      }
    }
    return ways.min { $0.cost < $1.cost }
  }

  /// The value that an object's only conversion operator returns, where there is one; otherwise the object.
  func plainValue(_ value: TypedExpression) -> TypedExpression {
    guard case .structure(let index) = value.type,
      let conversions = structures[index].methods[FunctionSyntax.conversion], conversions.count == 1
    else { return value }
    return callExpression(conversions[0], [.typed(value)], value.range)
  }

  private func plainCost(from source: ValueType, to target: ValueType) -> Int? {
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

  /// Vectors of other scalars need an explicit conversion; half and float are computed alike, and GLSL converts
  /// integers to float.
  private func vectorCost(_ a: ScalarType, _ b: ScalarType) -> Int? {
    if a == b { return 0 }
    if a.isFloat, b.isFloat { return 2 }
    return dialect == .coreImage && b.isFloat ? 3 : nil
  }

  /// Converts implicitly, or reports that it is impossible.
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
    case (.sampler, .vector): dialect == .metal ? "read a pixel of it: '.sample(position)'" : "read it with 'sample'"
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
    case (.structure, _), (_, .structure):
      guard value.type != .invalid, target != .invalid, let way = own(from: value.type, to: target) else {
        return invalid(value.range)
      }
      let made = callExpression(way.function, [.typed(value)], value.range)
      // Only one conversion defined in the text is applied, with none after it: a constructor with an error has no
      // usable result.
      let leadsOn = made.type == target || (!made.type.isStructure && !target.isStructure)
      return leadsOn ? adapt(made, to: target) : invalid(value.range)
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

  /// Converts an initial value to a known type; a list in braces takes its shape from the type.
  func initialValue(_ expression: Expression, of type: ValueType, _ what: String) -> TypedExpression {
    guard case .braces(let elements) = expression.kind else { return convert(check(expression), to: type, what) }
    return aggregate(elements, type, expression.range)
  }

  func aggregate(_ elements: [Expression], _ type: ValueType, _ range: SourceRange) -> TypedExpression {
    switch type {
    case .array(let element, let count):
      return filled(unwrapped(elements, element), Array(repeating: element, count: count), type, range)
    case .structure(let index):
      let isNamed = elements.contains(where: \.isDesignated)
      if !structures[index].constructors.isEmpty, !elements.isEmpty, !isNamed {
        return construct(type, elements, range)
      }
      let fields = program.types.structures[index].fields
      guard let placed = isNamed ? placed(elements, fields, type) : elements else { return invalid(range) }
      noteCalls(ofFieldsIn: index)
      return filled(placed, fields.map(\.type), type, range, structures[index].defaults)
    case .invalid:
      for element in elements { _ = check(element) }
      return invalid(range)
    case .vector(let scalar, let count) where elements.count < count && !elements.isEmpty:
      let values = elements.map(check)
      // Missing numbers in braces are 0, as in every list.
      guard values.allSatisfy(\.type.isScalar) else { return construct(type, elements, range) }
      let given = values.map { convert($0, to: .scalar(scalar), "this value") }
      guard !given.contains(where: { $0.type == .invalid }) else { return invalid(range) }
      let missing = (given.count..<count).map { _ in zero(.scalar(scalar), range) }
      return TypedExpression(.compose(given + missing), type, range)
    default: return construct(type, elements, range)
    }
  }

  /// `{{1, 2, 3}}`, the form of lists for a type that holds an array.
  private func unwrapped(_ elements: [Expression], _ element: ValueType) -> [Expression] {
    guard elements.count == 1, case .braces(let inner) = elements[0].kind, let first = inner.first else {
      return elements
    }
    switch element {
    case .scalar: return inner
    case .vector, .matrix: if case .braces = first.kind { return inner }
    default: if case .braces = first.kind { return elements }
    }
    return check(first).type == element ? inner : elements
  }

  /// The value of each field, by names: unnamed ones stay nil; returns nil, with an error reported, where a name is
  /// wrong.
  private func placed(_ elements: [Expression], _ fields: [Structure.Field], _ type: ValueType) -> [Expression?]? {
    var result = [Expression?](repeating: nil, count: fields.count)
    var next = 0
    for element in elements {
      var value = element
      if case .designated(let name, let inner) = element.kind {
        guard let place = fields.firstIndex(where: { $0.name == name }) else {
          let hint = Suggestion.hint(for: name, among: fields.map(\.name))
          diagnostics.error("'\(self.name(type))' has no field '\(name)'", at: element.focus, hint: hint)
          return nil
        }
        (next, value) = (place, inner)
      }
      guard next < fields.count, result[next] == nil else {
        diagnostics.error("there is no field left for this value", at: element.range)
        return nil
      }
      result[next] = value
      next += 1
    }
    return result
  }

  private func filled(
    _ elements: [Expression?], _ types: [ValueType], _ type: ValueType, _ range: SourceRange,
    _ defaults: [TypedExpression?] = []
  ) -> TypedExpression {
    guard elements.count <= types.count else {
      return fail("\(elements.count) values for the \(types.count) of '\(name(type))'", at: range)
    }
    let parts = types.enumerated().map { place, type in
      if let element = elements.indices.contains(place) ? elements[place] : nil {
        return initialValue(element, of: type, "this value")
      }
      return (defaults.indices.contains(place) ? defaults[place] : nil) ?? zero(type, range)
    }
    guard !parts.contains(where: { $0.type == .invalid }) else { return invalid(range) }
    return TypedExpression(.compose(parts), type, range)
  }
}

extension Expression {
  var isDesignated: Bool { if case .designated = kind { true } else { false } }
}
