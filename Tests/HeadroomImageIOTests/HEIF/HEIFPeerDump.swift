import Foundation
import HeadroomColor
import HeadroomContainers
import HeadroomImageIO
import HeadroomPixels
import HeadroomTestSupport
import Testing

/// Writes the decoded codes of all real HEIC files where a peer's planes are to be compared; see
/// Tests/peers/heif_planes.py.
@Suite struct HEIFPeerDump {
  static let folder = ProcessInfo.processInfo.environment["HEADROOM_PEER_DUMP"]

  @Test("Codes are written for comparison with a peer", .enabled(if: folder != nil && TestData.isAvailable))
  func dump() throws {
    let folder = URL(fileURLWithPath: try #require(Self.folder))
    for path in HEIFReference.files where !path.hasSuffix(".avif") {
      let reader = try ImageFormats.open(FileBytes(path: TestData.still(path).path))
      let bitmap = try reader.decode(DecodeRequest(includesGainMap: false)).base
      let count = bitmap.format.channelCount
      // Files with a profile have BT.601 planes of full range.
      let points = reader.info.cicp ?? .untaggedStill
      let shape = "\(bitmap.width) \(bitmap.height) \(count) \(points.matrix) \(points.fullRange ? 1 : 0)\n"
      var data = Data("\(path)\n\(shape)".utf8)
      for row in 0..<bitmap.height {
        let start = unsafe bitmap.rowAddress(row)
        if bitmap.format.component == .uint16 {
          unsafe data.append(start.assumingMemoryBound(to: UInt8.self), count: bitmap.width * count * 2)
          continue
        }
        let codes = unsafe start.assumingMemoryBound(to: UInt8.self)
        var wide = [UInt8](repeating: 0, count: bitmap.width * count * 2)
        for index in 0..<bitmap.width * count { wide[2 * index] = unsafe codes[index] }
        data.append(contentsOf: wide)
      }
      try data.write(to: folder.appending(path: path.replacingOccurrences(of: "/", with: "_") + ".codes"))
    }
  }
}
