import HeadroomColor
import HeadroomContainers
import HeadroomGraphics
import HeadroomImageIO
import HeadroomPixels
import Testing

@Suite struct HEIFGainMapWritingTests {
  private func heic(_ picture: StillImage, _ options: EncodeOptions = EncodeOptions()) throws -> WrittenFile {
    WrittenFile(try #require(HEICFormat.writer).encode(picture, options: options))
  }

  private func avif(_ picture: StillImage, _ options: EncodeOptions = EncodeOptions()) throws -> WrittenFile {
    WrittenFile(try #require(AVIFFormat.writer).encode(picture, options: options))
  }

  private func picture(_ map: GainMapImage) throws -> StillImage {
    var picture = try HEIFSamples.picture(64, 64)
    picture.gainMap = map
    return picture
  }

  /// Version byte, then the payload of ISO 21496-1 for 2 stops with offsets 1/64.
  private static let toneMap = """
    00 0000 0000 40 00000000 00000001 00000002 00000001 00000000 00000001 00000002 00000001 00000001 00000001
    00000001 00000040 00000001 00000040
    """

  @Test func `AVIF describes a map as ISO 21496-1 does, byte for byte`() throws {
    let file = try avif(picture(HEIFSamples.map(32, 32)))
    #expect(file.contains(hex: Self.toneMap))
    // Brand; the tone mapped item and the base as alternatives; the map hidden.
    #expect(file.position(of: Array("tmap".utf8)).map { $0 < 40 } == true)
    #expect(file.contains(hex: "0000001c 616c7472 00000000 00000004 00000002 00000003 00000001"))
    #expect(file.contains(hex: "00000010 64696d67 0003 0002 0001 0002"))
    #expect(file.contains(hex: "00000015 696e6665 02000001 0002 0000 61763031 00"))
    #expect(file.contains(hex: "00000013 636f6c72 6e636c78 0002 0002 0002 80"))
    // PQ in the base's primaries.
    #expect(file.contains(hex: "00000013 636f6c72 6e636c78 000c 0010 0006 80"))
    #expect(!file.contains(text: "auxl"))
  }

  @Test func `HEIC describes one map for readers of ISO 21496-1 and of Apple's formula`() throws {
    let map = try HEIFSamples.map(32, 32)
    let file = try heic(picture(map))
    let shared = try map.sharedWithApple()
    let metadata = try #require(shared.image.metadata)
    #expect(file.position(of: metadata.serializedTmap()) != nil)
    #expect(metadata.gamma.x < 1)
    #expect(file.contains(text: "urn:com:apple:photo:2020:aux:hdrgainmap"))
    #expect(file.contains(hex: "0000000e 6175786c 0002 0001 0001"))
    #expect(file.contains(text: "<HDRGainMap:HDRGainMapHeadroom>4<"))
    // The packet describes the map.
    #expect(file.contains(hex: "0000000e 63647363 0004 0001 0002"))
  }

  /// libaom takes smooth pictures for screen content, and then looks up every block among all others: eight times the time
  /// and 80 bytes a pixel for what a map gains nothing from.
  @Test func `a smooth map is coded in less time than one full of noise`() throws {
    let side = 768
    var random = SystemRandomNumberGenerator()
    var smooth = try HEIFSamples.map(side, side)
    var noisy = smooth
    smooth.bitmap = try HEIFSamples.bitmap(side, side, .gray8) { x, y in
      SIMD4(repeating: Float(20 + (x * x + y * y) / 12_000 % 200) / 255)
    }
    noisy.bitmap = try HEIFSamples.bitmap(side, side, .gray8) { x, y in
      SIMD4(repeating: Float(100 + (x / 3 * 7 + y / 5 * 11) % 23 + Int.random(in: 0..<40, using: &random)) / 255)
    }
    let clock = ContinuousClock()
    func time(_ map: GainMapImage) throws -> Duration {
      let picture = try picture(map)
      return try (0..<3).map { _ in try clock.measure { _ = try avif(picture) } }.min() ?? .zero
    }
    #expect(try time(smooth) < time(noisy))
  }

  @Test func `maps that Apple's formula cannot describe get ISO metadata alone`() throws {
    let negative = try HEIFSamples.map(32, 32, .gray8, GainMapMetadata(alternateHeadroom: 2, min: -1, max: 2))
    for map in [negative, try HEIFSamples.map(32, 32, .rgb8)] {
      let file = try heic(picture(map))
      #expect(file.contains(text: "altr"))
      #expect(!file.contains(text: "hdrgainmap"))
    }
  }

  @Test func `the descriptions asked for are written`() throws {
    let apple = try heic(picture(HEIFSamples.map(32, 32)), EncodeOptions(gainMapKinds: [.apple]))
    #expect(apple.contains(text: "auxl"))
    #expect(!apple.contains(text: "tmap"))
    let iso = try heic(picture(HEIFSamples.map(32, 32)), EncodeOptions(gainMapKinds: [.iso]))
    #expect(iso.contains(hex: Self.toneMap))
    #expect(!iso.contains(text: "auxl"))
  }

  @Test func `a map that none of the descriptions fits is refused`() throws {
    let text = "none of the descriptions asked for fits the gain map"
    let color = try picture(HEIFSamples.map(32, 32, .rgb8))
    #expect(throws: ImageIOError.notEncodable(format: "heic", text: text)) {
      try heic(color, EncodeOptions(gainMapKinds: [.apple]))
    }
    #expect(throws: ImageIOError.notEncodable(format: "avif", text: text)) {
      try avif(color, EncodeOptions(gainMapKinds: [.ultraHDR]))
    }
  }

  @Test func `maps of 16 bits are stored with 10, maps of three channels with three`() throws {
    let deep = try avif(picture(HEIFSamples.map(32, 32, .gray16)))
    #expect(deep.contains(hex: "0000000e 70697869 00000000 01 0a"))
    let color = try avif(picture(HEIFSamples.map(32, 32, .rgb16)))
    #expect(color.contains(hex: "00000010 70697869 00000000 03 0a0a0a"))
  }

  @Test func `an HDR base keeps its metadata, and its alternate is SDR`() throws {
    var base = try HEIFSamples.picture(64, 64, .rgb16, .itur2100PQ)
    base.gainMap = try HEIFSamples.map(
      32, 32, .gray8, GainMapMetadata(baseHeadroom: 3, alternateHeadroom: 0, min: -0.5, max: 3))
    let file = try heic(base)
    #expect(
      file.contains(
        hex: """
          00 0000 0000 40 00000003 00000001 00000000 00000001 ffffffff 00000002 00000003 00000001 00000001 00000001
          00000001 00000040 00000001 00000040
          """))
    #expect(file.contains(hex: "00000013 636f6c72 6e636c78 0009 000d 0009 80"))
    #expect(!file.contains(text: "auxl"))
  }
}
