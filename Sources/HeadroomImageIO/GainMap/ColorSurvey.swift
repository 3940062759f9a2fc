internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomPixels

/// Pixels of a base and an alternate that lie evenly over them: enough to tell whether one gain for all channels gives the
/// colours back.
///
/// The base is looked at before it is coded. Colours that coding changes are not worth three gains: on photos in 4:2:0 these
/// cost a tenth more bytes, and the noise of every channel becomes light.
struct ColorSurvey: Sendable {
  private let width: Int
  private let height: Int
  /// Every so many pixels and rows one is looked at.
  private let step: Int
  private let encoding: ColorEncoding
  private var base: [SIMD3<Float>] = []
  private var alternate: [SIMD3<Float>] = []

  /// Of larger pictures about so many pixels are looked at.
  private static let mostPixels = 1 << 18

  /// - Parameter encoding: of the base.
  init(width: Int, height: Int, encoding: ColorEncoding) {
    self.width = width
    self.height = height
    self.encoding = encoding
    var step = 1
    while (width / step) * (height / step) > Self.mostPixels { step += 1 }
    self.step = step
  }

  /// Looks at rows of the base from `firstRow` on.
  mutating func addBase(_ bitmap: PixelBitmap, firstRow: Int) {
    base += samples(bitmap, encoding, firstRow)
  }

  /// Looks at rows of the alternate from `firstRow` on.
  mutating func addAlternate(_ bitmap: PixelBitmap, _ encoding: ColorEncoding, firstRow: Int) {
    alternate += samples(bitmap, encoding, firstRow)
  }

  private func samples(_ bitmap: PixelBitmap, _ encoding: ColorEncoding, _ firstRow: Int) -> [SIMD3<Float>] {
    let light = LightConverter(bitmap, encoding: encoding, primaries: self.encoding.primaries)
    let floor = LightFloor(self.encoding.primaries)
    let buffer = RowBuffer(capacity: width)
    let rows = unsafe buffer.rows
    var found: [SIMD3<Float>] = []
    let first = (firstRow + step - 1) / step * step
    for row in stride(from: first, to: firstRow + bitmap.height, by: step) {
      unsafe light.read(row: row - firstRow, x: 0, count: width, into: rows)
      unsafe floor.raise(rows, count: width)
      for x in stride(from: 0, to: width, by: step) {
        unsafe found.append(SIMD3(rows.r[x], rows.g[x], rows.b[x]))
      }
    }
    return found
  }

  // MARK: - What they show

  /// Of the pictures.
  var pixelCount: Int { width * height }

  /// Of red, green and blue in brightness.
  var primaries: ColorPrimaries { encoding.primaries }

  var weights: SIMD3<Float> { SIMD3<Float>(primaries.luminanceWeights) }

  /// Colours that come back with a larger error than this share of their largest channel are lost; in the dark, of a
  /// twentieth of reference white.
  private static let tolerance: Float = 0.1
  private static let darkest: Float = 0.05

  /// What one gain for all channels loses.
  struct Loss {
    /// The share of the light whose colour is lost, 0...1.
    var stray = 0.0
    /// The share of the pixels one of whose channels comes back a quarter of a stop off. Of saturated colours the weak channels are
    /// little light, but hue: where that happened in a quarter of a photo (a base whose colours are not those of the HDR picture)
    /// three gains give 7 to 11 dB more (PU21), where it happened in less than 1 % none that matters.
    var shifted = 0.0
  }

  func loss(lumaOffset offset: Double) -> Loss {
    let rebuilt = rebuilding(lumaOffset: offset)
    var shifted = 0
    let stray = share { base, alternate in
      let found = rebuilt(base, alternate)
      if Self.isShifted(found, alternate) { shifted += 1 }
      return Self.largestError(found, alternate)
    }
    return Loss(stray: stray, shifted: base.isEmpty ? 0 : Double(shifted) / Double(base.count))
  }

  /// The share of the alternate's light whose colour is lost with one gain for all channels, 0...1.
  func strayShare(lumaOffset offset: Double) -> Double {
    let rebuilt = rebuilding(lumaOffset: offset)
    return share { Self.largestError(rebuilt($0, $1), $1) }
  }

  private static func largestError(_ found: SIMD3<Float>, _ wanted: SIMD3<Float>) -> Float {
    let error = found - wanted
    return max(error.max(), -error.min())
  }

  /// A quarter of a stop, and the light, a fiftieth of reference white, that is added before channels are compared.
  private static let mostShift: Float = 1.189_207
  private static let shiftFloor: Float = 0.02

  private static func isShifted(_ found: SIMD3<Float>, _ wanted: SIMD3<Float>) -> Bool {
    let (found, wanted) = (pointwiseMax(found, .zero) + shiftFloor, pointwiseMax(wanted, .zero) + shiftFloor)
    return max((found / wanted).max(), (wanted / found).max()) > mostShift
  }

  /// What comes back of a pixel with one gain for all channels.
  private func rebuilding(lumaOffset offset: Double) -> (SIMD3<Float>, SIMD3<Float>) -> SIMD3<Float> {
    let (weights, k) = (weights, Float(offset))
    return { base, alternate in
      let ratio = max((weights * alternate).sum() + k, k / 8) / max((weights * base).sum() + k, k / 8)
      return (base + k) * ratio - k
    }
  }

  /// The same with a gain for each: what is further outside the base's gamut than the offset reaches.
  func strayShare(channelOffset offset: Double) -> Double {
    share { _, alternate in -alternate.min() - Float(offset) * 7 / 8 }
  }

  private func share(_ error: (SIMD3<Float>, SIMD3<Float>) -> Float) -> Double {
    var (all, lost) = (0.0, 0.0)
    for (base, alternate) in zip(base, alternate) {
      let light = max(alternate.max(), 0)
      all += Double(light)
      if error(base, alternate) > Self.tolerance * max(light, Self.darkest) { lost += Double(light) }
    }
    return all > 0 ? lost / all : 0
  }

  /// The largest channel of the alternate.
  var peak: Float { alternate.reduce(0) { max($0, $1.max()) } }

  /// The least value of any channel of the alternate but a share of the pixels, at most 0.
  func lowestAlternate(trimming share: Double) -> Double {
    var lowest = alternate.map { $0.min() }
    guard !lowest.isEmpty else { return 0 }
    lowest.sort()
    return min(Double(lowest[Int(Double(lowest.count) * share)]), 0)
  }
}
