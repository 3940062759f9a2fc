package import HeadroomColor
package import HeadroomPixels

/// Computes a gain map while the rows of base and alternate go by: the map of ``GainMapComputer`` without the pictures in
/// memory. Only the gains are kept, four bytes each.
package final class GainMapAccumulator {
  private let width: Int
  private let height: Int
  private let baseEncoding: ColorEncoding
  private let alternateEncoding: ColorEncoding
  private let options: GainMapComputer.Options
  private let pool: ThreadPool
  private var field: GainField?
  private var gains: PixelBitmap?
  private var statistics = GainMapPair.Statistics()
  /// Rows of gains that are there, and of the alternate that are measured.
  private var computed = 0
  private var measured = 0

  /// Nil for maps that need two looks at the pictures: of three channels, and of the pictures' own size.
  ///
  /// - Parameters:
  ///   - width: of both pictures, in pixels.
  ///   - height: of both pictures, in pixels.
  package init?(
    width: Int, height: Int, baseEncoding: ColorEncoding, alternateEncoding: ColorEncoding,
    options: GainMapComputer.Options, pool: ThreadPool = .shared
  ) {
    guard options.channels == .luma, options.scale > 1 else { return nil }
    self.width = width
    self.height = height
    self.baseEncoding = baseEncoding
    self.alternateEncoding = alternateEncoding
    self.options = options
    self.pool = pool
  }

  /// The pictures' first row that is still needed; rows come again from here on.
  package var firstNeededRow: Int {
    guard let field else { return 0 }
    return computed < field.height ? min(field.sources(of: computed).lowerBound, measured) : height
  }

  /// Computes what the same rows of both pictures allow.
  ///
  /// - Parameters:
  ///   - base: rows of the picture of the file, as decoded.
  ///   - alternate: the same rows of the other rendition.
  ///   - firstRow: the pictures' row that both begin with, at most ``firstNeededRow``.
  package func add(base: PixelBitmap, alternate: PixelBitmap, firstRow: Int) throws(ImageIOError) {
    precondition(base.width == width && alternate.width == width && base.height == alternate.height)
    precondition(firstRow <= firstNeededRow && firstRow + base.height <= height, "rows are missing")
    let pair = GainMapPair(
      base: base, baseEncoding: baseEncoding, alternate: alternate, alternateEncoding: alternateEncoding,
      firstRow: firstRow, height: height)
    var field =
      field
      ?? GainField(
        pair: pair, isLuma: true, scale: options.scale, offset: offset, isBaseHDR: options.baseHeadroom > 1)
    field.pair = pair
    let end = firstRow + base.height
    statistics.add(pair.measureAlternate(measured..<max(measured, end), pool: pool))
    measured = max(measured, end)
    let gains = try storage(of: field)
    var last = computed
    while last < field.height, field.sources(of: last).upperBound <= end { last += 1 }
    field.compute(computed..<last, into: gains, pool: pool)
    computed = last
    self.field = field
    self.gains = gains
  }

  private func storage(of field: GainField) throws(ImageIOError) -> PixelBitmap {
    if let gains { return gains }
    return try field.makeStorage()
  }

  private var offset: Double { options.offset ?? GainMapComputer.offset(options, statistics) }

  /// The map, when all rows have been added.
  package func finish() throws(ImageIOError) -> GainMapImage {
    guard let field, let gains, computed == field.height else {
      throw .internalError("\(measured) of \(height) rows are there for a gain map")
    }
    return try GainMapComputer.finish(field, offset: offset, stored: gains, statistics, options, pool: pool)
  }
}
