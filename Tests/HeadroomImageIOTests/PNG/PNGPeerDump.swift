import Foundation
import HeadroomContainers
import HeadroomImageIO
import HeadroomPixels
import HeadroomTestSupport
import Testing

/// Writes the decoded codes of all real PNG files where a peer's decoder is to be compared; see Tests/peers/png-codes.
@Suite struct PNGPeerDump {
  static let folder = ProcessInfo.processInfo.environment["HEADROOM_PEER_DUMP"]

  @Test("Codes are written for comparison with a peer", .enabled(if: folder != nil && TestData.isAvailable))
  func dump() throws {
    let folder = URL(fileURLWithPath: try #require(Self.folder))
    let root = TestData.still("")
    let files = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
    for path in files.sorted() where path.hasSuffix(".png") {
      let bytes = FileBytes(try TestData.stillBytes(path))
      let bitmap = try ImageFormats.open(bytes).decode(DecodeRequest()).base
      let codes = samples(of: bitmap)
      let shape = "\(bitmap.width) \(bitmap.height) \(bitmap.format.channelCount) \(bitmap.format.bitsPerComponent)\n"
      var data = Data("\(path)\n\(shape)".utf8)
      data.append(contentsOf: codes.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] })
      try data.write(to: folder.appending(path: path.replacingOccurrences(of: "/", with: "_") + ".codes"))
    }
  }
}
