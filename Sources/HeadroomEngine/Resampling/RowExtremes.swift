internal import HeadroomPixels

/// The minima and maxima of rows of a plane, column by column.
enum RowExtremes {
  private typealias Vector = SIMD8<Float>

  /// The destination of the extremes of some rows.
  @unsafe
  struct Window {
    let rows: Range<Int>
    let least: UnsafeMutablePointer<Float>
    let most: UnsafeMutablePointer<Float>
  }

  /// - Parameters:
  ///   - source: row 0.
  ///   - step: numbers from a row to the next.
  @inline(never)
  static func run(_ window: Window, _ source: UnsafePointer<Float>, step: Int, count: Int) {
    let first = unsafe source + window.rows.lowerBound &* step
    let more = unsafe window.rows.count &- 1
    let (least, most) = unsafe (window.least, window.most)
    var x = 0
    while x &+ 16 <= count {
      var row = unsafe first + x
      var (low, low2) = unsafe (load(row), load(row + 8))
      var (high, high2) = (low, low2)
      var left = more
      while left > 0 {
        unsafe row += step
        let (a, b) = unsafe (load(row), load(row + 8))
        (low, low2) = (low.replacing(with: a, where: a .< low), low2.replacing(with: b, where: b .< low2))
        (high, high2) = (high.replacing(with: a, where: a .> high), high2.replacing(with: b, where: b .> high2))
        left &-= 1
      }
      unsafe store(low, least + x)
      unsafe store(low2, least + x + 8)
      unsafe store(high, most + x)
      unsafe store(high2, most + x + 8)
      x &+= 16
    }
    while x < count {
      var row = unsafe first + x
      var (low, high) = unsafe (row[0], row[0])
      for _ in 0..<more {
        unsafe row += step
        unsafe (low, high) = (min(low, row[0]), max(high, row[0]))
      }
      unsafe (least[x], most[x]) = (low, high)
      x &+= 1
    }
  }

  /// Adds rows to existing extremes, or begins them.
  static func add(
    _ rows: Range<Int>, _ source: UnsafePointer<Float>, step: Int, to window: Window, isFirst: Bool, count: Int
  ) {
    let (least, most) = unsafe (window.least, window.most)
    for row in rows {
      let values = unsafe source + row * step
      let begins = isFirst && row == rows.lowerBound
      if begins {
        unsafe least.update(from: values, count: count)
        unsafe most.update(from: values, count: count)
        continue
      }
      for x in 0..<count {
        let (value, low, high) = unsafe (values[x], least[x], most[x])
        unsafe least[x] = smaller(value, low)
        unsafe most[x] = larger(value, high)
      }
    }
  }

  @inline(__always)
  private static func load(_ place: UnsafePointer<Float>) -> Vector {
    unsafe UnsafeRawPointer(place).loadUnaligned(as: Vector.self)
  }

  @inline(__always)
  private static func store(_ vector: Vector, _ place: UnsafeMutablePointer<Float>) {
    unsafe UnsafeMutableRawPointer(place).storeBytes(of: vector, as: Vector.self)
  }
}
