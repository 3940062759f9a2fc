/// Functions that pack several numbers into the bits of one, and reinterpretation of bits as another type. They are
/// composed of existing expressions.
extension Checker {
  // MARK: Packing

  /// `pack_float_to_unorm4x8` and similar functions: clamped, scaled, rounded to the nearest, ties to even; NaN is 0.
  func pack(_ name: String, _ given: TypedExpression, _ range: SourceRange) -> TypedExpression {
    guard let format = PackedFormat.all.first(where: { name.hasSuffix("_to_\($0.packName)") }) else {
      return invalid(range)
    }
    let count = format.widths.count
    let type = ValueType.vector(name.hasPrefix("pack_half") ? .half : .float, count)
    let value = convert(given, to: type, "argument 1 of '\(name)'")
    guard value.type != .invalid else { return value }
    let write = ExpressionWriter(range)
    let floats = ValueType.vector(.float, count)
    return bound(adapt(value, to: floats)) { x in
      let isNumber = write.binary(.equal, x, x, type.with(.bool))
      let known = write.builtin(.select, [write.floats([0], count), x, isNumber], floats)
      let low = write.floats([format.isSigned ? -1 : 0], count)
      let limited = write.builtin(.clamp, [known, low, write.floats([1], count)], floats)
      let curved = format.isCurved ? curve("linear_to_srgb", .linearToSRGB, [limited], range) : limited
      let scaled = write.binary(.multiply, curved, write.floats(format.limits, count), floats)
      let rounded = write.builtin(.rint, [scaled], floats)
      let numbers = write.bits(write.converted(rounded, floats.with(.int)), floats.with(.uint))
      return bound(numbers) { lanes in
        write.joined((0..<count).map { (write.lane(lanes, $0), format.widths[$0], format.places[$0]) })
      }
    }
  }

  /// `unpack_unorm4x8_to_float` and similar functions.
  func unpack(_ name: String, _ given: TypedExpression, _ range: SourceRange) -> TypedExpression {
    guard let format = PackedFormat.all.first(where: { name.hasPrefix("unpack_\($0.unpackName)_to") }) else {
      return invalid(range)
    }
    let value = convert(given, to: .scalar(.uint), "argument 1 of '\(name)'")
    guard value.type != .invalid else { return value }
    let count = format.widths.count
    let floats = ValueType.vector(.float, count)
    let write = ExpressionWriter(range)
    return bound(value) { x in
      let lanes = (0..<count).map { lane in
        write.field(x, at: format.places[lane], width: format.widths[lane], isSigned: format.isSigned)
      }
      let kind = ScalarType.float
      let numbers = write.converted(
        TypedExpression(.compose(lanes), floats.with(format.isSigned ? .int : .uint), range), floats)
      var result = write.binary(.divide, numbers, write.floats(format.limits, count), floats)
      // The lowest integer is one step below -1.
      if format.isSigned { result = write.builtin(.max, [result, write.floats([-1], count)], floats) }
      if format.isCurved { result = curve("srgb_to_linear", .srgbToLinear, [result], range) }
      return adapt(result, to: floats.with(name.hasSuffix("half") ? .half : kind))
    }
  }

  // MARK: Bits as another type

  /// `as_type<T>(x)`: the same bits, where elements of one are as wide as some of the other, the first lowest.
  func reinterpret(_ value: TypedExpression, as type: ValueType, _ range: SourceRange) -> TypedExpression {
    let write = ExpressionWriter(range)
    let (from, to) = (value.type.scalar?.width ?? 0, type.scalar?.width ?? 0)
    if from == 32, to == 32 { return TypedExpression(.bits(value), type, range) }
    return bound(value) { value in
      let lanes = (0..<(value.type.count ?? 0)).map { write.pattern(write.lane(value, $0)) }
      let parts =
        to < from
        ? lanes.flatMap { lane in
          (0..<(from / to)).map { write.field(lane, at: $0 * to, width: to, isSigned: false) }
        }
        : stride(from: 0, to: lanes.count, by: to / from).map { first in
          write.joined((0..<(to / from)).map { (lanes[first + $0], from, $0 * from) })
        }
      let scalars = parts.map { write.value($0, type.scalar ?? .uint) }
      return scalars.count == 1 ? scalars[0] : TypedExpression(.compose(scalars), type, range)
    }
  }

