import HeadroomColor
import HeadroomContainers
import HeadroomGraphics
import HeadroomPixels
import HeadroomRAW
import Testing

@Suite struct DNGHeaderTests {
  /// A small file with some fields more.
  private func open(_ fields: [UInt16: TestTIFF.Value], planes: Int = 1) throws -> DNGFile {
    try TestDNG(planes: planes, fields: fields).open()
  }

  private func error(_ fields: [UInt16: TestTIFF.Value], planes: Int = 1) -> String {
    let error = #expect(throws: ImageIOError.self) {
      _ = try open(fields, planes: planes).sensorImage(allowPartial: false)
    }
    return error?.description ?? ""
  }

  // MARK: Mosaics

  @Test(arguments: [[0, 1, 1, 2], [1, 0, 2, 1], [1, 2, 0, 1], [2, 1, 1, 0]] as [[UInt8]])
  func `Bayer mosaics of all phases`(_ pattern: [UInt8]) throws {
    let header = try open([33422: .bytes(pattern)]).header
    #expect(header.pattern?.planes == pattern)
    #expect(header.pattern?.kind == .bayer)
    #expect(header.planes == 1)
  }

  @Test func `Larger mosaics`() throws {
    let quad: [UInt8] = [0, 0, 1, 1, 0, 0, 1, 1, 1, 1, 2, 2, 1, 1, 2, 2]
    #expect(try open([33421: .shorts([4, 4]), 33422: .bytes(quad)]).header.pattern?.kind == .quadBayer)
    let row: [UInt8] = [1, 0, 2, 1, 2, 0]
    let xTrans = (0..<6).flatMap { shift in (0..<6).map { row[($0 + shift) % 6] } }
    #expect(try open([33421: .shorts([6, 6]), 33422: .bytes(xTrans)]).header.pattern?.kind == .xTrans)
  }

  @Test func `What is no mosaic of red, green and blue in rectangles is refused by name`() {
    #expect(error([50711: .shorts([2])]).contains("CFALayout"))
    #expect(error([33422: .bytes([0, 1, 3, 2])]).contains("cyan"))
    #expect(error([50710: .bytes([1, 0, 2])]).contains("CFAPlaneColor"))
    #expect(error([33422: .bytes([0, 1, 1])]).contains("CFAPattern"))
    #expect(error([33421: .shorts([9, 9])]).contains("CFAPattern"))
    #expect(error([277: .shorts([4])]).contains("4 samples"))
  }

  @Test func `A linear picture has no pattern, a monochrome one no calibration`() throws {
    let linear = try open([:], planes: 3).header
    #expect(linear.pattern == nil)
    #expect(linear.planes == 3)
    let mono = try open([262: .shorts([34892])]).header
    #expect(mono.profiles.map(\.calibration) == [nil])
    #expect(mono.asShotWhite == .unknown)
    #expect(mono.warnings.isEmpty)
  }

  // MARK: Levels and geometry

  @Test func `Levels of a pattern, by lines, and the table`() throws {
    let image = try open([
      50712: .shorts([0, 10, 20, 40]), 50713: .shorts([2, 2]), 50714: .rationals([(1, 1), (5, 2), (3, 1), (4, 1)]),
      50715: .signedRationals((0..<30).map { ($0 - 3, 10) }), 50716: .signedRationals((0..<20).map { (-$0, 10) }),
      50717: .longs([40]), 50829: .longs([1, 2, 21, 32]),
    ]).sensorImage(allowPartial: false)
    #expect(image.levels.linearization == [0, 10, 20, 40])
    #expect(image.levels.black == [1, 2.5, 3, 4])
    #expect((image.levels.blackRows, image.levels.blackColumns) == (2, 2))
    #expect(image.levels.blackDeltaH.count == 30)
    #expect(image.levels.blackDeltaH[0] == -0.3)
    #expect(image.levels.blackDeltaV[19] == -1.9)
    #expect(image.levels.white == [40])
    #expect(image.activeArea == PixelRect(minX: 2, minY: 1, maxX: 32, maxY: 21))
    #expect(image.crop == image.activeArea)
  }

  @Test func `Levels of planes`() throws {
    let levels = try open([50714: .shorts([1, 2, 3]), 50717: .shorts([100, 200, 300])], planes: 3)
      .sensorImage(allowPartial: false).levels
    #expect(levels.black == [1, 2, 3])
    #expect(levels.white == [100, 200, 300])
    #expect(try open([50714: .shorts([7])], planes: 3).sensorImage(allowPartial: false).levels.black == [7, 7, 7])
    #expect(try open([:]).sensorImage(allowPartial: false).levels.white == [65535])
  }

  @Test func `The crop counts from the active area, rounded to pixels`() throws {
    let image = try open([
      50829: .longs([1, 2, 21, 32]), 50719: .rationals([(3, 2), (4, 1)]), 50720: .rationals([(20, 1), (10, 1)]),
    ])
    #expect(try image.sensorImage(allowPartial: false).crop == PixelRect(x: 4, y: 5, width: 20, height: 10))
    #expect((image.header.width, image.header.height) == (20, 10))
  }

  @Test func `What the photographer framed is what is shown`() throws {
    let framed = try open([
      50719: .longs([3, 5]), 50720: .longs([20, 10]), 51125: .rationals([(1, 5), (1, 4), (4, 5), (1, 1)]),
    ])
    #expect(try framed.sensorImage(allowPartial: false).crop == PixelRect(x: 8, y: 7, width: 15, height: 6))
    #expect((framed.header.width, framed.header.height) == (15, 6))
    for edges in [
      [(0, 1), (0, 1), (0, 1), (1, 1)], [(0, 1), (0, 1), (2, 1), (1, 1)], [(0, 1), (0, 0), (1, 1), (1, 1)],
    ] {
      let header = try open([51125: .rationals(edges)]).header
      #expect((header.width, header.height) == (37, 29))
      #expect(header.warnings.count == 1)
    }
  }

  @Test func `Areas outside the picture are warnings`() throws {
    for fields: [UInt16: TestTIFF.Value] in [
      [50829: .longs([0, 0, 30, 37])], [50829: .longs([9, 9, 9, 9])], [50720: .longs([38, 29])],
      [50719: .rationals([(1, 0), (0, 1)]), 50720: .longs([37, 29])],
      [50719: .signedRationals([(-1, 1), (0, 1)]), 50720: .longs([30, 20])],
    ] {
      let header = try open(fields).header
      #expect(header.warnings.count == 1, "\(header.warnings)")
      #expect((header.width, header.height) == (37, 29))
    }
  }

  @Test func `Levels that mean nothing are errors`() {
    #expect(error([50717: .shorts([0])]).contains("WhiteLevel"))
    #expect(error([50717: .rationals([(1, 0)])]).contains("WhiteLevel"))
    #expect(error([50714: .shorts([9]), 50717: .shorts([9])]).contains("BlackLevel"))
    #expect(error([50713: .shorts([2, 2]), 50714: .shorts([9, 9])]).contains("BlackLevel"))
    #expect(error([50713: .shorts([0, 2])]).contains("BlackLevelRepeatDim"))
    #expect(error([50714: .rationals([(3, 0)])]).contains("BlackLevel"))
  }

  // MARK: Versions and pictures of a file

  @Test func `Newer rules than those known are refused`() throws {
    #expect(error([50707: .bytes([1, 8, 0, 0])]).contains("1.8.0.0"))
    #expect(error([50707: .bytes([1, 7, 1, 1])]).contains("DNGBackwardVersion"))
    _ = try open([50707: .bytes([1, 7, 1, 0])])
    _ = try open([50706: .bytes([1, 9, 0, 0]), 50707: .bytes([1, 4, 0, 0])])
    #expect(error([259: .shorts([9])]).contains("VC-5"))
    #expect(error([259: .shorts([5])]).contains("Compression"))
    #expect(error([50974: .longs([2, 2])]).contains("SubTileBlockSize"))
  }

  @Test func `Not every TIFF is a DNG`() {
    var tiff = TestTIFF()
    let directory = tiff.directory([256: .longs([1]), 257: .longs([1])])
    #expect(!DNGFile.recognizes(tiff.finish(directory)))
    #expect(!DNGFile.recognizes(FileBytes(Array("not a TIFF".utf8))))
    #expect(DNGFile.recognizes(TestDNG(order: .big, isBig: true).file()))
  }

  @Test func `The full picture is taken, previews and masks are listed`() throws {
    var tiff = TestTIFF(.big)
    let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xC0, 0, 4, 1, 2, 0xFF, 0xD9]
    let stream = tiff.append(jpeg)
    let pixels = tiff.append([UInt8](repeating: 7, count: 64))
    func picture(
      _ type: Int, _ size: (Int, Int), _ photometric: Int, _ compression: Int, _ place: (Int, Int),
      _ more: [UInt16: TestTIFF.Value] = [:]
    ) -> [UInt16: TestTIFF.Value] {
      [
        254: .longs([type]), 256: .longs([size.0]), 257: .longs([size.1]), 258: .shorts([8]),
        259: .shorts([compression]), 262: .shorts([photometric]), 273: .longs([place.0]), 277: .shorts([1]),
        279: .longs([place.1]),
      ].merging(more) { $1 }
    }
    let mosaic: [UInt16: TestTIFF.Value] = [33421: .shorts([2, 2]), 33422: .bytes([0, 1, 1, 2])]
    let below = [
      tiff.directory(picture(16, (8, 8), 34892, 1, (pixels, 64))),
      tiff.directory(picture(0, (8, 8), 32803, 1, (pixels, 64), mosaic)),
      tiff.directory(picture(1, (300, 200), 6, 7, (stream, jpeg.count))),
      tiff.directory(picture(0x10004, (4, 4), 52527, 1, (pixels, 16), [52526: .ascii("urn:a:b:skymatte")])),
      tiff.directory(picture(8, (4, 2), 51177, 1, (pixels, 8))),
    ]
    var first = picture(1, (100, 50), 6, 7, (stream, jpeg.count))
    first[330] = .longs(below)
    first[50706] = .bytes([1, 6, 0, 0])
    first[271] = .ascii("Maker")
    first[274] = .shorts([6])
    first[700] = .bytes(Array("<x/>".utf8))
    first[34665] = .longs([tiff.directory([33434: .rationals([(1, 50)])])])
    let directory = tiff.directory(first)
    let header = try DNGFile(tiff.finish(directory), limits: .standard).header
    #expect((header.width, header.height) == (8, 8))
    #expect(header.pattern != nil)
    #expect(header.previews.map(\.width) == [300, 100])
    #expect(header.previews[0].bytes.copy(0..<100) == jpeg)
    #expect(header.auxiliary == ["skymatte 4x4", "depth 4x2", "enhanced 8x8"])
    #expect(header.make == "Maker")
    #expect(header.orientation == .right)
    #expect(header.metadata.xmp == Array("<x/>".utf8))
    let exif = try EXIFBlock(parsing: try #require(header.metadata.exif))
    #expect(exif.exif[33434]?.numbers == [0.02])
    #expect(header.warnings == ["ColorMatrix1: none; the camera's colours are not known"])
  }
}
