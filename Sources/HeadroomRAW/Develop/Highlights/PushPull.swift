/// Fills a plane from weighted known values: means are taken over ever larger squares, and passed back down to where
/// the smaller squares have too little weight.
enum PushPull {
  /// The weight that a value needs to count in full. Larger weights make the result smoother.
  private static let enough: Float = 2.5

  private struct Level {
    var columns: Int
    var rows: Int
    /// Sums of values times weights, and of weights.
    var values: [Float]
    var weights: [Float]
  }

  /// - Parameters:
  ///   - values: the value of each position, times its weight.
  static func fill(values: [Float], weights: [Float], columns: Int, rows: Int) -> [Float] {
    var levels = [Level(columns: columns, rows: rows, values: values, weights: weights)]
    while let last = levels.last, last.columns > 1 || last.rows > 1 { levels.append(pulled(last)) }
    guard let top = levels.popLast() else { return values }
    // A trace of weight where nothing is known: the default, a logarithm of 0, is white.
    var result = [top.values[0] / (top.weights[0] + 1e-4)]
    var size = (columns: 1, rows: 1)
    while let level = levels.popLast() {
      result = pushed(result, size, level)
      size = (level.columns, level.rows)
    }
    return result
  }

  private static func pulled(_ level: Level) -> Level {
    let columns = (level.columns + 1) / 2
    let rows = (level.rows + 1) / 2
    var next = Level(
      columns: columns, rows: rows, values: [Float](repeating: 0, count: columns * rows),
      weights: [Float](repeating: 0, count: columns * rows))
    for y in 0..<level.rows {
      for x in 0..<level.columns {
        let (from, to) = (y * level.columns + x, y / 2 * columns + x / 2)
        next.values[to] += level.values[from]
        next.weights[to] += level.weights[from]
      }
    }
    for index in next.weights.indices where next.weights[index] > enough {
      next.values[index] *= enough / next.weights[index]
      next.weights[index] = enough
    }
    return next
  }

  private static func pushed(_ coarse: [Float], _ size: (columns: Int, rows: Int), _ level: Level) -> [Float] {
    var result = [Float](repeating: 0, count: level.columns * level.rows)
    for y in 0..<level.rows {
      let vertical = Place(y, count: size.rows)
      for x in 0..<level.columns {
        let horizontal = Place(x, count: size.columns)
        let upper = vertical.low * size.columns
        let lower = vertical.high * size.columns
        let above = mix(coarse[upper + horizontal.low], coarse[upper + horizontal.high], horizontal.share)
        let below = mix(coarse[lower + horizontal.low], coarse[lower + horizontal.high], horizontal.share)
        let index = y * level.columns + x
        let known = min(level.weights[index] / enough, 1)
        result[index] = level.values[index] / enough + (1 - known) * mix(above, below, vertical.share)
      }
    }
    return result
  }

  private static func mix(_ a: Float, _ b: Float, _ share: Float) -> Float { a + (b - a) * share }

  /// The position of a cell between the cells of the next coarser level.
  private struct Place {
    let low: Int
    let high: Int
    let share: Float

    init(_ index: Int, count: Int) {
      let nearest = index / 2
      let other = min(max(index % 2 == 0 ? nearest - 1 : nearest + 1, 0), count - 1)
      low = nearest
      high = other
      share = 0.25
    }
  }
}
