internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomPixels

/// A base and an alternate picture, or the same rows of both, read as linear rows in the base's primaries.
struct GainMapPair: Sendable {
  let base: PixelBitmap
  let alternate: PixelBitmap
  /// The pictures' row that both bitmaps begin with.
  let firstRow: Int
  /// Rows of the pictures.
  let height: Int
  let weights: SIMD3<Float>
  private let baseLight: LightConverter
  private let alternateLight: LightConverter

  /// - Parameters:
  ///   - firstRow: the pictures' row that both bitmaps begin with.
  ///   - height: rows of the pictures; nil where the bitmaps hold all.
  init(
    base: PixelBitmap, baseEncoding: ColorEncoding, alternate: PixelBitmap, alternateEncoding: ColorEncoding,
    firstRow: Int = 0, height: Int? = nil
  ) {
    self.base = base
    self.firstRow = firstRow
    self.height = height ?? base.height
    self.alternate = alternate
    weights = SIMD3<Float>(baseEncoding.primaries.luminanceWeights)
    baseLight = LightConverter(base, encoding: baseEncoding)
    alternateLight = LightConverter(alternate, encoding: alternateEncoding, primaries: baseEncoding.primaries)
  }

  func readBase(_ row: Int, into rows: RowPointers) {
    unsafe baseLight.read(row: row - firstRow, x: 0, count: base.width, into: rows)
  }

  func readAlternate(_ row: Int, into rows: RowPointers) {
    unsafe alternateLight.read(row: row - firstRow, x: 0, count: alternate.width, into: rows)
  }

  private static let bandHeight = 32

  /// The least value of any channel of the alternate but a share of the pixels, at most 0; of every second to fourth row of
  /// large pictures.
  func lowestAlternate(trimming share: Double, pool: ThreadPool) -> Double {
    let bands = (height + Self.bandHeight - 1) / Self.bandHeight
    let step = GainField.sampledRowStep(width: alternate.width, height: height)
    let empty = GainHistogram(low: -0.25, high: 0.25, bucketsPerUnit: 2048)
    let total = Gathered(empty)
    let makeRows: @Sendable () -> RowBuffer = { RowBuffer(capacity: alternate.width) }
    pool.concurrentPerform(bands, scratch: makeRows) { band, buffer in
      var part = empty
      let (rows, count) = unsafe (buffer.rows, alternate.width)
      let start = band * Self.bandHeight
      for row in start..<min(start + Self.bandHeight, height) where row % step == 0 {
        unsafe readAlternate(row, into: rows)
        for i in 0..<count { unsafe rows.a[i] = min(min(rows.r[i], rows.g[i]), rows.b[i]) }
        unsafe part.add(rows.a, count: count)
      }
      total.update { $0.add(part) }
    }
    return min(Double(total.value.range(trimming: share).lowerBound), 0)
  }
}
