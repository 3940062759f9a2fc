import HeadroomRAW
import Testing

@Suite struct ColorDifferenceTests {
  /// Pairs of Sharma, Wu and Dalal (2005), table 1: those that go around corners of the formula.
  @Test(
    arguments: [
      ([50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425), ([50, -1.3802, -84.2814], [50, 0, -82.7485], 1.0000),
      ([50, -0.001, 2.49], [50, 0.0011, -2.49], 4.7461), ([50, 2.5, 0], [73, 25, -18], 27.1492),
      ([60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644),
      ([22.7233, 20.0904, -46.694], [23.0331, 14.973, -42.5619], 2.0373),
      ([2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514], 0.9082),
    ] as [([Float], [Float], Double)])
  func `Published pairs have their differences`(_ one: [Float], _ other: [Float], _ difference: Double) {
    let (a, b) = (SIMD3(one[0], one[1], one[2]), SIMD3(other[0], other[1], other[2]))
    #expect(abs(ColorDifference.between(a, b) - difference) < 2e-4)
    #expect(abs(ColorDifference.between(b, a) - difference) < 2e-4)
  }
}
