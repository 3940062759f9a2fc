import Foundation
import HeadroomColor
import HeadroomContainers
import HeadroomGraphics
import HeadroomImage
import HeadroomImageIO
import HeadroomPictures
import HeadroomPixels
import Testing

@Suite("Embedded thumbnails") struct EmbeddedThumbnailTests {
  /// The file's own thumbnail, as stored.
  private func thumbnail(_ data: Data) -> CGImage? {
    CGImageSourceCreateThumbnailAtIndex(CGImageSource(data: data), 0, nil)
  }

  private func codes(_ x: Int, _ y: Int, _ channel: Int) -> UInt16 { UInt16([x / 2, y, (x + y) / 4][channel]) }

  @Test(
    "JPEG, HEIC and AVIF get one on request",
    arguments: [("public.jpeg", 160), ("public.heic", 320), ("public.avif", 320)])
  func request(_ type: String, _ side: Int) throws {
    let image = CGImage(
      bitmap: try makeBitmap(500, 250, .rgb8, codes), colorSpace: CGColorSpace(encoding: .displayP3))
    #expect(thumbnail(try encoded(image, type)) == nil)
    let data = try encoded(
      image, type, [kCGImageDestinationEmbedThumbnail: true, kCGImagePropertyOrientation: 6])
    let small = try #require(thumbnail(data))
    #expect((small.width, small.height) == (side, side / 2))
    // In EXIF it has no profile.
    #expect(small.colorSpace?.encoding == (type == "public.jpeg" ? .sRGB : .displayP3))
    let row = unsafe small.bitmap.rowAddress(side / 4).assumingMemoryBound(to: UInt8.self)
    let middle = (0..<3).map { unsafe Int(row[side / 2 * small.bitmap.format.channelCount + $0]) }
    if type != "public.jpeg" {
      for channel in 0..<3 { #expect(abs(middle[channel] - Int(codes(250, 125, channel))) < 8) }
    }
    let reader = try ImageFormats.open(FileBytes([UInt8](data)))
    #expect(reader.info.frameCount == 1 && reader.info.orientation == .right)
    #expect(reader.conformanceFindings().isEmpty)
  }

  @Test("Pictures that are small, and formats without a place, get none")
  func absence() throws {
    let image = CGImage(
      bitmap: try makeBitmap(160, 80, .rgb8, codes), colorSpace: CGColorSpace(encoding: .sRGB))
    for type in ["public.jpeg", "public.heic", "public.png"] {
      #expect(thumbnail(try encoded(image, type, [kCGImageDestinationEmbedThumbnail: true])) == nil)
    }
  }

  @Test("A transparent HDR picture keeps an opaque one in its own encoding", arguments: ["public.heic", "public.avif"])
  func transparency(_ type: String) throws {
    let bitmap = try makeBitmap(400, 100, .rgba16) { x, _, c in c == 3 ? UInt16(x * 160) : 30_000 }
    let image = CGImage(bitmap: bitmap, colorSpace: CGColorSpace(encoding: .itur2100PQ))
    let small = try #require(thumbnail(try encoded(image, type, [kCGImageDestinationEmbedThumbnail: true])))
    #expect((small.width, small.height) == (320, 80))
    #expect(small.colorSpace?.encoding == .itur2100PQ)
  }
}
