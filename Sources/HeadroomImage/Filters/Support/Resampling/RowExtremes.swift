internal import HeadroomPixels

/// The least and the most of rows of a plane, column by column.
enum RowExtremes {
  private typealias Vector = SIMD8<Float>

  /// Where the extremes of some rows go.
  @unsafe
  struct Window {
    let rows: Range<Int>
    let least: UnsafeMutablePointer<Float>
    let most: UnsafeMutablePointer<Float>
  }

  /// - Parameters:
  ///   - source: row 0.
  ///   - step: numbers from a row to the next.
  static func run(_ window: Window, _ source: UnsafePointer<Float>, step: Int, count: Int) {
    unsafe run(window, source, step: step, from: 0, count: count)
  }

  /// As two of ``run(_:_:step:count:)``, for windows that lie one below the other and overlap: rows that both have are looked
  /// at once.
  static func run(_ a: Window, _ b: Window, _ source: UnsafePointer<Float>, step: Int, count: Int) {
    let both = unsafe max(a.rows.lowerBound, b.rows.lowerBound)..<max(a.rows.upperBound, b.rows.lowerBound)
    let isInOrder = unsafe a.rows.lowerBound <= b.rows.lowerBound && a.rows.upperBound <= b.rows.upperBound
    guard isInOrder, !both.isEmpty else {
      unsafe run(a, source, step: step, count: count)
      return unsafe run(b, source, step: step, count: count)
    }
    let parts = unsafe (a.rows.lowerBound..<both.lowerBound, both.upperBound..<b.rows.upperBound)
    var x = 0
    while x &+ 16 <= count {
      let first = unsafe source + (both.lowerBound &* step &+ x)
      let shared = unsafe Extremes(first).adding(first + step, step, both.count &- 1)
      unsafe store(shared.adding(source + (parts.0.lowerBound &* step &+ x), step, parts.0.count), a, x)
      unsafe store(shared.adding(source + (parts.1.lowerBound &* step &+ x), step, parts.1.count), b, x)
      x &+= 16
    }
    unsafe run(a, source, step: step, from: x, count: count)
    unsafe run(b, source, step: step, from: x, count: count)
  }

  /// Adds rows to extremes that are there, or begins them.
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

  private static func run(
    _ window: Window, _ source: UnsafePointer<Float>, step: Int, from start: Int, count: Int
  ) {
    var x = start
    while x &+ 16 <= count {
      let first = unsafe source + (window.rows.lowerBound &* step &+ x)
      unsafe store(Extremes(first).adding(first + step, step, window.rows.count &- 1), window, x)
      x &+= 16
    }
    while x < count {
      var value = unsafe source + (window.rows.lowerBound * step + x)
      var (low, high) = unsafe (value[0], value[0])
      for _ in unsafe window.rows.dropFirst() {
        unsafe value += step
        unsafe (low, high) = (min(low, value[0]), max(high, value[0]))
      }
      unsafe (window.least[x], window.most[x]) = (low, high)
      x &+= 1
    }
  }

  /// Of sixteen columns.
  private struct Extremes {
    var least: (Vector, Vector)
    var most: (Vector, Vector)

    @inline(__always)
    init(_ row: UnsafePointer<Float>) {
      let values = unsafe (RowExtremes.load(row), RowExtremes.load(row + 8))
      (least, most) = (values, values)
    }

    /// With some more rows.
    @inline(__always)
    func adding(_ row: UnsafePointer<Float>, _ step: Int, _ count: Int) -> Extremes {
      var extremes = self
      var values = unsafe row
      var left = count
      while left > 0 {
        let (a, b) = unsafe (RowExtremes.load(values), RowExtremes.load(values + 8))
        extremes.least.0.replace(with: a, where: a .< extremes.least.0)
        extremes.least.1.replace(with: b, where: b .< extremes.least.1)
        extremes.most.0.replace(with: a, where: a .> extremes.most.0)
        extremes.most.1.replace(with: b, where: b .> extremes.most.1)
        unsafe values += step
        left &-= 1
      }
      return extremes
    }
  }

  @inline(__always)
  private static func load(_ place: UnsafePointer<Float>) -> Vector {
    unsafe UnsafeRawPointer(place).loadUnaligned(as: Vector.self)
  }

  @inline(__always)
  private static func store(_ extremes: Extremes, _ window: Window, _ x: Int) {
    unsafe store(extremes.least, window.least + x)
    unsafe store(extremes.most, window.most + x)
  }

  @inline(__always)
  private static func store(_ values: (Vector, Vector), _ place: UnsafeMutablePointer<Float>) {
    unsafe UnsafeMutableRawPointer(place).storeBytes(of: values.0, as: Vector.self)
    unsafe UnsafeMutableRawPointer(place + 8).storeBytes(of: values.1, as: Vector.self)
  }
}
