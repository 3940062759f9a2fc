extension GainMapFidelity {
  /// Blocks of 16 x 16 pixels whose colour is off.
  package struct Colors: Hashable, Sendable {
    /// The share of all blocks, 0...1, with a clearly different colour.
    package var off: Double
    /// The same share of the blocks whose highlights are brighter than white.
    package var brightOff: Double
    /// The largest difference of the best 99.9 % of blocks in delta E ITP.
    package var error: Double

    package init(off: Double, brightOff: Double, error: Double) {
      (self.off, self.brightOff, self.error) = (off, brightOff, error)
    }
  }

  /// Whether more colours are off than may be.
  package var changesColors: Bool { colors.map { !$0.isWithin(Colors.mostOff, Colors.mostBrightOff) } ?? false }
}

extension GainMapFidelity.Colors {
  /// The delta E ITP that a block's mean may be off; its highlights, twice that.
  package static let tolerance = 5.0
  /// The same for a codec's result in PQ and HLG.
  static let codingTolerance = 10.0
  /// The shares of all blocks, and of those with highlights, that may be off without a warning.
  static let mostOff = 0.01
  static let mostBrightOff = 0.1

  func isWithin(_ share: Double, _ brightShare: Double) -> Bool { off <= share && brightOff <= brightShare }

  var words: [String] {
    if isWithin(Self.mostOff, Self.mostBrightOff) { return [] }
    let shares = [(off, ""), (brightOff, " of those with highlights")].filter { $0.0 > 0 }
    let all = shares.map { GainMapFidelity.percent($0.0) + $0.1 }.joined(separator: ", ")
    let most = "(delta E ITP \(GainMapFidelity.text(error)) in the worst but a thousandth)"
    return ["of its blocks of 16 x 16 pixels \(all) have another colour \(most)"]
  }
}
