import HeadroomColor
import HeadroomContainers
import HeadroomGraphics
import HeadroomImageIO
import HeadroomPixels
import Testing

@Suite("Motion photos from file to file") struct MotionPhotoTests {
  /// Boxes that look like a movie.
  static let movie =
    BoxBytes.box("ftyp", Array("isom".utf8) + [0, 0, 2, 0]) + BoxBytes.box("mdat", [UInt8](repeating: 5, count: 6000))

  static func picture(hasMap: Bool) throws -> StillImage {
    var picture = try HEIFSamples.picture(64, 48, .rgb8, .sRGB)
    if hasMap { picture.gainMap = try HEIFSamples.map(32, 24) }
    picture.metadata.motion = MotionVideo(in: FileBytes(movie), at: 0..<movie.count, kind: .trailer)
    return picture
  }

  @Test("A JPEG's video is listed by Google's directory behind the map, and found again", arguments: [false, true])
  func jpeg(_ hasMap: Bool) throws {
    let bytes = try JPEGWriter().encode(try Self.picture(hasMap: hasMap), options: EncodeOptions())
    let info = try ImageFormats.open(FileBytes(bytes)).info
    #expect(info.metadata.motion?.kind == .directory && info.metadata.motion?.bytes == Self.movie)
    #expect(info.auxiliary.contains("video, 6,024 bytes"))
    #expect((info.gainMap != nil) == hasMap && info.warnings.isEmpty)
    let packet = try XMPPacket(parsing: #require(info.metadata.xmp))
    #expect(packet[XMPNamespace.camera, "MotionPhoto"]?.text == "1")
    #expect(GainMapXMP.containerItems(packet).count == (hasMap ? 3 : 2))
    // As it is, once more: the lengths are those of the new file.
    var again = try ImageFormats.open(FileBytes(bytes)).decode(DecodeRequest())
    again.metadata = info.metadata
    let second = try JPEGWriter().encode(again, options: EncodeOptions(quality: 30))
    #expect(try ImageFormats.open(FileBytes(second)).info.metadata.motion?.bytes == Self.movie)
    #expect(second.count < bytes.count)
  }

  @Test("Rows that come one after the other end in the same file")
  func rows() throws {
    let picture = try Self.picture(hasMap: true)
    let output = MemoryByteSink()
    let sink = try #require(try JPEGWriter().rowSink(for: picture.header, options: EncodeOptions(), to: output))
    try sink.write(picture.base)
    try sink.finish()
    #expect(try ImageFormats.open(FileBytes(output.bytes)).info.metadata.motion?.bytes == Self.movie)
  }

  @Test("HEIC has it in a box behind all others")
  func heic() throws {
    let bytes = try #require(ImageFormats.named("heic")?.writer).encode(
      try Self.picture(hasMap: true), options: EncodeOptions(speed: 10))
    let info = try ImageFormats.open(FileBytes(bytes)).info
    #expect(info.metadata.motion?.kind == .box && info.metadata.motion?.bytes == Self.movie && info.gainMap != nil)
    #expect(Array(bytes.suffix(Self.movie.count)) == Self.movie)
  }

  @Test("Rendered pixels and files without metadata have no video")
  func left() throws {
    var picture = try Self.picture(hasMap: false)
    #expect(picture.metadata.ofRenderedPixels.motion == nil)
    var options = EncodeOptions()
    options.stripsMetadata = true
    let bytes = try JPEGWriter().encode(picture, options: options)
    #expect(try ImageFormats.open(FileBytes(bytes)).info.metadata.motion == nil)
    picture.metadata = picture.metadata.removing(.all)
    #expect(picture.metadata.motion == nil)
  }

  @Test("Samsung's trailer stays as it is")
  func samsung() throws {
    var picture = try Self.picture(hasMap: false)
    let file = FileBytes([1, 2, 3, 4] + Self.movie + [5, 6])
    picture.metadata.motion = MotionVideo(
      in: file, at: 4..<4 + Self.movie.count, kind: .samsung, trailer: 2..<file.count)
    let bytes = try JPEGWriter().encode(picture, options: EncodeOptions())
    #expect(Array(bytes.suffix(Self.movie.count + 4)) == [3, 4] + Self.movie + [5, 6])
  }
}
