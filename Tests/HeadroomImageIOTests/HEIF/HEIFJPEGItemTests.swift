import HeadroomColor
import HeadroomContainers
import HeadroomImageIO
import HeadroomPixels
import HeadroomTestSupport
import Testing

/// Items of the type `jpeg`: the pictures are those that the JPEG files have.
@Suite struct HEIFJPEGItemTests {
  /// A smooth picture as a JPEG file without any application marker, which items need not have.
  private static func jpeg(
    _ width: Int = 32, _ height: Int = 24, _ chroma: EncodeOptions.Chroma = .full, isGray: Bool = false
  ) throws -> [UInt8] {
    let base = try makeBitmap(width, height, isGray ? .gray8 : .rgb8) { x, y, c in UInt16(10 + 3 * x + y + 60 * c) }
    let still = StillImage(base: base, encoding: isGray ? .genericGrayGamma22 : .sRGB)
    let writer = try #require(ImageFormats.named("jpeg")?.writer)
    return withoutApplications(try writer.encode(still, options: EncodeOptions(quality: 92, chroma: chroma)))
  }

  private static func withoutApplications(_ file: [UInt8]) -> [UInt8] {
    var result = Array(file[..<2])
    var place = 2
    while file[place + 1] != 0xDA {
      let end = place + 2 + Int(file[place + 2]) << 8 + Int(file[place + 3])
      if file[place + 1] & 0xF0 != 0xE0 { result += file[place..<end] }
      place = end
    }
    return result + file[place...]
  }

  /// Where the scan begins: what is before it may be a prefix.
  private static func scan(of jpeg: [UInt8]) -> Int {
    var place = 2
    while jpeg[place + 1] != 0xDA { place += 2 + Int(jpeg[place + 2]) << 8 + Int(jpeg[place + 3]) }
    return place
  }

  private static func file(_ jpeg: [UInt8], _ width: UInt32 = 32, _ height: UInt32 = 24) -> HEIFBuilder {
    var builder = HEIFBuilder()
    builder.brands = ["mif1", "jpeg"]
    builder.properties = [
      ("ispe", HEIFBuilder.size(width, height)), ("colour", HEIFBuilder.nclx(1, 13, 6)),
      ("other", HEIFBuilder.nclx(1, 13, 1)),
    ]
    builder.items = [.init(id: 1, type: "jpeg", data: jpeg, properties: ["ispe", "colour"])]
    return builder
  }

  private static func open(_ builder: HEIFBuilder) throws -> any ImageReader {
    try ImageFormats.open(FileBytes(builder.build()))
  }

  private static func decoded(_ jpeg: [UInt8]) throws -> [UInt16] {
    samples(of: try ImageFormats.open(FileBytes(jpeg)).decode(DecodeRequest()).base)
  }

  private static func farthest(_ a: [UInt16], _ b: [UInt16]) -> Int {
    a.count == b.count ? zip(a, b).map { abs(Int($0) - Int($1)) }.max() ?? 0 : .max
  }

  @Test(arguments: EncodeOptions.Chroma.allCases)
  func `A picture is the JPEG's`(_ chroma: EncodeOptions.Chroma) throws {
    let jpeg = try Self.jpeg(32, 24, chroma)
    let reader = try Self.open(Self.file(jpeg))
    #expect(reader.info.format == "heic" && reader.info.chroma == chroma.rawValue && reader.info.warnings.isEmpty)
    #expect(reader.info.channels == 3 && reader.info.bitDepth == 8)
    let base = try reader.decode(DecodeRequest()).base
    #expect(Self.farthest(samples(of: base), try Self.decoded(jpeg)) <= 1)
    let rows = try #require(try reader.rows(DecodeRequest(includesGainMap: false)))
    let bitmap = try PixelBitmap(width: 32, height: 24, format: rows.format, alpha: rows.alpha)
    try rows.read(24, into: bitmap, row: 0)
    #expect(samples(of: bitmap) == samples(of: base))
    #expect(try reader.decode(DecodeRequest(scaleDenominator: 2)).base.width == 16)
  }

