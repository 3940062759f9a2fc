internal import HeadroomContainers
internal import HeadroomPixels

extension DNG {
  /// A plan for reducing a picture to a quarter of its size while it is unpacked, for drafts: each block of 4 x 4
  /// stored numbers becomes one pixel with all colours, so that the numbers themselves are never in memory together.
  struct QuarterPlan: Sendable {
    /// The size of the small picture in pixels.
    let width: Int
    let height: Int
    let activeArea: PixelRect
    let crop: PixelRect
    /// The levels of the small picture's numbers.
    let levels: SensorLevels
    private let means: QuarterMeans
  }
}

extension DNG.QuarterPlan {
  /// Larger strips and tiles are not worth it, since each thread would hold one.
  private static let mostOfSegment = 1 << 20

  /// Nil for pictures whose numbers first need corrections that depend on the position, and where blocks would not lie
  /// inside strips, tiles and the visible picture.
  init?(_ picture: DNG.Picture, _ geometry: DNG.Geometry, _ levels: SensorLevels, _ pattern: ColorFilterArray?) {
    let segments = picture.segments
    guard !picture.becomesFloat, !picture.isPlanar, picture.rowInterleave == 1, picture.columnInterleave == 1,
      picture.planes == 3 ? pattern == nil : pattern?.kind == .bayer,
      picture.width >= 8, picture.height >= 8, picture.width % 4 != 1, picture.height % 4 != 1,
      segments.across == 1 || segments.width % 4 == 0, segments.down == 1 || segments.height % 4 == 0,
      picture.compression == .none || segments.width * segments.height <= Self.mostOfSegment,
      levels.blackDeltaH.isEmpty, levels.blackDeltaV.isEmpty
    else { return nil }
    let area = geometry.activeArea
    (width, height) = ((picture.width + 3) / 4, (picture.height + 3) / 4)
    guard let columns = Self.blocks(geometry.crop.columns, inside: area.columns, of: picture.width),
      let rows = Self.blocks(geometry.crop.rows, inside: area.rows, of: picture.height)
    else { return nil }
    crop = PixelRect(columns: columns, rows: rows)
    activeArea = PixelRect(
      minX: min((area.minX + 3) / 4, crop.minX), minY: min((area.minY + 3) / 4, crop.minY),
      maxX: max(area.maxX / 4, crop.maxX), maxY: max(area.maxY / 4, crop.maxY))
    guard let planes = Self.black(levels, pattern) else { return nil }
    let stored = pattern?.shifted(rows: -area.minY, columns: -area.minX)
    means = QuarterMeans(levels.linearization, bits: picture.bits, pattern: stored)
    let unit = Double(1 << means.shift)
    self.levels = SensorLevels(black: planes.map { $0 * unit }, white: levels.white.map { $0 * unit })
  }

  /// The blocks of the visible picture; nil where one reaches beyond the exposed pixels.
  private static func blocks(_ shown: Range<Int>, inside area: Range<Int>, of count: Int) -> Range<Int>? {
    let first = shown.lowerBound / 4
    let end = first + (shown.count + 3) / 4
    return 4 * first >= area.lowerBound && (4 * end <= area.upperBound || area.upperBound == count) ? first..<end : nil
  }

  /// The black levels of the three colours; nil for black patterns that do not divide a block.
  private static func black(_ levels: SensorLevels, _ pattern: ColorFilterArray?) -> [Double]? {
    let (rows, columns) = (levels.blackRows, levels.blackColumns)
    guard rows <= 2, columns <= 2 else { return nil }
    let planes = levels.black.count / (rows * columns)
    return (0..<3).map { plane in
      let cells = (0..<4).filter { pattern == nil || pattern?.plane(row: $0 / 2, column: $0 % 2) == plane }
      let values = cells.map { cell in
        levels.black[(cell / 2 % rows * columns + cell % 2 % columns) * planes + (planes == 3 ? plane : 0)]
      }
      return values.reduce(0, +) / Double(max(values.count, 1))
    }
  }

  /// Writes the means of a tile's blocks.
  ///
  /// - Parameter rect: the pixels of the picture that the tile holds.
  func reduce(_ tile: PixelBitmap, _ rect: PixelRect, into bitmap: PixelBitmap) {
    for row in 0..<(rect.height + 3) / 4 {
      // Where the picture ends inside a block, rows of the same colours two above replace the missing ones.
      let rows = (0..<4).map { index in
        let y = 4 * row + index
        return y < rect.height ? y : y - 2
      }
      let out = unsafe bitmap.rowAddress(rect.minY / 4 + row).assumingMemoryBound(to: UInt16.self)
      unsafe means.write(tile, rows, columns: rect.width, to: out + 3 * (rect.minX / 4))
    }
  }
}
