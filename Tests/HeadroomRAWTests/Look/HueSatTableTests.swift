import HeadroomContainers
import HeadroomPixels
import HeadroomRAW
import Testing

/// The sequence of numbers of Tests/peers/raw_look_vectors.py.
struct PeerNumbers {
  var state: UInt32

  mutating func next() -> Float {
    state = state &* 1_664_525 &+ 1_013_904_223
    return Float(state >> 8) / Float(1 << 24)
  }
}

@Suite struct HueSatTableTests {
  private func map(_ hues: Int, _ saturations: Int, _ values: Int, isEncoded: Bool = false) -> HueSatMap {
    var numbers = PeerNumbers(state: UInt32(hues * 100 + saturations * 10 + values))
    var entries: [Float] = []
    for _ in 0..<hues * saturations * values {
      entries.append(numbers.next() * 60 - 30)
      entries.append(0.5 + numbers.next())
      entries.append(0.7 + 0.6 * numbers.next())
    }
    return HueSatMap(hues: hues, saturations: saturations, values: values, isValueEncoded: isEncoded, entries: entries)
  }

  private func applied(_ table: HueSatTable, _ colors: [SIMD3<Float>]) -> [SIMD3<Float>] {
    unsafe through(colors) { rows, count in unsafe table.apply(rows, count) }
  }

  private var tables: [HueSatTable] {
    get throws {
      [
        try #require(try HueSatTable(map(6, 4, 1))), try #require(try HueSatTable(map(5, 3, 4))),
        try #require(try HueSatTable(map(5, 3, 4, isEncoded: true))),
        try #require(try HueSatTable(map(4, 3, 3), range: .high)), try #require(try HueSatTable(map(1, 2, 2))),
      ]
    }
  }

  @Test func `Colours are those of scipy and colorsys`() throws {
    for row in hueSatVectors {
      let map = map(Int(row[0]), Int(row[1]), Int(row[2]), isEncoded: row[3] == 1)
      let table = try #require(try HueSatTable(map, range: row[4] == 1 ? .high : .standard))
      let result = applied(table, [SIMD3(Float(row[5]), Float(row[6]), Float(row[7]))])[0]
      let expected = SIMD3(Float(row[8]), Float(row[9]), Float(row[10]))
      #expect(distance([result], [expected]) < 4e-6 * max(expected.max(), 1), "\(row): \(result)")
    }
  }

  @Test func `A neutral table is none, one of identities with a curve changes nothing`() throws {
    let entries = [Float](repeating: 0, count: 24).enumerated().map { Float($0.offset % 3 == 0 ? 0 : 1) }
    #expect(
      try HueSatTable(HueSatMap(hues: 2, saturations: 2, values: 2, isValueEncoded: true, entries: entries)) == nil)
    var nearly = entries
    nearly[0] = 1e-6
    for range in [HueSatTable.Range.standard, .high] {
      let map = HueSatMap(hues: 2, saturations: 2, values: 2, isValueEncoded: range == .standard, entries: nearly)
      let table = try #require(try HueSatTable(map, range: range))
      let colors = lookColors(2000, from: -0.2, to: 5)
      #expect(distance(applied(table, colors), colors) < 2e-5)
    }
  }

  @Test func `Grey stays grey`() throws {
    let greys = (0...300).map { SIMD3(repeating: Float($0) / 100) }
    for table in try tables {
      for pixel in applied(table, greys) {
        #expect(abs(pixel.x - pixel.y) < 1e-6 && abs(pixel.z - pixel.y) < 1e-6)
      }
    }
  }

  @Test func `Hues go round without a seam`() throws {
    // Full saturation, all hues, in steps of a 2000th of a sixth.
    let colors = (0...12000).map { step -> SIMD3<Float> in
      let h = Float(step) / 2000
      func channel(_ n: Float) -> Float {
        let k = (n + h).truncatingRemainder(dividingBy: 6)
        return 1 - max(0, min(k, 4 - k, 1))
      }
      return SIMD3(channel(5), channel(3), channel(1))
    }
    for table in try tables {
      let results = applied(table, colors)
      #expect(zip(results, results.dropFirst()).allSatisfy { distance([$0], [$1]) < 0.01 })
      #expect(distance([results[0]], [results[12000]]) < 1e-5)
    }
  }

  @Test func `Light above the table goes on in proportion`() throws {
    let linear = try #require(try HueSatTable(map(5, 3, 4)))
    let one = applied(linear, [SIMD3(1, 0.4, 0.2)])[0]
    let four = applied(linear, [SIMD3(4, 1.6, 0.8)])[0]
    #expect(distance([one * 4], [four]) < 1e-5)
  }

  @Test func `Odd numbers in, numbers out; pieces have the same bits`() throws {
    for table in try tables {
      #expect(applied(table, oddColors).allSatisfy { $0.isFinite })
      let colors = lookColors(600, from: -0.3, to: 3) + oddColors
      #expect(unsafe givesSameBitsInPieces(colors) { rows, count, _ in unsafe table.apply(rows, count) })
    }
  }

  @Test func `Tables of odd numbers and sizes`() throws {
    var odd = map(3, 2, 2)
    odd.entries[0] = .nan
    odd.entries[1] = .infinity
    odd.entries[2] = -5
    odd.entries[3] = 1e30
    let table = try #require(try HueSatTable(odd))
    #expect(applied(table, lookColors(100) + oddColors).allSatisfy { $0.isFinite })
    for (hues, saturations, values) in [(3, 2, 1), (0, 2, 2), (3, 1, 2), (-3, -2, 2), (Int.max, 2, 2), (1 << 62, 4, 1)]
    {
      let map = HueSatMap(
        hues: hues, saturations: saturations, values: values, isValueEncoded: false, entries: odd.entries)
      #expect(throws: ImageIOError.self) { _ = try HueSatTable(map) }
    }
  }

  @Test func `Maps of several lights are blended by weight`() {
    let (a, b) = (map(6, 4, 1), map(6, 4, 1))
    var c = b
    c.entries = b.entries.map { $0 + 2 }
    let half = HueSatMap.blended([a, c], weights: [0.25, 0.75])
    #expect(half != nil && zip(half!.entries, a.entries).allSatisfy { abs($0 - $1 - 1.5) < 1e-5 })
    #expect(HueSatMap.blended([a, c], weights: [0, 1]) == c)
    #expect(HueSatMap.blended([a, map(5, 3, 4)], weights: [0.6, 0.4]) == a)
    #expect(HueSatMap.blended([], weights: []) == nil)
    #expect(HueSatMap.blended([a], weights: [0.5, 0.5]) == a)
  }

  @Test func `Rows come fast`() throws {
    let colors = lookColors(4096)
    for (name, hues, saturations, values) in [("90 x 30", 90, 30, 1), ("36 x 8 x 16", 36, 8, 16)] {
      let table = try #require(try HueSatTable(map(hues, saturations, values, isEncoded: values > 1)))
      let speed = unsafe megapixelsPerSecond(colors) { rows, count in unsafe table.apply(rows, count) }
      print("hue and saturation \(name): \(speed) Mpx/s")
      #expect(speed > 3)
    }
  }
}
