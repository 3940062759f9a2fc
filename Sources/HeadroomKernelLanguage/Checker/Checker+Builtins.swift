extension Builtin {
  /// Whether the function depends on the pixel beyond its arguments.
  var readsImages: Bool {
    switch self {
    case .sample, .samplerTransform, .samplerCoord, .samplerExtent, .samplerOrigin, .samplerSize, .destinationCoord:
      true
    default: false
    }
  }
}

extension Checker {
  func builtin(
    _ name: String, _ rows: [BuiltinRow], _ arguments: [Argument], _ focus: SourceRange, _ range: SourceRange
  ) -> TypedExpression {
    var values: [TypedExpression] = []
    for argument in arguments {
      guard case .typed(let value) = argument else {
        let what = if case .function = argument { "a function" } else { "a list of values" }
        return fail("\(what) cannot be an argument of '\(name)'", at: argument.range)
      }
      values.append(value)
    }
    guard let row = rows.first(where: { $0.arity.contains(values.count) }) else {
      let counts = Set(rows.flatMap { Array($0.arity) }).sorted().map(String.init).joined(separator: " or ")
      return fail("'\(name)' takes \(counts) argument\(counts == "1" ? "" : "s"), not \(values.count)", at: range)
    }
    if let place = values.firstIndex(where: { $0.type == .sampler }), !row.builtin.readsImages {
      return fail(
        "argument \(place + 1) of '\(name)' is a sampler; expected a value", at: values[place].range,
        hint: "read it with 'sample'")
    }
    switch row.shape {
    case .lanewise(_, let domain):
      return lanewise(name, row.builtin, values, domain, range) { $0 }
    case .predicate(_, let domain):
      return lanewise(name, row.builtin, values, domain, range) { $0.with(.bool) }
    case .whole: return lanewise(name, row.builtin, values, .float, range) { $0.with(.int) }
    case .reduction: return lanewise(name, row.builtin, values, .float, range) { .scalar($0.scalar ?? .float) }
    case .fixed(let types, let result): return fixed(name, row.builtin, values, types, result, range)
    case .special where Self.wideFunctions.contains(name): return wide(name, values, range)
    case .special: return special(name, row.builtin, values, focus, range)
    }
  }

  // MARK: Shapes

  private func lanewise(
    _ name: String, _ builtin: Builtin, _ values: [TypedExpression], _ domain: BuiltinRow.Domain, _ range: SourceRange,
    _ result: (ValueType) -> ValueType
  ) -> TypedExpression {
    guard let type = unified(name, values, domain, range) else { return invalid(range) }
    return TypedExpression(.builtin(builtin, values.map { adapt($0, to: type) }), result(type), range)
  }

  /// The common type of all arguments; nil, with an error reported, where there is none.
  func unified(
    _ name: String, _ values: [TypedExpression], _ domain: BuiltinRow.Domain, _ range: SourceRange
  ) -> ValueType? {
    var count = 1
    var scalar: ScalarType?
    for (place, value) in values.enumerated() {
      guard let lanes = value.type.count, let own = value.type.scalar else {
        diagnose(
          "argument \(place + 1) of '\(name)' is '\(self.name(value.type))'; expected a number or vector", value.range)
        return nil
      }
      if lanes > 1, count > 1, lanes != count {
        let list = values.map { self.name($0.type) }.joined(separator: ", ")
        diagnose("the arguments of '\(name)' have different sizes: (\(list))", range)
        return nil
      }
      count = max(count, lanes)
      scalar = scalar.map { $0 == own ? own : .common($0, own) } ?? own
    }
    guard let scalar = fitted(scalar ?? .float, domain, name, range) else { return nil }
    let type = ValueType.sized(scalar, count)
    return values.allSatisfy { spreads($0, to: type, name) } ? type : nil
  }

  private func diagnose(_ message: String, _ range: SourceRange) { diagnostics.error(message, at: range) }

  private func fitted(
    _ scalar: ScalarType, _ domain: BuiltinRow.Domain, _ name: String, _ range: SourceRange
  ) -> ScalarType? {
    switch domain {
    case .float: return scalar.isFloat ? scalar : .float
    case .number: return scalar == .bool ? .int : scalar
    case .integer:
      if !scalar.isFloat { return scalar == .bool ? .int : scalar }
      diagnostics.error("'\(name)' works on whole numbers only", at: range)
      return nil
    }
  }

  /// Vectors of integers become float only where the language converts them implicitly.
  private func spreads(_ value: TypedExpression, to type: ValueType, _ name: String) -> Bool {
    if value.type.isScalar || cost(from: value.type, to: type) != nil { return true }
    diagnostics.error(
      "'\(name)' takes '\(self.name(type))' here, not '\(self.name(value.type))'", at: value.range,
      hint: "convert it: \(self.name(type))(...)")
    return false
  }

