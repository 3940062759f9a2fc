internal import HeadroomContainers
internal import HeadroomPixels

/// Turns gains into the codes of a map, and chooses its size and its range.
struct GainMapQuantizer {
  let field: GainField
  let options: GainMapOptions

  /// Codes, the gains of 0 and of the largest code, and the factor by which they are smaller than the picture.
  struct Codes {
    var bitmap: PixelBitmap
    var range: ClosedRange<Float>
    var scale: Int
  }

  /// The codes. The gains are gone afterwards.
  func codes(pool: ThreadPool) throws(ImageIOError) -> Codes {
    let range = try self.range(pool)
    let found = try smaller(pool)
    guard let found else {
      let width = field.width
      let bitmap = try unsafe field.store.replaced(pool: pool) { rows in unsafe normalize(rows, count: width, range) }
      return Codes(bitmap: bitmap, range: range, scale: 1)
    }
    // A fitted gain may have to be higher than all gains to which it is fitted.
    let own = Self.extremes(of: found.gains)
    let low = min(range.lowerBound, max(own.low, range.lowerBound - 1))
    let high = max(range.upperBound, min(own.high, range.upperBound + 1))
    let bitmap = try quantize(found.gains, low...high)
    return Codes(bitmap: bitmap, range: low...high, scale: found.scale)
  }

  private func range(_ pool: ThreadPool) throws(ImageIOError) -> ClosedRange<Float> {
    let range = field.statistics.range(trimming: options.trimmedShare)
    return field.isBaseHDR ? range : try GainRangeLimit(field).lowered(range, pool: pool)
  }

  /// Gains of a smaller map: of the requested size, or half the size where that restores the light;
  /// nil for the picture's size.
  private func smaller(_ pool: ThreadPool) throws(ImageIOError) -> (gains: PixelBitmap, scale: Int)? {
    if let scale = options.scale {
      if scale <= 1 { return nil }
      return (try FittedGainMap(field, scale: scale).fitted(pool: pool), scale)
    }
    return try FittedGainMap(field, scale: Self.usualScale).faithful(pool: pool).map { ($0, Self.usualScale) }
  }

  /// A quarter of the size saves next to nothing more, and takes 3 % of the light of smooth blocks.
  static let usualScale = 2

  /// Of a map's codes.
  static func format(isLuma: Bool, isDeep: Bool) -> PixelFormat {
    isLuma ? (isDeep ? .gray16 : .gray8) : (isDeep ? .rgb16 : .rgb8)
  }

  private static func extremes(of gains: PixelBitmap) -> (low: Float, high: Float) {
    var (low, high) = (Float.infinity, -Float.infinity)
    let buffer = RowBuffer(capacity: gains.width)
    let rows = unsafe buffer.rows
    for row in 0..<gains.height {
      unsafe RowCodec.unpack(gains, row: row, x: 0, count: gains.width, into: rows)
      for plane in 0..<gains.format.channelCount {
        let values = unsafe rows.plane(plane)
        for i in 0..<gains.width {
          let value = unsafe values[i]
          low = value < low ? value : low
          high = value > high ? value : high
        }
      }
    }
    return (low, high)
  }

  /// Makes gains values of 0...1.
  private func normalize(_ rows: RowPointers, count: Int, _ range: ClosedRange<Float>) {
    let low = range.lowerBound
    let scale = range.upperBound > low ? 1 / (range.upperBound - low) : 0
    for plane in 0..<field.store.planes {
      let gain = unsafe rows.plane(plane)
      for i in 0..<count { unsafe gain[i] = (gain[i] - low) * scale }
    }
  }

  private func quantize(_ gains: PixelBitmap, _ range: ClosedRange<Float>) throws(ImageIOError) -> PixelBitmap {
    let format = Self.format(isLuma: field.isLuma, isDeep: options.isDeep)
    let out: PixelBitmap
    do throws(PixelError) {
      out = try PixelBitmap(width: gains.width, height: gains.height, format: format, alpha: .opaque)
    } catch {
      throw ImageIOError(error)
    }
    let buffer = RowBuffer(capacity: gains.width)
    let rows = unsafe buffer.rows
    for row in 0..<gains.height {
      unsafe RowCodec.unpack(gains, row: row, x: 0, count: gains.width, into: rows)
      unsafe normalize(rows, count: gains.width, range)
      unsafe RowCodec.pack(rows, count: gains.width, into: out, row: row, x: 0)
    }
    return out
  }
}
