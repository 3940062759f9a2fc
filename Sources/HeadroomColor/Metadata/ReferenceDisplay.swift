/// The display and room that a kind of content is made for.
public struct ReferenceDisplay: Hashable, Sendable {
  /// Luminance of linear 1.0 in cd/m².
  public var whiteNits: Double
  /// Highest luminance in cd/m².
  public var peakNits: Double
  /// Luminance of black in cd/m².
  public var blackNits: Double
  /// Luminance around the display in cd/m².
  public var surroundNits: Double
  /// The encoding of its input.
  public var encoding: ColorEncoding

  /// Makes a display from luminances in cd/m² and the encoding of its input.
  public init(
    whiteNits: Double, peakNits: Double, blackNits: Double, surroundNits: Double, encoding: ColorEncoding
  ) {
    self.whiteNits = whiteNits
    self.peakNits = peakNits
    self.blackNits = blackNits
    self.surroundNits = surroundNits
    self.encoding = encoding
  }

  /// Peak to white, linear.
  public var headroom: Double { peakNits / whiteNits }

  /// The sRGB display of IEC 61966-2-1: 80 cd/m² white, 0.2 cd/m² black, 64 lux on a 20 % gray surround.
  public static let sdr = ReferenceDisplay(
    whiteNits: 80, peakNits: 80, blackNits: 0.2, surroundNits: 4.1, encoding: .sRGB)
  /// The display of ISO 22028-5 for HDR stills: 203 cd/m² white, 1000 cd/m² peak, 0.0005 cd/m² black, 5 cd/m² surround.
  public static let isoHDR = ReferenceDisplay(
    whiteNits: 203, peakNits: 1000, blackNits: 0.0005, surroundNits: 5, encoding: .itur2100PQ)
  /// The studio display of BT.1886 and BT.2035 for SDR video: 100 cd/m² white, 0.01 cd/m² black, 10 % surround.
  public static let broadcastSDR = ReferenceDisplay(
    whiteNits: 100, peakNits: 100, blackNits: 0.01, surroundNits: 10,
    encoding: ColorEncoding(primaries: .bt709, transfer: .bt1886))
  /// Apple's reference mode for HDR video: 100 cd/m² SDR white, 1000 cd/m² peak.
  public static let referenceMode = ReferenceDisplay(
    whiteNits: 100, peakNits: 1000, blackNits: 0, surroundNits: 5, encoding: .itur2100PQ)
}
