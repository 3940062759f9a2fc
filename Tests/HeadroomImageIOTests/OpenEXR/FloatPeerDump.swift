import Foundation
import HeadroomImageIO
import HeadroomTestSupport
import Testing

/// Writes the decoded samples of all real OpenEXR and Radiance files where a peer's decoder is to be compared; see
/// Tests/peers/float-samples.
@Suite struct FloatPeerDump {
  static let folder = ProcessInfo.processInfo.environment["HEADROOM_PEER_DUMP"]

  @Test("Samples are written for comparison with a peer", .enabled(if: folder != nil && TestData.isAvailable))
  func dump() throws {
    let folder = URL(fileURLWithPath: try #require(Self.folder))
    for (place, suffix) in [("exr", ".exr"), ("hdr", ".hdr")] {
      let names = try FileManager.default.contentsOfDirectory(atPath: TestData.still(place).path)
      for name in names.sorted() where name.hasSuffix(suffix) {
        let bytes = FileBytes(try TestData.stillBytes("\(place)/\(name)"))
        let samples = floatSamples(of: try ImageFormats.open(bytes).decode(DecodeRequest()).base)
        var data = Data(capacity: samples.count * 4)
        for sample in samples {
          unsafe withUnsafeBytes(of: sample.bitPattern.littleEndian) { unsafe data.append(contentsOf: $0) }
        }
        try data.write(to: folder.appending(path: name + ".samples"))
      }
    }
  }
}
