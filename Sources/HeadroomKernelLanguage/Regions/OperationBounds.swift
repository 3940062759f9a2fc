/// The bounds of an operation's result, from those of its operands.
enum OperationBounds {
  static func result(_ operation: Operation, _ v: [Bounds], _ kind: KernelIR.Kind) -> Bounds {
    guard let a = v.first else { return .any(kind) }
    let b = v.count > 1 ? v[1] : a
    return float(operation, a, b, v.count > 2 ? v[2] : b) ?? whole(operation, a, b, kind) ?? .any(kind)
  }

  private static func float(_ operation: Operation, _ a: Bounds, _ b: Bounds, _ c: Bounds) -> Bounds? {
    switch operation {
    case .fneg: -a
    case .fabs: a.magnitude
    case .fmin: a.minimum(b)
    case .fmax: a.maximum(b)
    case .fma: a.fused(b, c)
    case .frem: a.remainder(b)
    case .copysign: a.copiedSign(of: b)
    case .nextafter: a.joined(b).stepped(1).limited(a.stepped(1))
    case .floor: a.mapped { $0.rounded(.down) }
    case .ceil: a.mapped { $0.rounded(.up) }
    case .trunc: a.mapped { $0.rounded(.towardZero) }
    case .round: a.mapped { $0.rounded(.toNearestOrAwayFromZero) }
    case .rint: a.mapped { $0.rounded(.toNearestOrEven) }
    case .scale: a.scaled(b)
    case .significand: a.isFinite && !a.mayBeNaN ? Bounds(-1, 1) : .anyFloat
    case .atan2: a.angle(b)
    case .pow: a.power(b)
    case .flt: a.isLess(b, orEqual: false)
    case .fle: a.isLess(b, orEqual: true)
    case .feq: a.isEqual(b)
    case .fne: a.isEqual(b).inverted
    case .floatToInt: a.wholeNumber(isSigned: true)
    case .floatToUInt: a.wholeNumber(isSigned: false)
    default: a.function(operation)
    }
  }

  private static func whole(_ operation: Operation, _ a: Bounds, _ b: Bounds, _ kind: KernelIR.Kind) -> Bounds? {
    switch operation {
    case .intToFloat: return a.converted(isSigned: true)
    case .uintToFloat: return a.converted(isSigned: false)
    case .slt: return a.isLess(b, orEqual: false, isSigned: true)
    case .sle: return a.isLess(b, orEqual: true, isSigned: true)
    case .ult: return a.isLess(b, orEqual: false, isSigned: false)
    case .ule: return a.isLess(b, orEqual: true, isSigned: false)
    case .eq: return a.isEqual(b)
    case .ne: return a.isEqual(b).inverted
    default: return kind == .bool ? bool(operation, a, b) : arithmetic(operation, a, b)
    }
  }

  private static func bool(_ operation: Operation, _ a: Bounds, _ b: Bounds) -> Bounds? {
    switch operation {
    case .and: a == .no || b == .no ? .no : a == .yes ? b : b == .yes ? a : .anyBool
    case .or: a == .yes || b == .yes ? .yes : a == .no ? b : b == .no ? a : .anyBool
    case .xor: a.isSingle && b.isSingle ? (a == b ? .no : .yes) : .anyBool
    default: nil
    }
  }

  private static func arithmetic(_ operation: Operation, _ a: Bounds, _ b: Bounds) -> Bounds? {
    let areCounts = !a.mayBeNegative && !b.mayBeNegative
    return switch operation {
    case .add: a.sum(b)
    case .sub: a.difference(b)
    case .mul: a.product(b)
    case .sdiv: a.quotient(b)
    case .udiv where areCounts: a.quotient(b)
    case .srem: a.wholeRemainder(b)
    case .urem where areCounts: a.wholeRemainder(b)
    case .and: a.bitAnd(b)
    case .or: a.bitOr(b, isExclusive: false)
    case .xor: a.bitOr(b, isExclusive: true)
    case .shl: a.shiftedLeft(b)
    case .shr: a.shiftedRight(b, isSigned: false)
    case .sar: a.shiftedRight(b, isSigned: true)
    case .smin: a.wholeMinimum(b, isSigned: true)
    case .smax: a.wholeMaximum(b, isSigned: true)
    case .umin: a.wholeMinimum(b, isSigned: false)
    case .umax: a.wholeMaximum(b, isSigned: false)
    case .popcount, .clz, .ctz: Bounds(0, 32)
    default: nil
    }
  }
}
