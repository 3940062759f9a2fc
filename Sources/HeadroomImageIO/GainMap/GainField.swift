internal import HeadroomColor
internal import HeadroomPixels

/// Log2 gains between two pictures at the size of a map, computed row by row when asked.
struct GainField: Sendable {
  /// The rows that are there now; all of them unless the pictures come in bands.
  var pair: GainMapPair
  let isLuma: Bool
  let width: Int
  let height: Int
  private let offset: Float
  /// The sign that makes gains HDR over SDR.
  private let sign: Float
  private let columns: AreaAxis
  private let rows: AreaAxis

  /// Map rows of one part of the parallel job.
  private static let bandHeight = 8

  init(pair: GainMapPair, isLuma: Bool, scale: Int, offset: Double, isBaseHDR: Bool = false) {
    self.pair = pair
    self.isLuma = isLuma
    self.offset = Float(offset)
    sign = isBaseHDR ? -1 : 1
    width = (pair.base.width + scale - 1) / scale
    height = (pair.height + scale - 1) / scale
    columns = AreaAxis(from: pair.base.width, to: width)
    rows = AreaAxis(from: pair.height, to: height)
  }

  private var planes: Int { isLuma ? 1 : 3 }

  /// Pixels from which on only every second, third or fourth row is measured: a range without the outermost 0.05 % is
  /// as good from a quarter of the rows.
  private static let pixelsPerStep = 1 << 20

  static func sampledRowStep(width: Int, height: Int) -> Int {
    min(max(width * height / pixelsPerStep, 1), 4)
  }

  /// The range of the gains, all channels together.
  func range(trimming share: Double, stored: PixelBitmap?, pool: ThreadPool) -> ClosedRange<Float> {
    let empty = GainHistogram(low: -16, high: 16, bucketsPerUnit: 128)
    let total = Gathered(empty)
    // Rows that are computed for the purpose are worth saving; rows that are there already are not.
    let step = stored == nil ? Self.sampledRowStep(width: pair.base.width, height: pair.height) : 1
    forEachBand(pool) { range, scratch in
      var part = empty
      for row in range where row % step == 0 {
        readRow(row, stored: stored, &scratch)
        for plane in 0..<planes { unsafe part.add(scratch.plane(plane), count: width) }
      }
      total.update { $0.add(part) }
    }
    return total.value.range(trimming: share)
  }

  /// The gains themselves, so that a small map is computed once although it is read twice. Nil for a map of the
  /// picture's size, which would take more memory than it saves time.
  func compute(pool: ThreadPool) throws(ImageIOError) -> PixelBitmap? {
    guard width < pair.base.width || height < pair.height else { return nil }
    let out = try makeStorage()
    compute(0..<height, into: out, pool: pool)
    return out
  }

  /// Memory for all gains.
  func makeStorage() throws(ImageIOError) -> PixelBitmap { try makeBitmap(isLuma ? .grayFloat : .rgbFloat) }

  /// Rows of gains, for which the pair has to hold ``sources(of:)``.
  func compute(_ range: Range<Int>, into out: PixelBitmap, pool: ThreadPool) {
    forEachBand(of: range, pool) { rows, scratch in
      for row in rows {
        computeRow(row, &scratch)
        unsafe RowCodec.pack(scratch.gain.rows, count: width, into: out, row: row, x: 0)
      }
    }
  }

  /// The pictures' rows that a row of gains is made of.
  func sources(of row: Int) -> Range<Int> {
    let parts = rows.parts(of: row)
    return (parts.first?.source ?? 0)..<(parts.last?.source ?? -1) + 1
  }

  /// The gains as codes of a map of this range.
  func encode(
    range: ClosedRange<Float>, isDeep: Bool, stored: PixelBitmap?, pool: ThreadPool
  ) throws(ImageIOError) -> PixelBitmap {
    let out = try makeBitmap(isLuma ? (isDeep ? .gray16 : .gray8) : (isDeep ? .rgb16 : .rgb8))
    let low = range.lowerBound
    let scale = range.upperBound > low ? 1 / (range.upperBound - low) : 0
    forEachBand(pool) { rowRange, scratch in
      for row in rowRange {
        readRow(row, stored: stored, &scratch)
        for plane in 0..<planes {
          let gain = unsafe scratch.plane(plane)
          for i in 0..<width { unsafe gain[i] = (gain[i] - low) * scale }
        }
        unsafe RowCodec.pack(scratch.gain.rows, count: width, into: out, row: row, x: 0)
      }
    }
    return out
  }

