internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

/// The light of a rendition: the mean colour of its blocks of 16 x 16 pixels and that of their highlights (``BlockColors``), and
/// the levels of its pixels.
///
/// In large pictures only every second to sixth row of blocks is examined, the same ones in two renditions.
struct LightSurvey: Sendable {
  /// Pixels of a block, each way.
  static let side = 16
  /// About this many pixels are examined in a large picture.
  private static let mostPixels = 4_000_000
  /// Rows that one thread at a time adds to.
  private static let half = 8
  /// Sums of a block.
  private static let fields = 7

  let columns: Int
  /// One in this many rows of blocks is examined.
  private let step: Int
  private let bands: Int
  private let primaries: ColorPrimaries
  private let channels: LargestChannel
  /// Sums over halves of blocks: of red, green and blue, of each times the pixel's largest, and of that.
  private let sums: PixelBitmap
  private(set) var levels = LightLevels()

  /// - Parameter primaries: of the linear numbers that are examined.
  init(width: Int, height: Int, primaries: ColorPrimaries) throws(ImageIOError) {
    self.primaries = primaries
    channels = LargestChannel(of: primaries)
    columns = width / Self.side
    bands = height / Self.side
    step = min(max(width * height / Self.mostPixels, 1), 6)
    do throws(PixelError) {
      sums = try PixelBitmap(
        width: Self.fields * max(columns, 1), height: max(2 * bands, 1), format: .grayFloat, alpha: .opaque)
    } catch {
      throw ImageIOError(error)
    }
    for row in 0..<sums.height {
      unsafe sums.rowAddress(row).assumingMemoryBound(to: Float.self).update(repeating: 0, count: sums.width)
    }
  }

  /// Whether a row is examined.
  func counts(row: Int) -> Bool { row / Self.side % step == 0 }

  /// The examined rows of blocks within rows of the picture; those at the ends may be partial.
  func countedBands(in rows: Range<Int>) -> [Range<Int>] {
    stride(from: rows.lowerBound / Self.side * Self.side, to: rows.upperBound, by: Self.side)
      .filter { counts(row: $0) }
      .map { ($0..<$0 + Self.side).clamped(to: rows) }
  }

  /// Adds a row to its blocks; rows are added to one half of a block by one thread at a time, from the top.
  func add(row: Int, _ light: RowPointers) {
    guard row / Self.side < bands else { return }
    var sums = unsafe self.sums.rowAddress(row / Self.half).assumingMemoryBound(to: Float.self)
    for block in 0..<columns {
      let x = block * Self.side
      let (r, g, b) = unsafe (blockRow(light.r + x), blockRow(light.g + x), blockRow(light.b + x))
      let largest = pointwiseMax(pointwiseMax(r, g), pointwiseMax(b, .zero))
      unsafe sums[0] += r.total
      unsafe sums[1] += g.total
      unsafe sums[2] += b.total
      unsafe sums[3] += (largest * r).total
      unsafe sums[4] += (largest * g).total
      unsafe sums[5] += (largest * b).total
      unsafe sums[6] += largest.total
      unsafe sums += Self.fields
    }
  }

  private func blockRow(_ values: UnsafePointer<Float>) -> SIMD16<Float> {
    unsafe UnsafeRawPointer(values).loadUnaligned(as: SIMD16<Float>.self)
  }

  /// Finds the level of each pixel of a row, as ``LightLevels`` counts it.
  func findLevels(_ light: RowPointers, into levels: UnsafeMutablePointer<Float>, count: Int) {
    unsafe channels.find(in: light, into: levels, count: count)
  }

  mutating func add(_ levels: LightLevels) { self.levels.add(levels) }

  /// The colours of the examined blocks, from the top left.
  var blocks: BlockColors {
    var blocks = BlockColors(primaries)
    for band in 0..<bands where counts(row: band * Self.side) {
      let upper = unsafe sums.rowAddress(2 * band).assumingMemoryBound(to: Float.self)
      let lower = unsafe sums.rowAddress(2 * band + 1).assumingMemoryBound(to: Float.self)
      for block in 0..<columns {
        let place = block * Self.fields
        let sum = { (field: Int) in unsafe upper[place + field] + lower[place + field] }
        blocks.append(
          mean: SIMD3(sum(0), sum(1), sum(2)) / Float(Self.side * Self.side),
          highlights: SIMD3(sum(3), sum(4), sum(5)) / max(sum(6), .leastNormalMagnitude))
      }
    }
    return blocks
  }
}

extension SIMD16<Float> {
  /// The sum, by halves: a few additions instead of fifteen consecutive ones.
  @inline(__always)
  fileprivate var total: Float {
    let eight = lowHalf + highHalf
    let four = eight.lowHalf + eight.highHalf
    let two = four.lowHalf + four.highHalf
    return two.x + two.y
  }
}

/// The largest channel of colours in BT.2020, where light levels are counted (CTA-861.3): a saturated colour has
/// different numbers in each base's primaries, so that one that comes back too bright could be masked by another.
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

  /// The number of pixels from which on the level that a ten-thousandth exceeds is more telling
  /// than the brightest pixel.
  private static let fewest = 100_000

  /// Adds a row.
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

  /// The level that a ten-thousandth of the pixels exceeds; nil for small pictures.
  var high: Double? {
    guard histogram.total >= Self.fewest else { return nil }
    return Double(exp2Fast(histogram.range(trimming: 0.0001).upperBound))
  }
}
