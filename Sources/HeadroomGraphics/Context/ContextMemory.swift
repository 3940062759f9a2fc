internal import HeadroomColor
internal import HeadroomPixels

/// The memory that a bitmap context needs.
struct ContextMemory {
  private let layout: BitmapLayout
  private let format: PixelFormat
  private let isSwapped: Bool
  private let encoding: ColorEncoding
  private let width: Int
  private let height: Int
  private let bytesPerRow: Int

  /// Nil for combinations that cannot be drawn into.
  init?(width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int, space: CGColorSpace?, info: CGBitmapInfo) {
    let isAlpha = info.alpha == .alphaOnly
    guard width > 0, height > 0, bitsPerComponent > 0, bitsPerComponent <= 32, info.alpha != .last,
      info.alpha != .first, isAlpha || space?.supportsOutput == true
    else { return nil }
    let colors = isAlpha ? 0 : space?.numberOfComponents ?? 0
    var layout = BitmapLayout(
      bitsPerComponent: bitsPerComponent, bitsPerPixel: 0, info: info, colorComponents: colors)
    layout.bitsPerPixel = info.pixelFormat == .RGB101010 ? 32 : bitsPerComponent * layout.componentCount
    let isBigEndian = info.byteOrder == .orderDefault || info.byteOrder == .order16Big
    isSwapped = bitsPerComponent == 16 && info.component == .integer && isBigEndian
    var readable = layout
    if isSwapped { readable.info = CGBitmapInfo(alpha: info.alpha, byteOrder: .order16Little) }
    guard let format = readable.directFormat, let needed = layout.minimumRowBytes(width: width) else { return nil }
    // 64 bytes, so that rows of different threads share no cache line.
    let padded = needed.addingReportingOverflow(63)
    guard !padded.overflow, bytesPerRow == 0 || bytesPerRow >= needed else { return nil }
    self.layout = layout
    self.format = format
    self.width = width
    self.height = height
    self.bytesPerRow = bytesPerRow > 0 ? bytesPerRow : padded.partialValue / 64 * 64
    encoding = space?.encoding ?? .linearGray
  }

  /// The pixels over the client's memory or over new memory that starts as zeros.
  func pixels(over data: UnsafeMutableRawPointer?, lender: Lender) -> ContextPixels? {
    let whole = bytesPerRow.multipliedReportingOverflow(by: height)
    guard !whole.overflow else { return nil }
    let storage: PixelStorage
    if let data = unsafe data {
      unsafe storage = PixelStorage(foreign: data, byteCount: whole.partialValue) { lender.release() }
    } else {
      guard let made = try? StoragePool.shared.storage(byteCount: whole.partialValue) else { return nil }
      made.clear()
      storage = made
    }
    let plane = PixelPlane(offset: 0, rowBytes: bytesPerRow)
    let bitmap = try? PixelBitmap(
      storage: storage, planes: [plane], width: width, height: height, format: format, alpha: layout.alphaMode)
    guard let bitmap else {
      lender.cancel()
      return nil
    }
    return ContextPixels(bitmap: bitmap, layout: layout, encoding: encoding, isSwapped: isSwapped)
  }

  /// Memory lent by a client, and the function that releases it. Sendable: the pointers are only passed back to the
  /// client's function, and are changed only before the value is shared.
  @safe final class Lender: @unchecked Sendable {
    private let data: UnsafeMutableRawPointer?
    private let info: UnsafeMutableRawPointer?
    private var callback: CGBitmapContextReleaseDataCallback?

    init(
      data: UnsafeMutableRawPointer?, info: UnsafeMutableRawPointer?, callback: CGBitmapContextReleaseDataCallback?
    ) {
      unsafe self.data = unsafe data
      unsafe self.info = unsafe info
      unsafe self.callback = unsafe callback
    }

    /// The memory stays the client's: it was never taken.
    func cancel() { unsafe callback = nil }

    func release() { unsafe callback?(info, data) }
  }
}
