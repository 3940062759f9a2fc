import Foundation
import HeadroomColor
import HeadroomContainers
import HeadroomGraphics
import HeadroomImageIO
import HeadroomPixels
import HeadroomTestSupport
import Testing

@Suite struct BMPTests {
  private static func open(_ builder: BMPBuilder) throws -> any ImageReader {
    try ImageFormats.open(FileBytes(builder.build()))
  }

  private static func decode(_ builder: BMPBuilder) throws -> [UInt16] {
    samples(of: try open(builder).decode(DecodeRequest()).base)
  }

  private static let palette: [UInt8] = [10, 20, 30, 40, 50, 60, 70, 80, 90]
  private static func color(_ index: Int) -> [UInt16] { (0..<3).map { UInt16(30 * index + 10 * $0 + 10) } }

  @Test(
    "Indices of 1, 4 and 8 bits are those of the table, whatever header is before it",
    arguments: [12, 40, 64, 108, 124])
  func indexed(_ header: Int) throws {
    var one = BMPBuilder(
      header: header, width: 3, height: 2, bits: 1, pixels: [0b1010_0000, 0, 0, 0, 0b0110_0000, 0, 0, 0])
    one.table = Array(Self.palette.prefix(6))
    // The oldest header has a table of all colours.
    let filled = { (count: Int) in Self.palette + [UInt8](repeating: 0, count: 3 * count - 9) }
    #expect(try Self.decode(one) == [0, 1, 1, 1, 0, 1].flatMap(Self.color))
    var four = BMPBuilder(header: header, width: 3, height: 1, bits: 4, pixels: [0x21, 0x00, 0, 0])
    four.table = filled(16)
    #expect(try Self.decode(four) == [2, 1, 0].flatMap(Self.color))
    var eight = BMPBuilder(header: header, width: 2, height: 1, bits: 8, pixels: [1, 2, 0, 0])
    eight.table = filled(256)
    #expect(try Self.decode(eight) == [1, 2].flatMap(Self.color))
    let info = try Self.open(eight).info
    #expect(info.format == "bmp" && info.channels == 3 && info.bitDepth == 8 && info.encoding == .sRGB)
    // A table without the colour is black there.
    eight.table = Array(Self.palette.prefix(3))
    if header != 12 { #expect(try Self.decode(eight) == [0, 0, 0, 0, 0, 0]) }
  }

  @Test("Rows are stored from the bottom, or from the top where the height is negative")
  func order() throws {
    let rows: [UInt8] = [1, 2, 3, 4, 5, 6, 0, 0, 7, 8, 9, 10, 11, 12, 0, 0]
    var builder = BMPBuilder(width: 2, height: 2, bits: 24, pixels: rows)
    #expect(try Self.decode(builder) == [9, 8, 7, 12, 11, 10, 3, 2, 1, 6, 5, 4])
    builder.height = -2
    #expect(try Self.decode(builder) == [3, 2, 1, 6, 5, 4, 9, 8, 7, 12, 11, 10])
    let source = try #require(try Self.open(builder).rows(DecodeRequest()))
    let bitmap = try PixelBitmap(width: 2, height: 1, format: source.format, alpha: source.alpha)
    try source.read(1, into: bitmap, row: 0)
    #expect(samples(of: bitmap) == [3, 2, 1, 6, 5, 4])
  }

  @Test("16 bits are five for each colour, 32 eight, and the fourth byte is no alpha")
  func usualMasks() throws {
    let sixteen = BMPBuilder(width: 2, height: 1, bits: 16, pixels: [0x1F, 0xFC, 0xE0, 0x03])
    #expect(try Self.decode(sixteen) == [255, 0, 255, 0, 255, 0])
    for header in [40, 124] {
      var builder = BMPBuilder(header: header, width: 1, height: 1, bits: 32, pixels: [1, 2, 3, 77])
      builder.masks = header == 124 ? [0xFF, 0xFF00, 0xFF0000, 0xFF00_0000] : []
      #expect(try Self.decode(builder) == [3, 2, 1])
      #expect(try !Self.open(builder).info.hasAlpha)
    }
  }

  @Test("Masks say where the colours are, and whether there is alpha", arguments: [40, 52, 56, 108, 124])
  func masks(_ header: Int) throws {
    var builder = BMPBuilder(header: header, width: 1, height: 1, bits: 16, compression: 3, pixels: [0xFF, 0x07, 0, 0])
    builder.masks = [0xF800, 0x07E0, 0x001F]
    #expect(try Self.decode(builder) == [0, 255, 255])
    #expect(try Self.open(builder).info.bitDepth == 6)
    builder.bits = 32
    builder.pixels = [1, 2, 3, 128]
    builder.compression = header == 40 ? 6 : 3
    builder.masks = [0xFF, 0xFF00, 0xFF0000, 0xFF00_0000]
    #expect(try Self.decode(builder) == (header == 52 ? [1, 2, 3] : [1, 2, 3, 128]))
    #expect(try Self.open(builder).info.hasAlpha == (header != 52))
    // Ten bits each, two of alpha.
    builder.masks = [0x3FF0_0000, 0xFFC00, 0x3FF, 0xC000_0000]
    builder.pixels = [0xFF, 0x03, 0, 0x40]
    #expect(try Self.decode(builder) == (header == 52 ? [0, 0, 65_535] : [0, 0, 65_535, 21_845]))
    builder.masks[0] = 0x5000_0000
    #expect(throws: ImageIOError.self) { try Self.open(builder) }
  }

  @Test("Runs of 8 and 4 bits: repeated, as they are, steps, and what nobody paints")
  func runs() throws {
    var eight = BMPBuilder(width: 5, height: 3, bits: 8, compression: 1, pixels: [])
    eight.table = Self.palette
    eight.pixels = [3, 1, 2, 2, 0, 0, 0, 3, 2, 1, 2, 0, 0, 2, 1, 1, 1, 1, 0, 1]
    // The bottom row 1 1 1 2 2, then 2 1 2 as they are and a step to the right and up.
    let rows = [[0, 0, 0, 0, 1], [2, 1, 2, 0, 0], [1, 1, 1, 2, 2]]
    #expect(try Self.decode(eight) == rows.flatMap { $0 }.flatMap(Self.color))
    #expect(try Self.open(eight).rows(DecodeRequest()) == nil)
    var four = BMPBuilder(width: 5, height: 1, bits: 4, compression: 2, pixels: [3, 0x12, 0, 3, 0x21, 0x20, 0, 1])
    four.table = Self.palette
    #expect(try Self.decode(four) == [1, 2, 1, 2, 1].flatMap(Self.color))
    // Runs beyond the row are cut, and the end mark may be missing.
    eight.pixels = [200, 1, 0, 0, 5, 2, 0, 0, 5, 1]
    #expect(try Self.decode(eight) == [1, 2, 1].flatMap { [Int](repeating: $0, count: 5) }.flatMap(Self.color))
    eight.pixels = [5, 1, 0, 0, 2]
    #expect(throws: ImageIOError.self) { try Self.decode(eight) }
    let still = try Self.open(eight).decode(DecodeRequest(allowPartial: true))
    let bottom = samples(of: still.base).suffix(15)
    let wanted = [Int](repeating: 1, count: 5).flatMap(Self.color)
    #expect(still.isPartial && Array(bottom) == wanted)
  }

  @Test("The density, an embedded profile and calibrated colours are read; a linked profile is told")
  func color() throws {
    var builder = BMPBuilder(header: 124, width: 1, height: 1, bits: 24, pixels: [1, 2, 3, 0])
    builder.density = 3937
    builder.profile = try #require(ICCProfile.data(for: .displayP3))
    builder.colorSpace = 0x4D42_4544
    let info = try Self.open(builder).info
    #expect(info.iccProfile == builder.profile && info.encoding.primaries == ColorEncoding.displayP3.primaries)
    #expect(info.metadata.density == PixelDensity(x: 3937, y: 3937, unit: .metre) && info.warnings.isEmpty)
    #expect(try Self.open(builder).structure().map(\.name).last == "profile")
    builder.profile = [1, 2, 3]
    #expect(try Self.open(builder).info.warnings.count == 1)
    builder.colorSpace = 0x4C49_4E4B
    #expect(try Self.open(builder).info.warnings.count == 1)
    builder.header = 108
    builder.colorSpace = 0
    #expect(try Self.open(builder).info.encoding == .sRGB && Self.open(builder).info.warnings.isEmpty)
    // BT.709's primaries under D65, with an exponent of 2.2.
    builder.endpoints = [0.41239, 0.21264, 0.01933, 0.35758, 0.71517, 0.11919, 0.18048, 0.07219, 0.95053]
    builder.gammas = [2.2, 2.2, 2.2]
    let calibrated = try Self.open(builder).info
    #expect(calibrated.encoding.primaries == .bt709 && calibrated.warnings.isEmpty)
    #expect(abs(calibrated.encoding.transfer.decode(0.5) - pow(0.5, 2.2)) < 1e-4)
    builder.gammas[1] = 1
    #expect(try Self.open(builder).info.encoding == .sRGB && Self.open(builder).info.warnings.count == 1)
  }

  @Test("Pixels that are a JPEG or a PNG, other headers, depths and places are refused")
  func refused() throws {
    var builder = BMPBuilder(width: 1, height: 1, bits: 24, pixels: [1, 2, 3, 0])
    for (compression, word) in [(4, "JPEG"), (5, "PNG"), (1, "compression 1"), (99, "compression 99")] {
      builder.compression = UInt32(compression)
      let error = #expect(throws: ImageIOError.self) { try Self.open(builder) }
      #expect(error?.description.contains(word) == true)
    }
    builder.compression = 0
    builder.bits = 7
    #expect(throws: ImageIOError.self) { try Self.open(builder) }
    builder.bits = 24
    builder.offset = 20
    #expect(throws: ImageIOError.self) { try Self.open(builder) }
    builder.offset = 0
    #expect(try Self.decode(builder) == [3, 2, 1])
    builder.offset = nil
    for (width, height) in [(0, 1), (1, 0), (1, Int(Int32.min)), (1 << 20, 1 << 20), (40_000, 40_000)] {
      (builder.width, builder.height) = (width, height)
      #expect(throws: ImageIOError.self) { try Self.open(builder) }
    }
    var other = BMPBuilder(width: 1, height: 1, bits: 24, pixels: [1, 2, 3, 0]).build()
    other[14] = 99
    #expect(throws: ImageIOError.self) { try ImageFormats.open(FileBytes(other)) }
    #expect(throws: ImageIOError.unknownFormat) {
      try ImageFormats.open(FileBytes(Array("BMX racing, a magazine".utf8)))
    }
  }

