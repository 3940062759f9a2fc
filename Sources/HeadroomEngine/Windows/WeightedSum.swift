/// `output[x] = sum over t of weights[t] * source[x + t * step]`: the inner loop of convolutions, along rows (`step` 1) and
/// along columns (`step` the tile's stride).
///
/// Each value is one chain of fused multiply-adds in the order of t, so the bits do not depend on where a row is cut.
/// 64 values are summed at a time, in eight vector registers: written as a plain loop over x, each tap would load and
/// store the sums (33 instead of 42 billion taps per second). `SIMD8` is used for loads, stores and `addingProduct`
/// only, which become single instructions.
package enum WeightedSum {
  private typealias Vector = SIMD8<Float>

  package static func run(
    _ weights: UnsafePointer<Float>, taps: Int, _ source: UnsafePointer<Float>, step: Int,
    into output: UnsafeMutablePointer<Float>, count: Int
  ) {
    var x = 0
    while x &+ 64 <= count {
      unsafe block64(weights, taps, source + x, step, output + x)
      x &+= 64
    }
    while x &+ 8 <= count {
      unsafe block8(weights, taps, source + x, step, output + x)
      x &+= 8
    }
    while x < count {
      var sum: Float = 0
      var tap = unsafe source + x
      for t in 0..<taps {
        sum = unsafe sum.addingProduct(weights[t], tap[0])
        unsafe tap += step
      }
      unsafe output[x] = sum
      x &+= 1
    }
  }

  /// The weights of some rows for one row of sums, and the destination of the sums.
  @unsafe
  struct Window {
    let weights: UnsafePointer<Float>
    let rows: Range<Int>
    let output: UnsafeMutablePointer<Float>
  }

  /// Two calls of ``run(_:taps:_:step:into:count:)`` in one, with the same bits, for windows one below the other:
  /// common rows are loaded once.
  ///
  /// - Parameter source: row 0.
  static func run(_ a: Window, _ b: Window, _ source: UnsafePointer<Float>, step: Int, count: Int) {
    var x = 0
    let isInOrder = unsafe a.rows.lowerBound <= b.rows.lowerBound && a.rows.upperBound <= b.rows.upperBound
    while isInOrder && x &+ 32 <= count {
      unsafe pair32(a, b, source + x, step, x)
      x &+= 32
    }
    if x < count {
      unsafe run(a, source, step: step, from: x, count: count - x)
      unsafe run(b, source, step: step, from: x, count: count - x)
    }
  }

  /// As ``run(_:taps:_:step:into:count:)``, with the rows of a window counted from `source`.
  static func run(_ window: Window, _ source: UnsafePointer<Float>, step: Int, from x: Int = 0, count: Int) {
    unsafe run(
      window.weights, taps: window.rows.count, source + (window.rows.lowerBound * step + x), step: step,
      into: window.output + x, count: count)
  }

  /// As ``run(_:taps:_:step:into:count:)``, continuing from existing sums: the same bits as one run over all taps.
  package static func add(
    _ weights: UnsafePointer<Float>, taps: Int, _ source: UnsafePointer<Float>, step: Int,
    to sums: UnsafeMutablePointer<Float>, count: Int
  ) {
    for t in 0..<taps {
      let (weight, row) = unsafe (weights[t], source + t * step)
      for x in 0..<count { unsafe sums[x] = sums[x].addingProduct(weight, row[x]) }
    }
  }

  @inline(__always)
  private static func block64(
    _ weights: UnsafePointer<Float>, _ taps: Int, _ source: UnsafePointer<Float>, _ step: Int,
    _ output: UnsafeMutablePointer<Float>
  ) {
    var (s0, s1, s2, s3) = (Vector(), Vector(), Vector(), Vector())
    var (s4, s5, s6, s7) = (Vector(), Vector(), Vector(), Vector())
    var tap = unsafe source
    for t in 0..<taps {
      let weight = unsafe Vector(repeating: weights[t])
      s0 = unsafe s0.addingProduct(weight, load(tap))
      s1 = unsafe s1.addingProduct(weight, load(tap + 8))
      s2 = unsafe s2.addingProduct(weight, load(tap + 16))
      s3 = unsafe s3.addingProduct(weight, load(tap + 24))
      s4 = unsafe s4.addingProduct(weight, load(tap + 32))
      s5 = unsafe s5.addingProduct(weight, load(tap + 40))
      s6 = unsafe s6.addingProduct(weight, load(tap + 48))
      s7 = unsafe s7.addingProduct(weight, load(tap + 56))
      unsafe tap += step
    }
    unsafe store(s0, output)
    unsafe store(s1, output + 8)
    unsafe store(s2, output + 16)
    unsafe store(s3, output + 24)
    unsafe store(s4, output + 32)
    unsafe store(s5, output + 40)
    unsafe store(s6, output + 48)
    unsafe store(s7, output + 56)
  }

  /// Four vectors for each of two windows: with the row's own four they leave some registers for the weights.
  @inline(__always)
  private static func pair32(_ a: Window, _ b: Window, _ source: UnsafePointer<Float>, _ step: Int, _ x: Int) {
    var (upper, lower) = (Sums(), Sums())
    let (first, second) = unsafe (a.rows, b.rows)
    for y in first.lowerBound..<min(first.upperBound, second.lowerBound) {
      unsafe upper.add(a.weights[y &- first.lowerBound], Sums(source + y &* step))
    }
    for y in second.lowerBound..<max(first.upperBound, second.lowerBound) {
      let row = unsafe Sums(source + y &* step)
      unsafe upper.add(a.weights[y &- first.lowerBound], row)
      unsafe lower.add(b.weights[y &- second.lowerBound], row)
    }
    for y in max(first.upperBound, second.lowerBound)..<second.upperBound {
      unsafe lower.add(b.weights[y &- second.lowerBound], Sums(source + y &* step))
    }
    unsafe upper.store(a.output + x)
    unsafe lower.store(b.output + x)
  }

  /// 32 values in registers.
  private struct Sums {
    private var (s0, s1, s2, s3) = (Vector(), Vector(), Vector(), Vector())

    init() {}

    @inline(__always)
    init(_ row: UnsafePointer<Float>) {
      s0 = unsafe WeightedSum.load(row)
      s1 = unsafe WeightedSum.load(row + 8)
      s2 = unsafe WeightedSum.load(row + 16)
      s3 = unsafe WeightedSum.load(row + 24)
    }

    @inline(__always)
    mutating func add(_ weight: Float, _ row: Sums) {
      let weight = Vector(repeating: weight)
      s0 = s0.addingProduct(weight, row.s0)
      s1 = s1.addingProduct(weight, row.s1)
      s2 = s2.addingProduct(weight, row.s2)
      s3 = s3.addingProduct(weight, row.s3)
    }

    @inline(__always)
    func store(_ output: UnsafeMutablePointer<Float>) {
      unsafe WeightedSum.store(s0, output)
      unsafe WeightedSum.store(s1, output + 8)
      unsafe WeightedSum.store(s2, output + 16)
      unsafe WeightedSum.store(s3, output + 24)
    }
  }

  @inline(__always)
  private static func block8(
    _ weights: UnsafePointer<Float>, _ taps: Int, _ source: UnsafePointer<Float>, _ step: Int,
    _ output: UnsafeMutablePointer<Float>
  ) {
    var sum = Vector()
    var tap = unsafe source
    for t in 0..<taps {
      sum = unsafe sum.addingProduct(Vector(repeating: weights[t]), load(tap))
      unsafe tap += step
    }
    unsafe store(sum, output)
  }

  @inline(__always)
  private static func load(_ pointer: UnsafePointer<Float>) -> Vector {
    unsafe UnsafeRawPointer(pointer).loadUnaligned(as: Vector.self)
  }

  @inline(__always)
  private static func store(_ vector: Vector, _ pointer: UnsafeMutablePointer<Float>) {
    unsafe UnsafeMutableRawPointer(pointer).storeBytes(of: vector, as: Vector.self)
  }
}
