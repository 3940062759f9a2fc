import HeadroomColor
import HeadroomPixels
import HeadroomTestSupport
import Testing

@Suite struct LightMeterTests {
  @safe private func meter(_ levels: [Float], alpha: [Float]? = nil) -> LightMeter {
    var meter = LightMeter()
    unsafe levels.withUnsafeBufferPointer { row in
      guard let base = row.baseAddress else { return }
      if let alpha {
        unsafe alpha.withUnsafeBufferPointer {
          unsafe meter.add(base, base, base, premultipliedBy: $0.baseAddress, count: levels.count)
        }
      } else {
        unsafe meter.add(base, base, base, count: levels.count)
      }
    }
    return meter
  }

  @Test func `Shares above a level are those of the sorted pixels, to a percent of the level`() {
    var generator = SeededGenerator(seed: 5)
    let levels = (0..<40_000).map { _ in
      Float.random(in: 0.001...1, using: &generator) * Float.random(in: 0...20, using: &generator)
    }
    let meter = meter(levels)
    let sorted = levels.sorted(by: >)
    for share in [0.5, 0.1, 0.01, 0.001] {
      let level = Double(sorted[Int(share * 40_000)])
      #expect(meter.share(above: 1.02 * level) <= share && meter.share(above: level / 1.02) >= share, "\(share)")
    }
    #expect(meter.peak == sorted[0])
    let mean = levels.reduce(0.0) { $0 + Double($1) } / 40_000
    #expect(abs(meter.mean / mean - 1) < 1e-9)
    #expect(abs(meter.share(above: 1) - Double(levels.count { $0 > 1 }) / 40_000) < 0.003)
  }

  @Test func `A hot pixel does not make the headroom, light that matters does`() {
    var levels = [Float](repeating: 0.5, count: 100_000)
    levels[777] = 192_200
    #expect(abs(meter(levels).contentHeadroom / 0.5 - 1) < 0.03)
    // Fifty pixels of a lamp carry more than a percent of the light.
    for index in 0..<50 { levels[index] = 40 }
    let lamp = meter(levels).contentHeadroom
    #expect(lamp > 20 && lamp < 42)
    // Half a percent of the pixels is above the share that may be.
    for index in 0..<500 { levels[index] = 300 }
    #expect(meter(levels).contentHeadroom == LightMeter.largestHeadroom)
    #expect(meter([Float](repeating: 3, count: 500) + [7]).contentHeadroom == 7)
    #expect(meter([]).contentHeadroom == 0)
  }

  @Test func `Parts give what the whole gives`() {
    var generator = SeededGenerator(seed: 9)
    let levels = (0..<9000).map { _ in Float.random(in: -1...60, using: &generator) }
    let whole = meter(levels)
    var parts = meter(Array(levels[4000...]))
    parts.merge(meter(Array(levels[..<4000])))
    #expect(parts.contentHeadroom == whole.contentHeadroom)
    #expect(parts.peak == whole.peak && parts.logAverage == whole.logAverage)
    #expect(abs(parts.mean - whole.mean) < 1e-9)
  }

  @Test func `What is no light is left out`() {
    let odd = meter([.nan, .infinity, -.infinity, -3, 0.5, 0.5])
    #expect(odd.peak == 0.5)
    #expect(abs(odd.mean - 1.0 / 3) < 1e-9)
    // Colours are divided by alpha; light without alpha counts, black without alpha does not.
    let covered = meter([0.25, 4, 0, 0, 0], alpha: [0.5, 0, 0, 0, 0])
    #expect(covered.peak == 4)
    #expect(abs(covered.logAverage / 2.0.squareRoot() - 1) < 0.02)
    #expect(abs(covered.share(above: 1) - 0.5) < 1e-9)
  }
}
