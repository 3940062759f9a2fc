package import HeadroomColor
package import HeadroomContainers
package import HeadroomPixels

/// Computes a gain map while the rows of base and alternate pass by: the map of ``GainMapComputer`` without the
/// pictures in memory. Only the gains are kept, a byte each.
///
/// Where the channels are left open, the need for three gains is only known after all rows of the alternate; all rows
/// must then be added once more.
package final class GainMapAccumulator {
  private let width: Int
  private let height: Int
  private let baseEncoding: ColorEncoding
  private let alternateEncoding: ColorEncoding
  private let options: GainMapOptions
  private let pool: ThreadPool
  private var lowest: LowestLight
  private var field: GainField?
  private var computed = 0

  /// Nil where a map of three channels is requested, because it needs two passes over the pictures.
  ///
  /// - Parameters:
  ///   - width: of both pictures, in pixels.
  ///   - height: of both pictures, in pixels.
  package init?(
    width: Int, height: Int, baseEncoding: ColorEncoding, alternateEncoding: ColorEncoding,
    options: GainMapOptions, pool: ThreadPool = .shared
  ) throws(ImageIOError) {
    guard options.channels != .rgb else { return nil }
    self.width = width
    self.height = height
    self.baseEncoding = baseEncoding
    self.alternateEncoding = alternateEncoding
    self.options = options
    self.pool = pool
    lowest = LowestLight(width: width, height: height, primaries: baseEncoding.primaries)
    field = try GainMapComputer.field(width: width, height: height, baseEncoding, options)
  }

  /// Computes the gains of the next rows.
  ///
  /// - Parameters:
  ///   - base: rows of the picture of the file, as decoded.
  ///   - alternate: the same rows of the other rendition.
  package func add(base: PixelBitmap, alternate: PixelBitmap) throws(ImageIOError) {
    precondition(base.width == width && alternate.width == width && base.height == alternate.height)
    precondition(computed + base.height <= height, "more rows than the picture has")
    let pair = GainMapPair(
      base: base, baseEncoding: baseEncoding, alternate: alternate, alternateEncoding: alternateEncoding,
      firstRow: computed, height: height)
    if field?.isLuma == true { lowest.add(alternate, alternateEncoding, firstRow: computed) }
    try field?.add(pair, rows: computed..<computed + base.height, pool: pool)
    computed += base.height
  }

  /// Whether all rows have to be added a second time, since one gain for all channels would lose colours.
  package func startsAgain() throws(ImageIOError) -> Bool {
    guard computed == height, let field, GainMapComputer.needsThree(options, field) else { return false }
    self.field = nil
    computed = 0
    self.field = try GainMapComputer.field(width: width, height: height, baseEncoding, options, lowest)
    return true
  }

  /// The map, when all rows have been added, and the record that later shows how much of the
  /// light a coded map restores.
  package func finish() throws(ImageIOError) -> (map: GainMapImage, record: GainMapRecord) {
    guard let field, computed == height else {
      throw .internalError("\(computed) of \(height) rows are there for a gain map")
    }
    self.field = nil
    let map = try GainMapComputer.finish(field, options, pool: pool)
    return (map, GainMapRecord(field, baseEncoding: baseEncoding))
  }
}
