extension LightMeter {
  /// Adds the pixels of a float bitmap of linear light, RGB or RGBA.
  package mutating func add(_ bitmap: PixelBitmap, pool: ThreadPool = .shared) {
    let isPremultiplied = bitmap.format.hasAlpha && bitmap.alpha == .premultiplied
    let width = bitmap.width
    unsafe merge(
      .measuring(rows: bitmap.height, width: width, isPremultiplied: isPremultiplied, pool: pool) { row, light in
        unsafe RowCodec.unpack(bitmap, row: row, x: 0, count: width, into: light)
      })
  }

  /// A meter of all rows of a picture. Rows are merged in order, so that the result depends neither
  /// on workers nor on bands.
  ///
  /// - Parameter read: fills the buffer with a row's linear light.
  package static func measuring(
    rows: Int, width: Int, isPremultiplied: Bool = false, pool: ThreadPool = .shared,
    read: @Sendable (_ row: Int, _ light: RowPointers) -> Void
  ) -> LightMeter {
    let part = 64
    let parts = MeterParts(count: (rows + part - 1) / part)
    let makeBuffer: @Sendable () -> RowBuffer = { RowBuffer(capacity: width) }
    pool.concurrentPerform(parts.count, scratch: makeBuffer) { index, buffer in
      var meter = LightMeter()
      let light = unsafe buffer.rows
      for row in index * part..<min((index + 1) * part, rows) {
        unsafe read(row, light)
        unsafe meter.add(light.r, light.g, light.b, premultipliedBy: isPremultiplied ? light.a : nil, count: width)
      }
      parts[index] = meter
    }
    var result = LightMeter()
    for index in 0..<parts.count { result.merge(parts[index]) }
    return result
  }
}

/// The meters of parts of a picture. Sendable: every worker writes its own slot, and the slots
/// are read when all are done.
@safe private final class MeterParts: @unchecked Sendable {
  let count: Int
  private let meters: UnsafeMutableBufferPointer<LightMeter>

  init(count: Int) {
    self.count = count
    unsafe meters = .allocate(capacity: count)
    unsafe meters.initialize(repeating: LightMeter())
  }

  deinit {
    unsafe meters.deinitialize()
    unsafe meters.deallocate()
  }

  subscript(index: Int) -> LightMeter {
    get { unsafe meters[index] }
    set { unsafe meters[index] = newValue }
  }
}
