internal import HeadroomContainers
internal import HeadroomPixels

extension TIFF {
  /// How decoded samples become the components of a bitmap.
  struct SampleLayout: Sendable {
    /// The contents of a decompressed strip or tile.
    enum Source: Hashable, Sendable {
      /// Unsigned integers of 1...16 bits, those below 8 and between 8 and 16 packed.
      case integers(bits: Int)
      /// Unsigned integers of 32 bits, which become floats of 0...1.
      case wideIntegers
      case half
      case float24
      case float
      case double
      /// Blocks of luma and chroma, 8 bits.
      case yCbCr
    }

    let source: Source
    private(set) var format: PixelFormat
    /// The sample that is each component of the bitmap.
    private(set) var map: [Int]
    /// Components before alpha.
    private(set) var colors: Int
    /// Whether the samples are inks, which fill all components of the bitmap.
    let isInks: Bool
    /// The alpha sample of inks, which has a separate bitmap.
    let inkAlpha: Int?
    /// Whether 0 is white.
    let isInverted: Bool
    /// Whether colour was multiplied by alpha. Inks are divided by it where the two are combined.
    let isPremultiplied: Bool
    /// The colours of a palette, red, green and blue interleaved, in the format's depth.
    let palette: [UInt16]
    /// Whether the samples are CIE XYZ, as LogLuv decodes to.
    let isXYZ: Bool
    var warnings: [String] = []

    /// Whether the samples are unbounded numbers, which are taken as light; integers are signals
    /// even where floats hold them.
    var isFloatingPoint: Bool { format.isFloatingPoint && source != .wideIntegers }

    /// The layout of alpha alone, where inks have one.
    var ofInkAlpha: SampleLayout? {
      guard let inkAlpha else { return nil }
      var result = self
      (result.map, result.colors) = ([inkAlpha], 1)
      result.format = Self.format(source, colors: 1, hasAlpha: false)
      return result
    }
  }
}

extension TIFF.SampleLayout {
  /// - Throws: `ImageIOError/unsupported(part:text:)` for pictures with unsupported samples.
  init(_ page: TIFF.Page, of file: TIFF.File) throws(ImageIOError) {
    colors = try Self.colors(of: page, file)
    isInks = page.photometric == .separated
    isInverted = page.photometric == .minIsWhite
    isXYZ = page.photometric == .logLuv
    guard page.samplesPerPixel >= (page.photometric == .palette ? 1 : colors) else {
      throw .malformed(
        part: page.part, text: "\(page.samplesPerPixel) samples are no \(page.photometric.name) picture",
        offset: page.directory.offset)
    }
    source = try Self.source(of: page)
    palette = page.photometric == .palette ? try Self.palette(of: page, file) : []
    let stored = page.photometric == .palette ? 1 : colors
    let alpha = page.photometric == .palette ? nil : Self.alpha(of: page, colors: colors)
    isPremultiplied = alpha?.isPremultiplied ?? false
    inkAlpha = isInks ? alpha?.sample : nil
    let mappedAlpha = isInks ? [] : alpha.map { [$0.sample] } ?? []
    map = (page.photometric == .palette ? [0, 0, 0] : Array(0..<colors)) + mappedAlpha
    if page.samplesPerPixel > stored + (alpha == nil ? 0 : 1) {
      let left = page.samplesPerPixel - stored - (alpha == nil ? 0 : 1)
      warnings.append("\(page.part): \(left) samples that are neither colour nor alpha are left out")
    }
    if page.photometric == .palette {
      format = palette.contains { $0 > 255 } ? .rgb16 : .rgb8
    } else {
      format = Self.format(source, colors: colors, hasAlpha: isInks || alpha != nil)
    }
  }

  private static func colors(of page: TIFF.Page, _ file: TIFF.File) throws(ImageIOError) -> Int {
    switch page.photometric {
    case .minIsWhite, .minIsBlack, .mask, .logL: return 1
    case .rgb, .palette, .logLuv: return 3
    case .yCbCr:
      guard page.samplesPerPixel == 3, !page.isPlanar, page.bitsPerSample == 8 else {
        throw .unsupported(
          part: page.part, text: "YCbCr of \(page.bitsPerSample) bits, \(page.isPlanar ? "planar" : "interleaved")")
      }
      return 3
    case .separated:
      // 1 is cyan, magenta, yellow, black; 2 other inks, by name.
      if let set = file.first(TIFF.Tag.inkSet, of: page.directory), set != 1 {
        throw .unsupported(part: page.part, text: "inks other than cyan, magenta, yellow and black (InkSet \(set))")
      }
      return 4
    case .cieLab, .iccLab, .ituLab:
      throw .unsupported(part: page.part, text: "\(page.photometric.name) pictures are not read")
    case .colorFilterArray, .linearRaw:
      throw .unsupported(part: page.part, text: "a RAW file (\(page.photometric.name))")
    }
  }

