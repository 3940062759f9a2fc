internal import HeadroomColor
package import HeadroomContainers
package import HeadroomPixels

/// What is kept of the pictures that a gain map was made from: enough to say what a coded map gives back of the base.
package struct GainMapRecord: Sendable {
  private let brightest: BrightestPixels
  private let strayShare: Double
  private let isLuma: Bool
  private let isBaseHDR: Bool
  private let width: Int
  private let height: Int
  private let baseEncoding: ColorEncoding
  private let largest: LargestChannel
  /// The light of the HDR rendition; nil where that is the base.
  private let wanted: LightSurvey?

  init(_ field: GainField, _ survey: ColorSurvey, baseEncoding: ColorEncoding) {
    brightest = field.brightest
    strayShare =
      field.isLuma
      ? survey.strayShare(lumaOffset: field.offset) : survey.strayShare(channelOffset: field.offset)
    isLuma = field.isLuma
    isBaseHDR = field.isBaseHDR
    width = field.width
    height = field.height
    self.baseEncoding = baseEncoding
    largest = LargestChannel(of: baseEncoding.primaries)
    wanted = field.wantedLight
  }

  /// Light that counts as highlights: more than eight times reference white, or than half of a lower peak.
  private static let bright: Float = 8
  private static let least: Float = 1.5

  /// What a reader of `map`, as decoded from the file, gets with `base`, as decoded.
  package func fidelity(of map: GainMapImage, base: PixelBitmap) throws(ImageIOError) -> GainMapFidelity {
    var found = try foundLight(of: map)
    try found?.add(base, firstRow: 0)
    return fidelity(of: map, found: found)
  }

  /// What looks at the light of a base with `map`, row by row; nil where the base is the HDR rendition.
  func foundLight(of map: GainMapImage) throws(ImageIOError) -> FoundLight? {
    isBaseHDR ? nil : try FoundLight(map, encoding: baseEncoding, width: width, height: height)
  }

  /// - Parameter found: has looked at all rows of the base.
  func fidelity(of map: GainMapImage, found: FoundLight?) -> GainMapFidelity {
    let pixels = brightest.above(Self.least)
    var result = Self.fidelity(
      wanted: pixels.map { largest($0.alternate) }, found: rebuilt(pixels, map), strayShare: strayShare, isLuma: isLuma)
    guard let wanted, let found = found?.survey else { return result }
    result.peak.wanted = max(result.peak.wanted, Double(wanted.levels.peak))
    result.peak.found = max(result.peak.found, Double(found.levels.peak))
    if let high = wanted.levels.high, let back = found.levels.high { result.level = GainMapFidelity.Pair(high, back) }
    result.blocks = GainMapFidelity.Blocks(wanted.errors(of: found))
    return result
  }

  /// Whether one gain for all channels gives the highlights back, before it is coded.
  static func keepsHighlights(_ field: GainField, _ weights: SIMD3<Float>) -> Bool {
    let pixels = field.brightest.above(Self.least)
    let k = Float(field.offset)
    let found = pixels.map { pixel in
      let ratio = max((weights * pixel.alternate).sum() + k, k / 8) / max((weights * pixel.base).sum() + k, k / 8)
      return (pixel.base.max() + k) * ratio - k
    }
    let wanted = pixels.map { $0.alternate.max() }
    return !fidelity(wanted: wanted, found: found, strayShare: 0, isLuma: true).losesHighlights
  }

  private static func fidelity(
    wanted light: [Float], found: [Float], strayShare: Double, isLuma: Bool
  ) -> GainMapFidelity {
    let peak = light.max() ?? 1
    let threshold = min(bright, peak / 2)
    let ratios = zip(light, found).filter { $0.0 > threshold }.map { $0.1 / $0.0 }.sorted()
    return GainMapFidelity(
      peak: GainMapFidelity.Pair(Double(peak), Double(found.max() ?? 1)),
      highlights: ratios.isEmpty ? nil : Double(ratios[ratios.count / 2]), strayShare: strayShare, isLuma: isLuma)
  }

  private func rebuilt(_ pixels: [BrightestPixels.Pixel], _ map: GainMapImage) -> [Float] {
    let applier = GainMapApplier(
      map: map, baseEncoding: baseEncoding, baseWidth: width, baseHeight: height,
      displayHeadroomStops: isBaseHDR ? 0 : .infinity)
    let buffer = RowBuffer(capacity: 1)
    let rows = unsafe buffer.rows
    return pixels.map { pixel in
      (unsafe rows.r[0], unsafe rows.g[0], unsafe rows.b[0]) = (pixel.base.x, pixel.base.y, pixel.base.z)
      unsafe applier.apply(row: pixel.row, x: pixel.column, count: 1, rows)
      return unsafe largest(SIMD3(rows.r[0], rows.g[0], rows.b[0]))
    }
  }
}