  private func fixed(
    _ name: String, _ builtin: Builtin, _ values: [TypedExpression], _ types: [ValueType], _ result: ValueType,
    _ range: SourceRange
  ) -> TypedExpression {
    let converted = zip(values, types).enumerated().map { place, pair in
      convert(pair.0, to: pair.1, "argument \(place + 1) of '\(name)'")
    }
    guard !converted.contains(where: { $0.type == .invalid }) else { return invalid(range) }
    return TypedExpression(.builtin(builtin, converted), result, range)
  }

  // MARK: Rules of their own

  private func special(
    _ name: String, _ builtin: Builtin, _ values: [TypedExpression], _ focus: SourceRange, _ range: SourceRange
  ) -> TypedExpression {
    switch builtin {
    case .sample, .samplerTransform, .samplerCoord, .samplerExtent, .samplerOrigin, .samplerSize:
      return image(name, builtin, values, range)
    case .mix: return mix(values, range)
    case .select: return select(name, values, range)
    case .any, .all, .not: return truths(name, builtin, values[0], range)
    case .fract, .trunc, .significand, .sincos: return parts(name, builtin, values, range)
    case .ldexp: return ldexp(values, range)
    case .extractBits, .insertBits: return bitField(name, builtin, values, range)
    case .refract: return refract(values, range)
    case .srgbToLinear, .linearToSRGB: return curve(name, builtin, values, range)
    case .halfBits: return pack(name, values[0], range)
    case .halfValue: return unpack(name, values[0], range)
    default: return algebra(name, builtin, values, range)
    }
  }

  private func mix(_ values: [TypedExpression], _ range: SourceRange) -> TypedExpression {
    // GLSL's `mix` also selects by bools.
    if values[2].type.scalar == .bool { return select("mix", values, range) }
    return lanewise("mix", .mix, values, .float, range) { $0 }
  }

  /// `select(a, b, c)`: b where c is true. Metal tests the sign of integers; here any bit counts.
  private func select(_ name: String, _ values: [TypedExpression], _ range: SourceRange) -> TypedExpression {
    guard let type = unified(name, Array(values[..<2]), .number, range), let count = values[2].type.count else {
      return fail("'\(name)' needs two values and a bool for each of their elements", at: range)
    }
    let wide = values[0].type == values[1].type ? values[0].type : type
    let result = ValueType.sized(wide.scalar ?? .float, max(wide.count ?? 1, count))
    guard count == 1 || wide.count == 1 || count == wide.count else {
      return fail("the condition of '\(name)' has \(count) elements; expected \(wide.count ?? 1)", at: values[2].range)
    }
    let condition = adapt(adapt(values[2], to: values[2].type.with(.bool)), to: result.with(.bool))
    return TypedExpression(
      .builtin(.select, [adapt(values[0], to: result), adapt(values[1], to: result), condition]), result, range)
  }

  private func truths(_ name: String, _ builtin: Builtin, _ value: TypedExpression, _ range: SourceRange)
    -> TypedExpression
  {
    guard value.type.isVectorOrScalar else { return fail("'\(name)' needs a vector of bool", at: value.range) }
    let truth = adapt(value, to: value.type.with(.bool))
    return TypedExpression(.builtin(builtin, [truth]), builtin == .not ? truth.type : .bool, range)
  }

  /// Functions that also write to their second argument: `modf`, `frexp`, `sincos`, `fract`.
  private func parts(
    _ name: String, _ builtin: Builtin, _ values: [TypedExpression], _ range: SourceRange
  ) -> TypedExpression {
    guard let type = unified(name, [values[0]], .float, range) else { return invalid(range) }
    let value = adapt(values[0], to: type)
    guard values.count == 2 else {
      if builtin == .sincos { return fixed(name, .sincos, [value], [.float], .float2, range) }
      return TypedExpression(.builtin(builtin, [value]), type, range)
    }
    // `thread float *` is accepted for `thread float &`.
    let place = values[1].type.isPointer ? pointee(values[1], values[1].range) : values[1]
    let written = builtin == .significand ? type.with(.int) : type
    guard isAssignable(place, range) else { return invalid(range) }
    guard place.type == written else {
      return fail(
        "argument 2 of '\(name)' is '\(self.name(place.type))'; expected a variable of '\(self.name(written))'",
        at: place.range)
    }
    let temporary = variable("", type)
    let x = TypedExpression(.variable(temporary), type, range)
    let make = { (builtin: Builtin, type: ValueType) in TypedExpression(.builtin(builtin, [x]), type, range) }
    let (result, second): (TypedExpression, TypedExpression) =
      switch builtin {
      case .fract: (make(.fract, type), make(.floor, type))
      case .trunc: (TypedExpression(.binary(.subtract, x, make(.trunc, type)), type, range), make(.trunc, type))
      case .significand: (make(.significand, type), make(.exponent, written))
      default: (make(.sin, type), make(.cos, type))
      }
    let store = TypedExpression(.assign(place, second), place.type, range)
    let both = TypedExpression(.sequence(store, result), type, range)
    return TypedExpression(.bind(temporary, value, in: both), type, range)
  }

