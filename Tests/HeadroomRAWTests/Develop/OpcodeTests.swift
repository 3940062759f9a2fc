import HeadroomContainers
import HeadroomPixels
import HeadroomRAW
import Testing

@Suite struct OpcodeTests {
  private static let bayer = SyntheticSensor.bayer[0]

  private static func image(_ stored: [DNGOpcode] = [], _ linear: [DNGOpcode] = []) throws -> SensorImage {
    // Each colour flat, with dead pixels of each.
    let dead: Set<Int> = [5 * 16 + 5, 6 * 16 + 7, 9 * 16 + 2, 0, 15]
    var image = try SyntheticSensor.codes(
      width: 16, height: 12, pattern: bayer, levels: SensorLevels(white: [1000])
    ) { x, y in dead.contains(y * 16 + x) ? 0 : UInt16(200 + 100 * bayer.plane(row: y, column: x)) }
    image.opcodes = (stored, linear, [])
    return image
  }

  private func isFlat(_ result: [Float]) -> Bool {
    (0..<3).allSatisfy { plane in
      result[plane * 192..<(plane + 1) * 192].allSatisfy { abs($0 - Float(2 + plane) / 10) < 1e-5 }
    }
  }

  @Test func `Bad pixels become their neighbours of the same colour`() throws {
    #expect(try !isFlat(SyntheticSensor.developed(Self.image())))
    let constant = DNGOpcode(.fixBadPixelsConstant(value: 0, phase: 0))
    #expect(try isFlat(SyntheticSensor.developed(Self.image([constant]))))
    func pixel(_ x: Int, _ y: Int) -> PixelRect { PixelRect(x: x, y: y, width: 1, height: 1) }
    let list = DNGOpcode(
      .fixBadPixelsList(
        phase: 0, points: [pixel(5, 5), pixel(7, 6), pixel(2, 9), pixel(99, 99)],
        rects: [PixelRect(x: -5, y: -5, width: 6, height: 6), PixelRect(x: 15, y: 0, width: 1, height: 1)]))
    #expect(try isFlat(SyntheticSensor.developed(Self.image([list]))))
  }

  @Test func `A sensor of bad pixels alone stays as it is`() throws {
    let all = DNGOpcode(
      .fixBadPixelsList(phase: 0, points: [], rects: [PixelRect(x: -9, y: -9, width: 99, height: 99)]))
    #expect(try SyntheticSensor.developed(Self.image([all])) == SyntheticSensor.developed(Self.image()))
  }

  @Test func `Areas outside the picture touch nothing`() throws {
    let far = DNGOpcode.Area(over: PixelRect(minX: 4_000_000, minY: 3, maxX: .max, maxY: .max))
    let plane = DNGOpcode.Area(over: PixelRect(width: 16, height: 12), plane: 7, planes: 1 << 31)
    for area in [far, plane] {
      let step = DNGOpcode(.mapPolynomial(area, [1]))
      #expect(try SyntheticSensor.developed(Self.image([], [step])) == SyntheticSensor.developed(Self.image()))
    }
  }

  @Test func `Hostile opcodes are refused`() throws {
    let whole = PixelRect(width: 16, height: 12)
    func area(_ rows: Int, _ columns: Int, _ rect: PixelRect? = nil) -> DNGOpcode.Area {
      DNGOpcode.Area(over: rect ?? whole, rows: rows, columns: columns)
    }
    func gains(_ rows: Int, _ columns: Int, _ count: Int, _ spacing: Double) -> DNGOpcode {
      let map = DNGOpcode.PlaneGains(
        over: rows, columns, spacing: (spacing, spacing), [Float](repeating: 1, count: count))
      return DNGOpcode(.gainMap(area(1, 1), map))
    }
    let opcodes = [
      DNGOpcode(.mapPolynomial(area(0, 1), [1])), DNGOpcode(.mapPolynomial(area(1, -3), [1])),
      DNGOpcode(.mapPolynomial(area(1, 1), [.nan])), DNGOpcode(.mapTable(area(1, 1), [])),
      DNGOpcode(.mapPolynomial(area(1, 1, PixelRect(minX: -1, minY: 0, maxX: 4, maxY: 4)), [1])),
      DNGOpcode(.deltaPerRow(area(1, 1), [1, 2, 3])), DNGOpcode(.scalePerColumn(area(1, 1), [])),
      DNGOpcode(.scalePerRow(area(12, 1), [.infinity])), gains(.max, .max, 4, 1), gains(2, 2, 3, 1), gains(2, 2, 4, 0),
      gains(0, 0, 0, 1), DNGOpcode(.fixVignetteRadial([.infinity], centerX: 0, centerY: 0)),
      DNGOpcode(.unknown(id: 99)), DNGOpcode(.trimBounds(whole)),
    ]
    for opcode in opcodes {
      #expect(throws: ImageIOError.self) { try SyntheticSensor.developed(Self.image([opcode])) }
      #expect(throws: ImageIOError.self) { try SyntheticSensor.developed(Self.image([], [opcode])) }
    }
  }

  @Test func `What is optional and not known is left out`() throws {
    let unknown = DNGOpcode(.unknown(id: 99), isOptional: true)
    #expect(try SyntheticSensor.developed(Self.image([unknown], [unknown])) == SyntheticSensor.developed(Self.image()))
  }
}
