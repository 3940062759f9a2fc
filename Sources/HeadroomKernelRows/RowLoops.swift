internal import HeadroomKernelLanguage

/// Loops over the lanes of a strip, one for each operation. No written row overlaps one that is read, so all of them
/// vectorise.
enum RowLoops {
  typealias Row = UnsafeMutablePointer<Float>

  /// A loop over one row. Lanes are read before any decision, because otherwise the loop would have branches.
  @inline(__always)
  static func each(_ out: Row, _ a: Row, _ count: Int, _ body: (Float) -> Float) {
    for i in 0..<count { unsafe out[i] = body(a[i]) }
  }

  @inline(__always)
  static func each(_ out: Row, _ a: Row, _ b: Row, _ count: Int, _ body: (Float, Float) -> Float) {
    for i in 0..<count { unsafe out[i] = body(a[i], b[i]) }
  }

  @inline(__always)
  static func each(_ out: Row, _ a: Row, _ b: Row, _ c: Row, _ count: Int, _ body: (Float, Float, Float) -> Float) {
    for i in 0..<count { unsafe out[i] = body(a[i], b[i], c[i]) }
  }

  /// A comparison of two numbers.
  @inline(__always)
  static func test(_ out: Row, _ a: Row, _ b: Row, _ count: Int, _ body: (Float, Float) -> Bool) {
    for i in 0..<count { unsafe out[i] = Float(bitPattern: body(a[i], b[i]) ? 1 : 0) }
  }

  /// The same on integers.
  @inline(__always)
  static func whole(_ out: Row, _ a: Row, _ b: Row, _ count: Int, _ body: (UInt32, UInt32) -> UInt32) {
    for i in 0..<count { unsafe out[i] = Float(bitPattern: body(a[i].bitPattern, b[i].bitPattern)) }
  }

  @inline(__always)
  static func signed(_ out: Row, _ a: Row, _ b: Row, _ count: Int, _ body: (Int32, Int32) -> Int32) {
    unsafe whole(out, a, b, count) {
      UInt32(bitPattern: body(Int32(bitPattern: $0), Int32(bitPattern: $1)))
    }
  }

  /// Computes an operation on a strip.
  static func compute(_ operation: Operation, _ out: Row, _ a: Row, _ b: Row, _ c: Row, _ count: Int) {
    switch operation {
    case .fadd: unsafe each(out, a, b, count) { $0 + $1 }
    case .fsub: unsafe each(out, a, b, count) { $0 - $1 }
    case .fmul: unsafe each(out, a, b, count) { $0 * $1 }
    case .fdiv: unsafe each(out, a, b, count) { $0 / $1 }
    case .fma: unsafe each(out, a, b, c, count) { $2.addingProduct($0, $1) }
    case .fneg: unsafe each(out, a, count) { Float(bitPattern: $0.bitPattern ^ 0x8000_0000) }
    case .fabs: unsafe each(out, a, count) { Float(bitPattern: $0.bitPattern & 0x7FFF_FFFF) }
    case .fmin: unsafe each(out, a, b, count) { lesser($0, $1) }
    case .fmax: unsafe each(out, a, b, count) { greater($0, $1) }
    case .copysign:
      unsafe whole(out, a, b, count) { $0 & 0x7FFF_FFFF | $1 & 0x8000_0000 }
    case .floor: unsafe each(out, a, count) { $0.rounded(.down) }
    case .ceil: unsafe each(out, a, count) { $0.rounded(.up) }
    case .trunc: unsafe each(out, a, count) { $0.rounded(.towardZero) }
    case .rint: unsafe each(out, a, count) { $0.rounded(.toNearestOrEven) }
    case .sqrt: unsafe each(out, a, count) { $0.squareRoot() }
    case .feq: unsafe test(out, a, b, count) { $0 == $1 }
    case .fne: unsafe test(out, a, b, count) { $0 != $1 }
    case .flt: unsafe test(out, a, b, count) { $0 < $1 }
    case .fle: unsafe test(out, a, b, count) { $0 <= $1 }
    case .select:
      unsafe each(out, a, b, c, count) { $0.bitPattern != 0 ? $1 : $2 }
    default: unsafe computeWhole(operation, out, a, b, count)
    }
  }

