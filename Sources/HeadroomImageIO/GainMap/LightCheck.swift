package import HeadroomColor
package import HeadroomContainers
internal import HeadroomGraphics
package import HeadroomPixels

/// Compares a lossy picture in PQ or HLG, as readers get it, with the written one. It receives all rows as written,
/// then all as read again, each from the top. It keeps only sums over blocks and the brightest pixels.
package struct LightCheck {
  private let encoding: ColorEncoding
  let width: Int
  let height: Int
  private let brightest: BrightestPixels
  private var wanted: LightSurvey
  private var found: LightSurvey
  /// Levels of the brightest pixels.
  private var highlights: [(wanted: Float, found: Float)] = []

  /// - Parameters:
  ///   - width: of the picture, in pixels.
  ///   - height: of the picture, in pixels.
  ///   - encoding: of the written picture.
  package init(width: Int, height: Int, encoding: ColorEncoding) throws(ImageIOError) {
    (self.width, self.height) = (width, height)
    self.encoding = encoding
    brightest = try BrightestPixels(width: width, height: height)
    wanted = try LightSurvey(width: width, height: height, primaries: encoding.primaries)
    found = try LightSurvey(width: width, height: height, primaries: encoding.primaries)
  }

  /// Adds rows that are written, from `firstRow` on.
  package mutating func addWritten(_ band: PixelBitmap, firstRow: Int) throws(ImageIOError) {
    let light = Light(band, encoding, encoding.primaries, firstRow)
    let levels = try unsafe wanted.levels(of: light, width) { [brightest] row, rows, levels in
      unsafe brightest.add(row: row, light: levels, base: rows, alternate: rows)
    }
    wanted.add(levels)
  }

  /// Adds the same rows as they were read again.
  package mutating func addRead(
    _ band: PixelBitmap, _ bandEncoding: ColorEncoding, firstRow: Int
  ) throws(ImageIOError) {
    let light = Light(band, bandEncoding, encoding.primaries, firstRow)
    let largest = LargestChannel(of: encoding.primaries)
    let pairs = SharedAccumulator([(wanted: Float, found: Float)]())
    let levels = try unsafe found.levels(of: light, width) { [brightest] row, _, levels in
      for pixel in brightest.pixels(ofBlockRow: row / BrightestPixels.blockHeight) where pixel.row == row {
        let wanted = largest(pixel.alternate)
        let found = unsafe levels[pixel.column]
        if wanted > GainMapFidelity.leastHighlight { pairs.update { $0.append((wanted, found)) } }
      }
    }
    found.add(levels)
    highlights += pairs.value
  }

  /// The fidelity, once all rows have been examined.
  package var fidelity: GainMapFidelity {
    var result = GainMapFidelity(
      highlights: highlights.map(\.wanted), found: highlights.map(\.found), isLuma: false)
    result.compare(
      wanted, found, tolerance: GainMapFidelity.Blocks.codingTolerance,
      colorTolerance: GainMapFidelity.Colors.codingTolerance)
    return result
  }

  /// Rows as light in the primaries of the written picture, over black where they are partly covered: the codec may
  /// choose invisible colours freely.
  fileprivate struct Light: Sendable {
    let rows: Range<Int>
    private let converter: LightConverter
    private let hasAlpha: Bool

    init(_ band: PixelBitmap, _ encoding: ColorEncoding, _ primaries: ColorPrimaries, _ firstRow: Int) {
      rows = firstRow..<firstRow + band.height
      converter = LightConverter(band, encoding: encoding, primaries: primaries)
      hasAlpha = band.format.hasAlpha && band.alpha != .opaque
    }

    func read(row: Int, count: Int, into rows: RowPointers) {
      unsafe converter.read(row: row - self.rows.lowerBound, x: 0, count: count, into: rows)
      if hasAlpha { unsafe AlphaRow.premultiply(rows, count) }
    }
  }
}

extension LightSurvey {
  /// Examines rows; the result does not depend on their division into bands.
  ///
  /// - Parameter look: receives each row's light and levels.
  /// - Returns: the levels of the rows that count.
  fileprivate func levels(
    of light: LightCheck.Light, _ width: Int,
    _ look: @Sendable (_ row: Int, _ light: RowPointers, _ levels: UnsafeMutablePointer<Float>) -> Void
  ) throws(ImageIOError) -> LightLevels {
    let rows = light.rows
    let first = rows.lowerBound / Self.side
    let total = SharedAccumulator(LightLevels())
    let makeRows: @Sendable () -> LightRows = { LightRows(width) }
    try ThreadPool.shared.forEachPiece((rows.upperBound - 1) / Self.side - first + 1, scratch: makeRows) {
      index, scratch in
      let start = (first + index) * Self.side
      var found = LightLevels()
      for row in (start..<start + Self.side).clamped(to: rows) {
        unsafe light.read(row: row, count: width, into: scratch.light.rows)
        unsafe findLevels(scratch.light.rows, into: scratch.levels.rows.r, count: width)
        unsafe look(row, scratch.light.rows, scratch.levels.rows.r)
        guard counts(row: row) else { continue }
        unsafe add(row: row, scratch.light.rows)
        unsafe found.add(scratch.levels.rows.r, count: width)
      }
      total.update { $0.add(found) }
    }
    return total.value
  }
}
