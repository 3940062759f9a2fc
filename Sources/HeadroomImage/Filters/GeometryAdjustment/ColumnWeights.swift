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

  /// Rows that are weighted at the same time: weights are larger than the first-level cache, and a row takes longer to bring them
  /// there than to use them.
  static let rowsAtATime = 4

  /// - Parameters:
  ///   - pixels: of the first row; `stride` pixels lie between rows.
  ///   - start: the column of the first of the pixels.
  ///   - rows: where the first row goes; `rowStride` floats lie between rows.
  ///   - count: of rows.
  func sum(
    _ pixels: UnsafePointer<SIMD4<Float>>, stride: Int, from start: Int, into rows: RowPointers, rowStride: Int,
    count: Int
  ) {
    var row = 0
    while row &+ Self.rowsAtATime <= count {
      unsafe sumFour(
        pixels + row &* stride, stride: stride, from: start, rows.advanced(by: row &* rowStride), rowStride)
      row &+= Self.rowsAtATime
    }
    while row < count {
      unsafe sum(pixels + row &* stride, from: start, into: rows.advanced(by: row &* rowStride))
      row &+= 1
    }
  }

  /// - Parameter start: the column of the first of the pixels.
  func sum(_ pixels: UnsafePointer<SIMD4<Float>>, from start: Int, into rows: RowPointers) {
    unsafe forEachColumn { x, first, taps, weights in
      unsafe Self.store(Self.sum(pixels + (first &- start), weights, taps), rows, x)
    }
  }

  private func sumFour(
    _ pixels: UnsafePointer<SIMD4<Float>>, stride: Int, from start: Int, _ rows: RowPointers, _ rowStride: Int
  ) {
    unsafe forEachColumn { x, first, taps, weights in
      let (a, b, c, d) = unsafe Self.sumFour(pixels + (first &- start), stride, weights, taps)
      unsafe Self.store(a, rows, x)
      unsafe Self.store(b, rows, x &+ rowStride)
      unsafe Self.store(c, rows, x &+ 2 &* rowStride)
      unsafe Self.store(d, rows, x &+ 3 &* rowStride)
    }
  }

  @inline(__always)
  private func forEachColumn(
    _ body: (_ x: Int, _ first: Int, _ taps: Int, _ weights: UnsafePointer<Float>) -> Void
  ) {
    unsafe weights.withUnsafeBufferPointer { weights in
      unsafe spans.withUnsafeBufferPointer { spans in
        guard let weights = weights.baseAddress else { return }
        for x in spans.indices {
          let (first, taps) = unsafe spans[x]
          unsafe body(x, first, taps, weights + x &* count)
        }
      }
    }
  }

  @inline(__always)
  private static func store(_ pixel: SIMD4<Float>, _ rows: RowPointers, _ x: Int) {
    unsafe rows.r[x] = pixel.x
    unsafe rows.g[x] = pixel.y
    unsafe rows.b[x] = pixel.z
    unsafe rows.a[x] = min(max(pixel.w, 0), 1)
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

  /// As ``sum(_:_:_:)`` of four rows.
  @inline(__always)
  private static func sumFour(
    _ pixels: UnsafePointer<SIMD4<Float>>, _ stride: Int, _ weights: UnsafePointer<Float>, _ taps: Int
  ) -> (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>) {
    let pixelBytes = MemoryLayout<SIMD4<Float>>.stride
    let (weight, rowBytes) = unsafe (UnsafeRawPointer(weights), stride &* pixelBytes)
    let first = unsafe UnsafeRawPointer(pixels)
    let (second, third, fourth) = unsafe (first + rowBytes, first + 2 &* rowBytes, first + 3 &* rowBytes)
    var (a, b, c, d) = (SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero)
    var t = 0
    while t &+ 2 <= taps {
      let offset = t &* pixelBytes
      let two = unsafe weight.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
      a = unsafe a.addingProduct(two, first.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self))
      b = unsafe b.addingProduct(two, second.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self))
      c = unsafe c.addingProduct(two, third.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self))
      d = unsafe d.addingProduct(two, fourth.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self))
      t &+= 2
    }
    let sums = (a.lowHalf + a.highHalf, b.lowHalf + b.highHalf, c.lowHalf + c.highHalf, d.lowHalf + d.highHalf)
    if t == taps { return sums }
    let offset = t &* pixelBytes
    let last = unsafe weight.loadUnaligned(fromByteOffset: offset, as: SIMD4<Float>.self)
    return unsafe (
      sums.0.addingProduct(last, first.loadUnaligned(fromByteOffset: offset, as: SIMD4<Float>.self)),
      sums.1.addingProduct(last, second.loadUnaligned(fromByteOffset: offset, as: SIMD4<Float>.self)),
      sums.2.addingProduct(last, third.loadUnaligned(fromByteOffset: offset, as: SIMD4<Float>.self)),
      sums.3.addingProduct(last, fourth.loadUnaligned(fromByteOffset: offset, as: SIMD4<Float>.self))
    )
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
