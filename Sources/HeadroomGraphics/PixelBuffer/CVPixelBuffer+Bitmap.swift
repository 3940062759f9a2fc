package import HeadroomPixels
internal import Synchronization

extension CVPixelBuffer {
  /// The meaning of alpha that the attachments state.
  package var alphaMode: AlphaMode {
    let attached = attachments.withLock { $0 }
    if OptionValues.flag(attached[kCVImageBufferAlphaChannelIsOpaque]?.value) == true { return .opaque }
    let mode = attached[kCVImageBufferAlphaChannelModeKey]?.value as? String
    return mode == kCVImageBufferAlphaChannelMode_StraightAlpha ? .straight : .premultiplied
  }

  /// Whether ``bitmap`` is the buffer's own memory, so that writing to it writes the buffer.
  package var isDirectlyReadable: Bool { layout.format.isDirect }

  /// The format of the bitmap that readers and renderers see.
  package var readableFormat: PixelFormat { layout.format.pixelFormat }

  /// The pixels for reading: the buffer's own memory, or a converted copy for formats in big-endian or other rare
  /// forms.
  ///
  /// - Throws: ``PixelError`` when there is no memory for a copy.
  package func readableBitmap() throws(PixelError) -> PixelBitmap {
    switch layout.format.access {
    case .direct: return try directBitmap()
    case .packed(let packed, let format):
      let reader = BitmapReader(layout: packed, decode: nil, format: format)
      let (width, height, rowBytes) = (layout.width, layout.height, layout.planes[0].rowBytes)
      return try unsafe planeBytes { bytes throws(PixelError) in
        try unsafe reader.bitmap(UnsafeRawBufferPointer(bytes), width: width, height: height, bytesPerRow: rowBytes)
      }.reading(alpha: alphaMode)
    case .wideGamut10: return try WideGamut10.bitmap(of: self)
    }
  }

  /// A bitmap to render into; ``commit(_:)`` has to be called with it afterwards.
  ///
  /// The buffer's own memory, or a new bitmap with undefined pixels where that has a rare form.
  ///
  /// - Throws: ``PixelError`` when there is no memory for a new bitmap.
  package func renderTarget() throws(PixelError) -> PixelBitmap {
    if isDirectlyReadable { return try directBitmap() }
    return try PixelBitmap(
      width: layout.width, height: layout.height, format: layout.format.pixelFormat, alpha: alphaMode)
  }

  /// Makes the pixels of a ``renderTarget()`` those of the buffer.
  package func commit(_ target: PixelBitmap) {
    switch layout.format.access {
    case .direct: break
    case .packed(let packed, _): BitmapPacker(layout: packed).write(target, to: self)
    case .wideGamut10: WideGamut10.write(target, to: self)
    }
    surface?.noteChange()
  }

  private func directBitmap() throws(PixelError) -> PixelBitmap {
    try PixelBitmap(
      storage: storage, planes: layout.planes, width: layout.width, height: layout.height,
      format: layout.format.pixelFormat, alpha: alphaMode, ycbcr: ycbcr)
  }

  /// Calls `body` with the bytes from the first plane's start on.
  func planeBytes<Result, Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let offset = layout.planes[0].offset
    return try unsafe storage.withUnsafeMutableBytes { bytes throws(Failure) in
      try unsafe body(UnsafeMutableRawBufferPointer(rebasing: bytes[offset...]))
    }
  }
}

/// Writes bitmaps into layouts that are not a pixel format: integers of 10, 12 or 16 bits in big-endian or upper bits.
struct BitmapPacker {
  let layout: BitmapLayout

