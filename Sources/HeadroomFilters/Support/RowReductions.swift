import HeadroomEngine
import HeadroomPixels

/// Sums of rows.
enum RowSum {
  /// The number of sums that run side by side: a kilobyte, small enough to be allocated on the stack.
  private static let lanes = 128

  /// The sum in double precision; NaN counts as 0. The columns of the row's pieces are summed first, then halves: the
  /// order depends only on the row's length, and all sums vectorise, unlike one running sum.
  static func sum(_ row: UnsafePointer<Float>, _ count: Int) -> Double {
    unsafe withUnsafeTemporaryAllocation(of: Double.self, capacity: lanes) { buffer in
      guard let sums = buffer.baseAddress else { return 0 }
      var total = 0.0
      var start = 0
      while start < count {
        let length = min(4 * lanes, count - start)
        unsafe total += sum(row + start, length, sums)
        start += length
      }
      return total
    }
  }

  private static func sum(_ row: UnsafePointer<Float>, _ count: Int, _ sums: UnsafeMutablePointer<Double>) -> Double {
    @inline(__always) func value(_ i: Int) -> Double {
      let value = unsafe row[i]
      return Double(value == value ? value : 0)
    }
    var length = count / 4
    for i in 0..<length {
      unsafe sums[i] =
        (value(i) + value(i &+ length)) + (value(i &+ 2 &* length) + value(i &+ 3 &* length))
    }
    var rest = 0.0
    for i in 4 * length..<count { rest += value(i) }
    while length > 1 {
      let half = (length + 1) / 2
      for i in 0..<length - half { unsafe sums[i] += sums[i &+ half] }
      length = half
    }
    return length == 0 ? rest : unsafe sums[0] + rest
  }
}

/// The maxima in each column of a span: comparing a row with them vectorises, unlike one maximum of a row.
struct ColumnMaxima: Sendable {
  /// `SpanRunner.span` values for each component.
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

/// The smallest and the largest value of a row; NaN counts as 0. Values are compared as integers in the same order,
/// which vectorises.
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
