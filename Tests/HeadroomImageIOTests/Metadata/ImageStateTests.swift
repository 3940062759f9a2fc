import HeadroomColor
import HeadroomContainers
import HeadroomImageIO
import HeadroomPixels
import Testing

/// A scene-referred HLG picture says so in its profile: ISO/TS 22028-5's tag has no other place.
@Suite("Scene-referred HLG") struct ImageStateTests {
  private static let writers: [(any ImageWriter)?] = [
    HEICFormat.writer, AVIFFormat.writer, PNGFormat.writer, TIFFFormat.writer, JPEGXLFormat.writer,
  ]

  @Test("every container with a profile keeps the statement beside the code points", arguments: 0..<5)
  func kept(index: Int) throws {
    let writer = try #require(Self.writers[index])
    var picture = try HEIFSamples.picture(64, 48, .rgb16, .itur2100HLG)
    picture.iccProfile = ICCProfile.data(for: .itur2100HLG, imageState: .sceneColorimetry)
    let file = try writer.encode(picture, options: EncodeOptions(isLossless: index == 4, bitDepth: index < 2 ? 10 : 16))
    let info = try ImageFormats.open(FileBytes(file)).info
    let profile = try ICCProfile(parsing: try #require(info.iccProfile))
    #expect(profile.imageState == .sceneColorimetry)
    #expect(info.encoding == .itur2100HLG && info.kind == .isoHDR)
  }

  @Test("a profile that differs from the code points is a fallback for others, and goes", arguments: 0..<3)
  func dropped(index: Int) throws {
    let writer = try #require(Self.writers[index])
    var picture = try HEIFSamples.picture(64, 48, .rgb16, .itur2100PQ)
    picture.iccProfile = ICCProfile.data(for: .displayP3)
    let file = try writer.encode(picture, options: EncodeOptions(bitDepth: index < 2 ? 10 : 16))
    let info = try ImageFormats.open(FileBytes(file)).info
    #expect(info.iccProfile == nil && info.encoding == .itur2100PQ)
  }
}