  func write(_ source: PixelBitmap, to buffer: CVPixelBuffer) {
    let bits = layout.bitsPerComponent
    let isBigEndian = layout.info.byteOrder == .order16Big
    let order = layout.info.alpha.comesFirst ? [3, 0, 1, 2] : [0, 1, 2, 3]
    let largest = Float(1 << bits - 1)
    let rowBytes = buffer.layout.planes[0].rowBytes
    unsafe buffer.forEachRow(of: source) { row, rows in
      let planes = unsafe [rows.r, rows.g, rows.b, rows.a]
      let start = unsafe buffer.storage.base + (buffer.layout.planes[0].offset + row * rowBytes)
      for x in 0..<source.width {
        for component in 0..<layout.componentCount {
          let value = unsafe planes[order[component]][x]
          let code = UInt16((value > 0 ? min(value, 1) : 0) * largest + 0.5) << UInt16(16 - bits)
          let offset = 2 * (x * layout.componentCount + component)
          unsafe start.storeBytes(
            of: isBigEndian ? code.bigEndian : code.littleEndian, toByteOffset: offset, as: UInt16.self)
        }
      }
    }
  }
}

/// The 10-bit form whose codes 384...895 stand for 0...1, red in bits 20...29 of a little-endian word.
enum WideGamut10 {
  private static let zero: Float = 384
  private static let unit: Float = 511

  static func bitmap(of buffer: CVPixelBuffer) throws(PixelError) -> PixelBitmap {
    let bitmap = try PixelBitmap(width: buffer.layout.width, height: buffer.layout.height, format: .rgbxFloat)
    let plane = buffer.layout.planes[0]
    for row in 0..<bitmap.height {
      let source = unsafe buffer.storage.base + (plane.offset + row * plane.rowBytes)
      let target = unsafe bitmap.rowAddress(row).assumingMemoryBound(to: Float.self)
      for x in 0..<bitmap.width {
        let word = unsafe UInt32(littleEndian: source.loadUnaligned(fromByteOffset: 4 * x, as: UInt32.self))
        for component in 0..<3 {
          let code = Float(word >> UInt32(20 - 10 * component) & 1023)
          unsafe target[4 * x + component] = (code - zero) / unit
        }
        unsafe target[4 * x + 3] = 1
      }
    }
    return bitmap
  }

  static func write(_ source: PixelBitmap, to buffer: CVPixelBuffer) {
    let plane = buffer.layout.planes[0]
    unsafe buffer.forEachRow(of: source) { row, rows in
      let target = unsafe buffer.storage.base + (plane.offset + row * plane.rowBytes)
      for x in 0..<source.width {
        let word = unsafe code(rows.r[x]) << 20 | code(rows.g[x]) << 10 | code(rows.b[x])
        unsafe target.storeBytes(of: word.littleEndian, toByteOffset: 4 * x, as: UInt32.self)
      }
    }
  }

  private static func code(_ value: Float) -> UInt32 {
    let scaled = value * unit + zero
    return scaled > 0 ? UInt32(min(scaled, 1023) + 0.5) : 0
  }
}

extension CVPixelBuffer {
  /// Calls `body` with every row of a bitmap as numbers, on several threads.
  fileprivate func forEachRow(of source: PixelBitmap, _ body: @Sendable (Int, RowPointers) -> Void) {
    let makeBuffer: @Sendable () -> RowBuffer = { RowBuffer(capacity: source.width) }
    ThreadPool.shared.concurrentPerform(source.height, scratch: makeBuffer) { row, buffer in
      unsafe RowCodec.unpack(source, row: row, x: 0, count: source.width, into: buffer.rows)
      unsafe body(row, buffer.rows)
    }
  }
}

extension CVPixelBuffer {
  /// A plane as a texture sees it.
  package struct TexturePlane {
    package let storage: PixelStorage
    package let plane: PixelPlane
    package let width: Int
    package let height: Int
    package let bytesPerPixel: Int
  }

  /// Nil where there is no such plane.
  package func texturePlane(_ index: Int) -> TexturePlane? {
    guard layout.planes.indices.contains(index) else { return nil }
    let (width, height) = layout.size(ofPlane: index)
    return TexturePlane(
      storage: storage, plane: layout.planes[index], width: width, height: height,
      bytesPerPixel: layout.format.bytesPerElement(plane: index))
  }
}
