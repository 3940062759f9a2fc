/// Loops over fused operations.
enum FusedRowLoops {
  typealias Row = UnsafeMutablePointer<Float>

  static func run(_ fusion: RowFusion, _ out: Row, _ a: Row, _ b: Row, _ c: Row, _ d: Row, _ count: Int) {
    switch fusion.first {
    case .add: unsafe run(fusion, out, a, b, c, d, count) { $0 + $1 }
    case .sub: unsafe run(fusion, out, a, b, c, d, count) { $0 - $1 }
    case .mul: unsafe run(fusion, out, a, b, c, d, count) { $0 * $1 }
    }
  }

  @inline(__always)
  private static func run(
    _ fusion: RowFusion, _ out: Row, _ a: Row, _ b: Row, _ c: Row, _ d: Row, _ count: Int,
    _ first: (Float, Float) -> Float
  ) {
    switch fusion.second {
    case .add: unsafe run(fusion.third, out, a, b, c, d, count) { first($0, $1) + $2 }
    case .sub: unsafe run(fusion.third, out, a, b, c, d, count) { first($0, $1) - $2 }
    case .subFrom: unsafe run(fusion.third, out, a, b, c, d, count) { $2 - first($0, $1) }
    case .mul: unsafe run(fusion.third, out, a, b, c, d, count) { first($0, $1) * $2 }
    case .div: unsafe run(fusion.third, out, a, b, c, d, count) { first($0, $1) / $2 }
    case .divInto: unsafe run(fusion.third, out, a, b, c, d, count) { $2 / first($0, $1) }
    case .min: unsafe RowLoops.each(out, a, b, c, count) { RowLoops.lesser(first($0, $1), $2) }
    case .max: unsafe RowLoops.each(out, a, b, c, count) { RowLoops.greater(first($0, $1), $2) }
    }
  }

  @inline(__always)
  private static func run(
    _ third: RowFusion.Third, _ out: Row, _ a: Row, _ b: Row, _ c: Row, _ d: Row, _ count: Int,
    _ both: (Float, Float, Float) -> Float
  ) {
    switch third {
    case .none: unsafe RowLoops.each(out, a, b, c, count, both)
    case .add: for i in 0..<count { unsafe out[i] = both(a[i], b[i], c[i]) + d[i] }
    case .sub: for i in 0..<count { unsafe out[i] = both(a[i], b[i], c[i]) - d[i] }
    case .subFrom: for i in 0..<count { unsafe out[i] = d[i] - both(a[i], b[i], c[i]) }
    case .mul: for i in 0..<count { unsafe out[i] = both(a[i], b[i], c[i]) * d[i] }
    case .div: for i in 0..<count { unsafe out[i] = both(a[i], b[i], c[i]) / d[i] }
    }
  }
}
