import HeadroomImageIO
import HeadroomTestSupport
import Testing

@Suite struct NearestStopTests {
  /// The distance of the nearest stop, found by looking at all of them.
  private static func distance(_ value: Float, _ stops: [Float]) -> Float {
    stops.map { abs($0 - value) }.min() ?? 0
  }

  private static func values(_ wanted: [Float], _ stops: [Float]) -> [Float] {
    var row = wanted
    let count = row.count
    unsafe row.withUnsafeMutableBufferPointer { row in
      if let first = row.baseAddress { unsafe NearestStop(stops).makeValues(first, count) }
    }
    return row
  }

  /// Even steps, curves, stops that lie together and far apart.
  private static func stops(_ generator: inout SeededGenerator) -> [Float] {
    let count = [2, 3, 17, 256, 1024].randomElement(using: &generator) ?? 2
    let power = Float.random(in: 0.2...6, using: &generator)
    let (low, high) = (Float.random(in: -8...0, using: &generator), Float.random(in: 0.1...8, using: &generator))
    let isJumpy = Bool.random(using: &generator)
    return (0..<count).map { code in
      var share = Float(code) / Float(count - 1)
      for _ in 0..<Int(power) { share *= Float(code) / Float(count - 1) }
      return low + (high - low) * (isJumpy ? (share * 5).rounded(.down) / 5 : share)
    }
  }

  @Test func `no stop is nearer than the one that is found`() {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<200 {
      let stops = Self.stops(&generator)
      guard stops[0] < stops[stops.count - 1] else { continue }
      let wanted = (0..<64).map { _ in Float.random(in: -10...10, using: &generator) } + stops.prefix(40)
      for (wanted, value) in zip(wanted, Self.values(wanted, stops)) {
        let code = Int((value * Float(stops.count - 1)).rounded())
        guard stops.indices ~= code else {
          Issue.record("\(value) is no code of \(stops.count)")
          continue
        }
        // Sums of floats may be off by their last bit.
        #expect(abs(stops[code] - wanted) <= Self.distance(wanted, stops) + 1e-6)
      }
    }
  }

  @Test func `between two stops the lower one counts, and beyond them the outermost`() {
    let found = Self.values([-9, 0.4999, 0.5, 0.5001, 1.5, 3.9, 99], [0, 1, 2, 4])
    #expect(found == [0, 0, 0, 1, 1, 3, 3].map { Float($0) / 3 })
  }
}
