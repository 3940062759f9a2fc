import Foundation
import HeadroomColor
import Testing

/// Brighter light never gets darker, whatever the operator and the peak.
@Suite struct ToneCurveMonotonyTests {
  static let peaks = [1, 1.01, 2.3, 1000 / 203.0, 19.7, 10_000 / 203.0, 300, 5344, 192_200, 1_000_000]

  @Test(arguments: ToneMapOperator.allCases, peaks)
  func `A curve rises, stays below its target and nowhere jumps`(_ tone: ToneMapOperator, _ peak: Double) {
    for target in [1, 1.5, 8.0 / 3, 4] {
      let curve = ToneCurve(operator: tone, contentHeadroom: peak, targetHeadroom: target)
      if curve.isIdentity { continue }
      var last = (light: 0.0, result: 0.0)
      let top = log2(peak) + 2
      for step in 0...6000 {
        let light = exp2(-20 + (top + 20) * Double(step) / 6000)
        let result = curve.map(SIMD3(repeating: light)).x
        #expect(result >= last.result * (1 - 1e-12) && result <= target && result >= 0, "\(light)")
        // Contrast in logarithms: method A, which starts steep, has the most.
        if last.light > 0, last.result > 0 {
          let contrast = log(result / last.result) / log(light / last.light)
          #expect(contrast < 4, "\(light): \(contrast)")
        }
        last = (light, result)
      }
      #expect(abs(last.result - target) < 1e-9)
    }
  }

  @Test func `BT.2390 of sources far beyond PQ stays above black`() {
    let curve = BT2390(sourcePeakNits: 203e6, targetPeakNits: 203)
    var last = 0.0
    for step in 0...4000 {
      let result = curve.map(nits: exp2(-30 + 58 * Double(step) / 4000))
      #expect(result >= last)
      last = result
    }
    #expect(abs(last - 203) < 1e-6)
  }

  @Test func `A limit leaves light alone and keeps the hue of what is beyond it`() {
    let curve = ToneCurve.limit(to: 2)
    #expect(curve.map(SIMD3(0.5, 1.9, -0.1)) == SIMD3(0.5, 1.9, -0.1))
    let limited = curve.map(SIMD3(8, 4, 1))
    #expect(limited.max() <= 2 && abs(limited.y - 1) < 1e-12 && abs(limited.z - 0.25) < 1e-12)
  }

  @Test func `A curve that is looked up in two renditions leads from one to the other`() throws {
    let author = ToneCurve(operator: .reinhard, contentHeadroom: 8, targetHeadroom: 1)
    let light = (0..<20_000).map { Float(exp2(-9 + 12 * Double($0) / 20_000)) }
    let shown = light.map { Float(author.map(SIMD3(repeating: Double($0))).x) }
    let curve = ToneCurve(try #require(MeasuredToneCurve(from: light, to: shown)))
    var last = 0.0
    for step in 0...2000 {
      let x = exp2(-12 + 17 * Double(step) / 2000)
      let result = curve.map(SIMD3(repeating: x)).x
      #expect(result >= last * (1 - 1e-12) && result <= 1)
      if x > 1.0 / 200, x < 7 { #expect(abs(result / author.map(SIMD3(repeating: x)).x - 1) < 0.03, "\(x)") }
      last = result
    }
    #expect(MeasuredToneCurve(from: [1, 2], to: [1, 1]) == nil)
  }
}
