extension Checker {
  /// `float4(...)`, `mat3(...)`, `Structure(...)`.
  func construct(_ type: ValueType, _ arguments: [Expression], _ range: SourceRange) -> TypedExpression {
    switch type {
    case .structure(let index): return object(index, arguments, range)
    case .array: return aggregate(arguments, type, range)
    case .scalar, .vector, .matrix: break
    case .invalid:
      for argument in arguments { _ = check(argument) }
      return invalid(range)
    default: return fail("a value of '\(name(type))' cannot be made in a kernel", at: range)
    }
    let values = arguments.map { argument -> TypedExpression in
      guard case .braces(let elements) = argument.kind, case .matrix(let scalar, _, let rows) = type else {
        return check(argument)
      }
      return aggregate(elements, .vector(scalar, rows), argument.range)
    }
    if values.contains(where: { $0.type == .invalid }) { return invalid(range) }
    guard let first = values.first else { return zero(type, range) }
    if values.count == 1 { return explicit(first, to: type, range) }
    if let value = values.first(where: { $0.type.scalar == nil }) {
      return fail("'\(name(type))' cannot be made of '\(name(value.type))'", at: value.range)
    }
    return joined(values, type, range)
  }

  /// Concatenates elements.
  private func joined(_ values: [TypedExpression], _ type: ValueType, _ range: SourceRange) -> TypedExpression {
    guard let scalar = type.scalar else { return invalid(range) }
    if values.contains(where: { $0.type.isMatrix }) {
      return fail("'\(name(type))' cannot be made of a matrix and other values", at: range)
    }
    let wanted = program.types.lanes(type)
    let given = values.map { program.types.lanes($0.type) }
    let total = given.reduce(0, +)
    // GLSL drops surplus elements of the last argument.
    let isCut = dialect == .coreImage && total > wanted && total - (given.last ?? 0) < wanted
    guard total == wanted || isCut else {
      let list = values.map { name($0.type) }.joined(separator: ", ")
      return fail(
        "'\(name(type))' takes \(wanted) numbers; (\(list)) has \(total)", at: range, hint: elementHint(type, total))
    }
    var parts = values.map { adapt($0, to: $0.type.with(scalar)) }
    if isCut, let last = parts.popLast() { parts.append(prefix(last, wanted - (total - (given.last ?? 0)), range)) }
    return TypedExpression(.compose(parts), type, range)
  }

  private func elementHint(_ type: ValueType, _ total: Int) -> String? {
    guard case .vector(let scalar, _) = type, (2...4).contains(total) else { return nil }
    return "did you mean '\(name(.vector(scalar, total)))'?"
  }

  private func prefix(_ value: TypedExpression, _ count: Int, _ range: SourceRange) -> TypedExpression {
    guard let scalar = value.type.scalar else { return value }
    return TypedExpression(.swizzle(value, Array(0..<count)), .sized(scalar, count), range)
  }

  /// An explicit conversion: `int(x)`, `(float4)x`, `float3x3(m)`.
  func explicit(_ value: TypedExpression, to type: ValueType, _ range: SourceRange) -> TypedExpression {
    if value.type == .invalid || type == .invalid { return invalid(range) }
    if value.type == type { return value }
    switch (value.type, type) {
    case (.scalar, .scalar), (.scalar, .vector): return adapt(value, to: type)
    case (.vector(_, let m), .vector(_, let n)) where m == n: return adapt(value, to: type)
    case (.vector(_, let m), .vector(let scalar, let n)) where m > n:
      if dialect == .metal {
        let message = "'\(name(type))' takes the first \(n) numbers of '\(name(value.type))'"
        diagnostics.warning(message, at: range, hint: "write '.\("xyzw".prefix(n))', which every compiler takes")
      }
      return adapt(prefix(value, n, range), to: .vector(scalar, n))
    case (.vector, .scalar) where dialect == .coreImage: return adapt(prefix(value, 1, range), to: type)
    case (.scalar, .matrix(let scalar, _, _)):
      return TypedExpression(.diagonal(adapt(value, to: .scalar(scalar))), type, range)
    case (.matrix(_, let c, let r), .matrix(let scalar, let d, let s)):
      let converted = adapt(value, to: value.type.with(scalar))
      if c == d, r == s { return converted }
      return TypedExpression(.resize(converted), type, range)
    case (.vector(_, 4), .matrix(_, 2, 2)) where dialect == .coreImage: return joined([value], type, range)
    case (.void, .void): return value
    case (.structure, _) where cost(from: value.type, to: type) != nil: return adapt(value, to: type)
    default:
      let hint: String? =
        if case (.vector(_, let m), .vector(_, let n)) = (value.type, type) {
          m < n ? "'\(name(type))' takes \(n) numbers" : nil
        } else { nil }
      return fail("'\(name(type))' cannot be made of '\(name(value.type))'", at: range, hint: hint)
    }
  }

  /// A structure: by its constructors, as a copy, or field by field.
  private func object(_ index: Int, _ arguments: [Expression], _ range: SourceRange) -> TypedExpression {
    let type = ValueType.structure(index)
    if arguments.count == 1, case .braces(let elements) = arguments[0].kind { return aggregate(elements, type, range) }
    if arguments.contains(where: \.isDesignated) { return aggregate(arguments, type, range) }
    if arguments.isEmpty, structures[index].constructors.isEmpty { return unset(type, range) }
    if structures[index].constructors.isEmpty {
      if arguments.count == 1 {
        let value = check(arguments[0])
        if value.type == type || value.type == .invalid { return value }
        if program.types.structures[index].fields.count != 1 {
          return fail("'\(name(type))' cannot be made of '\(name(value.type))'", at: range)
        }
      }
      return aggregate(arguments, type, range)
    }
    let candidates = structures[index].constructors
    return call(candidates, program.types.structures[index].name, arguments, receiver: nil, range) { values in
      values.count == 1 && values[0].type == type ? values[0] : nil
    }
  }

  /// The value of an unset variable: zeros, or a structure's initial values of its fields.
  func unset(_ type: ValueType, _ range: SourceRange) -> TypedExpression {
    guard case .structure(let index) = type else { return zero(type, range) }
    if let constructor = structures[index].constructors.first(where: { functions[$0].parameters.isEmpty }) {
      return callExpression(constructor, [], range)
    }
    guard structures[index].defaults.contains(where: { $0 != nil }) else { return zero(type, range) }
    return aggregate([], type, range)
  }
}
