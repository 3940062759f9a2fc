internal import HeadroomColor
internal import HeadroomPixels

/// What is kept of the pictures that a gain map was made from: enough to say what a coded map gives back.
package struct GainMapRecord: Sendable {
  private let brightest: BrightestPixels
  private let strayShare: Double
  private let isLuma: Bool
  private let isBaseHDR: Bool
  private let width: Int
  private let height: Int
  private let baseEncoding: ColorEncoding

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
  }

  /// Light that counts as highlights: more than eight times reference white, or than half of a lower peak.
  private static let bright: Float = 8
  private static let least: Float = 1.5

  /// What a reader of `map`, as decoded from the file, gets.
  package func fidelity(of map: GainMapImage) -> GainMapFidelity {
    let pixels = brightest.above(Self.least)
    return Self.fidelity(pixels, found: rebuilt(pixels, map), strayShare: strayShare, isLuma: isLuma)
  }

  /// Whether one gain for all channels gives the highlights back, before it is coded.
  static func keepsHighlights(_ field: GainField, _ weights: SIMD3<Float>) -> Bool {
    let pixels = field.brightest.above(Self.least)
    let k = Float(field.offset)
    let found = pixels.map { pixel in
      let ratio = max((weights * pixel.alternate).sum() + k, k / 8) / max((weights * pixel.base).sum() + k, k / 8)
      return (pixel.base.max() + k) * ratio - k
    }
    return fidelity(pixels, found: found, strayShare: 0, isLuma: true).losses.isEmpty
  }

  private static func fidelity(
    _ pixels: [BrightestPixels.Pixel], found: [Float], strayShare: Double, isLuma: Bool
  ) -> GainMapFidelity {
    let light = pixels.map { $0.alternate.max() }
    let peak = light.max() ?? 1
    let threshold = min(bright, peak / 2)
    let ratios = zip(light, found).filter { $0.0 > threshold }.map { $0.1 / $0.0 }.sorted()
    return GainMapFidelity(
      peak: Double(peak), peakFound: Double(found.max() ?? 1),
      highlights: ratios.isEmpty ? nil : Double(ratios[ratios.count / 2]), strayShare: strayShare,
      isLuma: isLuma)
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
      return unsafe max(max(rows.r[0], rows.g[0]), rows.b[0])
    }
  }
}

extension GainMapFidelity {
  /// Bounds beyond which a loss is one that has to be said.
  private static let leastPeak = 0.85
  private static let leastHighlights = 0.9
  /// Of the light, this share may have lost its colour before it is said, and before three gains take the place of one.
  static let mostStray = 0.02

  /// What is lost, in words; empty where nothing that matters is.
  package var losses: [String] {
    var found: [String] = []
    if peakFound < peak * Self.leastPeak {
      found.append("its peak of \(Self.text(peak)) times white comes back as \(Self.text(peakFound))")
    }
    if let highlights, highlights < Self.leastHighlights {
      found.append("highlights keep \(Self.percent(highlights)) of their light")
    }
    if strayShare > Self.mostStray {
      let why = isLuma ? "that one gain for all channels cannot give back" : "outside the base's gamut"
      found.append("\(Self.percent(strayShare)) of its light has colours \(why)")
    }
    return found
  }

  private static func text(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  private static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }
}
