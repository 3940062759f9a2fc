extension LightMeter {
  /// Adds the pixels of a bitmap of floats that holds linear light as RGB or RGBA.
  ///
  /// Rows are merged in their order, so that the result depends neither on workers nor on bands.
  package mutating func add(_ bitmap: PixelBitmap, pool: ThreadPool = .shared) {
    let isPremultiplied = bitmap.format.hasAlpha && bitmap.alpha == .premultiplied
    let part = 64
    let parts = MeterParts(count: (bitmap.height + part - 1) / part)
    let width = bitmap.width
    let makeBuffer: @Sendable () -> RowBuffer = { RowBuffer(capacity: width) }
    pool.concurrentPerform(parts.count, scratch: makeBuffer) { index, buffer in
      var meter = LightMeter()
      let rows = unsafe buffer.rows
      for row in index * part..<min((index + 1) * part, bitmap.height) {
        unsafe RowCodec.unpack(bitmap, row: row, x: 0, count: width, into: rows)
        unsafe meter.add(rows.r, rows.g, rows.b, premultipliedBy: isPremultiplied ? rows.a : nil, count: width)
      }
      parts[index] = meter
    }
    for index in 0..<parts.count { merge(parts[index]) }
  }
}

/// The meters of parts of a picture.
// Sendable: every worker writes a slot of its own, and they are read when all are done.
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
