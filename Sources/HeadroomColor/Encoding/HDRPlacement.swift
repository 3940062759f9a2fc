/// Where PQ and HLG signals land on the linear scale.
///
/// ``reference`` is the default everywhere; ``legacy`` is what Apple's frameworks did originally.
public struct HDRPlacement: Hashable, Sendable {
  /// The luminance in cd/m² that PQ has at linear 1.0, greater than zero.
  public var pqWhiteNits: Double
  /// Nominal peak of the HLG display in cd/m²; 203 cd/m² is linear 1.0.
  public var hlgPeakNits: Double
  /// System gamma of the HLG display.
  public var hlgGamma: Double

  /// Makes a placement; the defaults are ``reference``.
  public init(pqWhiteNits: Double = ReferenceWhite.nits, hlgPeakNits: Double = 1000, hlgGamma: Double = 1.2) {
    self.pqWhiteNits = pqWhiteNits
    self.hlgPeakNits = hlgPeakNits
    self.hlgGamma = hlgGamma
  }

  /// 203 cd/m² at 1.0 for PQ; HLG on a display of 1000 cd/m² with gamma 1.2 (BT.2408).
  public static let reference = HDRPlacement()

  /// 100 cd/m² at 1.0 for PQ; HLG as 12 times scene light, without an OOTF: its signal 0.5 is 1.0.
  public static let legacy = HDRPlacement(pqWhiteNits: 100, hlgPeakNits: 12 * ReferenceWhite.nits, hlgGamma: 1)

  var pqScale: Double { ReferenceWhite.nits / pqWhiteNits }
}
