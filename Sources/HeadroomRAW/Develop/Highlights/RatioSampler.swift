internal import HeadroomPixels

/// Measures ratios of two colours where neither is clipped.
struct RatioSampler: Sendable {
  private let source: LinearRows
  private let pattern: ColorFilterArray?
  private let order: [Int]
  /// The colours that are compared, in the order of ``HighlightMap/planes``.
  private let pairs: [(Int, Int)]
  private let blocks: ClippedBlocks
  /// The smallest pieces that hold all colours.
  private let piece: (width: Int, height: Int)
  /// The distance between measured pieces: ratios change slowly, so every fourth is enough.
  private let step: Int
  /// The colours of a cell of the grid, row by row; the same for all cells.
  private let planes: [UInt8]
  let cell: (width: Int, height: Int)
  let columns: Int
  let rows: Int

  init(_ source: LinearRows, pattern: ColorFilterArray?, order: [Int], blocks: ClippedBlocks) {
    self.source = source
    self.pattern = pattern
    self.order = order
    pairs = [(order[1], order[0]), (order[2], order[0]), (order[2], order[1])]
    self.blocks = blocks
    switch pattern?.kind {
    case .xTrans: piece = (3, 3)
    case .bayer, nil: piece = (2, 2)
    case .quadBayer, .other: piece = (pattern?.columns ?? 2, pattern?.rows ?? 2)
    }
    step = piece.width < 4 && piece.height < 4 ? 2 : 1
    let cell = (width: 2 * step * piece.width, height: 2 * step * piece.height)
    self.cell = cell
    planes = (0..<cell.width * cell.height).map {
      UInt8(pattern?.plane(row: $0 / cell.width, column: $0 % cell.width) ?? 0)
    }
    columns = (source.width + cell.width - 1) / cell.width
    rows = (source.height + cell.height - 1) / cell.height
  }

  /// For each of the three pairs sums of weighted logarithms and of weights, then the clipped shares of two colours.
  func sums() -> [[Float]] {
    let lines = Results<[Float]>(count: rows)
    ThreadPool.shared.concurrentPerform(rows) { lines[$0] = line($0) }
    var result = [[Float]](repeating: [], count: 8)
    for plane in 0..<8 {
      result[plane].reserveCapacity(columns * rows)
      for line in lines.all {
        guard let line else { continue }
        result[plane] += line[plane * columns..<(plane + 1) * columns]
      }
    }
    return result
  }

  /// The eight sums of a row of the grid.
  private func line(_ row: Int) -> [Float] {
    var result = [Float](repeating: 0, count: 8 * columns)
    let top = row * cell.height
    let height = min(cell.height, source.height - top)
    // Colours far from clipped parts tell nothing about them.
    let margin = ClippedBlocks.size
    let band = PixelRect(minX: 0, minY: top, maxX: source.width, maxY: top + height)
    guard !TaskContext.isCancelled, blocks.touches(band.expanded(dx: 0, dy: margin)) else { return result }
    let samples = source.width * source.planes
    unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * samples * height) { buffer in
      guard let values = buffer.baseAddress else { return }
      let levels = unsafe values + samples * height
      for y in 0..<height where y / piece.height % step == 0 {
        unsafe source.read(
          row: top + y, sample: 0, count: samples, into: values + y * samples, levels: levels + y * samples)
      }
      for column in 0..<columns {
        let place = PixelRect(
          x: column * cell.width, y: top, width: min(cell.width, source.width - column * cell.width), height: height)
        guard blocks.touches(place.expanded(dx: margin, dy: margin)) else { continue }
        let sums = unsafe self.sums(place, values: values, levels: levels)
        for plane in 0..<8 { result[plane * columns + column] = sums[plane] }
      }
    }
    return result
  }

  /// Wells do not all saturate at the same level. In clipped light some stay below the others, and the colours of these
  /// are wrong: a cell counts only where nothing in it is clipped.
  private func sums(_ place: PixelRect, values: UnsafePointer<Float>, levels: UnsafePointer<Float>) -> SIMD8<Float> {
    var result = SIMD8<Float>()
    var pieces: Float = 0
    var clipped = SIMD3<Float>()
    for y in stride(from: place.minY, to: place.maxY, by: step * piece.height) {
      for x in stride(from: place.minX, to: place.maxX, by: step * piece.width) {
        let part = PixelRect(x: x, y: y, width: piece.width, height: piece.height).intersection(place)
        let seen = unsafe measure(part, top: place.minY, values, levels)
        result += seen.sums
        clipped += seen.clipped
        pieces += 1
      }
    }
    for pair in 0..<3 where clipped[pairs[pair].0] + clipped[pairs[pair].1] > 0 {
      result[2 * pair] = 0
      result[2 * pair + 1] = 0
    }
    result[6] = clipped[order[0]]
    result[7] = clipped[order[1]]
    return result / max(pieces, 1)
  }

  private func measure(
    _ part: PixelRect, top: Int, _ values: UnsafePointer<Float>, _ levels: UnsafePointer<Float>
  ) -> (sums: SIMD8<Float>, clipped: SIMD3<Float>) {
    var sums = SIMD3<Float>()
    var counts = SIMD3<Float>()
    var peaks = SIMD3<Float>()
    for y in part.rows {
      let row = (y - top) * cell.width
      for x in part.columns {
        let index = (y - top) * source.width * source.planes + x * source.planes
        for sample in 0..<source.planes {
          let plane = pattern == nil ? sample : Int(planes[row + x % cell.width])
          unsafe sums[plane] += values[index + sample]
          counts[plane] += 1
          unsafe peaks[plane] = max(peaks[plane], levels[index + sample])
        }
      }
    }
    var result = SIMD8<Float>()
    for pair in 0..<3 {
      let (a, b) = pairs[pair]
      guard counts[a] > 0, counts[b] > 0, max(peaks[a], peaks[b]) < source.levels.clipLevel else { continue }
      let (one, other) = (max(sums[a] / counts[a], 1e-3), max(sums[b] / counts[b], 1e-3))
      // Light that is bright in both is most likely the light of the clipped parts.
      let least = min(one, other, 1)
      let weight = least * least.squareRoot() + 1e-6
      result[2 * pair] = weight * logFast(one / other)
      result[2 * pair + 1] = weight
    }
    var clipped = SIMD3<Float>()
    for plane in 0..<3 where peaks[plane] >= source.levels.clipLevel { clipped[plane] = 1 }
    return (result, clipped)
  }
}
