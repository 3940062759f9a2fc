internal import HeadroomContainers
internal import HeadroomPixels

/// The active area's rows as linear values with white balance: linearised, and corrected by the file's second list.
struct LinearRows: Sendable {
  let width: Int
  let height: Int
  let planes: Int
  let levels: LinearLevels
  private let samples: StoredSamples
  private let corrections: LinearCorrections

  init(_ image: SensorImage, multipliers: SIMD3<Double>, corrections: LinearCorrections, bitmap: PixelBitmap)
    throws(ImageIOError)
  {
    samples = try StoredSamples(image, bitmap: bitmap)
    planes = samples.planes
    width = image.activeArea.width
    height = image.activeArea.height
    self.corrections = corrections
    let saturation = SaturationLevel.measure(bitmap, image.activeArea, level: image.levels.level)
    levels = try LinearLevels(
      image.levels, size: (width, height), planes: planes, pattern: image.pattern, multipliers: multipliers,
      saturation: saturation)
  }

  /// Reads linear values of samples inside a row; `levels` receives them as they were before corrections and white
  /// balance, where 1 is the sensor's limit.
  func read(
    row: Int, sample: Int, count: Int, into target: UnsafeMutablePointer<Float>,
    levels fill: UnsafeMutablePointer<Float>? = nil
  ) {
    guard count > 0 else { return }
    unsafe samples.read(row: row, sample: sample, count: count, table: levels.table, into: target)
    let span = unsafe levels.span(row: row, sample: sample)
    // Floats may be a stack of exposures with values above the stated white.
    let limit: Float = samples.isFloat ? 65_504 : 1
    unsafe Self.linearize(target, count, span, limit: limit)
    if let fill = unsafe fill { unsafe fill.update(from: target, count: count) }
    unsafe corrections.apply(row: row, sample: sample, count: count, planes: planes, to: target)
    unsafe Self.balance(target, count, span)
  }

  /// Whether a sample of a span may be clipped, or nearly clipped.
  func isNearlyClipped(row: Int, sample: Int, count: Int) -> Bool {
    samples.reaches(levels.clipFloor, row: row, sample: sample, count: count, table: levels.table)
  }

  private static func linearize(
    _ row: UnsafeMutablePointer<Float>, _ count: Int, _ span: LinearLevels.Span, limit: Float
  ) {
    let (black, scale, rise) = unsafe (span.black, span.scale, span.rise)
    for i in 0..<count {
      let value = unsafe (row[i] - black[i] - rise) * scale[i]
      let upper = value < limit ? value : limit
      unsafe row[i] = upper > -65_504 ? upper : -65_504
    }
  }

  private static func balance(_ row: UnsafeMutablePointer<Float>, _ count: Int, _ span: LinearLevels.Span) {
    let gain = unsafe span.gain
    for i in 0..<count { unsafe row[i] *= gain[i] }
  }
}
