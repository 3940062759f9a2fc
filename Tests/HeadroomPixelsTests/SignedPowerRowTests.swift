import HeadroomPixels
import HeadroomTestSupport
import Testing

@Suite struct SignedPowerRowTests {
  private static let exponents: [Float] = [0, 0.01, 0.45, 1, 2.2, 7, 300, -0.5, -1, -40, 1e30, -1e30]

  private static func rows() -> [[Float]] {
    var random = SeededGenerator(seed: 7)
    let plain: [Float] = (0..<133).map { _ in Float.random(in: -4...16, using: &random) }
    var black = plain
    for index in stride(from: 0, to: black.count, by: 5) { black[index] = index % 2 == 0 ? 0 : -0.0 }
    let ends: [Float] = [
      .leastNonzeroMagnitude, -.leastNormalMagnitude, .greatestFiniteMagnitude, .infinity, -.infinity, .nan, 0x1p-125,
      0x1p125, -0x1p126, 1, -1,
    ]
    return [plain, black] + ends.map { black + [$0] } + [[]]
  }

  @Test func `a row gives the bits of its values one by one`() {
    for exponent in Self.exponents {
      for row in Self.rows() {
        var powers = row
        unsafe powers.withUnsafeMutableBufferPointer { buffer in
          guard let base = buffer.baseAddress else { return }
          unsafe SignedPowerRow(exponent).apply(base, buffer.count)
        }
        for (value, power) in zip(row, powers) {
          #expect(power.bitPattern == finiteSignedPow(value, exponent).bitPattern, "\(value)^\(exponent)")
        }
      }
    }
  }
}
