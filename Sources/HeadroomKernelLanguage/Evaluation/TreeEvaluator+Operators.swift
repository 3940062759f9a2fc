extension TreeEvaluator {
  // MARK: Shapes

  func diagonal(_ value: UInt32, _ type: ValueType) -> [UInt32] {
    guard case .matrix(_, let columns, let rows) = type else { return [] }
    return (0..<(columns * rows)).map { $0 / rows == $0 % rows ? value : 0 }
  }

  func resize(_ value: [UInt32], _ source: ValueType, _ target: ValueType) -> [UInt32] {
    guard case .matrix(_, let c, let r) = source, case .matrix(_, let columns, let rows) = target else { return [] }
    return (0..<(columns * rows)).map { lane in
      let (column, row) = (lane / rows, lane % rows)
      if column < c, row < r { return value[column * r + row] }
      return column == row ? Float(1).bitPattern : 0
    }
  }

  // MARK: Scalars

  func convert(_ value: [UInt32], from source: ValueType, to target: ValueType) -> [UInt32] {
    zip(value, zip(program.types.scalars(source), program.types.scalars(target))).map { bits, scalars in
      convert(bits, scalars.0, scalars.1)
    }
  }

  private func convert(_ bits: UInt32, _ source: ScalarType, _ target: ScalarType) -> UInt32 {
    if target == .bool { return source.isFloat ? (Float(bitPattern: bits) != 0 ? 1 : 0) : (bits != 0 ? 1 : 0) }
    switch (source.isFloat, target.isFloat) {
    case (true, true): return bits
    case (true, false): return saturated(Float(bitPattern: bits), target)
    case (false, true): return source.isSigned ? Float(Int32(bitPattern: bits)).bitPattern : Float(bits).bitPattern
    case (false, false): return narrowed(bits, target)
    }
  }

  private func saturated(_ x: Float, _ target: ScalarType) -> UInt32 {
    guard target.width < 32 else {
      return target == .uint ? LaneMath.uint(x) : UInt32(bitPattern: LaneMath.int(x))
    }
    let highest = target.isSigned ? Int32(1) << (target.width - 1) - 1 : Int32(1) << target.width - 1
    let lowest = target.isSigned ? -highest - 1 : 0
    return UInt32(bitPattern: min(max(LaneMath.int(x), lowest), highest))
  }

  /// Keeps the bits of a narrow integer.
  func narrowed(_ bits: UInt32, _ scalar: ScalarType) -> UInt32 {
    switch scalar {
    case .char: UInt32(bitPattern: Int32(Int8(truncatingIfNeeded: bits)))
    case .short: UInt32(bitPattern: Int32(Int16(truncatingIfNeeded: bits)))
    case .uchar: bits & 0xFF
    case .ushort: bits & 0xFFFF
    default: bits
    }
  }

  // MARK: Operators

  func unary(_ operation: UnaryOperator, _ value: [UInt32], _ type: ValueType) -> [UInt32] {
    guard let scalar = type.scalar else { return [] }
    return value.map { bits in
      switch operation {
      case .not: bits == 0 ? 1 : 0
      case .complement: narrowed(~bits, scalar)
      case .negate: scalar.isFloat ? (-Float(bitPattern: bits)).bitPattern : narrowed(0 &- bits, scalar)
      }
    }
  }

  func binary(_ operation: BinaryOperator, _ left: [UInt32], _ right: [UInt32], _ type: ValueType) -> [UInt32] {
    guard let scalar = type.scalar else { return [] }
    return zip(left, right).map { a, b in
      if scalar.isFloat { return float(operation, Float(bitPattern: a), Float(bitPattern: b)) }
      let result = scalar.isSigned ? int(operation, Int32(bitPattern: a), Int32(bitPattern: b)) : uint(operation, a, b)
      return operation.isComparison ? result : narrowed(result, scalar)
    }
  }

  private func float(_ operation: BinaryOperator, _ a: Float, _ b: Float) -> UInt32 {
    switch operation {
    case .add: (a + b).bitPattern
    case .subtract: (a - b).bitPattern
    case .multiply: (a * b).bitPattern
    case .divide: (a / b).bitPattern
    default: compared(operation, a, b)
    }
  }

  private func compared<Value: Comparable>(_ operation: BinaryOperator, _ a: Value, _ b: Value) -> UInt32 {
    switch operation {
    case .equal: a == b ? 1 : 0
    case .notEqual: a != b ? 1 : 0
    case .less: a < b ? 1 : 0
    case .greater: a > b ? 1 : 0
    case .lessOrEqual: a <= b ? 1 : 0
    default: a >= b ? 1 : 0
    }
  }

  private func int(_ operation: BinaryOperator, _ a: Int32, _ b: Int32) -> UInt32 {
    switch operation {
    case .divide: UInt32(bitPattern: LaneMath.divide(a, b))
    case .remainder: UInt32(bitPattern: LaneMath.remainder(a, b))
    case .shiftRight: UInt32(bitPattern: a &>> b)
    case _ where operation.isComparison: compared(operation, a, b)
    default: uint(operation, UInt32(bitPattern: a), UInt32(bitPattern: b))
    }
  }

  private func uint(_ operation: BinaryOperator, _ a: UInt32, _ b: UInt32) -> UInt32 {
    switch operation {
    case .add: a &+ b
    case .subtract: a &- b
    case .multiply: a &* b
    case .divide: LaneMath.divide(a, b)
    case .remainder: LaneMath.remainder(a, b)
    case .and: a & b
    case .or: a | b
    case .exclusiveOr: a ^ b
    case .shiftLeft: a &<< b
    case .shiftRight: a &>> b
    default: compared(operation, a, b)
    }
  }

  // MARK: Linear algebra

  /// Products of matrices and vectors; sums start with the first element.
  func product(_ left: [UInt32], _ leftType: ValueType, _ right: [UInt32], _ rightType: ValueType) -> [UInt32] {
    let (a, b) = (left.map(Float.init(bitPattern:)), right.map(Float.init(bitPattern:)))
    // A vector on the left is a row, one on the right a column.
    let (rows, inner): (Int, Int) =
      if case .matrix(_, let columns, let rows) = leftType { (rows, columns) } else { (1, a.count) }
    let columns = b.count / inner
    var result: [UInt32] = []
    for column in 0..<columns {
      for row in 0..<rows {
        var sum = a[row] * b[column * inner]
        for k in 1..<inner { sum += a[k * rows + row] * b[column * inner + k] }
        result.append(sum.bitPattern)
      }
    }
    return result
  }
}
