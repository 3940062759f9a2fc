import Foundation
import HeadroomImageIO
import HeadroomPixels
import HeadroomTestSupport
import Testing

/// Decodes the TIFF files of a folder and writes their samples beside them; see Tests/peers/tiff-values.
@Suite struct TIFFPeerDump {
  static let folder = ProcessInfo.processInfo.environment["HEADROOM_TIFF_PEER"]

  @Test("Samples are written for comparison with a peer", .enabled(if: folder != nil))
  func dump() throws {
    let folder = URL(fileURLWithPath: try #require(Self.folder))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    for name in names.sorted() where name.hasSuffix(".tif") || name.hasSuffix(".tiff") {
      let target = folder.appending(path: name + ".samples")
      do {
        let reader = try ImageFormats.open(try FileBytes(path: folder.appending(path: name).path))
        for index in 0..<reader.info.frameCount {
          let bitmap = try reader.decode(DecodeRequest(index: index)).base
          let page = index == 0 ? target : folder.appending(path: "\(name).\(index).samples")
          try Self.data(bitmap).write(to: page)
        }
      } catch {
        try Data("error \(error)\n".utf8).write(to: target)
      }
    }
  }

  private static func data(_ bitmap: PixelBitmap) -> Data {
    let format = bitmap.format
    var data = Data("\(bitmap.width) \(bitmap.height) \(format.channelCount) \(format.component)\n".utf8)
    for row in 0..<bitmap.height {
      unsafe data.append(
        bitmap.rowAddress(row).assumingMemoryBound(to: UInt8.self), count: bitmap.width * format.bytesPerPixel)
    }
    return data
  }
}
