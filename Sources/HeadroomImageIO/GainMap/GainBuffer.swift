internal import HeadroomContainers
internal import HeadroomPixels

/// Log2 gains of all pixels of a picture, a byte each (two where a map of 16 bits is to be made of them).
///
/// Every 64 gains of a row have their own range, so a byte is about as good as a float: the error reaches half a code
/// of a map only where the map's whole range lies within 64 pixels.
struct GainBuffer: Sendable {
  let width: Int
  let height: Int
  let planes: Int
  private let codes: PixelBitmap
  /// Least gain and extent of every span, plane after plane.
  private let ranges: PixelBitmap

  private static let span = 64
  /// Rows of one part of a parallel job.
  private static let bandHeight = 16

  init(width: Int, height: Int, isLuma: Bool, isDeep: Bool) throws(ImageIOError) {
    self.width = width
    self.height = height
    planes = isLuma ? 1 : 3
    let format = GainMapQuantizer.format(isLuma: isLuma, isDeep: isDeep)
    do throws(PixelError) {
      codes = try PixelBitmap(width: width, height: height, format: format, alpha: .opaque)
      ranges = try PixelBitmap(
        width: Self.rangeCount(width, planes), height: height, format: .grayFloat, alpha: .opaque)
    } catch {
      throw ImageIOError(error)
    }
  }

  /// The bytes of a picture's gains.
  static func byteCount(width: Int, height: Int, isLuma: Bool, isDeep: Bool) -> Int {
    let format = GainMapQuantizer.format(isLuma: isLuma, isDeep: isDeep)
    return PixelBitmap.byteCount(width: width, height: height, format: format)
      + PixelBitmap.byteCount(width: rangeCount(width, isLuma ? 1 : 3), height: height, format: .grayFloat)
  }

  /// Floats of a row of ranges.
  private static func rangeCount(_ width: Int, _ planes: Int) -> Int { 2 * planes * ((width + span - 1) / span) }

  /// Keeps the gains of a row, which are changed.
  func write(_ rows: RowPointers, row: Int) {
    var place = unsafe ranges.rowAddress(row).assumingMemoryBound(to: Float.self)
    for plane in 0..<planes {
      let gain = unsafe rows.plane(plane)
      for start in stride(from: 0, to: width, by: Self.span) {
        let end = min(start + Self.span, width)
        let (low, high) = unsafe Self.range(gain, start, end)
        unsafe place[0] = low
        unsafe place[1] = high - low
        unsafe place += 2
        let factor = high > low ? 1 / (high - low) : 0
        for i in start..<end { unsafe gain[i] = (gain[i] - low) * factor }
      }
    }
    unsafe RowCodec.pack(rows, count: width, into: codes, row: row, x: 0)
  }

  private static func range(_ gain: UnsafePointer<Float>, _ start: Int, _ end: Int) -> (low: Float, high: Float) {
    var (low, high) = unsafe (gain[start], gain[start])
    for i in start..<end {
      let value = unsafe gain[i]
      low = value < low ? value : low
      high = value > high ? value : high
    }
    return (low, high)
  }

  /// Replaces the gains by the codes of a map of the picture's size: each row is read, changed to values of 0...1 and
  /// written back, so that the largest pictures need no second bitmap. No gain can be read afterwards.
  func replaced(
    pool: ThreadPool, _ change: @Sendable (RowPointers) -> Void
  ) throws(ImageIOError) -> PixelBitmap {
    let bands = (height + Self.bandHeight - 1) / Self.bandHeight
    let makeRows: @Sendable () -> RowBuffer = { [width] in RowBuffer(capacity: width) }
    try pool.forEachPiece(bands, scratch: makeRows) { band, buffer in
      let rows = unsafe buffer.rows
      for row in band * Self.bandHeight..<min((band + 1) * Self.bandHeight, height) {
        unsafe read(row: row, into: rows)
        unsafe change(rows)
        unsafe RowCodec.pack(rows, count: width, into: codes, row: row, x: 0)
      }
    }
    return codes
  }

  /// Reads the gains of a row.
  func read(row: Int, into rows: RowPointers) {
    unsafe RowCodec.unpack(codes, row: row, x: 0, count: width, into: rows)
    var place = unsafe ranges.rowAddress(row).assumingMemoryBound(to: Float.self)
    for plane in 0..<planes {
      let gain = unsafe rows.plane(plane)
      for start in stride(from: 0, to: width, by: Self.span) {
        let (low, extent) = unsafe (place[0], place[1])
        unsafe place += 2
        for i in start..<min(start + Self.span, width) { unsafe gain[i] = low + gain[i] * extent }
      }
    }
  }
}
