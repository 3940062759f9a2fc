import Foundation
import HeadroomColor
import HeadroomContainers
import HeadroomGraphics
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

  @Test("Own files are written for peers to read", .enabled(if: folder != nil))
  func write() throws {
    let folder = URL(fileURLWithPath: try #require(Self.folder))
    for format in writableFormats {
      var encoding: ColorEncoding = format.isFloatingPoint ? .extendedLinearITUR2020 : .itur2100PQ
      if format.isGray { encoding = .genericGrayGamma22 }
      var block = EXIFBlock()
      block.image = [0x010F: .ascii("Maker"), 0x0132: .ascii("2026:11:21 10:00:00")]
      block.exif = [0x829A: .rationals([.init(1, 250)])]
      block.gps = [1: .ascii("N"), 2: .rationals([.init(52, 1), .init(30, 1), .init(0, 1)])]
      var still = StillImage(base: try makePicture(150, 611, format), encoding: encoding, orientation: .right)
      still.metadata.exif = block.serialized()
      still.metadata.xmp = Array(
        XMPPacket.wrapped("<rdf:Description xmp:Rating='3' xmlns:xmp='http://ns.adobe.com/xap/1.0/'/>").utf8)
      let name = "\(format)".replacing(" ", with: "-")
      try Data(try encodeTIFF(still)).write(to: folder.appending(path: "own-\(name).written"))
      try Self.data(still.base).write(to: folder.appending(path: "own-\(name).samples"))
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
