internal import HeadroomContainers
internal import HeadroomPixels

/// The numbers that describe memory.
struct RepShape {
  let width: Int
  let height: Int
  let bits: Int
  let samples: Int
  let hasAlpha: Bool
  let format: NSBitmapImageRep.Format
  let bytesPerRow: Int
  let bitsPerPixel: Int

  /// The memory as a bitmap: the caller's, or new and zero. Nil where the numbers contradict one another or are too large.
  func bitmap(over memory: UnsafeMutablePointer<UInt8>?) -> PixelBitmap? {
    let limits = DecodeLimits()
    guard (1...limits.maxDimension).contains(width), (1...limits.maxDimension).contains(height),
      width * height <= limits.maxPixels, let pixelFormat
    else { return nil }
    let least = width * pixelFormat.bits / 8 * pixelFormat.sampleCount
    let rowBytes = bytesPerRow == 0 ? least : bytesPerRow
    guard rowBytes >= least, rowBytes <= 1 << 24 else { return nil }
    let storage: PixelStorage
    if let memory = unsafe memory {
      unsafe storage = PixelStorage(
        foreign: UnsafeMutableRawPointer(memory), byteCount: rowBytes * height, release: nil)
    } else {
      guard let made = try? StoragePool.shared.storage(byteCount: rowBytes * height) else { return nil }
      made.clear()
      storage = made
    }
    return try? PixelBitmap(
      storage: storage, planes: [PixelPlane(offset: 0, rowBytes: rowBytes)], width: width, height: height,
      format: pixelFormat, alpha: format.contains(.alphaNonpremultiplied) ? .straight : .premultiplied)
  }

  private var pixelFormat: PixelFormat? {
    let isFloat = format.contains(.floatingPointSamples)
    let isSwapped = !format.isDisjoint(with: [.sixteenBitBigEndian, .thirtyTwoBitBigEndian])
    let component: PixelFormat.Component? =
      switch (bits, isFloat) {
      case (8, false): .uint8
      case (16, false): .uint16
      case (16, true): .half
      case (32, true): .float
      default: nil
      }
    let skips = bitsPerPixel == bits * (samples + 1) && samples == 3 && !hasAlpha
    guard let component, !isSwapped || bits == 8, bitsPerPixel == 0 || bitsPerPixel == bits * samples || skips else {
      return nil
    }
    let first = format.contains(.alphaFirst)
    switch (samples, hasAlpha) {
    case (1, false): return PixelFormat(component: component, layout: .gray)
    case (2, true): return first ? nil : PixelFormat(component: component, layout: .grayAlpha)
    case (3, false): return skips && first ? nil : PixelFormat(component: component, layout: skips ? .rgbx : .rgb)
    case (4, true): return PixelFormat(component: component, layout: first ? .argb : .rgba)
    default: return nil
    }
  }
}
