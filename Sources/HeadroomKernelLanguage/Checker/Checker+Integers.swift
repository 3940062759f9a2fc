/// Integer functions that are sums and products of others.
extension Checker {
  static let wideFunctions: Set<String> = ["mul24", "mad24", "madhi", "madsat"]

  /// `mul24`, `mad24`, `madhi` and `madsat`, of 32-bit numbers.
  func wide(_ name: String, _ values: [TypedExpression], _ range: SourceRange) -> TypedExpression {
    guard let type = unified(name, values, .integer, range), let scalar = type.scalar else { return invalid(range) }
    guard scalar.width == 32 else {
      return fail("'\(name)' works on 'int' and 'uint' only", at: range, hint: "convert the numbers: int(...)")
    }
    let write = ExpressionWriter(range)
    return bound(values.map { adapt($0, to: type) }) { v in
      switch name {
      case "mul24": write.product24(v[0], v[1], type)
      case "mad24": write.binary(.add, write.product24(v[0], v[1], type), v[2], type)
      case "madhi": write.binary(.add, write.builtin(.mulhi, [v[0], v[1]], type), v[2], type)
      default: saturated(v, type, write)
      }
    }
  }

  /// `a * b + c` saturated to 32 bits: the upper half of the sum shows whether it fits.
  private func saturated(_ v: [TypedExpression], _ type: ValueType, _ write: ExpressionWriter) -> TypedExpression {
    let unsigned = type.with(.uint)
    let isSigned = type.scalar == .int
    let low = write.bits(write.binary(.multiply, v[0], v[1], type), unsigned)
    let third = write.bits(v[2], unsigned)
    return bound([write.binary(.add, low, third, unsigned), write.builtin(.mulhi, [v[0], v[1]], type)]) { parts in
      let carry = write.converted(write.binary(.less, parts[0], third, type.with(.bool)), type)
      let high = write.binary(.add, parts[1], carry, type)
      guard isSigned else {
        let fits = write.binary(.equal, high, write.whole(0, type), type.with(.bool))
        return write.builtin(.select, [write.whole(.max, type), parts[0], fits], type)
      }
      let sign = write.binary(.shiftRight, v[2], write.whole(31, type), type)
      return bound([write.binary(.add, high, sign, type), write.bits(parts[0], type)]) { sum in
        let wanted = write.binary(.shiftRight, sum[1], write.whole(31, type), type)
        let fits = write.binary(.equal, sum[0], wanted, type.with(.bool))
        let isBelow = write.binary(.less, sum[0], write.whole(0, type), type.with(.bool))
        let limit = write.builtin(
          .select, [write.whole(0x7FFF_FFFF, type), write.whole(0x8000_0000, type), isBelow], type)
        return write.builtin(.select, [limit, sum[1], fits], type)
      }
    }
  }

  /// The same for several values.
  private func bound(
    _ values: [TypedExpression], _ body: ([TypedExpression]) -> TypedExpression
  ) -> TypedExpression {
    guard let first = values.first else { return body([]) }
    return bound(first) { head in bound(Array(values.dropFirst())) { body([head] + $0) } }
  }
}

extension ExpressionWriter {
  /// An integer in each lane.
  fileprivate func whole(_ number: UInt32, _ type: ValueType) -> TypedExpression {
    TypedExpression(.constant(Array(repeating: number, count: type.count ?? 1)), type, range)
  }

  /// The product of the lowest 24 bits.
  fileprivate func product24(_ a: TypedExpression, _ b: TypedExpression, _ type: ValueType) -> TypedExpression {
    let sides = [a, b].map { side in
      binary(.shiftRight, binary(.shiftLeft, side, whole(8, type), type), whole(8, type), type)
    }
    return binary(.multiply, sides[0], sides[1], type)
  }
}