  /// A curve on colours that keeps alpha.
  func curve(
    _ name: String, _ builtin: Builtin, _ values: [TypedExpression], _ range: SourceRange
  ) -> TypedExpression {
    guard let type = unified(name, values, .float, range), let scalar = type.scalar else { return invalid(range) }
    let value = adapt(values[0], to: type)
    guard type.count == 4 else { return TypedExpression(.builtin(builtin, [value]), type, range) }
    let temporary = variable("", type)
    let whole = TypedExpression(.variable(temporary), type, range)
    let color = TypedExpression(.swizzle(whole, [0, 1, 2]), .vector(scalar, 3), range)
    let curved = TypedExpression(.builtin(builtin, [color]), color.type, range)
    let alpha = TypedExpression(.swizzle(whole, [3]), .scalar(scalar), range)
    return TypedExpression(
      .bind(temporary, value, in: TypedExpression(.compose([curved, alpha]), type, range)), type, range)
  }

  private func ldexp(_ values: [TypedExpression], _ range: SourceRange) -> TypedExpression {
    guard let type = unified("ldexp", [values[0]], .float, range), values[1].type.scalar?.isFloat == false,
      values[1].type.isScalar || values[1].type.count == type.count
    else { return fail("'ldexp' needs a number and a whole number for each of its elements", at: range) }
    let exponents = adapt(adapt(values[1], to: values[1].type.with(.int)), to: type.with(.int))
    return TypedExpression(.builtin(.ldexp, [adapt(values[0], to: type), exponents]), type, range)
  }

  private func bitField(
    _ name: String, _ builtin: Builtin, _ values: [TypedExpression], _ range: SourceRange
  ) -> TypedExpression {
    let data = builtin == .extractBits ? 1 : 2
    guard let type = unified(name, Array(values[..<data]), .integer, range) else { return invalid(range) }
    guard values[data...].allSatisfy({ $0.type.isScalar && $0.type.scalar?.isFloat == false }) else {
      return fail("'\(name)' needs whole numbers for the place and width of the bits", at: range)
    }
    let numbers = values[data...].map { adapt($0, to: .scalar(.uint)) }
    return TypedExpression(.builtin(builtin, values[..<data].map { adapt($0, to: type) } + numbers), type, range)
  }

  private func refract(_ values: [TypedExpression], _ range: SourceRange) -> TypedExpression {
    guard let type = unified("refract", Array(values[..<2]), .float, range) else { return invalid(range) }
    let ratio = convert(values[2], to: .float, "argument 3 of 'refract'")
    guard ratio.type != .invalid else { return ratio }
    return TypedExpression(
      .builtin(.refract, [adapt(values[0], to: type), adapt(values[1], to: type), ratio]), type, range)
  }

  private func algebra(
    _ name: String, _ builtin: Builtin, _ values: [TypedExpression], _ range: SourceRange
  ) -> TypedExpression {
    let result: ValueType? =
      switch (builtin, values[0].type, values.last?.type ?? .void) {
      case (.transpose, .matrix(let scalar, let columns, let rows), _): .matrix(scalar, columns: rows, rows: columns)
      case (.determinant, .matrix(let scalar, let columns, let rows), _) where columns == rows: .scalar(scalar)
      case (.inverse, .matrix(_, let columns, let rows), _) where columns == rows: values[0].type
      case (.outerProduct, .vector(let a, let rows), .vector(let b, let columns)) where a == b && a.isFloat:
        .matrix(a, columns: columns, rows: rows)
      case (.componentProduct, .matrix, let other) where other == values[0].type: other
      default: nil
      }
    guard let result else {
      let list = values.map { self.name($0.type) }.joined(separator: ", ")
      return fail("'\(name)' cannot be applied to (\(list))", at: range)
    }
    return TypedExpression(.builtin(builtin, values), result, range)
  }

  // MARK: Images

  private static let methods: [String: Builtin] = [
    "sample": .sample, "transform": .samplerTransform, "coord": .samplerCoord, "extent": .samplerExtent,
    "origin": .samplerOrigin, "size": .samplerSize,
  ]

