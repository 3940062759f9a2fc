internal import HeadroomColor
internal import HeadroomPixels

extension MemoryTexture {
  /// The memory as a bitmap; nil for formats without a `PixelFormat`.
  private var plainBitmap: PixelBitmap? {
    guard case .plain(let format) = pixelFormat.storage else { return nil }
    // Marked as borrowed memory: results computed from a bitmap that may change must not be cached.
    let storage = storage
    let lent = unsafe PixelStorage(foreign: storage.base, byteCount: storage.byteCount) {
      withExtendedLifetime(storage) {}
    }
    return try? PixelBitmap(
      storage: lent, planes: [levels[0].plane], width: width, height: height, format: format, alpha: .premultiplied)
  }

  /// The stored numbers, including signals of `_srgb` formats: the memory itself, or a copy.
  ///
  /// - Throws: `PixelError` if memory for a copy is missing.
  func storedBitmap() throws(PixelError) -> PixelBitmap {
    if let plain = plainBitmap { return plain }
    return try copy(isDecoded: false)
  }

  /// The numbers that drawing and sampling see, linear for `_srgb` formats: the memory itself, or a copy.
  ///
  /// - Throws: `PixelError` if memory for a copy is missing.
  func sampledBitmap() throws(PixelError) -> PixelBitmap {
    if !pixelFormat.isSRGB, let plain = plainBitmap { return plain }
    return try copy(isDecoded: pixelFormat.isSRGB)
  }

  /// Stores the numbers of a ``sampledBitmap()`` that was drawn into.
  func commit(_ bitmap: PixelBitmap) {
    if !pixelFormat.isSRGB, case .plain = pixelFormat.storage { return }
    let (columns, isSRGB, stored) = (width, pixelFormat.isSRGB, plainBitmap)
    let makeBuffer: @Sendable () -> RowBuffer = { RowBuffer(capacity: columns) }
    ThreadPool.shared.concurrentPerform(height, scratch: makeBuffer) { row, buffer in
      let rows = unsafe buffer.rows
      unsafe RowCodec.unpack(bitmap, row: row, x: 0, count: columns, into: rows)
      if isSRGB { unsafe SRGBRows.encode(rows, columns) }
      if let stored {
        unsafe RowCodec.pack(rows, count: columns, into: stored, row: row, x: 0)
      } else {
        unsafe packExtended(rows, row: row)
      }
    }
  }

  /// Fills the first level with one colour.
  func clear(_ color: MTLClearColor) throws(PixelError) {
    let target = try sampledBitmap()
    let columns = width
    let makeBuffer: @Sendable () -> RowBuffer = { RowBuffer(capacity: columns) }
    ThreadPool.shared.concurrentPerform(height, scratch: makeBuffer) { row, buffer in
      let rows = unsafe buffer.rows
      unsafe rows.r.update(repeating: Float(color.red), count: columns)
      unsafe rows.g.update(repeating: Float(color.green), count: columns)
      unsafe rows.b.update(repeating: Float(color.blue), count: columns)
      unsafe rows.a.update(repeating: Float(color.alpha), count: columns)
      unsafe RowCodec.pack(rows, count: columns, into: target, row: row, x: 0)
    }
    commit(target)
  }

  /// Float numbers of the memory.
  private func copy(isDecoded: Bool) throws(PixelError) -> PixelBitmap {
    let result = try PixelBitmap(
      width: width, height: height, format: pixelFormat.hasAlpha ? .rgbaFloat : .rgbxFloat, alpha: .premultiplied)
    let (columns, stored) = (width, plainBitmap)
    let makeBuffer: @Sendable () -> RowBuffer = { RowBuffer(capacity: columns) }
    ThreadPool.shared.concurrentPerform(height, scratch: makeBuffer) { row, buffer in
      let rows = unsafe buffer.rows
      if let stored {
        unsafe RowCodec.unpack(stored, row: row, x: 0, count: columns, into: rows)
      } else {
        unsafe unpackExtended(row: row, into: rows)
      }
      if isDecoded { unsafe SRGBRows.decode(rows, columns) }
      unsafe RowCodec.pack(rows, count: columns, into: result, row: row, x: 0)
    }
    return result
  }

  private func unpackExtended(row: Int, into rows: RowPointers) {
    let source = unsafe UnsafeRawPointer(address(row: row))
    if pixelFormat.storage == .extended64 {
      unsafe ExtendedRangeRows.unpack64(source, into: rows, width)
    } else {
      unsafe ExtendedRangeRows.unpack32(source, into: rows, width)
    }
  }

  private func packExtended(_ rows: RowPointers, row: Int) {
    if pixelFormat.storage == .extended64 {
      unsafe ExtendedRangeRows.pack64(rows, to: address(row: row), width)
    } else {
      unsafe ExtendedRangeRows.pack32(rows, to: address(row: row), width)
    }
  }

  private func address(row: Int) -> UnsafeMutableRawPointer {
    unsafe storage.base + (levels[0].plane.offset + row * levels[0].plane.rowBytes)
  }
}

/// The conversion of `_srgb` formats: sRGB's curve, component by component, without alpha.
enum SRGBRows {
  static func decode(_ rows: RowPointers, _ count: Int) {
    unsafe TransferRow.decode(.sRGB, rows.r, count)
    unsafe TransferRow.decode(.sRGB, rows.g, count)
    unsafe TransferRow.decode(.sRGB, rows.b, count)
  }

  static func encode(_ rows: RowPointers, _ count: Int) {
    unsafe TransferRow.encode(.sRGB, rows.r, count)
    unsafe TransferRow.encode(.sRGB, rows.g, count)
    unsafe TransferRow.encode(.sRGB, rows.b, count)
  }
}
