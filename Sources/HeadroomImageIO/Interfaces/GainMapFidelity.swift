/// The fidelity of a file's HDR to the picture from which it was made.
package struct GainMapFidelity: Hashable, Sendable {
  /// A number of the picture, and of the decoded result.
  package struct Pair: Hashable, Sendable {
    package var wanted: Double
    package var found: Double

    package init(_ wanted: Double, _ found: Double) {
      self.wanted = wanted
      self.found = found
    }

    /// The found number over the wanted one; 1 where that is 0.
    package var ratio: Double { wanted > 0 ? found / wanted : 1 }
  }

  /// Blocks of 16 x 16 pixels whose mean light is off.
  package struct Blocks: Hashable, Sendable {
    /// The share of all blocks, 0...1, that have more light than is allowed, and less.
    package var tooBright: Double
    package var tooDark: Double
    /// The largest error of the best 99.9 % of blocks, as a share of their light.
    package var error: Double
    /// The share of its light that a block may be off.
    package var tolerance = Self.tolerance

    package init(tooBright: Double, tooDark: Double, error: Double) {
      self.tooBright = tooBright
      self.tooDark = tooDark
      self.error = error
    }
  }

  /// Largest channel in BT.2020, as ``level``: linear, 1 is reference white.
  package var peak: Pair
  /// The level of the largest channel that a ten-thousandth of the pixels exceeds; nil for small pictures.
  package var level: Pair?
  /// The median share of light that the brightest pixels of bright places keep; nil where none is bright.
  package var highlights: Double?
  /// Nil for pictures smaller than a block, and for HDR bases, whose map leads to SDR.
  package var blocks: Blocks?
  /// As ``blocks``, of colours.
  package var colors: Colors?
  /// Whether one gain serves all channels.
  package var isLuma: Bool
  /// Whether the light of blocks is farther than allowed from the light that the gains could restore.
  var isFarFromReachable = false

  package init(
    peak: Pair, level: Pair? = nil, highlights: Double?, blocks: Blocks? = nil, colors: Colors? = nil, isLuma: Bool
  ) {
    self.peak = peak
    self.level = level
    self.highlights = highlights
    self.blocks = blocks
    self.colors = colors
    self.isLuma = isLuma
  }
}

extension GainMapFidelity.Blocks {
  /// The share of its light that a block may be off with a gain map, whose codes can be made finer.
  package static let tolerance = 0.03
  /// The same for a codec's result in PQ and HLG: a few percent are normal at lossy qualities.
  static let codingTolerance = 0.1

  /// - Parameters:
  ///   - errors: of each block, signed.
  ///   - tolerance: the share of its light that a block may be off.
  init?(_ errors: [Float], tolerance: Double = Self.tolerance) {
    guard !errors.isEmpty else { return nil }
    let count = Double(errors.count)
    let sizes = errors.map { Double($0.magnitude) }.sorted()
    // Between two blocks where the share does not end at one.
    let place = 0.999 * (count - 1)
    let (below, part) = (Int(place), place - place.rounded(.down))
    let above = min(below + 1, sizes.count - 1)
    self.init(
      tooBright: Double(errors.count { Double($0) > tolerance }) / count,
      tooDark: Double(errors.count { -Double($0) > tolerance }) / count,
      error: sizes[below] + part * (sizes[above] - sizes[below]))
    self.tolerance = tolerance
  }
}

// MARK: - In words

extension GainMapFidelity {
  /// Bounds beyond which a difference causes a warning.
  private static let peakBounds = 0.85...1.15
  private static let levelBounds = 0.95...1.05
  private static let leastHighlights = 0.9

  /// Whether highlights lose more than may be.
  var losesHighlights: Bool {
    peak.ratio < Self.peakBounds.lowerBound || (highlights ?? 1) < Self.leastHighlights
  }

  /// Whether the brightest light is off by more than may be.
  package var changesPeak: Bool { !Self.peakBounds.contains(peak.ratio) }

  /// Whether finer codes may bring light nearer.
  var wantsFinerCodes: Bool {
    losesHighlights || changesPeak || !Self.levelBounds.contains(level?.ratio ?? 1) || isFarFromReachable
  }

  /// The losses and additions, in words; empty where none matters.
  package var losses: [String] {
    var found: [String] = []
    if changesPeak {
      found.append("its peak of \(Self.text(peak.wanted)) times white comes back as \(Self.text(peak.found))")
    }
    if let level, !Self.levelBounds.contains(level.ratio) {
      let (wanted, back) = (Self.text(level.wanted), Self.text(level.found))
      found.append("its 99.99 % level of \(wanted) times white comes back as \(back)")
    }
    if let highlights, highlights < Self.leastHighlights {
      found.append("highlights keep \(Self.percent(highlights)) of their light")
    }
    if let blocks { found += blocks.words }
    if let colors { found += colors.words }
    return found
  }

  /// Two decimals below 10, else one.
  static func text(_ value: Double) -> String {
    guard value.isFinite else { return "no number" }
    let scale = value < 9.995 ? 100 : 10
    let parts = Int((min(value, 1e6) * Double(scale)).rounded())
    let rest = String(parts % scale)
    return "\(parts / scale).\(scale == 100 && rest.count == 1 ? "0" : "")\(rest)"
  }

  static func percent(_ share: Double) -> String {
    guard share.isFinite else { return "no number" }
    let tenths = Int((min(share, 1e6) * 1000).rounded())
    return tenths < 100 && tenths % 10 != 0 ? "\(tenths / 10).\(tenths % 10) %" : "\((tenths + 5) / 10) %"
  }
}

extension GainMapFidelity.Blocks {
  fileprivate var words: [String] {
    guard error > tolerance else { return [] }
    let bound = GainMapFidelity.percent(tolerance)
    let most = "(\(GainMapFidelity.percent(error)) in the worst but a thousandth)"
    let parts = [(tooBright, "bright"), (tooDark, "dark")].filter { $0.0 > 0 }
    let words = parts.map { "\(GainMapFidelity.percent($0.0)) are more than \(bound) too \($0.1)" }
    return ["of its blocks of 16 x 16 pixels \(words.joined(separator: " and ")) \(most)"]
  }
}
