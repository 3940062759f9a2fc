internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomGraphics
internal import HeadroomPixels

/// Measures the light that readers get from a base and a coded gain map, while the base's rows arrive.
struct DecodedLight {
  private let applier: GainMapApplier
  private let encoding: ColorEncoding
  private let width: Int
  private(set) var survey: LightSurvey

  /// - Parameters:
  ///   - map: as decoded.
  ///   - encoding: of the base.
  init(
    _ map: GainMapImage, encoding: ColorEncoding, width: Int, height: Int
  ) throws(ImageIOError) {
    self.width = width
    self.encoding = encoding
    applier = GainMapApplier(
      map: map, baseEncoding: encoding, baseWidth: width, baseHeight: height, displayHeadroomStops: .infinity)
    survey = try LightSurvey(width: width, height: height, primaries: encoding.primaries)
  }

  /// Examines rows of the base from `firstRow` on. The result does not depend on the bands.
  mutating func add(_ base: PixelBitmap, firstRow: Int, pool: ThreadPool = .shared) throws(ImageIOError) {
    let light = LightConverter(base, encoding: encoding)
    let (survey, applier, width) = (self.survey, self.applier, self.width)
    let bands = survey.countedBands(in: firstRow..<firstRow + base.height)
    let total = SharedAccumulator(LightLevels())
    let makeRows: @Sendable () -> LightRows = { LightRows(width) }
    try pool.forEachPiece(bands.count, scratch: makeRows) { index, scratch in
      let (rows, largest) = unsafe (scratch.light.rows, scratch.levels.rows.r)
      var levels = LightLevels()
      for row in bands[index] {
        unsafe light.read(row: row - firstRow, x: 0, count: width, into: rows)
        unsafe applier.apply(row: row, x: 0, count: width, rows)
        unsafe survey.add(row: row, rows)
        unsafe survey.findLevels(rows, into: largest, count: width)
        unsafe levels.add(largest, count: width)
      }
      total.update { $0.add(levels) }
    }
    self.survey.add(total.value)
  }
}

/// The memory of a thread that measures levels of light.
struct LightRows: ~Copyable {
  let light: RowBuffer
  let levels: RowBuffer

  init(_ width: Int) {
    light = RowBuffer(capacity: width)
    levels = RowBuffer(capacity: width)
  }
}
