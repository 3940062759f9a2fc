internal import HeadroomPixels

/// Means of blocks of 4 x 4 stored numbers. In a Bayer mosaic each colour's numbers are weighted so that all colours
/// lie in the middle (1/4 and 3/4 along each axis), as in ``BayerQuarter``.
struct QuarterMeans: Sendable {
  /// The values of codes; empty where codes stand for themselves.
  private let table: [UInt16]
  /// The colours of a cell of the mosaic, row by row from the first stored number on; empty where pixels have all
  /// colours.
  private let cell: [Int]
  /// How many more bits means have than codes, gained by averaging.
  let shift: Int

  init(_ linearization: [UInt16], bits: Int, pattern: ColorFilterArray?) {
    table = linearization
    cell = pattern.map { pattern in (0..<4).map { pattern.plane(row: $0 / 2, column: $0 % 2) } } ?? []
    let largest = linearization.max() ?? UInt16(truncatingIfNeeded: 1 << min(bits, 16) - 1)
    shift = min(largest.leadingZeroBitCount, 4)
  }

  /// Writes the means of a row of blocks, red, green and blue of each.
  ///
  /// - Parameter rows: the block's rows in the tile.
  func write(_ tile: PixelBitmap, _ rows: [Int], columns: Int, to out: UnsafeMutablePointer<UInt16>) {
    let planes = cell.isEmpty ? 3 : 1
    let (samples, blocks) = (columns * planes, (columns + 3) / 4)
    // Columns beyond the last are repeated from two pixels before, which have the same colours.
    let width = 4 * blocks * planes
    unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 2 * width) { buffer in
      guard let upper = buffer.baseAddress else { return }
      let lower = unsafe upper + width
      func line(_ index: Int) -> UnsafePointer<UInt16> {
        unsafe UnsafePointer(tile.rowAddress(rows[index]).assumingMemoryBound(to: UInt16.self))
      }
      if planes == 1 {
        unsafe sum(line(0), line(2), (1, 3), samples, into: upper)
        unsafe sum(line(1), line(3), (3, 1), samples, into: lower)
      } else {
        unsafe sum(line(0), line(1), (1, 1), samples, into: upper)
        unsafe sum(line(2), line(3), (1, 1), samples, into: lower)
      }
      for x in samples..<max(width, samples) {
        unsafe upper[x] = upper[x - 2 * planes]
        unsafe lower[x] = lower[x - 2 * planes]
      }
      if planes == 1 {
        unsafe mosaic(upper, lower, blocks, to: out)
      } else {
        unsafe colors(upper, lower, blocks, to: out)
      }
    }
  }

  private func sum(
    _ one: UnsafePointer<UInt16>, _ other: UnsafePointer<UInt16>, _ weights: (UInt32, UInt32), _ count: Int,
    into out: UnsafeMutablePointer<UInt32>
  ) {
    guard !table.isEmpty else {
      for x in 0..<count { unsafe out[x] = UInt32(one[x]) &* weights.0 &+ UInt32(other[x]) &* weights.1 }
      return
    }
    let last = table.count - 1
    unsafe table.withUnsafeBufferPointer { table in
      for x in 0..<count {
        let (a, b) = unsafe (table[min(Int(one[x]), last)], table[min(Int(other[x]), last)])
        unsafe out[x] = UInt32(a) &* weights.0 &+ UInt32(b) &* weights.1
      }
    }
  }

  /// Sums of 16 parts become numbers with ``shift`` more bits.
  @inline(__always) private func mean(_ sum: UInt32, parts: UInt32) -> UInt16 {
    let rounded = (sum &<< UInt32(shift)) &+ (1 &<< (parts &- 1))
    return UInt16(truncatingIfNeeded: min(rounded &>> parts, 65_535))
  }

  private func mosaic(
    _ upper: UnsafePointer<UInt32>, _ lower: UnsafePointer<UInt32>, _ blocks: Int, to out: UnsafeMutablePointer<UInt16>
  ) {
    let greens = cell.indices.filter { cell[$0] == 1 }
    let (red, blue) = (cell.firstIndex(of: 0) ?? 0, cell.firstIndex(of: 2) ?? 0)
    // The four positions of a cell, each read from its own row and columns.
    func place(_ index: Int, _ x: Int) -> UInt32 {
      let line = unsafe index < 2 ? upper : lower
      return index % 2 == 0 ? unsafe line[x] &+ 3 &* line[x + 2] : unsafe 3 &* line[x + 1] &+ line[x + 3]
    }
    for block in 0..<blocks {
      let x = 4 * block
      unsafe out[3 * block] = mean(place(red, x), parts: 4)
      unsafe out[3 * block + 1] = mean(place(greens[0], x) &+ place(greens[1], x), parts: 5)
      unsafe out[3 * block + 2] = mean(place(blue, x), parts: 4)
    }
  }

  private func colors(
    _ upper: UnsafePointer<UInt32>, _ lower: UnsafePointer<UInt32>, _ blocks: Int, to out: UnsafeMutablePointer<UInt16>
  ) {
    for block in 0..<blocks {
      for plane in 0..<3 {
        let x = 12 * block + plane
        let above = unsafe (upper[x] &+ upper[x + 3]) &+ (upper[x + 6] &+ upper[x + 9])
        let below = unsafe (lower[x] &+ lower[x + 3]) &+ (lower[x + 6] &+ lower[x + 9])
        unsafe out[3 * block + plane] = mean(above &+ below, parts: 4)
      }
    }
  }
}
