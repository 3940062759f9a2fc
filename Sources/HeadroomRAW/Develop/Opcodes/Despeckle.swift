internal import HeadroomContainers
internal import HeadroomPixels

/// Removes single stored numbers of a mosaic that stand out from all their neighbours of the same colour: hot and dead
/// pixels, and particle hits. Real points of light also light adjacent pixels, and stay.
struct Despeckle: Sendable {
  private let image: SensorImage
  private let source: PixelBitmap
  private let neighbors: SpeckleNeighbors
  /// How far a number has to lie beyond its neighbours: as a multiple of their range, and in standard deviations of the
  /// sensor's noise.
  private let spans: Float
  private let deviations: Double
  private let noise: NoiseModel

  /// - Parameter amount: above 0, at most 1.
  private init(_ image: SensorImage, _ source: PixelBitmap, amount: Double) {
    self.image = image
    self.source = source
    neighbors = SpeckleNeighbors(image.pattern)
    spans = Float(4 - 3 * amount)
    deviations = 12 - 8 * amount
    noise = image.noise.first ?? image.usualNoise
  }

  /// The numbers without speckles; the same bitmap for an amount of 0, and for numbers that are not 16-bit codes of a mosaic.
  static func apply(
    _ amount: Double, to bitmap: PixelBitmap, of image: SensorImage
  ) throws(ImageIOError) -> PixelBitmap {
    guard amount > 0, bitmap.format == .gray16 else { return bitmap }
    let result = try StoredCorrections.copy(bitmap)
    let job = Despeckle(image, bitmap, amount: min(amount, 1))
    let area = image.activeArea
    ThreadPool.shared.concurrentPerform(area.height) { row in
      if TaskContext.isCancelled { return }
      job.clean(area.minY + row, into: result)
    }
    try TaskContext.check()
    return result
  }

  private func clean(_ y: Int, into result: PixelBitmap) {
    let target = unsafe result.rowAddress(y).assumingMemoryBound(to: UInt16.self)
    for x in image.activeArea.columns {
      let around = surroundings(x, y)
      guard around.stands(beyond: spans), isSpeckle(around, x, y) else { continue }
      unsafe target[x] = around.replacement
    }
  }

  /// A number and those of the same colour around it.
  private struct Surroundings {
    var own: Float = 0
    var low: Float = .infinity
    var high: Float = -.infinity
    var sum: Float = 0
    var count: Float = 0

    @inline(__always) mutating func add(_ value: Float) {
      low = value < low ? value : low
      high = value > high ? value : high
      sum += value
      count += 1
    }

    /// How far the number lies outside the range of its neighbours, 0 inside.
    var excess: Float { own > high ? own - high : own < low ? low - own : 0 }
    func stands(beyond spans: Float) -> Bool { count >= 3 && excess > spans * (high - low) && excess > 0 }
    /// The mean without the lowest and the highest.
    var mean: Float { count > 2 ? (sum - low - high) / (count - 2) : own }
    var replacement: UInt16 { UInt16(min(max(mean, 0), 65_535).rounded()) }
  }

  private func surroundings(_ x: Int, _ y: Int) -> Surroundings {
    let area = image.activeArea
    var result = Surroundings()
    result.own = value(x, y)
    for place in neighbors.around(x - area.minX, y - area.minY) {
      let (column, row) = (x + place.x, y + place.y)
      guard column >= area.minX, column < area.maxX, row >= area.minY, row < area.maxY else { continue }
      result.add(value(column, row))
    }
    return result
  }

  @inline(__always) private func value(_ x: Int, _ y: Int) -> Float {
    unsafe Float(Int32(source.rowAddress(y).assumingMemoryBound(to: UInt16.self)[x]))
  }

  /// The least share of a point of light that adjacent pixels receive.
  private static let sharedLight: Float = 0.15

  /// Whether the number is beyond noise, and alone: next to a real point of light, at least two of the four adjacent
  /// pixels are also brighter (or darker) than their surroundings.
  private func isSpeckle(_ around: Surroundings, _ x: Int, _ y: Int) -> Bool {
    let edge = around.own > around.high ? around.high : around.low
    guard exceedsNoise(around.own, edge, by: deviations) else { return false }
    let area = image.activeArea
    let least = Self.sharedLight * (around.own - edge)
    let beside = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)].count { column, row in
      guard column >= area.minX, column < area.maxX, row >= area.minY, row < area.maxY else { return false }
      let other = surroundings(column, row)
      let share = other.own - other.mean
      return (least > 0 ? share > least : share < least) && exceedsNoise(other.own, other.mean, by: 2)
    }
    return beside < 2
  }

  private func exceedsNoise(_ own: Float, _ other: Float, by deviations: Double) -> Bool {
    let (light, expected) = (image.levels.level(Int(own)), image.levels.level(Int(other)))
    let variance = noise.scale * min(max(expected, 0), 1) + noise.offset
    return abs(light - expected) > deviations * variance.squareRoot()
  }
}

/// Up to eight nearest samples of the same colour, for each position of a pattern.
private struct SpeckleNeighbors: Sendable {
  private let rows: Int
  private let columns: Int
  private let places: [[Place]]

  struct Place: Sendable {
    let x: Int
    let y: Int
    /// The squared distance.
    var distance: Int { x * x + y * y }
  }

  init(_ pattern: ColorFilterArray?) {
    (rows, columns) = (pattern?.rows ?? 1, pattern?.columns ?? 1)
    let reach = 3
    let square: [Place] = (-reach...reach).flatMap { y in (-reach...reach).map { Place(x: $0, y: y) } }
    let all = square.filter { $0.distance > 0 }.sorted { $0.distance < $1.distance }
    places = (0..<rows * columns).map { [columns] index in
      let (row, column) = (index / columns, index % columns)
      let own = pattern?.plane(row: row, column: column)
      return Array(all.filter { pattern?.plane(row: row + $0.y, column: column + $0.x) == own }.prefix(8))
    }
  }

  /// - Parameters:
  ///   - x: pixels from the corner of the active area, not negative.
  func around(_ x: Int, _ y: Int) -> [Place] { places[y % rows * columns + x % columns] }
}
