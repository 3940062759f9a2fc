internal import HeadroomPixels

/// Colours of any mosaic as weighted means of surrounding samples of the same colour: soft, without false colours, and
/// correct even for pictures of a single pixel. The weights fall off linearly with the distance.
struct WindowDevelopment: Sendable {
  let source: MosaicSource
  private let pattern: ColorFilterArray
  /// The mosaic's pixels per pixel of the result, and the reach of the weights.
  private let step: Int
  private let reach: Int
  /// For each position of the pattern and each colour: the samples to read.
  private let taps: [[Tap]]

  private struct Tap: Sendable {
    let x: Int
    let y: Int
    let weight: Float
  }

  init(source: MosaicSource, pattern: ColorFilterArray, step: Int) {
    self.source = source
    self.pattern = pattern
    self.step = step
    // Every colour has to occur at least twice along each axis.
    let reach = max(pattern.rows, pattern.columns) / 2 + step
    self.reach = reach
    taps = (0..<pattern.rows * pattern.columns * 3).map { index in
      let (place, plane) = (index / 3, index % 3)
      let (row, column) = (place / pattern.columns, place % pattern.columns)
      return Self.taps(pattern, row, column, plane: plane, reach: reach, step: step)
    }
  }

  private static func taps(
    _ pattern: ColorFilterArray, _ row: Int, _ column: Int, plane: Int, reach: Int, step: Int
  ) -> [Tap] {
    // The middle of the pixels that make one of the result.
    let middle = Float(step - 1) / 2
    let radius = Float(reach) + 0.5
    func weight(_ distance: Int) -> Float { max(1 - abs(Float(distance) - middle) / radius, 0) }
    return (-reach...reach + step - 1).flatMap { y in
      (-reach...reach + step - 1).compactMap { x in
        guard pattern.plane(row: row + y, column: column + x) == plane, weight(x) * weight(y) > 0 else { return nil }
        let both = weight(x) * weight(y)
        return Tap(x: x, y: y, weight: both * both)
      }
    }
  }

  /// Develops a rectangle, given in pixels of the result; `corner` is where they start in the active area.
  func render(_ rect: PixelRect, corner: (x: Int, y: Int), to target: ColorPlanes) {
    let first = (x: corner.x + rect.minX * step, y: corner.y + rect.minY * step)
    let read = PixelRect(
      minX: first.x - reach, minY: first.y - reach, maxX: first.x + rect.width * step + reach,
      maxY: first.y + rect.height * step + reach
    ).intersection(PixelRect(width: source.rows.width, height: source.rows.height))
    let stride = read.width
    unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: max(read.area, 1)) { buffer in
      guard let mosaic = buffer.baseAddress, !read.isEmpty else { return }
      unsafe source.fill(read, into: mosaic, stride: stride)
      let grid = unsafe Grid(base: mosaic, rect: read)
      for y in 0..<rect.height {
        for x in 0..<rect.width {
          let place = (x: first.x + x * step, y: first.y + y * step)
          let color = unsafe self.color(grid, place.x, place.y)
          let offset = unsafe y * target.stride + x
          for plane in 0..<3 { unsafe target.plane(plane)[offset] = color[plane] }
        }
      }
    }
  }

  @unsafe private struct Grid {
    let base: UnsafePointer<Float>
    let rect: PixelRect
  }

  private func color(_ grid: Grid, _ x: Int, _ y: Int) -> SIMD3<Float> {
    let place = (y % pattern.rows) * pattern.columns + x % pattern.columns
    var result = SIMD3<Float>()
    var weights = SIMD3<Float>()
    for plane in 0..<3 {
      for tap in taps[place * 3 + plane] {
        let (column, row) = unsafe (x + tap.x - grid.rect.minX, y + tap.y - grid.rect.minY)
        guard column >= 0, row >= 0, unsafe column < grid.rect.width, unsafe row < grid.rect.height else { continue }
        unsafe result[plane] += grid.base[row * grid.rect.width + column] * tap.weight
        weights[plane] += tap.weight
      }
    }
    return Self.normalized(result, weights)
  }

  /// The means; a colour that the picture lacks gets the brightness of the others.
  private static func normalized(_ sums: SIMD3<Float>, _ weights: SIMD3<Float>) -> SIMD3<Float> {
    var result = SIMD3<Float>()
    var sum: Float = 0
    var count: Float = 0
    for plane in 0..<3 where weights[plane] > 0 {
      result[plane] = sums[plane] / weights[plane]
      sum += result[plane]
      count += 1
    }
    for plane in 0..<3 where weights[plane] == 0 { result[plane] = sum / max(count, 1) }
    return result
  }
}
