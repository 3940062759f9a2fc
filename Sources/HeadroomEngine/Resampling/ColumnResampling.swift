internal import HeadroomPixels
internal import Synchronization

/// The columns of a picture from which columns of the result are computed, and their weights.
struct ColumnResampling: Sendable {
  /// The number of weights summed at a time; missing ones are 0.
  private static let group = 4
  /// Columns after the last one that are read, with weights of 0.
  static let margin = group

  private let weights: [Float]
  private let places: [Place]
  /// One less than the most columns that are shown.
  private let steps: Int
  /// Weights of each column, whole groups.
  private let count: Int

  /// The columns of the input from which a column of the result is computed.
  private struct Place {
    /// That of the first weight, and how many there are.
    let first: Int
    let taps: Int
    /// The columns that it shows: the first, the one beside it, the last.
    let low: Int
    let middle: Int
    let high: Int
  }

  private init(_ axis: ResamplingAxis, _ columns: Range<Int>) {
    let count = (axis.count + Self.group - 1) / Self.group * Self.group
    var places: [Place] = []
    places.reserveCapacity(columns.count)
    weights = unsafe [Float](unsafeUninitializedCapacity: columns.count * count) { all, initialized in
      guard let start = all.baseAddress else { return }
      unsafe all.initialize(repeating: 0)
      for (place, column) in columns.enumerated() {
        let (first, taps) = unsafe axis.fill(start + place * count, at: column)
        let shown = axis.footprint(of: column)
        let last = shown.upperBound - 1
        places.append(
          Place(
            first: first, taps: taps, low: shown.lowerBound, middle: min(shown.lowerBound + 1, last), high: last))
      }
      initialized = all.count
    }
    self.count = count
    self.places = places
    steps = places.map { $0.high - $0.low }.max() ?? 0
  }

  typealias Column = EightRows.Column

  /// Sums of eight rows.
  ///
  /// - Parameters:
  ///   - columns: of the input, from one on, and ``margin`` more that are finite.
  ///   - start: the place of the first of them.
  ///   - result: where the first column's eight sums go.
  ///   - stride: numbers from a column of the result to the next.
  func sum(
    _ columns: UnsafePointer<Column>, from start: Int, into result: UnsafeMutablePointer<Float>, stride: Int
  ) {
    unsafe forEachPlace { x, place, weights in
      unsafe EightRows.store(Self.sum(columns + (place.first &- start), weights, place.taps), result + x &* stride)
    }
  }

  /// Sums of eight rows, and the minimum and maximum of their values in the columns that a column of the result shows.
  func sumWithBounds(_ columns: ColumnBuffer, from start: Int, into rows: ResampledPlane.Eight) {
    let steps = steps
    unsafe forEachPlace { x, place, weights in
      let value = unsafe Self.sum(columns.sums + (place.first &- start), weights, place.taps)
      let (first, middle, last) = (place.low &- start, place.middle &- start, place.high &- start)
      var low = unsafe Self.least(Self.least(columns.least[first], columns.least[middle]), columns.least[last])
      var high = unsafe Self.most(Self.most(columns.most[first], columns.most[middle]), columns.most[last])
      if steps > 2 {
        var index = middle
        // The same number of steps for all columns, so that the loop's end is predictable: values met twice change
        // nothing.
        for _ in 2..<steps {
          index &+= index < last ? 1 : 0
          unsafe (low, high) = (Self.least(low, columns.least[index]), Self.most(high, columns.most[index]))
        }
      }
      // 0 has one sign, whatever was met first.
      unsafe rows.put(value, low + 0, high + 0, column: x)
    }
  }

  @inline(__always)
  private static func least(_ a: Column, _ b: Column) -> Column { a.replacing(with: b, where: b .< a) }

  @inline(__always)
  private static func most(_ a: Column, _ b: Column) -> Column { a.replacing(with: b, where: b .> a) }

  /// One after the other, or flat areas would not stay flat; see ``BalancedWeights``.
  @inline(__always)
  private static func sum(_ columns: UnsafePointer<Column>, _ weights: UnsafePointer<Float>, _ taps: Int) -> Column {
    var sum = Column.zero
    var t = 0
    while t < taps {
      sum = unsafe sum.addingProduct(Column(repeating: weights[t]), columns[t])
      sum = unsafe sum.addingProduct(Column(repeating: weights[t &+ 1]), columns[t &+ 1])
      sum = unsafe sum.addingProduct(Column(repeating: weights[t &+ 2]), columns[t &+ 2])
      sum = unsafe sum.addingProduct(Column(repeating: weights[t &+ 3]), columns[t &+ 3])
      t &+= group
    }
    return sum
  }

  @inline(__always)
  private func forEachPlace(_ body: (_ x: Int, _ place: Place, _ weights: UnsafePointer<Float>) -> Void) {
    unsafe weights.withUnsafeBufferPointer { weights in
      guard let weights = weights.baseAddress else { return }
      unsafe places.withUnsafeBufferPointer { places in
        for x in places.indices { unsafe body(x, places[x], weights + x &* count) }
      }
    }
  }

  /// The weights of the current tiles' columns: a tile is computed some rows at a time, and a weight costs as much as
  /// many rows.
  final class Kept: Sendable {
    /// Tiles that workers are in at the same time, or nearly so.
    private static let most = 8
    private let all = Mutex<[(axis: ResamplingAxis, columns: Range<Int>, weights: ColumnResampling)]>([])

    func weights(_ axis: ResamplingAxis, _ columns: Range<Int>) -> ColumnResampling {
      let found = all.withLock { all in all.first { $0.columns == columns && $0.axis == axis }?.weights }
      if let found { return found }
      let made = ColumnResampling(axis, columns)
      all.withLock { all in
        if all.count == Self.most { all.removeFirst() }
        all.append((axis, columns, made))
      }
      return made
    }
  }
}
