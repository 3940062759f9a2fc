/// A point of the CIE 1931 chromaticity diagram (2 degree observer).
///
/// Coordinates are fractions, unitless. Real colours lie inside the spectral locus, but imaginary ones are legal:
/// ACES AP0 and the XYZ axes use them.
public struct Chromaticity: Hashable, Sendable {
  /// The fraction X / (X + Y + Z).
  public var x: Double
  /// The fraction Y / (X + Y + Z).
  public var y: Double

  /// Makes a chromaticity from its two coordinates.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The chromaticity of tristimulus values; the equal-energy point when they sum to zero.
  public init(xyz: SIMD3<Double>) {
    let sum = xyz.sum()
    self = sum == 0 ? .illuminantE : Chromaticity(x: xyz.x / sum, y: xyz.y / sum)
  }

  /// The tristimulus values of this chromaticity at luminance Y = 1.
  ///
  /// Not finite where `y` is zero: such a colour has no luminance.
  public var xyz: SIMD3<Double> { SIMD3(x / y, 1, (1 - x - y) / y) }

  /// The tristimulus values scaled so that X + Y + Z = 1; defined for every chromaticity.
  var barycentric: SIMD3<Double> { SIMD3(x, y, 1 - x - y) }
}

// The coordinates as the standards that use them print them. Daylight computed from the spectral tables differs in the
// fifth digit; the printed digits are what every encoder means.
extension Chromaticity {
  /// Daylight 6504 K as BT.709, BT.2020, sRGB and Display P3 print it: (0.3127, 0.3290).
  public static let d65 = Chromaticity(x: 0.3127, y: 0.3290)
  /// Daylight 5003 K as ROMM RGB prints it (ISO 22028-2): (0.345704, 0.358540), the ICC white to six digits.
  public static let d50 = Chromaticity(x: 0.345704, y: 0.358540)
  /// The ACES white (SMPTE ST 2065-1): (0.32168, 0.33767).
  public static let d60 = Chromaticity(x: 0.32168, y: 0.33767)
  /// The digital cinema projector white (SMPTE RP 431-2): (0.314, 0.351).
  public static let dci = Chromaticity(x: 0.314, y: 0.351)
  /// Illuminant C as BT.470 System M prints it: (0.310, 0.316).
  public static let illuminantC = Chromaticity(x: 0.310, y: 0.316)
  /// The equal-energy point (1/3, 1/3).
  public static let illuminantE = Chromaticity(x: 1.0 / 3.0, y: 1.0 / 3.0)
}
