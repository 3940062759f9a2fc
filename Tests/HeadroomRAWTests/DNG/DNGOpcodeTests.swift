import HeadroomContainers
import HeadroomPixels
import HeadroomRAW
import Testing

@Suite struct DNGOpcodeTests {
  /// Big-endian numbers, whatever the file's order is.
  private static func u32(_ values: Int...) -> [UInt8] { values.flatMap { TestTIFF(.big).number($0, 4) } }
  private static func f64(_ values: Double...) -> [UInt8] {
    values.flatMap { TestTIFF(.big).number(Int(bitPattern: UInt($0.bitPattern)), 8) }
  }
  private static func f32(_ values: Float...) -> [UInt8] {
    values.flatMap { TestTIFF(.big).number(Int($0.bitPattern), 4) }
  }
  private static let area = u32(1, 2, 21, 32, 0, 1, 2, 3)
  private static let wanted = DNGOpcode.Area(
    rect: PixelRect(minX: 2, minY: 1, maxX: 32, maxY: 21), plane: 0, planes: 1, rowPitch: 2, columnPitch: 3)

  private static func list(_ opcodes: [(id: Int, flags: Int, body: [UInt8])], version: Int = 0x0103_0000) -> [UInt8] {
    u32(opcodes.count) + opcodes.flatMap { u32($0.id, version, $0.flags, $0.body.count) + $0.body }
  }

  private func read(_ list: [UInt8], tag: UInt16 = 51009) throws -> SensorImage {
    try TestDNG(fields: [tag: .undefined(list)]).open().sensorImage(allowPartial: false)
  }

  private func operation(_ id: Int, _ body: [UInt8]) throws -> DNGOpcode.Operation {
    try #require(try read(Self.list([(id, 0, body)])).opcodes.linear.first).operation
  }

