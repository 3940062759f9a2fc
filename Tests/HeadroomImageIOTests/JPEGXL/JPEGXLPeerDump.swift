import Foundation
import HeadroomColor
import HeadroomContainers
import HeadroomImageIO
import HeadroomPixels
import HeadroomTestSupport
import Testing

/// Writes the decoded samples of the real files, and files of our own beside their samples, where peers are to be compared;
/// see Tests/peers/jxl-samples.
@Suite struct JPEGXLPeerDump {
  static let folder = ProcessInfo.processInfo.environment["HEADROOM_PEER_DUMP"]

  @Test("Samples are written for comparison with peers", .enabled(if: folder != nil && TestData.isAvailable))
  func dump() throws {
    let folder = URL(fileURLWithPath: try #require(Self.folder))
    for path in JPEGXLSamples.files {
      let name = path.replacingOccurrences(of: "/", with: "_")
      try Self.write(try JPEGXLSamples.decode(path).base, name: path, to: folder.appending(path: name + ".samples"))
    }
    for (name, picture, options) in try Self.own() {
      let file = try JPEGXLWritingTests.encode(picture, options)
      try Data(file).write(to: folder.appending(path: "own-\(name).jxl"))
      let still = try ImageFormats.open(FileBytes(file)).decode(DecodeRequest())
      let url = folder.appending(path: "own-\(name).samples")
      try Self.write(still.base, name: folder.appending(path: "own-\(name).jxl").path, to: url)
    }
  }

  /// Pictures in all depths without loss, and lossy ones in the encodings that matter.
  private static func own() throws -> [(String, StillImage, EncodeOptions)] {
    var all: [(String, StillImage, EncodeOptions)] = []
    for depth in JPEGXLWritingTests.depths {
      let picture = try JPEGXLWritingTests.picture(depth.format, bits: depth.bits)
      let options = EncodeOptions(isLossless: true, bitDepth: depth.bits)
      all.append(("exact-\(depth.format.layout)-\(depth.format.component)-\(depth.bits)", picture, options))
    }
    let encodings: [(String, ColorEncoding)] = [
      ("sRGB", .sRGB), ("displayP3", .displayP3), ("pq", .itur2100PQ), ("hlg", .itur2100HLG), ("linear", .linearSRGB),
      ("adobeRGB", .adobeRGB1998),
    ]
    for (name, encoding) in encodings {
      all.append(("lossy-\(name)", try JPEGXLWritingTests.smooth(encoding), EncodeOptions(quality: 90)))
    }
    let floats = try JPEGXLWritingTests.smooth(.linearSRGB, .rgbFloat)
    all.append(("lossy-float", floats, EncodeOptions(quality: 90)))
    all.append(("map-exact", try JPEGXLGainMapTests.adaptive(alternate: .itur2100PQ), EncodeOptions(isLossless: true)))
    return all
  }

  /// `name`, `width height channels component` in lines, then the samples, little-endian.
  private static func write(_ bitmap: PixelBitmap, name: String, to url: URL) throws {
    let shape = "\(bitmap.width) \(bitmap.height) \(bitmap.format.channelCount) \(bitmap.format.component)"
    var data = Data("\(name)\n\(shape)\n".utf8)
    for row in JPEGXLWritingTests.bytes(bitmap) { data.append(contentsOf: row) }
    try data.write(to: url)
  }
}
