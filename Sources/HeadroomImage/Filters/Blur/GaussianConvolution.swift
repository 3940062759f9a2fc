internal import HeadroomPixels

/// A Gaussian along columns, then along rows.
///
/// The input tile may cover only the part of ``region(for:)`` that lies in the input's extent; beyond it the edge mode
/// counts. So the cost is bounded by the picture, however many weights there are.
struct GaussianConvolution: NeighbourhoodImplementation {
  let fingerprint: Fingerprint
  let weights: GaussianWeights
  let edge: EdgeMode

  var toleratesPartialInput: Bool { true }

  private var radius: Int { weights.radius }

  init(sigma: Double, edge: EdgeMode) {
    fingerprint = Fingerprint("Gaussian blur", [sigma] + edge.fingerprint)
    weights = GaussianWeights(sigma: sigma)
    self.edge = edge
  }

  func region(for output: PixelRect) -> PixelRect { output.expanded(dx: radius, dy: radius) }

  /// Weights are positive and sum to 1.
  func peak(of inputs: [Float?]) -> Float? { (inputs.first ?? nil).map { max($0, 0) } }

  func isOpaque(_ inputs: [Bool]) -> Bool { edge == .zero ? false : inputs.first ?? false }

  func render(_ input: Tile, into output: Tile, scratch: ScratchArena) {
    let mark = scratch.mark
    let input = unsafe TileInspection.withoutNaN(input, scratch: scratch)
    let isOpaque = unsafe TileInspection.isOpaque(input)
    let pass = unsafe Pass(input: input, output: output, weights: weights, edge: edge, scratch: scratch)
    for plane in 0..<3 { unsafe pass.run(plane) }
    // The weights sum to exactly 1 in this order, so the sums of ones need not be computed.
    if isOpaque, unsafe pass.isInside {
      let rect = unsafe output.rect
      for y in rect.minY..<rect.maxY { unsafe output.row(3, y: y).update(repeating: 1, count: rect.width) }
    } else {
      unsafe pass.run(3)
    }
    scratch.reset(to: mark)
  }

  func evaluate(x: Int, y: Int, _ input: (_ x: Int, _ y: Int) -> Pixel) -> Pixel {
    var sum = SIMD4<Double>.zero
    for (row, rowWeight) in weights.values.enumerated() {
      for (column, weight) in weights.values.enumerated() {
        let pixel = edge.pixel(x + column - radius, y + row - radius, of: input)
        let values = SIMD4(Double(pixel.r), Double(pixel.g), Double(pixel.b), Double(pixel.a))
        sum += values.replacing(with: 0, where: values .!= values) * (Double(rowWeight) * Double(weight))
      }
    }
    return Pixel(r: Float(sum.x), g: Float(sum.y), b: Float(sum.z), a: Float(sum.w))
  }

  /// Both directions over one tile, plane by plane.
  @unsafe
  private struct Pass {
    let input: Tile
    let output: Tile
    let radius: Int
    let taps: Int
    let weights: UnsafeMutablePointer<Float>
    /// `before[n]` is the sum of the first n weights.
    let before: UnsafeMutablePointer<Float>
    /// Weights of one row, where the edge takes some of them together.
    let folded: UnsafeMutablePointer<Float>
    let isClamped: Bool
    /// Columns done, `output.rect.height` rows: the input's columns with ``margin`` zeros on both sides.
    let columns: UnsafeMutablePointer<Float>
    let stride: Int

    /// A block of ``WeightedSum`` reads this far beyond the taps that count; zeros there change nothing.
    private static let margin = 64

    init(input: Tile, output: Tile, weights: GaussianWeights, edge: EdgeMode, scratch: ScratchArena) {
      unsafe self.input = unsafe input
      unsafe self.output = unsafe output
      let taps = weights.values.count
      unsafe self.taps = taps
      unsafe radius = weights.radius
      unsafe isClamped = edge != .zero
      let width = unsafe input.rect.width + 2 * Self.margin
      unsafe stride = ((width + 15) / 16 | 1) * 16
      unsafe columns = unsafe scratch.floats(stride * output.rect.height)
      unsafe self.weights = unsafe scratch.floats(taps)
      unsafe before = unsafe scratch.floats(taps + 1)
      unsafe folded = unsafe scratch.floats(taps)
      unsafe before[0] = 0
      for (index, weight) in weights.values.enumerated() {
        unsafe self.weights[index] = weight
        unsafe before[index + 1] = before[index] + weight
      }
    }

