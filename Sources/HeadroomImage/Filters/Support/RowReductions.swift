/// Sums of rows.
enum RowSum {
  private typealias Four = (Double, Double, Double, Double)

  /// The sum in double precision; NaN counts as 0. Sixteen partial sums: fewer would wait for themselves.
  static func sum(_ row: UnsafePointer<Float>, _ count: Int) -> Double {
    @inline(__always) func value(_ i: Int) -> Double {
      let value = unsafe row[i]
      return Double(value == value ? value : 0)
    }
    @inline(__always) func add(_ i: Int, to sums: inout Four) {
      sums.0 += value(i)
      sums.1 += value(i &+ 1)
      sums.2 += value(i &+ 2)
      sums.3 += value(i &+ 3)
    }
    var (a, b) = (Four(0, 0, 0, 0), Four(0, 0, 0, 0))
    var (c, d) = (Four(0, 0, 0, 0), Four(0, 0, 0, 0))
    var i = 0
    while i &+ 16 <= count {
      add(i, to: &a)
      add(i &+ 4, to: &b)
      add(i &+ 8, to: &c)
      add(i &+ 12, to: &d)
      i &+= 16
    }
    while i < count {
      a.0 += value(i)
      i &+= 1
    }
    func total(_ sums: Four) -> Double { (sums.0 + sums.1) + (sums.2 + sums.3) }
    return (total(a) + total(b)) + (total(c) + total(d))
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
