internal import HeadroomPixels

/// Stores bands of whole rows in bitmaps whose pixels share chroma: two rows at a time, since chroma belongs to both.
struct SubsampledOutput {
  /// Rows of a band; even, so that pairs stay together.
  private static let bandHeight = 32

  let program: BoundProgram
  let bitmap: PixelBitmap
  let region: PixelRect
  let dither: RowCodec.Dither

  /// Bands from the top, where pairs of rows begin.
  static func bands(of region: PixelRect) -> [PixelRect] {
    stride(from: 0, to: region.height, by: bandHeight).map { row in
      PixelRect(
        minX: region.minX, minY: max(region.minY, region.maxY - row - bandHeight), maxX: region.maxX,
        maxY: region.maxY - row)
    }
  }

  func write(_ band: PixelRect, _ evaluator: StepEvaluator) {
    let tiles = unsafe evaluator.tiles(for: program, over: band)
    let writer = PlaneWriter(bitmap.planar, matrix: bitmap.ycbcr.matrix)
    for y in stride(from: band.maxY - 1, through: band.minY, by: -2) {
      let mark = evaluator.scratch.mark
      // Two rows at a time stay in the cache until they are stored.
      let rows = PixelRect(minX: band.minX, minY: max(y - 1, band.minY), maxX: band.maxX, maxY: y + 1)
      let pair = unsafe evaluator.scratch.tile(rows)
      unsafe SpanRunner.run(program, into: pair, tiles: tiles, scratch: evaluator.scratch)
      let upper = unsafe pair.rows(x: band.minX, y: y)
      let lower = unsafe y > band.minY ? pair.rows(x: band.minX, y: y - 1) : nil
      unsafe writer.storePair(
        upper, lower, row: region.maxY - 1 - y, count: band.width, isDithered: dither == .ordered)
      evaluator.scratch.reset(to: mark)
    }
  }
}