    /// Whether no tap falls outside the input.
    var isInside: Bool {
      unsafe input.rect.contains(output.rect.expanded(dx: radius, dy: radius))
    }

    func run(_ plane: Int) {
      unsafe sumColumns(plane)
      unsafe sumRows(plane)
    }

    private func sumColumns(_ plane: Int) {
      let (rows, rect) = unsafe (input.rect, output.rect)
      for y in rect.minY..<rect.maxY {
        let row = unsafe columns + (y - rect.minY) * stride
        unsafe row.update(repeating: 0, count: Self.margin)
        unsafe (row + Self.margin + rows.width).update(repeating: 0, count: Self.margin)
      }
      // Strips that fit into the first-level cache with all their taps.
      var x = 0
      while x < rows.width {
        let count = min(64, rows.width - x)
        for y in rect.minY..<rect.maxY { unsafe sumColumn(plane, y: y, x: x, count: count) }
        x += count
      }
    }

    private func sumColumn(_ plane: Int, y: Int, x: Int, count: Int) {
      let rows = unsafe input.rect
      let target = unsafe columns + ((y - output.rect.minY) * stride + Self.margin + x)
      // Tap t looks at row y - radius + t. At least one tap is left, so that a clamped edge has one to add to.
      let start = unsafe y - radius
      let first = unsafe min(max(rows.minY - start, 0), taps - 1)
      let end = unsafe min(max(rows.maxY - start, 1), taps)
      let top = unsafe isClamped ? min(max(start + first, rows.minY), rows.maxY - 1) : start + first
      guard first < end, top >= rows.minY, top < rows.maxY else {
        return unsafe target.update(repeating: 0, count: count)
      }
      var used = unsafe weights + first
      if unsafe isClamped, unsafe first > 0 || end < taps {
        unsafe folded.update(from: used, count: end - first)
        unsafe folded[0] += before[first]
        unsafe folded[end - first - 1] += before[taps] - before[end]
        unsafe used = unsafe folded
      }
      unsafe WeightedSum.run(
        used, taps: end - first, input.row(plane, y: top) + x, step: input.stride, into: target, count: count)
    }

    private func sumRows(_ plane: Int) {
      let (rows, rect) = unsafe (input.rect, output.rect)
      for y in rect.minY..<rect.maxY {
        let row = unsafe columns + ((y - rect.minY) * stride + Self.margin)
        let target = unsafe output.row(plane, y: y)
        var x = rect.minX
        while x < rect.maxX {
          let count = min(64, rect.maxX - x)
          // Taps that meet the input for any of the block's values; the margins are zero.
          let first = unsafe max(rows.minX - (x + count - 1) + radius, 0)
          let end = unsafe min(rows.maxX - x + radius, taps)
          let block = unsafe target + (x - rect.minX)
          if first < end {
            let source = unsafe row + (x - rows.minX - radius + first)
            unsafe WeightedSum.run(weights + first, taps: end - first, source, step: 1, into: block, count: count)
          } else {
            unsafe block.update(repeating: 0, count: count)
          }
          x += count
        }
        if unsafe isClamped { unsafe repeatEdges(row, target) }
      }
    }

    /// Adds the taps that fall beyond the input's columns.
    private func repeatEdges(_ row: UnsafeMutablePointer<Float>, _ target: UnsafeMutablePointer<Float>) {
      let (rows, rect) = unsafe (input.rect, output.rect)
      let (left, right) = unsafe (row[0], row[rows.width - 1])
      for x in rect.minX..<rect.maxX {
        let missingLeft = unsafe min(max(rows.minX - (x - radius), 0), taps)
        let missingRight = unsafe min(max(x + radius + 1 - rows.maxX, 0), taps)
        if missingLeft > 0 { unsafe target[x - rect.minX] += before[missingLeft] * left }
        if missingRight > 0 {
          unsafe target[x - rect.minX] += (before[taps] - before[taps - missingRight]) * right
        }
      }
    }
  }
}