  @Test("A file that is cut says where, or shows the rows that are there; the last row may go without its filling")
  func cut() throws {
    var pixels: [UInt8] = []
    for index in 0..<40 * 30 { pixels += [UInt8(index % 256), 9, 8] }
    for height in [30, -30] {
      let whole = BMPBuilder(width: 40, height: height, bits: 24, pixels: pixels).build()
      let reader = try ImageFormats.open(FileBytes(Array(whole.dropLast(250))))
      #expect(reader.info.isPictureCut)
      #expect(throws: ImageIOError.incompletePicture(part: "pixels", offset: whole.count - 250)) {
        try reader.decode(DecodeRequest())
      }
      let still = try reader.decode(DecodeRequest(allowPartial: true))
      let rows = samples(of: still.base)
      let missing = height > 0 ? rows.prefix(360) : rows.suffix(360)
      let first = height > 0 ? rows.suffix(120) : rows.prefix(120)
      #expect(still.isPartial && missing.allSatisfy { $0 == 0 } && Array(first.prefix(3)) == [8, 9, 0])
      #expect(reader.conformanceFindings().map(\.rule) == ["bmp.file-size"])
      expectPictureOrError(ofPrefixesOf: whole)
    }
    let open = BMPBuilder(width: 3, height: 1, bits: 8, table: Self.palette, pixels: [0, 1, 2])
    #expect(try Self.decode(open) == [0, 1, 2].flatMap(Self.color))
  }

  @Test("Mutated files give a picture or an error", arguments: 0..<2)
  func mutations(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var runs = BMPBuilder(width: 20, height: 9, bits: 8, compression: 1, table: Self.palette, pixels: [])
    let row: [UInt8] = [9, 1, 0, 5, 1, 2, 0, 1, 2, 0, 0, 2, 3, 0, 3, 2, 0, 0]
    for _ in 0..<9 { runs.pixels += row }
    runs.pixels += [0, 1]
    var masks = BMPBuilder(header: 124, width: 6, height: -5, bits: 32, compression: 3, pixels: [])
    masks.masks = [0xFF0000, 0xFF00, 0xFF, 0xFF00_0000]
    masks.pixels = (0..<120).map { UInt8($0) }
    masks.profile = try #require(ICCProfile.data(for: .displayP3))
    masks.colorSpace = 0x4D42_4544
    let files = [
      runs.build(), masks.build(),
      BMPBuilder(header: 12, width: 7, height: 4, bits: 1, pixels: [UInt8](repeating: 0x5A, count: 16)).build(),
    ]
    let limits = DecodeLimits(maxPixels: 1 << 20, maxDimension: 4096)
    for _ in 0..<1500 {
      var file = files[Int.random(in: 0..<files.count, using: &generator)]
      generator.mutate(&file)
      do {
        let reader = try ImageFormats.open(FileBytes(file), limits: limits)
        _ = reader.structure()
        _ = reader.conformanceFindings()
        _ = try reader.decode(DecodeRequest(allowPartial: Bool.random(using: &generator), limits: limits))
      } catch {
        #expect(!error.description.hasPrefix("internal error"), "\(error)")
      }
    }
  }
}
