/// Sums of rows.
enum RowSum {
  /// The sum in double precision; NaN counts as 0. Four partial sums: one would wait for itself at every addition.
  static func sum(_ row: UnsafePointer<Float>, _ count: Int) -> Double {
    @inline(__always) func value(_ i: Int) -> Double {
      let value = unsafe row[i]
      return Double(value == value ? value : 0)
    }
    var (s0, s1, s2, s3) = (0.0, 0.0, 0.0, 0.0)
    var i = 0
    while i &+ 4 <= count {
      s0 += value(i)
      s1 += value(i &+ 1)
      s2 += value(i &+ 2)
      s3 += value(i &+ 3)
      i &+= 4
    }
    while i < count {
      s0 += value(i)
      i &+= 1
    }
    return (s0 + s1) + (s2 + s3)
  }
}

/// Maxima of rows.
enum RowMaximum {
  /// The maximum; NaN counts as 0. Compared as integers of the same order, which vectorises; float maxima do not.
  static func maximum(_ row: UnsafePointer<Float>, _ count: Int) -> Float {
    var largest = Int32.min
    for i in 0..<count {
      let value = unsafe row[i]
      let key = ordered(value == value ? value : 0)
      largest = key > largest ? key : largest
    }
    // The map is its own inverse.
    let bits = largest < 0 ? largest ^ 0x7FFF_FFFF : largest
    return Float(bitPattern: UInt32(bitPattern: bits))
  }

  @inline(__always)
  private static func ordered(_ value: Float) -> Int32 {
    let bits = Int32(bitPattern: value.bitPattern)
    return bits ^ ((bits >> 31) & 0x7FFF_FFFF)
  }
}

extension PixelRect {
  /// The bounds as numbers, for comparing recipes.
  var fingerprint: [Double] { [minX, minY, maxX, maxY].map(Double.init) }
}
