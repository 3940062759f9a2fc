import Foundation
import HeadroomContainers
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
    for format in [OpenEXRFormat.self, RadianceFormat.self] as [any ImageFormat.Type] {
      let names = try FileManager.default.contentsOfDirectory(atPath: TestData.still(format.name).path)
      for name in names.sorted() where name.hasSuffix(".\(format.name)") {
        let bytes = FileBytes(try TestData.stillBytes("\(format.name)/\(name)"))
        let still = try ImageFormats.open(bytes).decode(DecodeRequest())
        var data = Data()
        for sample in floatSamples(of: still.base) {
          unsafe withUnsafeBytes(of: sample.bitPattern.littleEndian) { unsafe data.append(contentsOf: $0) }
        }
        try data.write(to: folder.appending(path: name + ".samples"))
        // The same picture as written here, for the peer to read.
        guard let writer = format.writer else { continue }
        let written = try writer.encode(still, options: EncodeOptions())
        try Data(written).write(to: folder.appending(path: "written-" + name))
      }
    }
  }
}
