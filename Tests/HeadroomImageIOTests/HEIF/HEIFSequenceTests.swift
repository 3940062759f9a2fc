import Foundation
import HeadroomColor
import HeadroomContainers
import HeadroomGraphics
import HeadroomImageIO
import HeadroomPixels
import HeadroomTestSupport
import Testing

/// Files with a track of pictures: animations, bursts.
@Suite("HEIF sequences")
struct HEIFSequenceTests {
  /// Three pictures of AV1, the colours of ``HEIFBuilder/colorPicture``.
  private static func track(_ pictures: [[UInt8]] = [[UInt8]](repeating: HEIFBuilder.colorPicture, count: 3))
    -> PlainMovie.Track
  {
    var track = PlainMovie.Track(id: 7)
    track.samples = pictures
    track.configuration = HEIFBuilder.colorConfiguration + HEIFBuilder.nclx(1, 13, 0)
    return track
  }

  private static func hevcTrack(_ format: String = "hvc1") -> PlainMovie.Track {
    var track = PlainMovie.Track(id: 2)
    track.samples = [HEIFBuilder.hevcData, HEIFBuilder.hevcData]
    (track.format, track.width, track.height) = (format, 64, 64)
    track.configuration = HEIFBuilder.hevcConfiguration + HEIFBuilder.nclx(1, 13, 6)
    return track
  }

  private static func open(_ tracks: PlainMovie.Track...) throws -> any ImageReader {
    try ImageFormats.open(FileBytes(PlainMovie(tracks).build()))
  }

  private static func failure(_ file: [UInt8]) throws -> String {
    "\(try #require(throws: ImageIOError.self) { try ImageFormats.open(FileBytes(file)).decode(DecodeRequest()) })"
  }

  private static func codes(_ bitmap: PixelBitmap) -> [UInt8] {
    (0..<bitmap.height).flatMap { y in
      (0..<bitmap.width).flatMap { HEIFDecodingTests.pixel(bitmap, $0, y) }
    }
  }

  // MARK: - Beside a picture

  @Test("are counted beside a picture, which stays the picture", arguments: [8, 32])
  func counted(_ sizeBits: Int) throws {
    let still = HEIFBuilder.picture().build()
    func frames(_ tracks: [PlainMovie.Track], broken: Int = 0) throws -> Int? {
      var movie = PlainMovie(tracks).movie(dataStart: 0)
      if broken > 0 { movie[broken] = 0xFF }
      let reader = try ImageFormats.open(FileBytes(still + movie))
      #expect(reader.info.frameCount == 1 && reader.info.warnings.isEmpty)
      #expect(HEIFDecodingTests.pixel(try reader.decode(DecodeRequest()).base, 3, 11) == HEIFDecodingTests.color(3, 11))
      return reader.info.sequenceFrameCount
    }
    var (pictures, alpha) = (PlainMovie.Track(id: 1), PlainMovie.Track(id: 2))
    (pictures.samples, pictures.sizeBits) = ([[UInt8]](repeating: [1, 2], count: 48), sizeBits)
    (alpha.samples, alpha.handler) = ([[UInt8]](repeating: [1], count: 99), "auxv")
    #expect(try frames([pictures, alpha]) == 48)
    // Where the track is broken there is still the picture.
    #expect(try frames([pictures], broken: 9) == nil)
    pictures.handler = "soun"
    #expect(try frames([pictures]) == nil)
    #expect(try frames([PlainMovie.Track(id: 1)]) == nil)
    #expect(try ImageFormats.open(FileBytes(still)).info.sequenceFrameCount == nil)
  }

  // MARK: - Alone

  @Test("without a picture beside them show their first: AV1")
  func av1() throws {
    let reader = try Self.open(Self.track())
    let info = reader.info
    #expect(info.format == "avif" && (info.width, info.height) == (16, 16) && info.chroma == "444")
    #expect(info.frameCount == 1 && info.sequenceFrameCount == 3 && info.warnings.isEmpty && !info.hasAlpha)
    #expect(info.cicp == CICP(primaries: 1, transfer: 13, matrix: 0))
    let base = try reader.decode(DecodeRequest()).base
    for (x, y) in HEIFDecodingTests.corners {
      #expect(HEIFDecodingTests.pixel(base, x, y) == HEIFDecodingTests.color(x, y))
    }
    #expect(reader.conformanceFindings().isEmpty)
    let rows = try #require(try reader.rows(DecodeRequest()))
    #expect(rows.width == 16 && rows.height == 16)
  }

