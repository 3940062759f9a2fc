/// Gains on a coarse grid, with linear interpolation between its points.
struct GainGrid: Sendable {
  private let map: DNGOpcode.PlaneGains
  private let height: Int
  /// For each column of the picture the grid's column before it, and the fraction towards the next.
  private let before: [Int32]
  private let share: [Float]

  /// - Parameters:
  ///   - width: the width of the picture that positions are relative to.
  init(_ map: DNGOpcode.PlaneGains, width: Int, height: Int) {
    self.map = map
    self.height = height
    let places = (0..<width).map { Self.place($0, width, map.originH, map.spacingH, map.columns) }
    before = places.map { Int32($0.before) }
    share = places.map(\.share)
  }

  private static func place(
    _ index: Int, _ size: Int, _ origin: Double, _ spacing: Double, _ count: Int
  ) -> (before: Int, share: Float) {
    let position = ((Double(index) + 0.5) / Double(size) - origin) / spacing
    let clamped = position > 0 ? min(position, Double(count - 1)) : 0
    let before = min(Int(clamped), max(count - 2, 0))
    return (before, Float(clamped - Double(before)))
  }

  /// Gains along a row of the picture, at the grid's columns.
  func row(_ y: Int, plane: Int) -> [Float] {
    let place = Self.place(y, height, map.originV, map.spacingV, map.rows)
    let plane = min(plane, map.planes - 1)
    let next = min(place.before + 1, map.rows - 1)
    return (0..<map.columns).map { column in
      let upper = map.gains[(place.before * map.columns + column) * map.planes + plane]
      let lower = map.gains[(next * map.columns + column) * map.planes + plane]
      return upper + (lower - upper) * place.share
    }
  }

  @inline(__always)
  func gain(_ row: [Float], column: Int) -> Float {
    let index = Int(before[column])
    return row[index] + (row[min(index + 1, row.count - 1)] - row[index]) * share[column]
  }
}

/// A gain that depends only on the distance from the optical centre; 1 is the distance of the farthest corner.
struct RadialGain: Sendable {
  private let coefficients: [Float]
  private let center: (x: Double, y: Double)
  private let scale: Double

  init(_ coefficients: [Double], centerX: Double, centerY: Double, width: Int, height: Int) {
    self.coefficients = coefficients.map(Float.init)
    let far = (x: Double(width - 1), y: Double(height - 1))
    let center = (x: centerX * far.x, y: centerY * far.y)
    self.center = center
    let reach = (x: max(abs(center.x), abs(far.x - center.x)), y: max(abs(center.y), abs(far.y - center.y)))
    let squared = reach.x * reach.x + reach.y * reach.y
    scale = squared > 0 ? 1 / squared : 0
  }

  func squaredDistance(row: Int) -> Float {
    let distance = Double(row) - center.y
    return Float(distance * distance * scale)
  }

  @inline(__always)
  func gain(_ down: Float, column: Int) -> Float {
    let distance = Double(column) - center.x
    let squared = down + Float(distance * distance * scale)
    var sum: Float = 0
    for coefficient in coefficients.reversed() { sum = (sum + coefficient) * squared }
    return 1 + sum
  }
}
