/// A fitted look and measures of its quality.
package struct CameraLookMatch: Sendable {
  package let look: CameraLook
  /// The colour differences from the preview without and with the look.
  package let neutral: ColorDifference
  package let matched: ColorDifference
  /// The correlation of lightness with the preview's, with the look.
  package let correlation: Double

  package static let leastCorrelation = 0.95

  /// - Parameters:
  ///   - views: all of the picture.
  ///   - develop: develops scene light to light for a display in the preview's primaries, with a look or without.
  package init(_ look: CameraLook, _ views: MatchedViews, develop: (CameraLook?) -> SmallPicture) {
    self.look = look
    let toXYZ = ColorDifference.toRelativeXYZ(views.primaries)
    func lab(_ picture: SmallPicture) -> [SIMD3<Float>] {
      views.shown.map { ColorDifference.lab(picture[$0], toXYZ) }
    }
    let (wanted, plain, looked) = (lab(views.preview), lab(develop(nil)), lab(develop(look)))
    neutral = ColorDifference(plain, wanted)
    matched = ColorDifference(looked, wanted)
    var sums = CorrelationSums()
    for (one, other) in zip(looked, wanted) { sums.add(Double(one.x) / 100, Double(other.x) / 100) }
    correlation = sums.correlation
  }

  /// Whether the preview shows the same picture.
  package var isAligned: Bool { correlation >= Self.leastCorrelation }

  /// Whether the look brings the picture nearer to the preview.
  package var isBetter: Bool {
    matched.median < neutral.median && matched.most <= max(neutral.most, Self.usualMost)
  }

  private static let usualMost = 7.0
}