  @Test("without a picture beside them show their first: HEVC", arguments: ["hvc1", "hev1"])
  func hevc(_ format: String) throws {
    var plain = PlainMovie([Self.hevcTrack(format)])
    plain.brands = ["hevc", "msf1"]
    let reader = try ImageFormats.open(FileBytes(plain.build()))
    #expect(reader.info.format == "heic" && reader.info.sequenceFrameCount == 2)
    let still = try HEIFDecodingTests.open(.hevcPicture())
    #expect(reader.info.cicp == still.info.cicp)
    #expect(Self.codes(try reader.decode(DecodeRequest()).base) == Self.codes(try still.decode(DecodeRequest()).base))
    #expect(try reader.decode(DecodeRequest(scaleDenominator: 4)).base.width == 16)
  }

  @Test("may have an empty meta box")
  func emptyMeta() throws {
    var plain = PlainMovie([Self.track()])
    let kind = HEIFBuilder.fullBox("hdlr", [0, 0, 0, 0] + Array("pict".utf8) + [UInt8](repeating: 0, count: 13))
    plain.between = HEIFBuilder.fullBox("meta", kind)
    let reader = try ImageFormats.open(FileBytes(plain.build()))
    #expect(HEIFDecodingTests.pixel(try reader.decode(DecodeRequest()).base, 15, 0) == HEIFDecodingTests.color(15, 0))
  }

