import HeadroomPixels
import HeadroomRAW
import Testing

/// Numbers of a small monochrome sensor, computed by a script of numpy in double precision that shares nothing with the code.
@Suite struct LinearizationTests {
  private static let width = 6
  private static let height = 4

  private static func code(_ x: Int, _ y: Int) -> UInt16 { UInt16((37 * x + 101 * y + 13 * x * y) % 900 + 100) }

  private static func image(
    _ levels: SensorLevels = SensorLevels(black: [100], white: [900])
  ) throws -> SensorImage {
    try SyntheticSensor.codes(width: width, height: height, pattern: nil, levels: levels, code)
  }

  private static func values(stored: [DNGOpcode] = [], linear: [DNGOpcode] = []) throws -> [Float] {
    var image = try image()
    image.opcodes = (stored, linear, [])
    return try developed(image)
  }

  private static func developed(_ image: SensorImage) throws -> [Float] {
    Array(try SyntheticSensor.developed(image).prefix(width * height))
  }

  private static func area(
    _ rect: PixelRect = PixelRect(width: width, height: height), rows: Int = 1, columns: Int = 1
  ) -> DNGOpcode.Area {
    DNGOpcode.Area(over: rect, rows: rows, columns: columns)
  }

  private static func rect(_ top: Int, _ left: Int, _ bottom: Int, _ right: Int) -> PixelRect {
    PixelRect(minX: left, minY: top, maxX: right, maxY: bottom)
  }

  private func expect(_ found: [Float], _ wanted: [Float], line: SourceLocation = #_sourceLocation) {
    #expect(found.count == wanted.count, sourceLocation: line)
    for (index, pair) in zip(found, wanted).enumerated() {
      #expect(abs(pair.0 - pair.1) < 2e-6, "value \(index)", sourceLocation: line)
    }
  }

  @Test func `Table, black pattern, black by row and column, and white`() throws {
    let table = (0..<1000).map { (code: Int) in UInt16(min(65_535, code * 3 + code * code / 64)) }
    let levels = SensorLevels(
      linearization: table, black: [300, 310, 320, 330], blackRows: 2, blackColumns: 2,
      blackDeltaH: [0, 1, 2, 3, 4, 5.5], blackDeltaV: [0, -2, 4, 1], white: [14_000])
    expect(
      try Self.developed(Self.image(levels)),
      [
        0.0114198, 0.0287691, 0.0507302, 0.0743018, 0.1025585, 0.132389, 0.0670546, 0.1030709, 0.1462611, 0.1937704,
        0.2483804, 0.3072728, 0.148384, 0.209436, 0.2811024, 0.3603089, 0.4501299, 0.5475275, 0.2507229, 0.3433256,
        0.450496, 0.5695253, 0.7031953, 0.8485414,
      ])
  }

  @Test func `What is below black stays negative, what is above white is 1`() throws {
    let image = try SyntheticSensor.codes(
      width: 2, height: 1, pattern: nil, levels: SensorLevels(black: [100], white: [200])
    ) { x, _ in x == 0 ? 50 : 300 }
    #expect(try SyntheticSensor.developed(image).prefix(2) == [-0.5, 1])
  }

  @Test func `Codes beyond the table are its last entry`() throws {
    let image = try SyntheticSensor.codes(
      width: 2, height: 1, pattern: nil, levels: SensorLevels(linearization: [0, 10, 50], white: [100])
    ) { x, _ in x == 0 ? 2 : 60_000 }
    #expect(try SyntheticSensor.developed(image).prefix(2) == [0.5, 0.5])
  }

  @Test func `A polynomial over every other pixel`() throws {
    let step = DNGOpcode(.mapPolynomial(Self.area(Self.rect(1, 1, 4, 6), rows: 2, columns: 2), [0.05, 0.5, 0.6, -0.2]))
    expect(
      try Self.values(linear: [step]),
      [
        0.0, 0.04625, 0.0925, 0.13875, 0.185, 0.23125, 0.12625, 0.164406, 0.25125, 0.2597614, 0.37625, 0.3679839,
        0.2525, 0.33125, 0.41, 0.48875, 0.5675, 0.64625, 0.37875, 0.4002728, 0.56875, 0.5877286, 0.75875, 0.7897506,
      ])
  }

