import Foundation
import HeadroomPixels
import HeadroomRAW
import Testing

@Suite struct LocalToneMapTests {
  private func map(_ amount: Double = 1, exposure: Double = 0, dynamicRange: Double = 0) -> LocalToneMap {
    LocalToneMap(amount: amount, exposure: exposure, dynamicRange: dynamicRange)
  }

  @Test func `Shadows are lifted by a stop and a half at most, white is left alone`() {
    let map = map()
    #expect(map.stops(-40) == 1.5)
    #expect(map.stops(-7) == 1.5)
    #expect(map.stops(-1) == 0)
    #expect(map.stops(0) == 0)
    #expect(map.stops(9) == 0)
    // Middle grey by a quarter of a stop.
    #expect(abs(map.stops(-2.474) - 0.23) < 0.02)
  }

  @Test(arguments: [(0.0, 0.0), (0.25, 0), (2, 0), (6, 0), (2, 1), (-3, 0), (40, 0)])
  func `Brighter stays brighter, and what exposure takes above white ends as white`(_ exposure: Double, _ range: Double)
  {
    let map = map(exposure: exposure, dynamicRange: range)
    var last = -Float.infinity
    for step in -1200...1000 {
      let base = Float(step) / 100 * 4
      let result = base + map.stops(base)
      #expect(result > last)
      last = result
    }
    // The sensor's end becomes white or stays above it.
    let end = Float(exposure)
    if exposure >= 0 { #expect(end + map.stops(end) >= 0) }
    if exposure >= 1, range == 0 { #expect(end + map.stops(end) < 0.1) }
    // Shadows do not know of it.
    #expect(map.stops(-4) == self.map().stops(-4))
  }

  @Test func `Amounts multiply the stops, and numbers that are none are none`() {
    #expect(map(0.5).stops(-5) == 0.5 * map().stops(-5))
    #expect(map(0).stops(-9) == 0)
    #expect(map(.nan).amount == 0)
    #expect(map(7).amount == 1)
    #expect(map(1, exposure: .infinity).stops(-9).isFinite)
  }

  @Test func `Rows get the gain of their base`() {
    let map = map(exposure: 1)
    let light: [Float] = [0, 1e-6, 0.01, 0.18, 1, 3, -0.2, .nan, .infinity]
    let slopes = [Float](repeating: 0.5, count: light.count)
    let offsets = [Float](repeating: -1.25, count: light.count)
    let result = unsafe through(light.map { SIMD3($0, 0.5 * $0, 0.25 * $0) }) { rows, count in
      unsafe slopes.withUnsafeBufferPointer { slopes in
        unsafe offsets.withUnsafeBufferPointer { offsets in
          guard let slope = slopes.baseAddress, let offset = offsets.baseAddress else { return }
          unsafe map.apply(rows, slopes: slope, offsets: offset, count)
        }
      }
    }
    for (index, value) in light.enumerated() where value.isFinite {
      let level = map.level(value, 0.5 * value, 0.25 * value)
      let expected = value * exp2(map.stops(0.5 * level - 1.25))
      #expect(abs(result[index].x - expected) <= 1e-6 * abs(expected))
    }
    // Darkness has a floor: 12 stops under white.
    #expect(map.level(0, 0, 0) == -12)
  }
}
