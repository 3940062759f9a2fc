internal import HeadroomPixels

/// The ratios between colours where some are clipped, on a coarse grid over the active area: their logarithms are
/// filled into the clipped parts from around them.
struct HighlightMap: Sendable {
  /// The planes by the level at which they clip, highest first.
  let order: [Int]
  /// The size in pixels of a cell of the grid.
  let cell: (width: Int, height: Int)
  let columns: Int
  let rows: Int
  let blocks: ClippedBlocks
  /// See ``LinearLevels``.
  let clipLevel: Float
  let nearlyClipped: Float
  /// Ratios of middle to highest, lowest to highest and lowest to middle; then the clipped shares of the highest and of
  /// the middle.
  let planes: [FloatTable]

  static let planeCount = 5

  /// Nil where nothing is clipped, or there is only one colour.
  init?(_ source: LinearRows, pattern: ColorFilterArray?, multipliers: SIMD3<Double>) {
    guard pattern != nil || source.planes == 3, let blocks = ClippedBlocks(source) else { return nil }
    self.blocks = blocks
    clipLevel = source.levels.clipLevel
    nearlyClipped = source.levels.nearlyClipped
    order = [0, 1, 2].sorted { multipliers[$0] > multipliers[$1] }
    let sampler = RatioSampler(source, pattern: pattern, order: order, blocks: blocks)
    cell = sampler.cell
    columns = sampler.columns
    rows = sampler.rows
    let sums = sampler.sums()
    let (columns, rows) = (columns, rows)
    let filled = Results<FloatTable>(count: 3)
    ThreadPool.shared.concurrentPerform(3) { pair in
      let values = PushPull.fill(
        values: sums[2 * pair], weights: sums[2 * pair + 1], columns: columns, rows: rows)
      filled[pair] = FloatTable(values)
    }
    planes = filled.all.compactMap { $0 } + [FloatTable(sums[6]), FloatTable(sums[7])]
  }
}
