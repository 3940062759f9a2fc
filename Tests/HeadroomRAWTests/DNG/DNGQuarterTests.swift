import HeadroomContainers
import HeadroomPixels
import HeadroomRAW
import Testing

/// Pictures that are made small while they are unpacked.
@Suite struct DNGQuarterTests {
  /// A ramp: where a mean lies shows in its value.
  private static func ramp(_ x: Int, _ y: Int) -> UInt32 { UInt32(800 + 60 * x + 25 * y) }

  /// The ramp in the middle of a block.
  private static func truth(_ x: Int, _ y: Int, plane: Int, black: Float, white: Float) -> Float {
    let across: Float = 60 * (4 * Float(x) + 1.5)
    let down: Float = 25 * (4 * Float(y) + 1.5)
    return (800 + across + down + 64 * Float(plane) - black) / (white - black)
  }

  private static func mosaic(_ change: (inout TestDNG) -> Void = { _ in }) throws -> DNGFile {
    var dng = TestDNG(width: 42, height: 31, tile: (16, 16), sample: { x, y, _ in ramp(x, y) })
    dng.fields = [50714: .longs([500]), 50717: .longs([16_000])]
    change(&dng)
    return try dng.open()
  }

  private static func developed(_ image: SensorImage) throws -> (width: Int, planes: [Float]) {
    let development = try SensorDevelopment(image, options: .init(whiteBalance: SIMD3(1, 1, 1)))
    return (development.width, try SyntheticSensor.developed(image))
  }

  @Test(arguments: [[0, 1, 1, 2], [1, 0, 2, 1], [1, 2, 0, 1], [2, 1, 1, 0]])
  func `All colours lie in the middle of their blocks`(cell: [UInt8]) throws {
    let file = try Self.mosaic { $0.fields[33422] = .bytes(cell) }
    #expect(file.hasQuarterImage)
    let small = try Self.developed(try file.quarterImage(allowPartial: false))
    #expect(small.width == 11)
    for y in 0..<7 {
      for x in 0..<10 {
        let truth = Self.truth(x, y, plane: 0, black: 500, white: 16_000)
        for plane in 0..<3 { #expect(abs(small.planes[(plane * 8 + y) * 11 + x] - truth) < 1e-4) }
      }
    }
  }

  @Test func `Compressed, plain, in strips and through a table the means are the same`() throws {
    let plain = try Self.mosaic().quarterImage(allowPartial: false)
    let strips = try Self.mosaic {
      $0.tile = nil
      $0.rowsPerStrip = 31
    }
    #expect(try strips.quarterImage(allowPartial: false).samples.codes == plain.samples.codes)
    let deflated = try Self.mosaic {
      $0.compression = 8
      $0.encode = { samples, _, _ in PNG.deflate(samples.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }) }
    }
    #expect(try deflated.quarterImage(allowPartial: false).samples.codes == plain.samples.codes)
    let table = try Self.mosaic {
      $0.sample = { x, y, _ in Self.ramp(x, y) / 5 }
      $0.fields[50712] = .shorts((0..<4096).map { min(5 * $0, 65_535) })
    }
    let seen = try Self.developed(try table.quarterImage(allowPartial: false)).planes
    let truth = try Self.developed(plain).planes
    #expect(zip(seen, truth).allSatisfy { abs($0 - $1) < 5e-5 })
  }

  @Test func `A linear picture's blocks are means`() throws {
    var dng = TestDNG(width: 32, height: 16, planes: 3, sample: { x, y, plane in Self.ramp(x, y) + UInt32(plane) * 64 })
    dng.rowsPerStrip = 16
    dng.fields = [50717: .longs([16_000])]
    let file = try dng.open()
    let small = try Self.developed(try file.quarterImage(allowPartial: false))
    for plane in 0..<3 {
      for x in 0..<8 {
        let truth = Self.truth(x, 1, plane: plane, black: 0, white: 16_000)
        #expect(abs(small.planes[(plane * 4 + 1) * 8 + x] - truth) < 1e-4)
      }
    }
  }

  @Test func `Where places matter first the picture is unpacked whole`() throws {
    let list = TestTIFF.Value.undefined([0, 0, 0, 0])
    for (tag, value) in [
      (UInt16(51008), list), (51009, list), (50715, .doubles([Double](repeating: 1, count: 42))),
      (50829, .longs([1, 1, 31, 42])),
    ] {
      #expect(try !Self.mosaic { $0.fields[tag] = value }.hasQuarterImage)
    }
    #expect(try !Self.mosaic { $0.tile = (18, 16) }.hasQuarterImage)
    #expect(try !Self.mosaic { $0.height = 29 }.hasQuarterImage)
    let bordered = try Self.mosaic {
      $0.fields[50829] = .longs([2, 3, 31, 42])
      $0.fields[50719] = .longs([5, 6])
      $0.fields[50720] = .longs([24, 16])
    }
    let image = try bordered.quarterImage(allowPartial: false)
    #expect(image.crop == PixelRect(x: 2, y: 2, width: 6, height: 4))
  }

  @Test func `A file that ends inside its pixels is an error, or gives what is there`() throws {
    let bytes = TestDNG(width: 64, height: 64, tile: (16, 16)).file()
    let cut = FileBytes(bytes.copy(0..<bytes.count))
    let file = try DNGFile(cut, limits: .standard)
    #expect(try file.quarterImage(allowPartial: true).warnings.isEmpty)
    var dng = TestDNG(width: 64, height: 64, tile: (16, 16), compression: 7)
    dng.encode = { _, _, _ in
      [0xFF, 0xD8, 0xFF, 0xC3, 0, 11, 8, 0, 16, 0, 16, 1, 0, 0x11, 0] + [UInt8](repeating: 0, count: 64)
    }
    let damaged = try dng.open()
    #expect(throws: ImageIOError.self) { try damaged.quarterImage(allowPartial: false) }
    #expect(try !damaged.quarterImage(allowPartial: true).warnings.isEmpty)
  }
}
