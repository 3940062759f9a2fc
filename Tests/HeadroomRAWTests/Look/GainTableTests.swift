import HeadroomContainers
import HeadroomPixels
import HeadroomRAW
import Testing

@Suite struct GainTableTests {
  private var map: GainTableMap {
    var numbers = PeerNumbers(state: 77)
    let gains = (0..<3 * 4 * 9).map { _ in 0.3 + 3 * numbers.next() }
    return GainTableMap(
      rows: 3, columns: 4, spacingV: 0.35, spacingH: 0.25, originV: 0.1, originH: 0.15, entries: 9,
      weights: [0.1, 0.2, 0.05, 0.03, 0.12], gamma: 0.8, gains: gains)
  }

  @Test func `Gains are those of scipy`() throws {
    let table = try GainTable(map, width: 80, height: 60)
    for row in gainTableVectors {
      let color = SIMD3(Float(row[2]), Float(row[3]), Float(row[4]))
      let result = unsafe through([color]) { rows, count in
        unsafe table.apply(
          rows, count, x: Int(row[0]), y: Int(row[1]), exposureScale: Float(row[5]), amount: Float(row[6]))
      }
      #expect(distance(result, [color * Float(row[7])]) < 2e-5, "\(row): \(result)")
    }
  }

  @Test func `The amount goes from nothing to all without jumps`() throws {
    let table = try GainTable(map, width: 80, height: 60)
    let colors = lookColors(80)
    func rendered(_ amount: Float) -> [SIMD3<Float>] {
      unsafe through(colors) { rows, count in unsafe table.apply(rows, count, x: 0, y: 20, amount: amount) }
    }
    #expect(rendered(0) == colors)
    #expect(rendered(.nan) == colors)
    #expect(distance(rendered(0.001), colors) < 0.005)
    #expect(distance(rendered(0.9999), rendered(1)) < 0.001)
    for (i, pixel) in rendered(0.5).enumerated() {
      #expect(abs(pixel.x * pixel.x - colors[i].x * rendered(1)[i].x) < 1e-5)
    }
  }

  @Test func `What gets brighter than white stays so`() throws {
    var bright = map
    bright.gains = bright.gains.map { _ in 5 }
    let table = try GainTable(bright, width: 80, height: 60)
    let result = unsafe through([SIMD3(0.9, 2, 0.1)]) { rows, count in unsafe table.apply(rows, count, x: 3, y: 3) }
    #expect(distance(result, [SIMD3(4.5, 10, 0.5)]) < 1e-5)
  }

  @Test func `Odd numbers in, numbers out; pieces have the same bits`() throws {
    let table = try GainTable(map, width: 700, height: 60)
    let colors = lookColors(600, from: -0.3, to: 3) + oddColors
    for amount in [Float(1), 0.3] {
      let odd = unsafe through(oddColors) { rows, count in
        unsafe table.apply(rows, count, x: -5, y: -70, amount: amount)
      }
      #expect(odd.allSatisfy { $0.isFinite })
      #expect(
        unsafe givesSameBitsInPieces(colors) { rows, count, start in
          unsafe table.apply(rows, count, x: start, y: 11, amount: amount)
        })
    }
  }

  @Test func `Maps of odd numbers and sizes`() throws {
    var odd = map
    odd.gains[0] = .nan
    odd.gains[1] = .infinity
    odd.gains[2] = -3
    let table = try GainTable(odd, width: 80, height: 60)
    let result = unsafe through(oddColors) { rows, count in unsafe table.apply(rows, count, x: 0, y: 0) }
    #expect(result.allSatisfy { $0.isFinite })
    let changes: [(inout GainTableMap) -> Void] = [
      { $0.rows = 2 }, { $0.rows = Int.max }, { $0.columns = 0 }, { $0.entries = -9 }, { $0.weights = [1] },
      { $0.weights[2] = .nan }, { $0.gamma = .nan }, { $0.gamma = 0 }, { $0.spacingH = 0 }, { $0.spacingV = .nan },
      { $0.originH = .infinity }, { $0.gains = [] },
    ]
    for change in changes {
      var map = map
      change(&map)
      #expect(throws: ImageIOError.self) { _ = try GainTable(map, width: 80, height: 60) }
    }
    #expect(throws: ImageIOError.self) { _ = try GainTable(map, width: 0, height: 60) }
    let single = GainTableMap(
      rows: 1, columns: 1, spacingV: 0, spacingH: 0, originV: 0, originH: 0, entries: 1, weights: [0, 0, 0, 0, 1],
      gamma: 1, gains: [2])
    let one = try GainTable(single, width: 80, height: 60)
    #expect(unsafe through([SIMD3(0.1, 0.2, 0.3)]) { unsafe one.apply($0, $1, x: 70, y: 50) } == [SIMD3(0.2, 0.4, 0.6)])
  }

  @Test func `Rows come fast`() throws {
    var large = map
    (large.rows, large.columns, large.entries) = (6, 8, 257)
    large.gains = (0..<6 * 8 * 257).map { 1 + Float($0 % 257) / 300 }
    let table = try GainTable(large, width: 4096, height: 3000)
    for amount in [Float(1), 0.5] {
      let speed = unsafe megapixelsPerSecond(lookColors(4096)) { rows, count in
        unsafe table.apply(rows, count, x: 0, y: 900, amount: amount)
      }
      print("gain table, amount \(amount): \(speed) Mpx/s")
      #expect(speed > 3)
    }
  }
}