  @Test func `Geometry of lenses`() throws {
    #expect(
      try operation(1, Self.u32(1) + Self.f64(1, 2, 3, 4, 5, 6, 0.5, 0.25))
        == .warpRectilinear(planes: [[1, 2, 3, 4, 5, 6]], centerX: 0.5, centerY: 0.25))
    #expect(
      try operation(2, Self.u32(2) + Self.f64(1, 2, 3, 4, 5, 6, 7, 8, 0.5, 0.25))
        == .warpFisheye(planes: [[1, 2, 3, 4], [5, 6, 7, 8]], centerX: 0.5, centerY: 0.25))
    #expect(
      try operation(3, Self.f64(1, 2, 3, 4, 5, 0.5, 0.25))
        == .fixVignetteRadial([1, 2, 3, 4, 5], centerX: 0.5, centerY: 0.25))
    let many = (1...19).map { Double($0) }
    #expect(
      try operation(14, Self.u32(1) + many.flatMap { Self.f64($0) } + Self.f64(0.5, 0.25) + Self.u32(1))
        == .warpRectilinear2(planes: [many], centerX: 0.5, centerY: 0.25, isReciprocal: true))
  }

  @Test func `Defects and bounds`() throws {
    #expect(try operation(4, Self.u32(65535, 2)) == .fixBadPixelsConstant(value: 65535, phase: 2))
    #expect(
      try operation(5, Self.u32(1, 2, 1, 3, 4, 5, 6, 7, 8, 9, 10))
        == .fixBadPixelsList(
          phase: 1, points: [PixelRect(x: 4, y: 3, width: 1, height: 1), PixelRect(x: 6, y: 5, width: 1, height: 1)],
          rects: [PixelRect(minX: 8, minY: 7, maxX: 10, maxY: 9)]))
    #expect(try operation(6, Self.u32(1, 2, 3, 4)) == .trimBounds(PixelRect(minX: 2, minY: 1, maxX: 4, maxY: 3)))
  }

  @Test func `Values and gains`() throws {
    #expect(try operation(7, Self.area + Self.u32(2) + [0, 1, 1, 0]) == .mapTable(Self.wanted, [1, 256]))
    #expect(try operation(8, Self.area + Self.u32(1) + Self.f64(0.5, 2)) == .mapPolynomial(Self.wanted, [0.5, 2]))
    let gains = DNGOpcode.PlaneGains(
      rows: 2, columns: 1, spacingV: 0.5, spacingH: 1, originV: 0.25, originH: 0, planes: 1, gains: [1, 2])
    #expect(
      try operation(9, Self.area + Self.u32(2, 1) + Self.f64(0.5, 1, 0.25, 0) + Self.u32(1) + Self.f32(1, 2))
        == .gainMap(Self.wanted, gains))
    let lines = Self.area + Self.u32(2) + Self.f32(0.5, -1)
    #expect(try operation(10, lines) == .deltaPerRow(Self.wanted, [0.5, -1]))
    #expect(try operation(11, lines) == .deltaPerColumn(Self.wanted, [0.5, -1]))
    #expect(try operation(12, lines) == .scalePerRow(Self.wanted, [0.5, -1]))
    #expect(try operation(13, lines) == .scalePerColumn(Self.wanted, [0.5, -1]))
  }

  @Test func `Each list has its place, flags are kept`() throws {
    let trim = Self.u32(1, 2, 3, 4)
    let list = Self.list([(6, 0, trim), (6, 1, trim), (6, 2, trim)])
    for (tag, path) in [(51008, \SensorImage.opcodes.stored), (51009, \.opcodes.linear), (51022, \.opcodes.color)] {
      let found = try read(list, tag: UInt16(tag))[keyPath: path]
      #expect(found.map(\.isOptional) == [false, true, false])
      #expect(found.map(\.isSkippedInPreview) == [false, false, true])
      let all = try read(list, tag: UInt16(tag)).opcodes
      #expect(all.stored.count + all.linear.count + all.color.count == 3)
    }
  }

  @Test func `What is not known may be left out only where the file says so`() throws {
    #expect(try read(Self.list([(99, 1, [1, 2, 3])])).opcodes.linear.map(\.operation) == [.unknown(id: 99)])
    let newer = Self.list([(6, 1, Self.u32(1, 2, 3, 4))], version: 0x0200_0000)
    #expect(try read(newer).opcodes.linear.map(\.operation) == [.unknown(id: 6)])
    let file = try TestDNG(fields: [51009: .undefined(Self.list([(99, 0, [])]))]).open()
    let error = #expect(throws: ImageIOError.self) { try file.sensorImage(allowPartial: true) }
    #expect(error?.description.contains("opcode 99") == true)
  }

  @Test func `Counts that lie and numbers that are none`() {
    let bad: [[UInt8]] = [
      [], [0, 0], Self.u32(0x7FFF_FFFF), Self.u32(1), Self.u32(1, 6, 0x0103_0000, 0, 400),
      Self.list([(6, 0, Self.u32(1, 2, 3))]), Self.list([(6, 0, Self.u32(1, 2, 3, 0x7FFF_FFFF))]),
      Self.list([(1, 0, Self.u32(0xFFFF_FFFF))]), Self.list([(1, 0, Self.u32(0))]),
      Self.list([(3, 0, Self.f64(1, 2, .nan, 4, 5, 6, 7))]), Self.list([(4, 0, Self.u32(1, 4))]),
      Self.list([(5, 0, Self.u32(1, 0xFFFF_FFFF, 0xFFFF_FFFF))]),
      Self.list([(7, 0, Self.area + Self.u32(0xFFFF_FFFF))]), Self.list([(7, 0, Self.area + Self.u32(0))]),
      Self.list([(8, 0, Self.area + Self.u32(9))]),
      Self.list([(9, 0, Self.area + Self.u32(65536, 65536) + Self.f64(1, 1, 0, 0) + Self.u32(65536))]),
      Self.list([(9, 0, Self.area + Self.u32(2, 1) + Self.f64(0, 1, 0, 0) + Self.u32(1) + Self.f32(1, 2))]),
      Self.list([(10, 0, Self.area + Self.u32(0x4000_0000))]),
      Self.list([(10, 0, Self.area + Self.u32(1) + Self.f32(.infinity))]),
      Self.list([(10, 0, Self.u32(1, 2, 21, 32, 0, 1, 0, 1, 0))]),
    ]
    for list in bad {
      #expect(throws: ImageIOError.self, "\(list)") { try read(list + (list.isEmpty ? [1, 2, 3, 4, 5] : [])) }
    }
  }
}
