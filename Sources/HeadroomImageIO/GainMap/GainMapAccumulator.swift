package import HeadroomColor
package import HeadroomPixels

/// Computes a gain map while the rows of base and alternate go by: the map of ``GainMapComputer`` without the pictures in
/// memory. Only the gains are kept, a byte each.
///
/// Where the channels are left open it has one gain for all: whether three are needed shows when the rows are gone.
package final class GainMapAccumulator {
  private let width: Int
  private let height: Int
  private let baseEncoding: ColorEncoding
  private let alternateEncoding: ColorEncoding
  private let options: GainMapComputer.Options
  private let pool: ThreadPool
  private var field: GainField?
  private var computed = 0

  /// Nil for maps that need two looks at the pictures: of three channels.
  ///
  /// - Parameters:
  ///   - width: of both pictures, in pixels.
  ///   - height: of both pictures, in pixels.
  package init?(
    width: Int, height: Int, baseEncoding: ColorEncoding, alternateEncoding: ColorEncoding,
    options: GainMapComputer.Options, pool: ThreadPool = .shared
  ) throws(ImageIOError) {
    guard options.channels != .rgb else { return nil }
    self.width = width
    self.height = height
    self.baseEncoding = baseEncoding
    self.alternateEncoding = alternateEncoding
    self.options = options
    self.pool = pool
    field = try GainField(
      width: width, height: height, isLuma: true, offset: options.offset ?? GainMapComputer.lumaOffset,
      isBaseHDR: options.baseHeadroom > 1, isDeep: options.isDeep)
  }

  /// Computes the gains of the next rows.
  ///
  /// - Parameters:
  ///   - base: rows of the picture of the file, as decoded.
  ///   - alternate: the same rows of the other rendition.
  package func add(base: PixelBitmap, alternate: PixelBitmap) {
    precondition(base.width == width && alternate.width == width && base.height == alternate.height)
    precondition(computed + base.height <= height, "more rows than the picture has")
    let pair = GainMapPair(
      base: base, baseEncoding: baseEncoding, alternate: alternate, alternateEncoding: alternateEncoding,
      firstRow: computed, height: height)
    field?.add(pair, rows: computed..<computed + base.height, pool: pool)
    computed += base.height
  }

  /// The map, when all rows have been added, and what tells later what a coded one gives back.
  package func finish() throws(ImageIOError) -> (map: GainMapImage, record: GainMapRecord) {
    guard let field, computed == height else {
      throw .internalError("\(computed) of \(height) rows are there for a gain map")
    }
    self.field = nil
    let map = try GainMapComputer.finish(field, options, pool: pool)
    return (map, GainMapRecord(field, baseEncoding: baseEncoding))
  }
}