  func imageMethod(
    _ base: TypedExpression, _ name: String, _ arguments: [Argument], _ focus: SourceRange, _ range: SourceRange
  ) -> TypedExpression {
    if base.type == .destination {
      guard name == "coord", arguments.isEmpty else {
        return fail("a destination has no function '\(name)' with these arguments", at: focus, hint: "write '.coord()'")
      }
      return TypedExpression(.builtin(.destinationCoord, []), .float2, range)
    }
    if let lane = Self.gathers[name] { return gather(base, name, lane, arguments, range) }
    guard let builtin = Self.methods[name] else { return invalid(range) }
    let values = arguments.compactMap { argument in if case .typed(let value) = argument { value } else { nil } }
    let wanted = builtin == .sample || builtin == .samplerTransform ? 1 : 0
    guard values.count == wanted else {
      return fail("'\(name)' of a sampler takes \(counted(wanted, "argument")), not \(arguments.count)", at: range)
    }
    return image(name, builtin, [base] + values, range)
  }

  /// The methods of a sampler or destination.
  func imageMethodNames(_ type: ValueType) -> [String] {
    type == .destination ? ["coord"] : Array(Self.methods.keys) + Array(Self.gathers.keys)
  }

  /// Reports a method that a sampler does not have, whatever its arguments are.
  func unknownImageMethod(_ base: TypedExpression, _ name: String, _ focus: SourceRange) -> TypedExpression? {
    guard base.type == .sampler, Self.methods[name] == nil, Self.gathers[name] == nil else { return nil }
    let hint = Suggestion.hint(for: name, among: imageMethodNames(.sampler))
    return fail("a sampler has no function '\(name)'", at: focus, hint: hint)
  }

  private static let gathers: [String: Int] = [
    "gatherX": 0, "gatherY": 1, "gatherZ": 2, "gatherW": 3, "gatherX_unordered": 0, "gatherY_unordered": 1,
    "gatherZ_unordered": 2, "gatherW_unordered": 3,
  ]

  /// One component of each of the four pixels that sampling at a position mixes, counterclockwise from the lower left.
  private func gather(
    _ base: TypedExpression, _ name: String, _ lane: Int, _ arguments: [Argument], _ range: SourceRange
  ) -> TypedExpression {
    guard arguments.count == 1, case .typed(let given) = arguments[0] else {
      return fail("'\(name)' of a sampler takes 1 argument, not \(arguments.count)", at: range)
    }
    let position = convert(given, to: .float2, "the position")
    guard position.type != .invalid else { return position }
    func pair(_ x: Float, _ y: Float) -> TypedExpression {
      TypedExpression(.constant([x.bitPattern, y.bitPattern]), .float2, range)
    }
    func sum(_ a: TypedExpression, _ b: TypedExpression) -> TypedExpression {
      TypedExpression(.binary(.add, a, b), .float2, range)
    }
    let corner = variable("", .float2)
    let lowerLeft = sum(
      TypedExpression(.builtin(.floor, [sum(position, pair(-0.5, -0.5))]), .float2, range), pair(0.5, 0.5))
    let place = TypedExpression(.variable(corner), .float2, range)
    let corners = [pair(0, 0), pair(1, 0), pair(1, 1), pair(0, 1)]
    let pixels = corners.map { offset in
      let pixel = TypedExpression(.builtin(.sample, [base, sum(place, offset)]), .float4, range)
      return TypedExpression(.swizzle(pixel, [lane]), .float, range)
    }
    return TypedExpression(
      .bind(corner, lowerLeft, in: TypedExpression(.compose(pixels), .float4, range)), .float4, range)
  }

  private func image(
    _ name: String, _ builtin: Builtin, _ values: [TypedExpression], _ range: SourceRange
  ) -> TypedExpression {
    guard values[0].type == .sampler else {
      return fail("argument 1 of '\(name)' is '\(self.name(values[0].type))'; expected a sampler", at: values[0].range)
    }
    var list = values
    if values.count == 2 {
      list[1] = convert(values[1], to: .float2, "the position")
      if list[1].type == .invalid { return list[1] }
    }
    let isWide = builtin == .sample || builtin == .samplerExtent
    return TypedExpression(.builtin(builtin, list), isWide ? .float4 : .float2, range)
  }

  /// Older kernels read a pixel at its own coordinate again, which is the pixel itself.
  func pixelCall(_ name: String, _ arguments: [Argument], _ range: SourceRange) -> TypedExpression? {
    guard case .typed(let pixel)? = arguments.first, case .variable(let variable) = pixel.kind,
      pixels.contains(variable.id)
    else { return nil }
    if name == "samplerCoord", arguments.count == 1 {
      return TypedExpression(.builtin(.destinationCoord, []), .float2, range)
    }
    guard name == "sample", arguments.count == 2, case .typed(let position) = arguments[1] else { return nil }
    if case .builtin(.destinationCoord, _) = position.kind { return pixel }
    return fail(
      "'\(variable.name)' is one pixel and cannot be read elsewhere", at: range,
      hint: "declare it as 'sampler \(variable.name)'")
  }
}