  private static func source(of page: TIFF.Page) throws(ImageIOError) -> Source {
    if page.photometric == .logL || page.photometric == .logLuv {
      let samples = page.photometric == .logL ? 1 : 3
      guard page.compression == .sgiLog || page.compression == .sgiLog24, page.samplesPerPixel == samples,
        !page.isPlanar
      else {
        throw .unsupported(
          part: page.part, text: "LogLuv of \(page.samplesPerPixel) samples, compression \(page.compression.name)")
      }
      return .float
    }
    guard page.compression != .sgiLog, page.compression != .sgiLog24 else {
      throw .malformed(part: page.part, text: "a \(page.photometric.name) picture with SGI compression", offset: nil)
    }
    if page.photometric == .yCbCr { return page.compression == .jpeg ? .integers(bits: 8) : .yCbCr }
    if page.photometric == .palette, page.sampleFormat != .unsigned || page.bitsPerSample > 16 {
      throw .malformed(part: page.part, text: "palette indices are no integers of 1 to 16 bits", offset: nil)
    }
    switch (page.sampleFormat, page.bitsPerSample) {
    case (.unsigned, 1...16), (.undefined, 1...16): return .integers(bits: page.bitsPerSample)
    case (.unsigned, 32), (.undefined, 32): return .wideIntegers
    case (.float, 16): return .half
    case (.float, 24): return .float24
    case (.float, 32): return .float
    case (.float, 64): return .double
    case (.unsigned, _), (.undefined, _):
      throw .unsupported(part: page.part, text: "integers of \(page.bitsPerSample) bits; 1 to 16 and 32 are read")
    case (.signed, _):
      throw .unsupported(part: page.part, text: "signed integers of \(page.bitsPerSample) bits are not read")
    case (.float, _):
      throw .unsupported(part: page.part, text: "floats of \(page.bitsPerSample) bits; 16, 24, 32 and 64 are read")
    }
  }

  fileprivate static func format(_ source: Source, colors: Int, hasAlpha: Bool) -> PixelFormat {
    switch (colors, hasAlpha) {
    case (1, false): choose(source, .gray8, .gray16, .grayHalf, .grayFloat)
    case (1, true): choose(source, .grayAlpha8, .grayAlpha16, .grayAlphaHalf, .grayAlphaFloat)
    case (_, false): choose(source, .rgb8, .rgb16, .rgbHalf, .rgbFloat)
    default: choose(source, .rgba8, .rgba16, .rgbaHalf, .rgbaFloat)
    }
  }

  private static func choose(
    _ source: Source, _ small: PixelFormat, _ deep: PixelFormat, _ half: PixelFormat, _ float: PixelFormat
  ) -> PixelFormat {
    switch source {
    case .integers(let bits): bits <= 8 ? small : deep
    case .yCbCr: small
    case .half: half
    case .float24, .float, .double, .wideIntegers: float
    }
  }

  /// The first sample that is stated to be alpha. Samples without a stated meaning are not alpha: editors
  /// store selections that way.
  private static func alpha(of page: TIFF.Page, colors: Int) -> (sample: Int, isPremultiplied: Bool)? {
    // Counted from the end: the field covers the samples after the colour, however many colours the writer assumed.
    let extra = page.samplesPerPixel - colors
    for (index, kind) in page.extraSamples.prefix(extra).enumerated() where kind == 1 || kind == 2 {
      return (colors + index, kind == 1)
    }
    return nil
  }

  /// ColorMap: all reds, all greens, all blues, 16 bits each.
  private static func palette(of page: TIFF.Page, _ file: TIFF.File) throws(ImageIOError) -> [UInt16] {
    let count = 1 << page.bitsPerSample
    guard let values = file.integers(TIFF.Tag.colorMap, of: page.directory, limit: UInt64(3 * count)),
      values.count == 3 * count
    else {
      throw .malformed(part: page.part, text: "no ColorMap of \(3 * count) values", offset: page.directory.offset)
    }
    let colors = (0..<3 * count).map { UInt16(truncatingIfNeeded: values[$0 % 3 * count + $0 / 3]) }
    // Eight-bit writers store c, 256 c or 257 c.
    if colors.allSatisfy({ $0 <= 255 }) { return colors }
    if colors.allSatisfy({ $0 & 0xFF == 0 || $0 & 0xFF == $0 >> 8 }) { return colors.map { $0 >> 8 } }
    return colors
  }
}
