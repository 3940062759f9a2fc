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

  /// What the alternate picture needs: how far below 0 and above 1 it goes.
  struct Statistics: Sendable {
    var darkest = GainHistogram(low: -0.25, high: 0.25, bucketsPerUnit: 2048)
    var brightest = GainHistogram(low: -8, high: 8, bucketsPerUnit: 128)

    mutating func add(_ other: Statistics) {
      darkest.add(other.darkest)
      brightest.add(other.brightest)
    }

    /// The least value of any channel, at most 0.
    func lowest(trimming share: Double) -> Double {
      min(Double(darkest.range(trimming: share).lowerBound), 0)
    }

    /// The largest value of any channel, at least 1.
    func headroom(trimming share: Double) -> Double {
      max(Double(exp2Fast(brightest.range(trimming: share).upperBound)), 1)
    }
  }

  private static let bandHeight = 32

  func measureAlternate(pool: ThreadPool) -> Statistics { measureAlternate(0..<height, pool: pool) }

  /// Measures some of the pictures' rows, of which the bitmaps hold all.
  func measureAlternate(_ range: Range<Int>, pool: ThreadPool) -> Statistics {
    let bands = (range.count + Self.bandHeight - 1) / Self.bandHeight
    let step = GainField.sampledRowStep(width: alternate.width, height: height)
    let total = Gathered(Statistics())
    let makeRows: @Sendable () -> RowBuffer = { RowBuffer(capacity: alternate.width) }
    pool.concurrentPerform(bands, scratch: makeRows) { band, buffer in
      var part = Statistics()
      let (rows, count) = unsafe (buffer.rows, alternate.width)
      let start = range.lowerBound + band * Self.bandHeight
      for row in start..<min(start + Self.bandHeight, range.upperBound)
      where row % step == 0 {
        unsafe readAlternate(row, into: rows)
        for i in 0..<count {
          let (red, green, blue) = unsafe (rows.r[i], rows.g[i], rows.b[i])
          unsafe rows.a[i] = min(red, green, blue)
          unsafe rows.r[i] = log2Fast(max(red, green, blue, 1e-3))
        }
        unsafe part.darkest.add(rows.a, count: count)
        unsafe part.brightest.add(rows.r, count: count)
      }
      total.update { $0.add(part) }
    }
    return total.value
  }
}
