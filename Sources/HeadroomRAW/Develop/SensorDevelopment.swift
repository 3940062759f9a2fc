package import HeadroomContainers
internal import HeadroomPixels

/// A sensor's image prepared for its colours: from stored numbers to linear camera RGB with white balance.
///
/// 1 is the level at which the colour with the smallest white balance factor clips; the others reach further. Nothing
/// is clamped: values above 1 and below 0 stay. Immutable; any number of threads may render from it.
package final class SensorDevelopment: Sendable {
  package struct Options: Hashable, Sendable {
    /// The factors of red, green and blue before demosaicing, none below 1.
    package var whiteBalance: SIMD3<Double>
    /// Whether colours that are clipped are estimated from those that are not.
    package var recoversHighlights = true
    /// Whether the vignette correction of the file's second list is applied. The rest of the first two lists always is,
    /// since it corrects the sensor. The caller applies the third list.
    package var appliesLensOpcodes = true
    /// How readily single numbers of a mosaic that stand out from their neighbours are replaced, 0 (never) ... 1.
    package var despeckle = 0.0

    package init(whiteBalance: SIMD3<Double>) { self.whiteBalance = whiteBalance }
  }

  package enum Quality: Hashable, Sendable {
    case full
    /// Faster, with less detail.
    case draft
  }

  /// Pixels of the crop.
  package let width: Int
  package let height: Int
  /// The level at which the colour with the smallest white balance factor clips: 1, or less where the sensor's wells
  /// are full below the white that its file states.
  package let saturation: Float
  /// The crop's corner in the active area.
  let corner: (x: Int, y: Int)
  let kind: Kind

  /// How colours are reconstructed.
  enum Kind: Sendable {
    case bayer(BayerDevelopment, half: BayerHalf)
    case cfa(CFADevelopment, half: WindowDevelopment)
    case window(WindowDevelopment, half: WindowDevelopment)
    /// Every pixel has all colours, or there is only one.
    case linearRaw(LinearRawPixels)
  }

  package init(_ image: SensorImage, options: Options) throws(ImageIOError) {
    try Self.check(image, options)
    width = image.crop.width
    height = image.crop.height
    corner = (image.crop.minX - image.activeArea.minX, image.crop.minY - image.activeArea.minY)
    let corrections = try LinearCorrections(
      image.opcodes.linear, width: image.activeArea.width, height: image.activeArea.height,
      includesVignette: options.appliesLensOpcodes)
    let corrected = try StoredCorrections.apply(image.opcodes.stored, to: image)
    let rows = try LinearRows(
      image, multipliers: options.whiteBalance, corrections: corrections,
      bitmap: try Despeckle.apply(options.despeckle, to: corrected, of: image))
    saturation = rows.levels.saturation
    let highlights =
      options.recoversHighlights
      ? HighlightMap(rows, pattern: image.pattern, multipliers: options.whiteBalance).map {
        HighlightRebuild(map: $0, pattern: image.pattern)
      } : nil
    try TaskContext.check()
    guard let pattern = image.pattern else {
      kind = .linearRaw(LinearRawPixels(rows: rows, highlights: highlights))
      return
    }
    let noise = image.noise.isEmpty ? DarkNoise.measure(rows, pattern: pattern) : image.noise
    let roots = RootEncoding(noise, multipliers: options.whiteBalance)
    kind = Self.kind(MosaicSource(rows: rows, pattern: pattern, highlights: highlights), roots)
  }

  private static func kind(_ source: MosaicSource, _ roots: RootEncoding) -> Kind {
    let pattern = source.pattern
    let hasAllColors = source.rows.width >= pattern.columns && source.rows.height >= pattern.rows
    let half = WindowDevelopment(source: source, pattern: pattern, step: 2)
    if pattern.kind == .bayer, hasAllColors {
      let full = BayerDevelopment(source: source, pattern: pattern, roots: roots)
      return .bayer(full, half: BayerHalf(source: source, pattern: pattern))
    }
    guard hasAllColors, CFADevelopment.suits(pattern) else {
      return .window(WindowDevelopment(source: source, pattern: pattern, step: 1), half: half)
    }
    return .cfa(CFADevelopment(source: source, pattern: pattern, roots: roots), half: half)
  }

  private static func check(_ image: SensorImage, _ options: Options) throws(ImageIOError) {
    let all = PixelRect(width: image.samples.width, height: image.samples.height)
    guard !image.crop.isEmpty, !image.activeArea.isEmpty, all.contains(image.activeArea),
      image.activeArea.contains(image.crop)
    else {
      throw .malformed(
        part: "ActiveArea", text: "\(image.activeArea) and crop \(image.crop) do not lie in \(all)", offset: nil)
    }
    let balance = options.whiteBalance
    guard (0..<3).allSatisfy({ balance[$0] >= 1 && balance[$0] <= 10_000 }) else {
      throw .malformed(part: "white balance", text: "multipliers \(balance) are not within 1...10000", offset: nil)
    }
  }
}
