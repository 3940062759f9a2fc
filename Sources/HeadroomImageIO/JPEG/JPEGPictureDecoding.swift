package import HeadroomPixels

/// The decoded picture of one ``JPEGStream``.
struct JPEGPicture: Sendable {
  /// gray8 for one component, else rgb8.
  var bitmap: PixelBitmap
  /// Whether data is missing or damaged.
  var isPartial: Bool
  /// What was odd.
  var warnings: [String]

  /// Decodes a picture into a bitmap of its own, without a copy in between.
  ///
  /// - Throws: ``ImageIOError`` when the data is cut or damaged and `allowPartial` is not set.
  init(
    decoding stream: JPEGStream, part: String, allowPartial: Bool, scaleDenominator: Int, limits: DecodeLimits
  ) throws(ImageIOError) {
    let rows = try JPEGRowDecoder(
      stream, part: part, allowPartial: allowPartial, scaleDenominator: scaleDenominator, limits: limits)
    do throws(PixelError) {
      bitmap = try PixelBitmap(width: rows.width, height: rows.height, format: rows.format, alpha: .opaque)
    } catch {
      throw ImageIOError(error)
    }
    try rows.read(rows.height, into: bitmap, row: 0)
    rows.finish()
    isPartial = rows.isPartial
    warnings = rows.warnings
  }
}

extension ImageIOError {
  /// The pixel layer's error as one of ours.
  package init(_ error: PixelError) {
    switch error {
    case .outOfMemory(let byteCount): self = .outOfMemory(bytes: UInt64(max(byteCount, 0)))
    default: self = .malformed(part: "pixels", text: "\(error)", offset: nil)
    }
  }
}