  @Test func `Gray stays gray, and what jpgC holds stands before the data`() throws {
    let jpeg = try Self.jpeg(isGray: true)
    let scan = Self.scan(of: jpeg)
    var builder = Self.file(Array(jpeg[scan...]))
    builder.properties.append(("prefix", HEIFBuilder.box("jpgC", Array(jpeg[..<scan]))))
    builder.items[0].properties.append("prefix!")
    let reader = try Self.open(builder)
    #expect(reader.info.channels == 1 && reader.info.chroma == "400")
    let base = try reader.decode(DecodeRequest()).base
    #expect(try base.format == .gray8 && samples(of: base) == Self.decoded(jpeg))
    #expect("\(reader.structure())".contains("\(scan) bytes before the data"))
    builder.items[0].properties.removeLast()
    #expect(throws: ImageIOError.self) { try Self.open(builder) }
  }

  @Test func `Tiles make a grid, with the tables they share in one property`() throws {
    let jpeg = try Self.jpeg(32, 24, .quarter)
    let scan = Self.scan(of: jpeg)
    var builder = Self.file([])
    builder.properties.append(("prefix", HEIFBuilder.box("jpgC", Array(jpeg[..<scan]))))
    builder.items = [
      .init(id: 1, type: "grid", data: [0, 0, 0, 1, 0, 50, 0, 20], properties: ["colour"], construction: 1)
    ]
    for id in [2, 3] as [UInt16] {
      builder.items.append(
        .init(id: id, type: "jpeg", data: Array(jpeg[scan...]), isHidden: true, properties: ["ispe", "prefix!"]))
    }
    builder.references = [("dimg", 1, [2, 3])]
    let base = try Self.open(builder).decode(DecodeRequest()).base
    #expect(base.width == 50 && base.height == 20)
    let (wanted, found) = (try Self.decoded(jpeg), samples(of: base))
    for y in 0..<20 {
      for x in 0..<50 {
        let (a, b) = (3 * (y * 50 + x), 3 * (y * 32 + x % 32))
        #expect(Self.farthest(Array(found[a..<a + 3]), Array(wanted[b..<b + 3])) <= 1)
      }
    }
  }

  @Test func `The matrix is the container's; red, green and blue are the stream's`() throws {
    let jpeg = try Self.jpeg()
    var builder = Self.file(jpeg)
    builder.items[0].properties = ["ispe", "other"]
    let shown = samples(of: try Self.open(builder).decode(DecodeRequest()).base)
    #expect(Self.farthest(shown, try Self.decoded(jpeg)) > 3)
    // Component names that libjpeg takes for RGB, in the frame and in the scan.
    var named = jpeg
    for start in [0xC0, 0xDA] as [UInt8] {
      let marker = try #require((0..<named.count - 1).first { named[$0] == 0xFF && named[$0 + 1] == start })
      let (first, step) = start == 0xC0 ? (marker + 10, 3) : (marker + 5, 2)
      for (index, name) in "RGB".utf8.enumerated() { named[first + index * step] = name }
    }
    builder = Self.file(named)
    #expect(try samples(of: Self.open(builder).decode(DecodeRequest()).base) == Self.decoded(named))
  }

  @Test func `What is cut or no JPEG is refused with its item; what there is is shown on demand`() throws {
    let jpeg = try Self.jpeg()
    let file = Self.file(jpeg).build()
    expectPictureOrError(ofPrefixesOf: file)
    let reader = try ImageFormats.open(FileBytes(Array(file.dropLast(20))))
    #expect(reader.info.isPictureCut)
    let error = #expect(throws: ImageIOError.self) { try reader.decode(DecodeRequest()) }
    #expect(error?.description.contains("item 1 'jpeg'") == true)
    let still = try reader.decode(DecodeRequest(allowPartial: true))
    #expect(still.isPartial && samples(of: still.base).prefix(3) != [0, 0, 0])
    #expect(throws: ImageIOError.self) { try Self.open(Self.file([1, 2, 3, 4])) }
    var generator = SeededGenerator(seed: 5)
    let limits = DecodeLimits(maxPixels: 1 << 20, maxDimension: 4096)
    for _ in 0..<400 {
      var mutated = file
      generator.mutate(&mutated)
      do {
        let reader = try ImageFormats.open(FileBytes(mutated), limits: limits)
        _ = try reader.decode(DecodeRequest(allowPartial: Bool.random(using: &generator), limits: limits))
      } catch {
        #expect(!error.description.hasPrefix("internal error"), "\(error)")
      }
    }
  }
}
