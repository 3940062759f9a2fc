internal import HeadroomPixels
internal import Synchronization

/// The weights of each of a tile's columns, each four times: two interleaved pixels are weighted at once.
struct ColumnWeights: Sendable {
  private let weights: [Float]
  /// The input column of the first weight, and how many there are.
  private let spans: [(first: Int, taps: Int)]
  private let count: Int

  private init(_ axis: ResamplingAxis, _ columns: Range<Int>) {
    let count = 4 * axis.count
    var spans: [(first: Int, taps: Int)] = []
    spans.reserveCapacity(columns.count)
    weights = unsafe [Float](unsafeUninitializedCapacity: columns.count * count + axis.count) { all, initialized in
      guard let start = all.baseAddress else { return }
      unsafe all.initialize(repeating: 0)
      let single = unsafe start + columns.count * count
      for (place, column) in columns.enumerated() {
        let span = unsafe axis.fill(single, at: column, order: .byPairs)
        let target = unsafe start + place * count
        for t in 0..<4 * span.taps { unsafe target[t] = unsafe single[t / 4] }
        spans.append(span)
      }
      initialized = all.count
    }
    self.count = count
    self.spans = spans
  }

  /// - Parameter start: the column of the first of the pixels.
  func sum(_ pixels: UnsafePointer<SIMD4<Float>>, from start: Int, into rows: RowPointers) {
    unsafe weights.withUnsafeBufferPointer { weights in
      unsafe spans.withUnsafeBufferPointer { spans in
        guard let weights = weights.baseAddress else { return }
        for x in spans.indices {
          let (first, taps) = unsafe spans[x]
          let sum = unsafe Self.sum(pixels + (first &- start), weights + x &* count, taps)
          unsafe rows.r[x] = sum.x
          unsafe rows.g[x] = sum.y
          unsafe rows.b[x] = sum.z
          unsafe rows.a[x] = min(max(sum.w, 0), 1)
        }
      }
    }
  }

  @inline(__always)
  private static func sum(
    _ pixels: UnsafePointer<SIMD4<Float>>, _ weights: UnsafePointer<Float>, _ taps: Int
  ) -> SIMD4<Float> {
    let (source, weight) = unsafe (UnsafeRawPointer(pixels), UnsafeRawPointer(weights))
    let pixelBytes = MemoryLayout<SIMD4<Float>>.stride
    var pairs = SIMD8<Float>.zero
    var t = 0
    while t &+ 2 <= taps {
      let offset = t &* pixelBytes
      pairs = unsafe pairs.addingProduct(
        weight.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self),
        source.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self))
      t &+= 2
    }
    let sum = pairs.lowHalf + pairs.highHalf
    if t == taps { return sum }
    let offset = t &* pixelBytes
    return unsafe sum.addingProduct(
      weight.loadUnaligned(fromByteOffset: offset, as: SIMD4<Float>.self),
      source.loadUnaligned(fromByteOffset: offset, as: SIMD4<Float>.self))
  }

  /// The weights of the columns that are being worked on: a tile is computed some rows at a time, and a weight costs as much as
  /// many rows.
  final class Kept: Sendable {
    /// Tiles that workers are in at the same time, or nearly so.
    private static let most = 8
    private let all = Mutex<[(axis: ResamplingAxis, columns: Range<Int>, weights: ColumnWeights)]>([])

    func weights(_ axis: ResamplingAxis, _ columns: Range<Int>) -> ColumnWeights {
      let found = all.withLock { all in all.first { $0.columns == columns && $0.axis == axis }?.weights }
      if let found { return found }
      let made = ColumnWeights(axis, columns)
      all.withLock { all in
        if all.count == Self.most { all.removeFirst() }
        all.append((axis, columns, made))
      }
      return made
    }
  }
}
