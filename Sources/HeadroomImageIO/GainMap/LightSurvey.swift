internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

/// How bright a rendition is: the mean luminance of its blocks of 16 x 16 pixels, and the levels of its pixels.
///
/// Of large pictures only every second to sixth row of blocks is looked at; of two renditions the same ones.
struct LightSurvey: Sendable {
  /// Pixels of a block, each way.
  static let side = 16
  /// Rows of blocks are looked at until they have about so many pixels.
  private static let mostPixels = 4_000_000
  /// Rows that one thread at a time adds to.
  private static let half = 8

  let columns: Int
  /// Every so many rows of blocks one is looked at.
  private let step: Int
  private let bands: Int
  private let weights: SIMD3<Float>
  private let channels: LargestChannel
  /// Sums of luminance over halves of blocks.
  private let sums: PixelBitmap
  private(set) var levels = LightLevels()

  /// - Parameter primaries: of the linear numbers that are looked at.
  init(width: Int, height: Int, primaries: ColorPrimaries) throws(ImageIOError) {
    weights = SIMD3<Float>(primaries.luminanceWeights)
    channels = LargestChannel(of: primaries)
    columns = width / Self.side
    bands = height / Self.side
    step = min(max(width * height / Self.mostPixels, 1), 6)
    do throws(PixelError) {
      sums = try PixelBitmap(width: max(columns, 1), height: max(2 * bands, 1), format: .grayFloat, alpha: .opaque)
    } catch {
      throw ImageIOError(error)
    }
    for row in 0..<sums.height {
      unsafe sums.rowAddress(row).assumingMemoryBound(to: Float.self).update(repeating: 0, count: sums.width)
    }
  }

  /// Whether a row is one of those that are looked at.
  func counts(row: Int) -> Bool { row / Self.side % step == 0 }

  /// The rows of blocks within rows of the picture that are looked at, those at its end with what is left of them.
  func countedBands(in rows: Range<Int>) -> [Range<Int>] {
    stride(from: rows.lowerBound / Self.side * Self.side, to: rows.upperBound, by: Self.side)
      .filter { counts(row: $0) }
      .map { ($0..<$0 + Self.side).clamped(to: rows) }
  }

  /// Adds a row to its blocks; rows are added to one half of a block by one thread at a time, from the top.
  func add(row: Int, _ light: RowPointers) {
    guard row / Self.side < bands else { return }
    let sums = unsafe self.sums.rowAddress(row / Self.half).assumingMemoryBound(to: Float.self)
    for block in 0..<columns {
      var sum: Float = 0
      for i in block * Self.side..<(block + 1) * Self.side {
        unsafe sum += weights.x * light.r[i] + weights.y * light.g[i] + weights.z * light.b[i]
      }
      unsafe sums[block] += sum
    }
  }

  /// The level of each pixel of a row, as ``LightLevels`` counts it.
  func findLevels(_ light: RowPointers, into levels: UnsafeMutablePointer<Float>, count: Int) {
    unsafe channels.find(in: light, into: levels, count: count)
  }

  mutating func add(_ levels: LightLevels) { self.levels.add(levels) }

  /// The mean luminance of the blocks that were looked at, from the top left.
  private var means: [Float] {
    (0..<bands).filter { counts(row: $0 * Self.side) }.flatMap { band in
      let upper = unsafe sums.rowAddress(2 * band).assumingMemoryBound(to: Float.self)
      let lower = unsafe sums.rowAddress(2 * band + 1).assumingMemoryBound(to: Float.self)
      return (0..<columns).map { unsafe (upper[$0] + lower[$0]) / Float(Self.side * Self.side) }
    }
  }

  /// Errors in the dark are shares of this light.
  private static let darkest: Float = 0.05

  /// How much more light the blocks of another rendition have, as shares of this one's.
  func errors(of found: LightSurvey) -> [Float] {
    zip(means, found.means).map { ($1 - $0) / max($0, Self.darkest) }
  }
}

/// The largest channel of colours in BT.2020, where light levels are counted (CTA-861.3): a saturated colour has other numbers in
/// each base's primaries, so that one which comes back too bright may hide behind another.
struct LargestChannel: Sendable {
  private let red: SIMD3<Float>
  private let green: SIMD3<Float>
  private let blue: SIMD3<Float>

  init(of primaries: ColorPrimaries) {
    let matrix = primaries.matrix(to: .bt2020)
    (red, green, blue) = (SIMD3<Float>(matrix.row0), SIMD3<Float>(matrix.row1), SIMD3<Float>(matrix.row2))
  }

  func callAsFunction(_ color: SIMD3<Float>) -> Float {
    max((red * color).sum(), (green * color).sum(), (blue * color).sum(), 0)
  }

  func find(in rows: RowPointers, into result: UnsafeMutablePointer<Float>, count: Int) {
    let (r, g, b) = (red, green, blue)
    for i in 0..<count {
      let (x, y, z) = unsafe (rows.r[i], rows.g[i], rows.b[i])
      let first = max(r.x * x + r.y * y + r.z * z, g.x * x + g.y * y + g.z * z)
      unsafe result[i] = max(first, max(b.x * x + b.y * y + b.z * z, 0))
    }
  }
}

/// How many pixels are how bright, and the brightest.
struct LightLevels: Sendable {
  private var histogram = GainHistogram(low: -8, high: 10, bucketsPerUnit: 128)
  /// The largest channel of any pixel, in BT.2020.
  private(set) var peak: Float = 0

  /// Pixels of which the level that a ten-thousandth exceeds says more than the brightest one.
  private static let fewest = 100_000

  /// Looks at a row.
  ///
  /// - Parameter light: the largest channel of each pixel, which becomes its logarithm.
  mutating func add(_ light: UnsafeMutablePointer<Float>, count: Int) {
    var most = peak
    for i in 0..<count { unsafe most = max(most, light[i]) }
    peak = most
    for i in 0..<count { unsafe light[i] = log2Fast(max(light[i], 1e-3)) }
    unsafe histogram.add(light, count: count)
  }

  mutating func add(_ other: LightLevels) {
    histogram.add(other.histogram)
    peak = max(peak, other.peak)
  }

  /// What a ten-thousandth of the pixels exceeds; nil for small pictures.
  var high: Double? {
    guard histogram.total >= Self.fewest else { return nil }
    return Double(exp2Fast(histogram.range(trimming: 0.0001).upperBound))
  }
}
