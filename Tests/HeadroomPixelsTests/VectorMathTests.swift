import Foundation
import HeadroomPixels
import Testing

/// Every bound of the documentation, over the whole range in steps of bit patterns.
@Suite struct VectorMathTests {
  /// The largest relative error over all sampled numbers between two of the same sign.
  private func worstError(
    _ range: ClosedRange<Float>, _ fast: (Float) -> Float, _ exact: (Double) -> Double
  ) -> Double {
    var worst = 0.0
    // A prime step that is no neighbour of a power of two: mantissas of all kinds come up in every octave.
    let step: UInt32 = 7919
    let ends = [range.lowerBound.bitPattern, range.upperBound.bitPattern].sorted()
    for bits in Swift.stride(from: ends[0], through: ends[1], by: Int(step)) {
      let x = Float(bitPattern: bits)
      let expected = exact(Double(x))
      let error = abs(Double(fast(x)) - expected) / max(abs(expected), 1e-37)
      // Written so that NaN counts.
      if !(error <= worst) { worst = error.isNaN ? .infinity : error }
    }
    return worst
  }

  private let smallest = Float.leastNormalMagnitude
  private let largest = Float.greatestFiniteMagnitude

  @Test func exponentialsKeepTheirBounds() {
    #expect(worstError(smallest...127.999, exp2Fast, exp2) < 7e-8)
    #expect(worstError(-126 ... -smallest, exp2Fast, exp2) < 7e-8)
    #expect(worstError(smallest...88.7, expFast, exp) < 9e-8)
    #expect(worstError(-87.3 ... -smallest, expFast, exp) < 9e-8)
  }

  @Test func logarithmsKeepTheirBounds() {
    #expect(worstError(smallest...largest, log2Fast, log2) < 2e-7)
    #expect(worstError(smallest...largest, logFast, log) < 2.4e-7)
    #expect(worstError(0.999...1.001, log2Fast, log2) < 2e-7)
  }

  @Test(arguments: [1 / 2.4, 2.4, 0.45, 1.2, 0.2, -1.0 / 6, 2.6, 3, 6.2773946, -3.3, 20] as [Double])
  func powersKeepTheirBound(_ exponent: Double) {
    let y = Float(exponent)
    let span = Float(min(125.9 / abs(exponent), 125.9))
    let bound = 2e-7 + max(abs(exponent) - 3, 0) * 5e-8
    #expect(worstError(exp2(-span)...exp2(span), { powFast($0, y) }, { pow($0, Double(y)) }) < bound)
    let low = Float(exponent - Double(y))
    #expect(worstError(exp2(-span)...exp2(span), { powFast($0, y, low: low) }, { pow($0, exponent) }) < bound)
  }

  @Test func cubeRootsKeepTheirBound() {
    #expect(worstError(1e-37...largest, cbrtFast, cbrt) < 1.5e-7)
    #expect(worstError(-largest ... -1e-37, cbrtFast, cbrt) < 1.5e-7)
  }

  @Test func anglesKeepTheirBounds() {
    #expect(worstError(smallest...100_000, sinFast, sin) < 2e-7)
    #expect(worstError(-100_000 ... -smallest, sinFast, sin) < 2e-7)
    #expect(worstError(smallest...100_000, cosFast, cos) < 2e-7)
    for x in [1, -2.5, 1000, 1e-3, -1e-4] as [Float] {
      #expect(worstError(smallest...1e37, { atan2Fast($0, x) }, { atan2($0, Double(x)) }) < 2e-7)
      #expect(worstError(-1e37 ... -smallest, { atan2Fast($0, x) }, { atan2($0, Double(x)) }) < 2e-7)
    }
  }

  @Test func specialArgumentsGiveWhatTheDocumentationSays() {
    // Float.pi is rounded towards zero; the nearest number is the next.
    let pi = Float(Double.pi)
    #expect(exp2Fast(.infinity) == .infinity && exp2Fast(-.infinity) == 0 && exp2Fast(.nan).isNaN)
    #expect(exp2Fast(0) == 1 && exp2Fast(1) == 2 && exp2Fast(-126) == smallest && exp2Fast(127) == 0x1p127)
    #expect(exp2Fast(1e30) == .infinity && exp2Fast(-1e30) == 0 && exp2Fast(-0.0) == 1)
    #expect(expFast(0) == 1 && expFast(100) == .infinity && expFast(-100) == 0 && expFast(.nan).isNaN)
    #expect(log2Fast(1) == 0 && log2Fast(8) == 3 && log2Fast(0) == -.infinity && log2Fast(.infinity) == .infinity)
    #expect(log2Fast(-1).isNaN && log2Fast(.nan).isNaN)
    #expect(powFast(0, 0) == 1 && powFast(0, 2) == 0 && powFast(0, -1) == .infinity && powFast(1, 2.4) == 1)
    #expect(powFast(.infinity, 2) == .infinity && powFast(.infinity, -2) == 0 && powFast(.nan, 2).isNaN)
    #expect(powFast(10, 39) == .infinity && powFast(10, -39) == 0 && powFast(-3, 2) == 0)
    #expect(signedPow(-2, 3) == -8 && signedPow(-0.0, 2).sign == .minus)
    #expect(cbrtFast(0) == 0 && cbrtFast(27) == 3 && cbrtFast(-8) == -2 && cbrtFast(.infinity) == .infinity)
    #expect(cbrtFast(.nan).isNaN)
    #expect(atan2Fast(0, 0) == 0 && atan2Fast(0, -1) == pi && atan2Fast(-0.0, -1) == -pi)
    #expect(atan2Fast(1, 0) == pi / 2 && atan2Fast(-1, 0) == -pi / 2)
    #expect(sinFast(0) == 0 && cosFast(0) == 1)
  }
}
