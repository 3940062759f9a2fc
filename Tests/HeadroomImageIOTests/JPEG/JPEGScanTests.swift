import HeadroomColor
import HeadroomContainers
import HeadroomImageIO
import HeadroomPixels
import Testing

/// Progressive pictures of very many scans, each of which is gone through for all pixels.
@Suite struct JPEGScanTests {
  /// A progressive file whose first scan is there `count` times more, and which says that it is so large.
  private func file(scans count: Int, side: Int? = nil) throws -> [UInt8] {
    var options = EncodeOptions()
    options.isProgressive = true
    let picture = try JPEGXLWritingTests.picture(.rgb8, bits: 8)
    var bytes = try #require(JPEGFormat.writer).encode(picture, options: options)
    let stream = try JPEGStream(FileBytes(bytes), at: 0, limits: .standard)
    #expect(stream.scanCount > 1)
    let scans = stream.segments.filter { $0.marker == JPEGMarker.startOfScan }
    let scan = Array(bytes[scans[0].offset..<scans[1].offset])
    if let side {
      let frame = try #require(stream.segments.first { JPEGMarker.startsFrame($0.marker) })
      for place in [1, 3] {
        bytes[frame.payload.lowerBound + place] = UInt8(side >> 8)
        bytes[frame.payload.lowerBound + place + 1] = UInt8(side & 255)
      }
    }
    bytes.insert(contentsOf: (0..<count).flatMap { _ in scan }, at: scans[1].offset)
    return bytes
  }

  private func refusal(_ bytes: [UInt8]) throws -> (quantity: String, declared: UInt64)? {
    let reader = try ImageFormats.open(FileBytes(bytes))
    do throws(ImageIOError) {
      _ = try reader.decode(DecodeRequest())
      return nil
    } catch {
      guard case .overLimit("SOS", let quantity, let declared, _, _) = error else { return nil }
      return (quantity, declared)
    }
  }

  @Test func moreScansThanAnybodyWritesAreRefusedByTheirNumber() throws {
    let found = try #require(try refusal(file(scans: 600)))
    #expect(found.quantity == "scan count" && found.declared > 600)
  }

  @Test func scansOfALargePictureAreRefusedByTheirPixels() throws {
    let found = try #require(try refusal(file(scans: 60, side: 16_000)))
    #expect(found.quantity.hasPrefix("pixel count times") && found.declared > 60 * 256_000_000)
  }

  @Test func scansOfSmallPicturesAreRead() throws {
    let plain = try file(scans: 0)
    #expect(try ImageFormats.open(FileBytes(plain)).decode(DecodeRequest()).base.width == 37)
    #expect(try refusal(plain) == nil)
  }
}
