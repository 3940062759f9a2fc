/// Pieces of straight lines, `intercept + slope * x`, one pair of floats for each.
///
/// A row goes through three loops over a chunk: the numbers of the pieces, the pairs as 64-bit words, the lines. Only
/// the middle one is not vector code; it has one load and one store for each float. This is twice as fast as a loop
/// that computes one value after the other, and faster than hardware gathers.
@safe final class LinePairs: @unchecked Sendable {
  // Sendable: written only while it is being made.
  let words: UnsafeMutablePointer<UInt64>
  let count: Int

  static let chunk = 128

  init(count: Int) {
    self.count = count
    let raw = UnsafeMutableRawPointer.allocate(byteCount: count * 8, alignment: 64)
    unsafe words = unsafe raw.initializeMemory(as: UInt64.self, repeating: 0, count: count)
  }

  deinit { unsafe words.deallocate() }

  func set(_ index: Int, intercept: Double, slope: Double) {
    precondition(index >= 0 && index < count)
    let low = UInt64(Float(intercept).bitPattern)
    let high = UInt64(Float(slope).bitPattern)
    // The first float of the pair is the intercept in memory order.
    unsafe words[index] = UInt64(littleEndian: high << 32 | low)
  }

  /// Sets a piece to the line through two points.
  ///
  /// - Parameter isBalanced: whether to shift the line so that its errors above and below the curve are equal.
  ///   Neighbours then do not meet.
  func set(_ index: Int, from x0: Double, to x1: Double, isBalanced: Bool = true, function: (Double) -> Double) {
    let y0 = function(x0)
    let slope = (function(x1) - y0) / (x1 - x0)
    let middle = 0.5 * (x0 + x1)
    let sag = isBalanced ? function(middle) - (y0 + slope * (middle - x0)) : 0
    set(index, intercept: y0 - slope * x0 + 0.5 * sag, slope: slope)
  }

  @inline(__always)
  func apply(
    _ row: UnsafeMutablePointer<Float>, _ count: Int, piece: (Float) -> Int32, line: (Float, Float, Float) -> Float
  ) {
    unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: Self.chunk) { pieces in
      unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * Self.chunk) { pairs in
        guard let pieces = pieces.baseAddress, let pairs = pairs.baseAddress else { return }
        var start = 0
        while start < count {
          let length = min(Self.chunk, count &- start)
          let part = unsafe row + start
          for i in 0..<length { unsafe pieces[i] = unsafe piece(part[i]) }
          unsafe fetch(pieces, pairs, length)
          for i in 0..<length { unsafe part[i] = unsafe line(pairs[2 &* i], pairs[2 &* i &+ 1], part[i]) }
          start &+= length
        }
      }
    }
  }

  @inline(__always)
  private func fetch(_ pieces: UnsafePointer<Int32>, _ pairs: UnsafeMutablePointer<Float>, _ count: Int) {
    let raw = UnsafeMutableRawPointer(pairs)
    let words = unsafe words
    var i = 0
    while i &+ 4 <= count {
      let four = unsafe SIMD4(
        words[Int(pieces[i])], words[Int(pieces[i &+ 1])], words[Int(pieces[i &+ 2])], words[Int(pieces[i &+ 3])])
      unsafe raw.storeBytes(of: four, toByteOffset: 8 &* i, as: SIMD4<UInt64>.self)
      i &+= 4
    }
    while i < count {
      unsafe raw.storeBytes(of: words[Int(pieces[i])], toByteOffset: 8 &* i, as: UInt64.self)
      i &+= 1
    }
  }
}
