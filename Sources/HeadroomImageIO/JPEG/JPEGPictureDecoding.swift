internal import HeadroomContainers
internal import HeadroomPixels

/// The decoded picture of one ``JPEGStream``.
struct JPEGPicture: Sendable {
  /// gray8 for one component, rgb8 for three, rgba8 for four inks.
  var bitmap: PixelBitmap
  /// Whether data is missing or damaged.
  var isPartial: Bool
  /// The irregularities found.
  var warnings: [String]
  /// The part of ``bitmap`` that has been decoded; nil when all has.
  var decodedRegion: PixelRect?

  /// Decodes a picture into a new bitmap, without an intermediate copy.
  ///
  /// - Parameter wanted: the wanted rows of the decoded picture; nil means all, and so does `allowPartial`.
  /// - Throws: `ImageIOError` when the data is cut or damaged and `allowPartial` is not set.
  init(
    decoding stream: JPEGStream, part: String, allowPartial: Bool, scaleDenominator: Int,
    rows wanted: Range<Int>? = nil, limits: DecodeLimits
  ) throws(ImageIOError) {
    let rows = try JPEGRowDecoder(
      stream, part: part, allowPartial: allowPartial, scaleDenominator: scaleDenominator, limits: limits)
    do throws(PixelError) {
      bitmap = try PixelBitmap(width: rows.width, height: rows.height, format: rows.format, alpha: .straight)
    } catch {
      throw ImageIOError(error)
    }
    if let wanted = wanted?.clamped(to: 0..<rows.height), !allowPartial {
      let first = try rows.skip(toRow: wanted.lowerBound)
      try rows.read(wanted.upperBound - first, into: bitmap, row: first)
      decodedRegion = PixelRect(columns: 0..<rows.width, rows: wanted)
    } else {
      try rows.read(rows.height, into: bitmap, row: 0)
    }
    rows.finish()
    isPartial = rows.isPartial
    warnings = rows.warnings
  }
}
