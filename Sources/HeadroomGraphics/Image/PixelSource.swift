internal import HeadroomPixels

/// Pixels of a data provider, which become a bitmap in place, by a copy or by conversion.
struct PixelSource {
  let layout: BitmapLayout
  let width: Int
  let height: Int
  let bytesPerRow: Int

  /// The bitmap, and the provider that gives its bytes as the client described them.
  ///
  /// Nil when the description contradicts itself, bytes are missing, or there is no memory.
  func bitmap(of provider: CGDataProvider, decode: [Float]?) -> (bitmap: PixelBitmap, provider: CGDataProvider)? {
    guard layout.isValid, width > 0, height > 0, let needed = neededBytes, provider.byteCount >= needed else {
      return nil
    }
    let isPlain = decode.map { $0.enumerated().allSatisfy { $1 == Float($0 % 2) } } ?? true
    guard isPlain, let format = layout.directFormat else {
      let reader = BitmapReader(layout: layout, decode: decode)
      let bitmap = unsafe provider.withUnsafeBytes { bytes in
        unsafe try? reader.bitmap(bytes, width: width, height: height, bytesPerRow: bytesPerRow)
      }
      return bitmap.map { ($0, provider) }
    }
    if let bitmap = inPlace(provider, format: format) { return (bitmap, provider) }
    return copied(provider, format: format, needed: needed)
  }

  /// The bytes from the first pixel to the last, nil when they cannot be counted.
  private var neededBytes: Int? {
    guard let row = layout.minimumRowBytes(width: width), bytesPerRow >= row else { return nil }
    let (rows, overflow) = bytesPerRow.multipliedReportingOverflow(by: height - 1)
    let (sum, sumOverflow) = rows.addingReportingOverflow(row)
    return overflow || sumOverflow ? nil : sum
  }

  private func inPlace(_ provider: CGDataProvider, format: PixelFormat) -> PixelBitmap? {
    guard let (storage, offset) = provider.pixelStorage else { return nil }
    return try? bitmap(storage, offset: offset, format: format)
  }

  private func bitmap(_ storage: PixelStorage, offset: Int, format: PixelFormat) throws(PixelError) -> PixelBitmap {
    try PixelBitmap(
      storage: storage, planes: [PixelPlane(offset: offset, rowBytes: bytesPerRow)], width: width, height: height,
      format: format, alpha: layout.alphaMode)
  }

  /// A copy with the client's row length where components allow it, so that the copy can stand in for the original.
  private func copied(
    _ provider: CGDataProvider, format: PixelFormat, needed: Int
  ) -> (bitmap: PixelBitmap, provider: CGDataProvider)? {
    let rowBytes = bytesPerRow
    if rowBytes % format.bytesPerComponent == 0,
      let storage = try? StoragePool.shared.storage(byteCount: needed),
      let copy = try? bitmap(storage, offset: 0, format: format)
    {
      unsafe provider.withUnsafeBytes { source in
        unsafe storage.withUnsafeMutableBytes { target in
          unsafe target.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[0..<needed]))
        }
      }
      return (copy, CGDataProvider(storage: storage, offset: 0, byteCount: needed))
    }
    guard let copy = try? PixelBitmap(width: width, height: height, format: format, alpha: layout.alphaMode) else {
      return nil
    }
    let used = width * format.bytesPerPixel
    unsafe provider.withUnsafeBytes { source in
      for row in 0..<height {
        let line = unsafe UnsafeRawBufferPointer(rebasing: source[row * rowBytes..<row * rowBytes + used])
        unsafe copy.rowAddress(row).copyMemory(from: line.baseAddress!, byteCount: used)
      }
    }
    return (copy, provider)
  }
}

/// A bitmap in the words of Core Graphics.
struct DescribedBitmap {
  let layout: BitmapLayout
  let bytesPerRow: Int
  let provider: CGDataProvider

  init(_ bitmap: PixelBitmap) {
    let format = Self.describable(bitmap.format)
    // Every describable format has a layout; the fallback only satisfies the compiler.
    layout =
      BitmapLayout(format: format, alpha: bitmap.alpha)
      ?? BitmapLayout(
        bitsPerComponent: 8, bitsPerPixel: 32, info: CGBitmapInfo(alpha: .noneSkipLast), colorComponents: 3)
    if format == bitmap.format || format.layout == .gray && bitmap.format.layout == .red {
      bytesPerRow = bitmap.rowBytes
      let used = bitmap.rowBytes * (bitmap.height - 1) + bitmap.width * bitmap.format.bytesPerPixel
      let whole = bitmap.rowBytes * bitmap.height
      let byteCount = whole <= bitmap.storage.byteCount - bitmap.offset ? whole : used
      provider = CGDataProvider(storage: bitmap.storage, offset: bitmap.offset, byteCount: byteCount)
    } else {
      let rowBytes = bitmap.width * format.bytesPerPixel
      bytesPerRow = rowBytes
      provider = CGDataProvider(making: { bitmap.packedBytes(as: format, rowBytes: rowBytes) })
    }
  }

  /// The format itself, or the nearest one that Core Graphics can describe.
  private static func describable(_ format: PixelFormat) -> PixelFormat {
    switch (format.layout, format.component) {
    case (.red, let component): PixelFormat(component: component, layout: .gray) ?? .gray16
    case (let layout, .uint8) where layout.isYCbCr: format.hasAlpha ? .rgba8 : .rgbx8
    case (let layout, _) where layout.isYCbCr: format.hasAlpha ? .rgba16 : .rgbx16
    case (.rgba, .packed10): .bgr10a2
    case (.bgr, let component), (.redGreen, let component):
      PixelFormat(component: component, layout: .rgb) ?? .rgb8
    case (.bgra, let component) where component != .uint8, (.abgr, let component) where component != .uint8:
      PixelFormat(component: component, layout: .rgba) ?? .rgba8
    default: format
    }
  }
}