  private func makeBitmap(_ format: PixelFormat) throws(ImageIOError) -> PixelBitmap {
    do throws(PixelError) {
      return try PixelBitmap(width: width, height: height, format: format, alpha: .opaque)
    } catch {
      throw ImageIOError(error)
    }
  }

  private func readRow(_ row: Int, stored: PixelBitmap?, _ scratch: inout Scratch) {
    if let stored {
      unsafe RowCodec.unpack(stored, row: row, x: 0, count: width, into: scratch.gain.rows)
    } else {
      computeRow(row, &scratch)
    }
  }

  private func forEachBand(
    of range: Range<Int>? = nil, _ pool: ThreadPool, _ body: @Sendable (Range<Int>, inout Scratch) -> Void
  ) {
    let range = range ?? 0..<height
    let bands = (range.count + Self.bandHeight - 1) / Self.bandHeight
    let makeScratch: @Sendable () -> Scratch = { Scratch(base: pair.base.width, map: width) }
    pool.concurrentPerform(bands, scratch: makeScratch) { band, scratch in
      let start = range.lowerBound + band * Self.bandHeight
      body(start..<min(start + Self.bandHeight, range.upperBound), &scratch)
    }
  }

  // MARK: - One row

  private struct Scratch: ~Copyable {
    let base: RowBuffer
    let alternate: RowBuffer
    let gain: RowBuffer

    init(base: Int, map: Int) {
      self.base = RowBuffer(capacity: base)
      alternate = RowBuffer(capacity: base)
      gain = RowBuffer(capacity: map)
    }

    func plane(_ index: Int) -> UnsafeMutablePointer<Float> { unsafe GainField.plane(gain.rows, index) }
  }

  private static func plane(_ rows: RowPointers, _ index: Int) -> UnsafeMutablePointer<Float> {
    unsafe index == 0 ? rows.r : index == 1 ? rows.g : rows.b
  }

  private func computeRow(_ row: Int, _ scratch: inout Scratch) {
    let gain = unsafe scratch.gain.rows
    for plane in 0..<planes { unsafe Self.plane(gain, plane).update(repeating: 0, count: width) }
    for (source, share) in rows.parts(of: row) {
      let (base, alternate) = unsafe (scratch.base.rows, scratch.alternate.rows)
      unsafe pair.readBase(source, into: base)
      unsafe pair.readAlternate(source, into: alternate)
      if isLuma {
        unsafe reduceToLuminance(base)
        unsafe reduceToLuminance(alternate)
      }
      for plane in 0..<planes {
        let ratio = unsafe Self.plane(base, plane)
        unsafe logRatio(ratio, Self.plane(alternate, plane))
        unsafe columns.accumulate(ratio, share: share, into: Self.plane(gain, plane))
      }
    }
  }

  private func reduceToLuminance(_ rows: RowPointers) {
    let weights = pair.weights
    for i in 0..<pair.base.width {
      unsafe rows.r[i] = weights.x * rows.r[i] + weights.y * rows.g[i] + weights.z * rows.b[i]
    }
  }

  /// Replaces base values by log2 gains.
  ///
  /// An alternate below -7/8 of the offset counts as that: a few colours far outside the base's gamut would otherwise take
  /// the map's whole range.
  private func logRatio(_ base: UnsafeMutablePointer<Float>, _ alternate: UnsafePointer<Float>) {
    let least = offset / 8
    for i in 0..<pair.base.width {
      let ratio = unsafe max(alternate[i] + offset, least) / max(base[i] + offset, least)
      unsafe base[i] = sign * log2Fast(ratio > 1e-10 ? ratio : 1e-10)
    }
  }
}
