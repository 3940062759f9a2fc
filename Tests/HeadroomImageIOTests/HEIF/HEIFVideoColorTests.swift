import HeadroomColor
import HeadroomContainers
import HeadroomImageIO
import HeadroomPixels
import Testing

@Suite("Colour that only the coded picture's headers state")
struct HEIFVideoColorTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var primaries: ColorPrimaries
    var transfer: TransferFunction
    var shown: ColorEncoding
  }

  private static func encoding(_ primaries: ColorPrimaries, _ transfer: TransferFunction) -> ColorEncoding {
    ColorEncoding(primaries: primaries, transfer: transfer)
  }

  static let cases = [
    Case(
      testDescription: "BT.601-625 with a camera's curve, as phones write JFIF's space", primaries: .ebu,
      transfer: .bt1886, shown: .sRGB),
    Case(testDescription: "BT.601-525", primaries: .smpteC, transfer: .bt1886, shown: .sRGB),
    Case(testDescription: "BT.709", primaries: .bt709, transfer: .bt1886, shown: .sRGB),
    Case(testDescription: "P3 with a camera's curve", primaries: .p3D65, transfer: .bt1886, shown: .displayP3),
    Case(testDescription: "P3", primaries: .p3D65, transfer: .sRGB, shown: .displayP3),
    Case(testDescription: "linear", primaries: .bt709, transfer: .linear, shown: encoding(.bt709, .linear)),
    Case(testDescription: "PQ", primaries: .bt2020, transfer: .pq, shown: .itur2100PQ),
    Case(testDescription: "HLG", primaries: .bt2020, transfer: .hlg, shown: .itur2100HLG),
    Case(testDescription: "PQ with BT.601's primaries", primaries: .ebu, transfer: .pq, shown: encoding(.ebu, .pq)),
  ]

  /// A file of one colour whose items state no colour: their boxes are of a type that means nothing.
  private static func file(_ encoding: ColorEncoding) throws -> [UInt8] {
    let base = try JPEGFixture.bitmap(64, 64, .rgb8) { _, _, channel in [40, 150, 60][channel] }
    let deep = try PixelBitmap(width: 64, height: 64, format: .rgb16, alpha: .opaque)
    unsafe deep.storage.withUnsafeMutableBytes { bytes in
      for y in 0..<64 {
        for x in 0..<192 {
          let value = UInt16([40, 150, 60][x % 3] * 257)
          unsafe bytes.storeBytes(of: value, toByteOffset: deep.offset + y * deep.rowBytes + 2 * x, as: UInt16.self)
        }
      }
    }
    let picture = StillImage(base: encoding.transfer.isHDR ? deep : base, encoding: encoding)
    let found = try #require(ImageFormats.named("heic")).writer
    let writer = try #require(found)
    var bytes = try writer.encode(picture, options: EncodeOptions(quality: 98, chroma: .full))
    for place in bytes.indices.dropLast(4) where Array(bytes[place..<place + 4]) == Array("colr".utf8) {
      bytes.replaceSubrange(place..<place + 4, with: Array("skip".utf8))
    }
    return bytes
  }

  @Test("is sRGB for the curves of cameras, and stays PQ and HLG", arguments: cases)
  func streams(_ test: Case) throws {
    let encoding = Self.encoding(test.primaries, test.transfer)
    let reader = try ImageFormats.open(FileBytes(try Self.file(encoding)))
    #expect(reader.info.encoding == test.shown)
    // Matrix and range of the stream hold: the codes come back.
    let base = try reader.decode(DecodeRequest()).base
    let buffer = RowBuffer(capacity: 1)
    let rows = unsafe buffer.rows
    unsafe RowCodec.unpack(base, row: 32, x: 32, count: 1, into: rows)
    for (found, code) in unsafe [(rows.r[0], 40.0), (rows.g[0], 150), (rows.b[0], 60)] {
      #expect(abs(Double(found) * 255 - code) < 3)
    }
  }

  @Test("is taken from AV1's headers as it stands, as browsers do, but for JFIF's space")
  func browsers() {
    func shown(_ primaries: UInt8, _ transfer: UInt8, _ matrix: UInt8, isFull: Bool = true) -> ColorEncoding? {
      CICP(primaries: primaries, transfer: transfer, matrix: matrix, fullRange: isFull)
        .shownAsStill(ofVideo: false).encoding
    }
    for (transfer, matrix) in [(1, 5), (6, 5), (6, 6), (13, 6), (5, 5), (2, 5)] as [(UInt8, UInt8)] {
      #expect(shown(5, transfer, matrix) == .sRGB)
    }
    #expect(shown(5, 6, 5, isFull: false) == Self.encoding(.ebu, .bt1886))
    #expect(shown(1, 1, 1) == Self.encoding(.bt709, .bt1886))
    #expect(shown(5, 16, 5) == Self.encoding(.ebu, .pq) && shown(9, 18, 9) == .itur2100HLG)
  }

  @Test("Pixels that are no squares are said")
  func pixelAspect() throws {
    var builder = HEIFBuilder.picture()
    #expect(try ImageFormats.open(FileBytes(builder.build())).info.pixelAspect == nil)
    builder.properties.append(
      ("pasp", HEIFBuilder.box("pasp", HEIFBuilder.number(UInt32(2)) + HEIFBuilder.number(UInt32(1)))))
    builder.items[0].properties.append("pasp")
    #expect(try ImageFormats.open(FileBytes(builder.build())).info.pixelAspect == 2)
  }
}
