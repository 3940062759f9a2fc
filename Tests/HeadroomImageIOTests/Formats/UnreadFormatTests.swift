import HeadroomContainers
import HeadroomImageIO
import Testing

@Suite struct UnreadFormatTests {
  private static func bytes(_ text: String, at offset: Int = 0) -> [UInt8] {
    [UInt8](repeating: 0, count: offset) + Array(text.utf8) + [UInt8](repeating: 1, count: 64)
  }

  @Test(arguments: [
    (bytes("8BPS"), "PSD"), ([0x49, 0x49, 0xBC, 0x01, 8, 0, 0, 0], "JPEG XR"),
    ([0xFF, 0x4F, 0xFF, 0x51, 0], "JPEG 2000"),
    (bytes("ftypmif3", at: 4), "'mini'"), (bytes("ftypqt  ", at: 4), "QuickTime"), (bytes("ftypisom", at: 4), "MP4"),
    (bytes("qoif"), "QOI"), (bytes("%PDF-1.7"), "PDF"),
  ])
  func `Formats that are known and not read are named`(_ file: [UInt8], _ name: String) {
    let error = #expect(throws: ImageIOError.self) { try ImageFormats.recognize(FileBytes(file)) }
    #expect(error?.description.contains(name) == true)
    #expect(error?.description.hasSuffix(", which is not read") == true)
  }

  @Test(arguments: [[1, 2, 3], [0x66, 0x74, 0x79, 0x70], Array("hello, world".utf8)] as [[UInt8]])
  func `What tells nothing stays unknown`(_ file: [UInt8]) {
    #expect(throws: ImageIOError.unknownFormat) { try ImageFormats.recognize(FileBytes(file)) }
  }
}