  @Test func `Added by row`() throws {
    let step = DNGOpcode(.deltaPerRow(Self.area(Self.rect(0, 1, 4, 5), rows: 2), [0.1, -0.05]))
    expect(
      try Self.values(linear: [step]),
      [
        0.0, 0.14625, 0.1925, 0.23875, 0.285, 0.23125, 0.12625, 0.18875, 0.25125, 0.31375, 0.37625, 0.43875, 0.2525,
        0.28125, 0.36, 0.43875, 0.5175, 0.64625, 0.37875, 0.47375, 0.56875, 0.66375, 0.75875, 0.85375,
      ])
  }

  @Test func `Scaled by column, beyond white too`() throws {
    let step = DNGOpcode(.scalePerColumn(Self.area(Self.rect(1, 1, 4, 6), columns: 2), [1.5, 2, 0.25]))
    expect(
      try Self.values(linear: [step]),
      [
        0.0, 0.04625, 0.0925, 0.13875, 0.185, 0.23125, 0.12625, 0.283125, 0.25125, 0.6275, 0.37625, 0.1096875, 0.2525,
        0.496875, 0.41, 0.9775, 0.5675, 0.1615625, 0.37875, 0.710625, 0.56875, 1.3275, 0.75875, 0.2134375,
      ])
  }

  @Test func `Gains between the points of a map`() throws {
    let map = DNGOpcode.PlaneGains(
      over: 2, 3, spacing: (0.5, 0.4), origin: (0.1, 0.05), [1, 1.5, 2, 1.2, 1, 3])
    let step = DNGOpcode(.gainMap(Self.area(Self.rect(0, 1, 4, 6), rows: 2, columns: 2), map))
    expect(
      try Self.values(linear: [step]),
      [
        0.0, 0.0574656, 0.0925, 0.23125, 0.185, 0.4740625, 0.12625, 0.18875, 0.25125, 0.31375, 0.37625, 0.43875,
        0.2525, 0.364375, 0.41, 0.8145833, 0.5675, 1.93875, 0.37875, 0.47375, 0.56875, 0.66375, 0.75875, 0.85375,
      ])
  }

  @Test func `A vignette is undone, or not where that is not asked for`() throws {
    let step = DNGOpcode(.fixVignetteRadial([0.3, -0.1, 0.05, 0.02, -0.01], centerX: 0.4, centerY: 0.6))
    expect(
      try Self.values(linear: [step]),
      [
        0.0, 0.0506085, 0.0992911, 0.1518256, 0.213589, 0.291375, 0.1391797, 0.196022, 0.2551243, 0.3258379, 0.4147831,
        0.5279641, 0.2752557, 0.339465, 0.4104015, 0.500871, 0.6186439, 0.7696307, 0.423661, 0.5004006, 0.5880847,
        0.701089, 0.8487201, 1.0417702,
      ])
    var image = try Self.image()
    image.opcodes.linear = [step]
    var options = SensorDevelopment.Options(whiteBalance: SIMD3(1, 1, 1))
    options.appliesLensOpcodes = false
    #expect(try SyntheticSensor.developed(image, options) == SyntheticSensor.developed(Self.image(), options))
  }

  @Test func `A table and a scale over stored numbers`() throws {
    let table = DNGOpcode(.mapTable(Self.area(Self.rect(0, 0, 4, 4)), (0..<400).map { UInt16(5 * $0 + 7) }))
    let mapped: [Float] = [
      507, 692, 877, 1062, 248, 285, 1012, 1262, 1512, 1762, 401, 451, 1517, 1832, 2002, 2002, 554, 617, 2002, 2002,
      2002, 2002, 707, 783,
    ]
    expect(try Self.values(stored: [table]), mapped.map { min(($0 - 100) / 800, 1) })
    let scale = DNGOpcode(.scalePerRow(Self.area(Self.rect(0, 0, 3, 6)), [1.37, 1.37, 1.37]))
    let scaled: [Float] = [
      137, 188, 238, 289, 340, 390, 275, 344, 412, 481, 549, 618, 414, 500, 586, 673, 759, 845, 403, 479, 555, 631, 707,
      783,
    ]
    expect(try Self.values(stored: [scale]), scaled.map { ($0 - 100) / 800 })
  }
}
