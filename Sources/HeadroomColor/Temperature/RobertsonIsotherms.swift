/// The isotherms of the Planckian locus in CIE 1960 (u, v) (Robertson 1968, as Wyszecki and Stiles print them).
package struct RobertsonIsotherms: Sendable {
  struct Line: Sendable {
    /// Reciprocal temperature in mireds (10^6 / K).
    var mired: Double
    /// The locus.
    package var point: SIMD2<Double>
    /// Along the line, of length 1, towards smaller v.
    package var direction: SIMD2<Double>
  }

  let lines: [Line]

  /// The book's table.
  package static let printed = RobertsonIsotherms(at325: 0.24792)
  /// The DNG SDK prints u = 0.24702 at 325 mireds where the book has 0.24792, and the temperatures that users know from
  /// Adobe's and Apple's programs follow it.
  package static let adobe = RobertsonIsotherms(at325: 0.24702)

  private init(at325 u: Double) {
    lines = Self.table.map { row in
      let length = (1 + row.3 * row.3).squareRoot()
      return Line(
        mired: row.0, point: SIMD2(row.0 == 325 ? u : row.1, row.2), direction: SIMD2(1, row.3) / length)
    }
  }

  /// The white of a temperature and a tint (in 1/3000 of u and v, positive towards green). Beyond the table's 600
  /// mireds its last two lines are extrapolated.
  package func white(kelvins: Double, tint: Double) -> Chromaticity {
    let mired = 1e6 / kelvins
    var index = 1
    while index < lines.count - 1, mired >= lines[index].mired { index += 1 }
    let (before, after) = (lines[index - 1], lines[index])
    let share = (after.mired - mired) / (after.mired - before.mired)
    let direction = Self.unit(before.direction * share + after.direction * (1 - share))
    let place = before.point * share + after.point * (1 - share) - direction * (tint / 3000)
    let sum = place.x - 4 * place.y + 2
    return Chromaticity(x: 1.5 * place.x / sum, y: place.y / sum)
  }

  package static func unit(_ v: SIMD2<Double>) -> SIMD2<Double> { v / (v * v).sum().squareRoot() }

  /// Mireds, u, v and slope.
  private static let table: [(Double, Double, Double, Double)] = [
    (0, 0.18006, 0.26352, -0.24341), (10, 0.18066, 0.26589, -0.25479), (20, 0.18133, 0.26846, -0.26876),
    (30, 0.18208, 0.27119, -0.28539), (40, 0.18293, 0.27407, -0.30470), (50, 0.18388, 0.27709, -0.32675),
    (60, 0.18494, 0.28021, -0.35156), (70, 0.18611, 0.28342, -0.37915), (80, 0.18740, 0.28668, -0.40955),
    (90, 0.18880, 0.28997, -0.44278), (100, 0.19032, 0.29326, -0.47888), (125, 0.19462, 0.30141, -0.58204),
    (150, 0.19962, 0.30921, -0.70471), (175, 0.20525, 0.31647, -0.84901), (200, 0.21142, 0.32312, -1.0182),
    (225, 0.21807, 0.32909, -1.2168), (250, 0.22511, 0.33439, -1.4512), (275, 0.23247, 0.33904, -1.7298),
    (300, 0.24010, 0.34308, -2.0637), (325, 0.24792, 0.34655, -2.4681), (350, 0.25591, 0.34951, -2.9641),
    (375, 0.26400, 0.35200, -3.5814), (400, 0.27218, 0.35407, -4.3633), (425, 0.28039, 0.35577, -5.3762),
    (450, 0.28863, 0.35714, -6.7262), (475, 0.29685, 0.35823, -8.5955), (500, 0.30505, 0.35907, -11.324),
    (525, 0.31320, 0.35968, -15.628), (550, 0.32129, 0.36011, -23.325), (575, 0.32931, 0.36038, -40.770),
    (600, 0.33724, 0.36051, -116.45),
  ]
}
