internal import HeadroomEngine
internal import HeadroomPixels

/// Convolves one plane of a tile with the same odd number of weights along columns and along rows.
enum SeparableConvolution {
  /// Columns that stay in the first-level cache with all their taps.
  private static let strip = 64

  /// - Parameter input: covers the rows of the output, and half the number of weights above and below; columns may end
  ///   at the picture's edges.
  static func run(
    _ weights: [Float], _ input: Tile, _ edge: EdgeMode, into output: Tile, plane: Int, scratch: ScratchArena
  ) {
    let mark = scratch.mark
    let rect = unsafe output.rect
    let (taps, radius) = (weights.count, weights.count / 2)
    let rows = unsafe EdgedRows(input, rect.minX - radius..<rect.maxX + radius, edge, scratch: scratch)
    let stride = unsafe ((rows.count + 15) / 16 | 1) * 16
    let lines = unsafe scratch.floats(stride * rect.height)
    let there = unsafe lines + rows.there.lowerBound
    for x in unsafe Swift.stride(from: 0, to: rows.there.count, by: strip) {
      let count = unsafe min(strip, rows.there.count - x)
      for y in rect.rows {
        let (top, target) = unsafe (rows.row(plane, y - radius) + x, there + (y - rect.minY) * stride + x)
        unsafe WeightedSum.run(weights, taps: taps, top, step: input.stride, into: target, count: count)
      }
    }
    for y in rect.rows {
      let line = unsafe lines + (y - rect.minY) * stride
      unsafe rows.extend(line)
      unsafe WeightedSum.run(weights, taps: taps, line, step: 1, into: output.row(plane, y: y), count: rect.width)
    }
    scratch.reset(to: mark)
  }
}
