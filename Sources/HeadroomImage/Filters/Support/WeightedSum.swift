/// `output[x] = sum over t of weights[t] * source[x + t * step]`: the inner loop of convolutions, along rows (`step` 1) and
/// along columns (`step` the tile's stride).
///
/// Each value is one chain of fused multiply-adds in the order of t, so it does not matter to a single bit where a row is
/// cut. 64 values are summed at a time, in eight vector registers: written as a plain loop over x, each tap would load and
/// store the sums (33 instead of 42 billion taps per second). `SIMD8` is used for loads, stores and `addingProduct` only,
/// which become single instructions.
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

  /// As ``run(_:taps:_:step:into:count:)``, going on from the sums that are there: the same bits as one run over all taps.
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
