internal import HeadroomPixels

/// One plane of a tile times the same odd number of weights along columns and along rows.
enum SeparableConvolution {
  /// Columns that stay in the first-level cache with all their taps.
  private static let strip = 64

  /// - Parameter input: covers the output and half of the weights around it.
  static func run(_ weights: [Float], _ input: Tile, into output: Tile, plane: Int, scratch: ScratchArena) {
    let mark = scratch.mark
    let rect = unsafe output.rect
    let (taps, radius) = (weights.count, weights.count / 2)
    let width = rect.width + 2 * radius
    let stride = ((width + 15) / 16 | 1) * 16
    let columns = unsafe scratch.floats(stride * rect.height)
    let left = unsafe rect.minX - radius - input.rect.minX
    for x in Swift.stride(from: 0, to: width, by: strip) {
      let count = min(strip, width - x)
      for y in rect.minY..<rect.maxY {
        let (top, target) = unsafe (input.row(plane, y: y - radius) + left + x, columns + (y - rect.minY) * stride + x)
        unsafe WeightedSum.run(weights, taps: taps, top, step: input.stride, into: target, count: count)
      }
    }
    for y in rect.minY..<rect.maxY {
      let (line, target) = unsafe (columns + (y - rect.minY) * stride, output.row(plane, y: y))
      unsafe WeightedSum.run(weights, taps: taps, line, step: 1, into: target, count: rect.width)
    }
    scratch.reset(to: mark)
  }
}