  /// Computes a value once for an expression that uses it several times.
  func bound(
    _ value: TypedExpression, _ body: (TypedExpression) -> TypedExpression
  ) -> TypedExpression {
    let temporary = variable("", value.type)
    let result = body(TypedExpression(.variable(temporary), value.type, value.range))
    return TypedExpression(.bind(temporary, value, in: result), result.type, value.range)
  }
}

/// Builds expressions for one range of the text.
struct ExpressionWriter {
  let range: SourceRange

  init(_ range: SourceRange) { self.range = range }

  private static let uint = ValueType.scalar(.uint)

  func binary(
    _ operation: BinaryOperator, _ a: TypedExpression, _ b: TypedExpression, _ type: ValueType
  ) -> TypedExpression { TypedExpression(.binary(operation, a, b), type, range) }

  func builtin(_ builtin: Builtin, _ values: [TypedExpression], _ type: ValueType) -> TypedExpression {
    TypedExpression(.builtin(builtin, values), type, range)
  }

  func converted(_ value: TypedExpression, _ type: ValueType) -> TypedExpression {
    value.type == type ? value : TypedExpression(.convert(value), type, range)
  }

  func bits(_ value: TypedExpression, _ type: ValueType) -> TypedExpression {
    TypedExpression(.bits(value), type, range)
  }

  func lane(_ value: TypedExpression, _ lane: Int) -> TypedExpression {
    guard value.type.count != 1, let scalar = value.type.scalar else { return value }
    return TypedExpression(.swizzle(value, [lane]), .scalar(scalar), range)
  }

  func floats(_ numbers: [Float], _ count: Int) -> TypedExpression {
    let lanes = (0..<count).map { numbers[$0 % numbers.count].bitPattern }
    return TypedExpression(.constant(lanes), .vector(.float, count), range)
  }

  private func whole(_ number: UInt32, _ scalar: ScalarType = .uint) -> TypedExpression {
    TypedExpression(.constant([number]), .scalar(scalar), range)
  }

  /// Some bits of an integer.
  func field(_ value: TypedExpression, at place: Int, width: Int, isSigned: Bool) -> TypedExpression {
    let top = whole(UInt32(32 - place - width))
    guard isSigned else {
      let moved = place == 0 ? value : binary(.shiftRight, value, whole(UInt32(place)), Self.uint)
      return masked(moved, width)
    }
    let signed = bits(binary(.shiftLeft, value, top, Self.uint), .int)
    return binary(.shiftRight, signed, whole(UInt32(32 - width), .int), .int)
  }

  private func masked(_ value: TypedExpression, _ width: Int) -> TypedExpression {
    width == 32 ? value : binary(.and, value, whole(UInt32.max >> UInt32(32 - width)), Self.uint)
  }

  /// Integers side by side.
  func joined(_ parts: [(value: TypedExpression, width: Int, place: Int)]) -> TypedExpression {
    let moved = parts.map { part in
      let bits = masked(part.value, part.width)
      return part.place == 0 ? bits : binary(.shiftLeft, bits, whole(UInt32(part.place)), Self.uint)
    }
    return moved.dropFirst().reduce(moved[0]) { binary(.or, $0, $1, Self.uint) }
  }

  /// The bits of a scalar.
  func pattern(_ value: TypedExpression) -> TypedExpression {
    switch value.type.scalar {
    case .float, .int: bits(value, Self.uint)
    case .half: builtin(.halfBits, [value], Self.uint)
    default: converted(value, Self.uint)
    }
  }

  /// The scalar with some bits.
  func value(_ pattern: TypedExpression, _ scalar: ScalarType) -> TypedExpression {
    switch scalar {
    case .float, .int: bits(pattern, .scalar(scalar))
    case .half: builtin(.halfValue, [pattern], .scalar(.half))
    default: converted(pattern, .scalar(scalar))
    }
  }
}
