internal import HeadroomPixels
internal import Synchronization

/// The columns of a picture that columns of the result are made of, and their weights.
struct ColumnResampling: Sendable {
  private let weights: [Float]
  /// The input column of the first weight, and how many there are.
  private let spans: [(first: Int, taps: Int)]
  /// The first and the last input column that a column of the result shows.
  private let footprints: [(first: Int, last: Int)]
  /// One less than the most columns that are shown.
  private let steps: Int
  private let count: Int

  private init(_ axis: ResamplingAxis, _ columns: Range<Int>) {
    let count = axis.count
    var spans: [(first: Int, taps: Int)] = []
    spans.reserveCapacity(columns.count)
    weights = unsafe [Float](unsafeUninitializedCapacity: columns.count * count) { all, initialized in
      guard let start = all.baseAddress else { return }
      unsafe all.initialize(repeating: 0)
      for (place, column) in columns.enumerated() { unsafe spans.append(axis.fill(start + place * count, at: column)) }
      initialized = all.count
    }
    self.count = count
    self.spans = spans
    let shown = columns.map(axis.footprint)
    footprints = shown.map { (first: $0.lowerBound, last: $0.upperBound - 1) }
    steps = (shown.map(\.count).max() ?? 1) - 1
  }

  /// Sums of eight rows.
  ///
  /// - Parameters:
  ///   - columns: of the input, from one on.
  ///   - start: the place of the first of them.
  ///   - result: where the first column's eight sums go.
  ///   - stride: numbers from a column of the result to the next.
  func sum(
    _ columns: UnsafePointer<EightRows.Column>, from start: Int, into result: UnsafeMutablePointer<Float>, stride: Int
  ) {
    unsafe weights.withUnsafeBufferPointer { weights in
      guard let weights = weights.baseAddress else { return }
      unsafe spans.withUnsafeBufferPointer { spans in
        for x in spans.indices {
          let (first, taps) = unsafe spans[x]
          let (source, weight) = unsafe (columns + (first &- start), weights + x &* count)
          var sum = EightRows.Column.zero
          for t in 0..<taps { sum = unsafe sum.addingProduct(EightRows.Column(repeating: weight[t]), source[t]) }
          unsafe UnsafeMutableRawPointer(result + x &* stride).storeBytes(of: sum, as: EightRows.Column.self)
        }
      }
    }
  }

  /// The least of what eight rows hold in the columns that a column of the result shows; see ``sum(_:from:into:stride:)``.
  func least(
    _ columns: UnsafePointer<EightRows.Column>, from start: Int, into result: UnsafeMutablePointer<Float>, stride: Int
  ) {
    unsafe forEachFootprint(columns, from: start, result, stride) { $0.replacing(with: $1, where: $1 .< $0) }
  }

  /// The most; see ``least(_:from:into:stride:)``.
  func most(
    _ columns: UnsafePointer<EightRows.Column>, from start: Int, into result: UnsafeMutablePointer<Float>, stride: Int
  ) {
    unsafe forEachFootprint(columns, from: start, result, stride) { $0.replacing(with: $1, where: $1 .> $0) }
  }

  @inline(__always)
  private func forEachFootprint(
    _ columns: UnsafePointer<EightRows.Column>, from start: Int, _ result: UnsafeMutablePointer<Float>, _ stride: Int,
    _ choose: (EightRows.Column, EightRows.Column) -> EightRows.Column
  ) {
    unsafe footprints.withUnsafeBufferPointer { footprints in
      for x in footprints.indices {
        let (first, last) = unsafe (footprints[x].first &- start, footprints[x].last &- start)
        // As many steps for all columns, so that it can be foreseen where they end: what is met twice changes nothing.
        var (chosen, index) = unsafe (columns[last], first)
        for _ in 0..<steps {
          chosen = unsafe choose(chosen, columns[index])
          index &+= index < last ? 1 : 0
        }
        // 0 has one sign, whatever was met first.
        unsafe UnsafeMutableRawPointer(result + x &* stride).storeBytes(of: chosen + 0, as: EightRows.Column.self)
      }
    }
  }

  /// The weights of the columns that are being worked on: a tile is computed some rows at a time, and a weight costs as much as
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
