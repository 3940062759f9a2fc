internal import HeadroomColor

/// A white by its correlated colour temperature and a tint across the Planckian locus.
///
/// Robertson's method (J. Opt. Soc. Am. 58, 1968; table in Wyszecki and Stiles, Color Science, section 3.11): isotherms at 31
/// reciprocal temperatures, straight lines in CIE 1960 uv, interpolated linearly in mired.
struct CorrelatedTemperature {
  /// Kelvin; held to 1000...1,000,000.
  let kelvin: Double
  /// Steps of 1/3000 in uv along the isotherm, positive above the locus (greener); held to -300...300.
  let tint: Double

  init(kelvin: Double, tint: Double) {
    self.kelvin = min(max(kelvin, 1000), 1_000_000)
    self.tint = min(max(tint, -300), 300)
  }

  /// CIE 1931 xy.
  var chromaticity: Chromaticity {
    let mired = 1e6 / kelvin
    let upper = Self.isotherms.firstIndex { $0.mired >= mired } ?? Self.isotherms.count - 1
    let (first, second) = (Self.isotherms[max(upper, 1) - 1], Self.isotherms[max(upper, 1)])
    let share = (mired - first.mired) / (second.mired - first.mired)
    let onLocus = first.uv + (second.uv - first.uv) * share
    let along = first.direction + (second.direction - first.direction) * share
    // The directions point to larger u and smaller v, away from green.
    let uv = onLocus - along / (along * along).sum().squareRoot() * (tint / 3000)
    let divisor = 2 * uv.x - 8 * uv.y + 4
    return Chromaticity(x: 3 * uv.x / divisor, y: 2 * uv.y / divisor)
  }

  private struct Isotherm {
    let mired: Double
    let uv: SIMD2<Double>
    let direction: SIMD2<Double>

    init(_ mired: Double, _ u: Double, _ v: Double, _ slope: Double) {
      self.mired = mired
      uv = SIMD2(u, v)
      direction = SIMD2(1, slope) / (1 + slope * slope).squareRoot()
    }
  }

  /// Reciprocal temperature in mired, u, v, slope of the isotherm.
  private static let isotherms = [
    Isotherm(0, 0.18006, 0.26352, -0.24341), Isotherm(10, 0.18066, 0.26589, -0.25479),
    Isotherm(20, 0.18133, 0.26846, -0.26876), Isotherm(30, 0.18208, 0.27119, -0.28539),
    Isotherm(40, 0.18293, 0.27407, -0.30470), Isotherm(50, 0.18388, 0.27709, -0.32675),
    Isotherm(60, 0.18494, 0.28021, -0.35156), Isotherm(70, 0.18611, 0.28342, -0.37915),
    Isotherm(80, 0.18740, 0.28668, -0.40955), Isotherm(90, 0.18880, 0.28997, -0.44278),
    Isotherm(100, 0.19032, 0.29326, -0.47888), Isotherm(125, 0.19462, 0.30141, -0.58204),
    Isotherm(150, 0.19962, 0.30921, -0.70471), Isotherm(175, 0.20525, 0.31647, -0.84901),
    Isotherm(200, 0.21142, 0.32312, -1.0182), Isotherm(225, 0.21807, 0.32909, -1.2168),
    Isotherm(250, 0.22511, 0.33439, -1.4512), Isotherm(275, 0.23247, 0.33904, -1.7298),
    Isotherm(300, 0.24010, 0.34308, -2.0637), Isotherm(325, 0.24792, 0.34655, -2.4681),
    Isotherm(350, 0.25591, 0.34951, -2.9641), Isotherm(375, 0.26400, 0.35200, -3.5814),
    Isotherm(400, 0.27218, 0.35407, -4.3633), Isotherm(425, 0.28039, 0.35577, -5.3762),
    Isotherm(450, 0.28863, 0.35714, -6.7262), Isotherm(475, 0.29685, 0.35823, -8.5955),
    Isotherm(500, 0.30505, 0.35907, -11.324), Isotherm(525, 0.31320, 0.35968, -15.628),
    Isotherm(550, 0.32129, 0.36011, -23.325), Isotherm(575, 0.32931, 0.36038, -40.770),
    Isotherm(600, 0.33724, 0.36051, -116.45),
  ]
}
