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
    let picture = unsafe evaluator.scratch.tile(band)
    unsafe SpanRunner.run(program, into: picture, tiles: tiles, scratch: evaluator.scratch)
    for y in stride(from: band.maxY - 1, through: band.minY, by: -2) {
      let upper = unsafe picture.rows(x: band.minX, y: y)
      let lower = unsafe y > band.minY ? picture.rows(x: band.minX, y: y - 1) : nil
      unsafe RowCodec.packPair(
        upper, lower, count: band.width, into: bitmap, row: region.maxY - 1 - y, x: 0, dither: dither)
    }
  }
}
