import HeadroomPixels

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

/// Maxima of what came in each column of a span: a row at a time is compared as vectors, which one maximum of a row is not.
struct ColumnMaxima: Sendable {
  /// ``SpanRunner/span`` values for each component.
  private var values = [Float](repeating: -.infinity, count: 4 * SpanRunner.span)

  /// NaN counts as 0.
  mutating func add(_ rows: RowPointers, count: Int) {
    unsafe values.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      unsafe Self.add(rows.r, to: base, count)
      unsafe Self.add(rows.g, to: base + SpanRunner.span, count)
      unsafe Self.add(rows.b, to: base + 2 * SpanRunner.span, count)
      unsafe Self.add(rows.a, to: base + 3 * SpanRunner.span, count)
    }
  }

  private static func add(_ row: UnsafePointer<Float>, to maxima: UnsafeMutablePointer<Float>, _ count: Int) {
    for i in 0..<count {
      let (value, largest) = unsafe (row[i], maxima[i])
      unsafe maxima[i] = larger(value == value ? value : 0, largest)
    }
  }

  mutating func merge(_ other: ColumnMaxima) {
    for index in values.indices { values[index] = larger(other.values[index], values[index]) }
  }

  var largest: Pixel {
    func largest(_ plane: Int) -> Float {
      values[plane * SpanRunner.span..<(plane + 1) * SpanRunner.span].reduce(-.infinity, larger)
    }
    return Pixel(r: largest(0), g: largest(1), b: largest(2), a: largest(3))
  }
}

extension PixelRect {
  /// The bounds as numbers, for comparing recipes.
  var fingerprint: [Double] { [minX, minY, maxX, maxY].map(Double.init) }
}

/// The smallest and the largest value of a row; NaN counts as 0. Compared as integers of the same order, which vectorises.
enum RowRange {
  static func range(_ row: UnsafePointer<Float>, _ count: Int) -> (low: Float, high: Float) {
    var (least, largest) = (Int32.max, Int32.min)
    for i in 0..<count {
      let value = unsafe row[i]
      let bits = Int32(bitPattern: (value == value ? value : 0).bitPattern)
      let key = bits ^ ((bits >> 31) & 0x7FFF_FFFF)
      least = key < least ? key : least
      largest = key > largest ? key : largest
    }
    return (float(least), float(largest))
  }

  /// The map is its own inverse.
  private static func float(_ key: Int32) -> Float {
    Float(bitPattern: UInt32(bitPattern: key < 0 ? key ^ 0x7FFF_FFFF : key))
  }
}
