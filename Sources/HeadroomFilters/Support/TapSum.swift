/// `output[x] = sum over t of weights[t] * source[x + offsets[t]]`: a convolution with taps at any offsets.
///
/// Each value is one chain of fused multiply-adds in the order of t, whatever the tile; see `WeightedSum`.
enum TapSum {
  private typealias Vector = SIMD8<Float>

  static func run(
    _ taps: UnsafePointer<PlacedTap>, _ tapCount: Int, _ source: UnsafePointer<Float>,
    into output: UnsafeMutablePointer<Float>, count: Int
  ) {
    var x = 0
    while x &+ 32 <= count {
      unsafe block32(taps, tapCount, source + x, output + x)
      x &+= 32
    }
    while x &+ 8 <= count {
      unsafe block8(taps, tapCount, source + x, output + x)
      x &+= 8
    }
    while x < count {
      var sum: Float = 0
      for t in 0..<tapCount {
        let tap = unsafe taps[t]
        sum = unsafe sum.addingProduct(tap.weight, source[x &+ tap.offset])
      }
      unsafe output[x] = sum
      x &+= 1
    }
  }

  @inline(__always)
  private static func block32(
    _ taps: UnsafePointer<PlacedTap>, _ tapCount: Int, _ source: UnsafePointer<Float>,
    _ output: UnsafeMutablePointer<Float>
  ) {
    var (s0, s1, s2, s3) = (Vector(), Vector(), Vector(), Vector())
    for t in 0..<tapCount {
      let tap = unsafe taps[t]
      let (from, weight) = unsafe (source + tap.offset, Vector(repeating: tap.weight))
      s0 = unsafe s0.addingProduct(weight, load(from))
      s1 = unsafe s1.addingProduct(weight, load(from + 8))
      s2 = unsafe s2.addingProduct(weight, load(from + 16))
      s3 = unsafe s3.addingProduct(weight, load(from + 24))
    }
    unsafe store(s0, output)
    unsafe store(s1, output + 8)
    unsafe store(s2, output + 16)
    unsafe store(s3, output + 24)
  }

  @inline(__always)
  private static func block8(
    _ taps: UnsafePointer<PlacedTap>, _ tapCount: Int, _ source: UnsafePointer<Float>,
    _ output: UnsafeMutablePointer<Float>
  ) {
    var sum = Vector()
    for t in 0..<tapCount {
      let tap = unsafe taps[t]
      sum = unsafe sum.addingProduct(Vector(repeating: tap.weight), load(source + tap.offset))
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

/// A tap of ``TapSum``.
struct PlacedTap {
  let offset: Int
  let weight: Float
}