  @Test("show the first picture that stands alone")
  func keys() throws {
    var track = Self.track([[0x12, 0], HEIFBuilder.colorPicture])
    track.keys = [2]
    #expect(
      HEIFDecodingTests.pixel(try Self.open(track).decode(DecodeRequest()).base, 0, 15)
        == HEIFDecodingTests.color(0, 15))
    track.keys = []
    #expect(try Self.failure(PlainMovie([track]).build()).hasPrefix("track 7: no sample stands alone"))
  }

  @Test("take alpha from the track that belongs to theirs")
  func alpha() throws {
    var alpha = PlainMovie.Track(id: 8)
    let type = Array("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha".utf8) + [0]
    (alpha.handler, alpha.references) = ("auxv", [("auxl", [7])])
    alpha.configuration = HEIFBuilder.grayConfiguration + HEIFBuilder.fullBox("auxi", type)
    alpha.samples = [HEIFBuilder.grayPicture]
    let reader = try Self.open(Self.track(), alpha)
    #expect(reader.info.hasAlpha && reader.info.warnings.isEmpty)
    let base = try reader.decode(DecodeRequest()).base
    // The gray picture is 8x + 8y.
    for (x, y) in HEIFDecodingTests.corners {
      #expect(HEIFDecodingTests.pixel(base, x, y) == HEIFDecodingTests.color(x, y) + [UInt8(8 * x + 8 * y)])
    }
    // Of another picture's track, or with something that is no alpha.
    alpha.references = [("auxl", [9])]
    #expect(try !Self.open(Self.track(), alpha).info.hasAlpha)
    alpha.references = [("auxl", [7])]
    alpha.configuration = HEIFBuilder.grayConfiguration
    #expect(try !Self.open(Self.track(), alpha).info.hasAlpha)
  }

  private static let one: Int32 = 1 << 16
  /// a, b, c, d and the EXIF orientation with the same effect.
  static let turns: [(matrix: [Int32], orientation: CGImagePropertyOrientation)] = [
    ([one, 0, 0, one], .up), ([-one, 0, 0, one], .upMirrored), ([-one, 0, 0, -one], .down),
    ([one, 0, 0, -one], .downMirrored), ([0, one, one, 0], .leftMirrored), ([0, one, -one, 0], .right),
    ([0, -one, -one, 0], .rightMirrored), ([0, -one, one, 0], .left),
  ]

  @Test("are turned as the track's matrix says", arguments: turns)
  func turned(_ matrix: [Int32], _ orientation: CGImagePropertyOrientation) throws {
    var track = Self.track()
    track.matrix = (matrix[0], matrix[1], matrix[2], matrix[3])
    #expect(try Self.open(track).info.orientation == orientation)
    track.matrix.0 += 5
    let info = try Self.open(track).info
    #expect(info.orientation == .up && info.warnings.count == 1)
  }

  @Test("without colour in their boxes take that of the stream")
  func streamColour() throws {
    var track = Self.track()
    track.configuration = HEIFBuilder.colorConfiguration
    let reader = try Self.open(track)
    #expect(reader.info.encoding == .sRGB)
    track.configuration =
      HEIFBuilder.box("av1C", Array(HEIFBuilder.colorConfiguration.dropFirst(8)) + HEIFBuilder.colorPicture[2..<12])
    let stated = try Self.open(track)
    #expect(HEIFDecodingTests.pixel(try stated.decode(DecodeRequest()).base, 3, 11) == HEIFDecodingTests.color(3, 11))
  }

  // MARK: - Damage

  @Test("whose tables are damaged say where")
  func damage() throws {
    func failure(_ change: (inout PlainMovie.Track) -> Void) throws -> String {
      var track = Self.track()
      change(&track)
      return try Self.failure(PlainMovie([track]).build())
    }
    #expect(
      try failure { $0.configuration = [] }.hasPrefix("track 7 'av01': the property 'av1C' is missing (offset 0x"))
    #expect(try failure { $0.handler = "vide" }.hasPrefix("moov: no track has pictures"))
    #expect(try failure { $0.samples = [] }.hasPrefix("moov: no track has pictures"))
    #expect(try failure { $0.samples = [[]] }.hasPrefix("track 7: sample 1 has no bytes"))
    #expect(try failure { $0.samples = [[1, 2, 3]] }.hasPrefix("track 7 'av01': the data"))
    #expect(try failure { $0.format = "mp4v" }.contains("pictures of this type are not decoded"))
    // The sample entry promises another size than the stream has.
    #expect(try failure { $0.width = 32 }.hasPrefix("track 7 'av01': the picture is 16x16, not 32x16 as declared"))
    #expect(try failure { ($0.width, $0.height) = (65_535, 65_535) }.hasPrefix("track 7: pixel count"))
    let file = PlainMovie([Self.track([HEIFBuilder.colorPicture])]).build()
    #expect(try Self.failure(Array(file.dropLast(60))).hasPrefix("track 7 'av01': the file ends inside"))
    var fragmented = PlainMovie([PlainMovie.Track(id: 1)])
    fragmented.extra = HEIFBuilder.box("mvex", [])
    #expect(
      try Self.failure(fragmented.build()) == "moov: a movie whose samples are in fragments, which are not read")
    let head = HEIFBuilder.box("ftyp", Array("avis".utf8) + [0, 0, 0, 0] + Array("avis".utf8))
    #expect(try Self.failure(head) == "meta: the file has no meta box")
  }

  @Test("are not edited around their coded pictures: the offsets of samples would have to move")
  func edits() throws {
    let reader = try #require(try Self.open(Self.track()) as? any CodedEditing)
    #expect(throws: ImageIOError.self) { try reader.edited(by: CodedEdit(stripped: [.all])) }
  }

  @Test("no changed byte traps")
  func changes() throws {
    let file = PlainMovie([Self.track([HEIFBuilder.colorPicture])]).build()
    let end = file.count - HEIFBuilder.colorPicture.count
    for place in 0..<end {
      for value in [0, 0x7F, 0xFF] as [UInt8] {
        var changed = file
        changed[place] = value
        do throws(ImageIOError) {
          _ = try ImageFormats.open(FileBytes(changed)).decode(DecodeRequest())
        } catch {
          if case .internalError = error { Issue.record("\(place) as \(value): \(error)") }
        }
      }
    }
  }

  // MARK: - Real files

  @Test("of others are read", .enabled(if: TestData.isAvailable))
  func others() throws {
    let file = TestData.root.appending(path: "findings-3/sequence-only.heics")
    let reader = try ImageFormats.open(FileBytes([UInt8](Data(contentsOf: file))))
    #expect(reader.info.sequenceFrameCount == 3 && (reader.info.width, reader.info.height) == (64, 64))
    #expect(try reader.decode(DecodeRequest()).base.width == 64)
  }
}