  private static func computeWhole(_ operation: Operation, _ out: Row, _ a: Row, _ b: Row, _ count: Int) {
    switch operation {
    case .add: unsafe whole(out, a, b, count) { $0 &+ $1 }
    case .sub: unsafe whole(out, a, b, count) { $0 &- $1 }
    case .mul: unsafe whole(out, a, b, count) { $0 &* $1 }
    case .and: unsafe whole(out, a, b, count) { $0 & $1 }
    case .or: unsafe whole(out, a, b, count) { $0 | $1 }
    case .xor: unsafe whole(out, a, b, count) { $0 ^ $1 }
    case .shl: unsafe whole(out, a, b, count) { $0 &<< $1 }
    case .shr: unsafe whole(out, a, b, count) { $0 &>> $1 }
    case .sar: unsafe signed(out, a, b, count) { $0 &>> $1 }
    case .smin: unsafe signed(out, a, b, count) { $0 < $1 ? $0 : $1 }
    case .smax: unsafe signed(out, a, b, count) { $0 > $1 ? $0 : $1 }
    case .umin: unsafe whole(out, a, b, count) { $0 < $1 ? $0 : $1 }
    case .umax: unsafe whole(out, a, b, count) { $0 > $1 ? $0 : $1 }
    case .eq: unsafe whole(out, a, b, count) { $0 == $1 ? 1 : 0 }
    case .ne: unsafe whole(out, a, b, count) { $0 != $1 ? 1 : 0 }
    case .slt: unsafe signed(out, a, b, count) { $0 < $1 ? 1 : 0 }
    case .sle: unsafe signed(out, a, b, count) { $0 <= $1 ? 1 : 0 }
    case .ult: unsafe whole(out, a, b, count) { $0 < $1 ? 1 : 0 }
    case .ule: unsafe whole(out, a, b, count) { $0 <= $1 ? 1 : 0 }
    case .copyBits: unsafe out.update(from: a, count: count)
    case .intToFloat: unsafe each(out, a, count) { Float(Int32(bitPattern: $0.bitPattern)) }
    case .uintToFloat: unsafe each(out, a, count) { Float($0.bitPattern) }
    default: unsafe RowFunctions.compute(operation, out, a, b, count)
    }
  }

  /// The smaller number; where one is NaN, the other.
  @inline(__always)
  static func lesser(_ x: Float, _ y: Float) -> Float { y < x || x.isNaN ? y : x }
  @inline(__always)
  static func greater(_ x: Float, _ y: Float) -> Float { x < y || x.isNaN ? y : x }

  // MARK: Places and masks

  /// The centres of the pixels of a row.
  static func destination(_ out: Row, _ x: Int?, _ y: Int, _ count: Int) {
    guard let x else {
      return unsafe out.update(repeating: Float(Int32(truncatingIfNeeded: y)) + 0.5, count: count)
    }
    let first = Int32(truncatingIfNeeded: x)
    for i in 0..<count { unsafe out[i] = Float(first &+ Int32(truncatingIfNeeded: i)) + 0.5 }
  }

  static func merge(_ out: Row, _ a: Row, _ mask: Row, _ count: Int) {
    for i in 0..<count {
      let (old, new) = unsafe (out[i], a[i])
      unsafe out[i] = mask[i].bitPattern != 0 ? new : old
    }
  }

  /// A mask may be removed from itself.
  static func remove(_ mask: Row, _ gone: Row, _ count: Int) {
    if unsafe mask == gone { return unsafe mask.update(repeating: 0, count: count) }
    for i in 0..<count { unsafe mask[i] = Float(bitPattern: mask[i].bitPattern & ~gone[i].bitPattern) }
  }

  /// The number of pixels of a mask.
  static func sum(_ mask: Row, _ count: Int) -> Int {
    var sum: UInt32 = 0
    for i in 0..<count { unsafe sum &+= mask[i].bitPattern }
    return Int(sum)
  }

  static func hasAny(_ mask: Row, _ count: Int) -> Bool {
    var any: UInt32 = 0
    for i in 0..<count { unsafe any |= mask[i].bitPattern }
    return any != 0
  }
}
