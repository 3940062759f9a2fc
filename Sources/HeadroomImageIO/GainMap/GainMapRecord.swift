internal import HeadroomColor
package import HeadroomContainers
package import HeadroomPixels

/// A record of the pictures from which a gain map was made, sufficient to measure what a coded map makes of the base.
package struct GainMapRecord: Sendable {
  private let brightest: BrightestPixels
  private let isLuma: Bool
  private let isBaseHDR: Bool
  private let width: Int
  private let height: Int
  private let baseEncoding: ColorEncoding
  private let largest: LargestChannel
  /// The light of the HDR rendition, and the light that the gains restore; nil where that rendition is the base.
  private let light: (wanted: LightSurvey, reachable: LightSurvey)?

  init(_ field: GainField, baseEncoding: ColorEncoding) {
    brightest = field.brightest
    isLuma = field.isLuma
    isBaseHDR = field.isBaseHDR
    width = field.width
    height = field.height
    self.baseEncoding = baseEncoding
    largest = LargestChannel(of: baseEncoding.primaries)
    light = field.light
  }

  /// The fidelity that a reader gets with `map` and `base`, both as decoded from the file.
  package func fidelity(of map: GainMapImage, base: PixelBitmap) throws(ImageIOError) -> GainMapFidelity {
    var found = try decodedLight(of: map)
    try found?.add(base, firstRow: 0)
    return fidelity(of: map, found: found)
  }

  /// The measurement of a base's light with `map`, row by row; nil where the base is the HDR rendition.
  func decodedLight(of map: GainMapImage) throws(ImageIOError) -> DecodedLight? {
    isBaseHDR ? nil : try DecodedLight(map, encoding: baseEncoding, width: width, height: height)
  }

  /// - Parameter found: has examined all rows of the base.
  func fidelity(of map: GainMapImage, found: DecodedLight?) -> GainMapFidelity {
    let pixels = brightest.above(GainMapFidelity.leastHighlight)
    var result = GainMapFidelity(
      highlights: pixels.map { largest($0.alternate) }, found: rebuilt(pixels, map), isLuma: isLuma)
    if let light, let found = found?.survey {
      result.compare(light.wanted, found)
      result.isFarFromReachable = result.isFar(light.reachable.blocks, found.blocks)
    }
    return result
  }

  /// Whether one gain for all channels restores the highlights, before it is coded.
  static func keepsHighlights(_ field: GainField) -> Bool {
    let weights = field.weights
    let pixels = field.brightest.above(GainMapFidelity.leastHighlight)
    let k = Float(field.offset)
    let found = pixels.map { pixel in
      let ratio = max((weights * pixel.alternate).sum() + k, k / 8) / max((weights * pixel.base).sum() + k, k / 8)
      return (pixel.base.max() + k) * ratio - k
    }
    let wanted = pixels.map { $0.alternate.max() }
    return !GainMapFidelity(highlights: wanted, found: found, isLuma: true).losesHighlights
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

extension GainMapFidelity {
  /// Light that counts as highlights: more than eight times reference white, or than half of a lower peak.
  private static let bright: Float = 8
  static let leastHighlight: Float = 1.5

  /// Measures the fidelity of bright pixels.
  ///
  /// - Parameters:
  ///   - light: the levels of those brighter than ``leastHighlight``, as wanted.
  ///   - found: the levels of the same pixels after decoding.
  init(highlights light: [Float], found: [Float], isLuma: Bool) {
    let peak = light.max() ?? 1
    let threshold = min(Self.bright, peak / 2)
    let ratios = zip(light, found).filter { $0.0 > threshold }.map { $0.1 / $0.0 }.sorted()
    self.init(
      peak: Pair(Double(peak), Double(found.max() ?? 1)),
      highlights: ratios.isEmpty ? nil : Double(ratios[ratios.count / 2]), isLuma: isLuma)
  }

  /// Codes become finer where blocks are off by this share of the tolerance, because readers'
  /// arithmetic differs a little.
  private static let caution = 0.95

  /// Whether the light of blocks is farther than allowed from the light that the gains could restore.
  func isFar(_ reachable: BlockColors, _ found: BlockColors) -> Bool {
    (Blocks(reachable.errors(of: found))?.error ?? 0) > Self.caution * Blocks.tolerance
  }

  /// Adds the fidelity of all light.
  ///
  /// - Parameters:
  ///   - tolerance: the share of its light that a block may be off.
  ///   - colorTolerance: the delta E ITP that its colour may be off.
  mutating func compare(
    _ wanted: LightSurvey, _ found: LightSurvey, tolerance: Double = Blocks.tolerance,
    colorTolerance: Double = Colors.tolerance
  ) {
    peak.wanted = max(peak.wanted, Double(wanted.levels.peak))
    peak.found = max(peak.found, Double(found.levels.peak))
    if let high = wanted.levels.high, let back = found.levels.high { level = Pair(high, back) }
    let (here, there) = (wanted.blocks, found.blocks)
    blocks = Blocks(here.errors(of: there), tolerance: tolerance)
    colors = Colors(here, there, tolerance: colorTolerance)
  }
}
