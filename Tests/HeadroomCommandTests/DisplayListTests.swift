import Foundation
import Testing

@Suite struct DisplayListTests {
  /// A folder as the kernel's, with a connector for each description.
  private func tree(_ screens: [String: [UInt8]]) throws -> Scratch {
    let scratch = try Scratch()
    for (name, edid) in screens {
      let place = scratch.file(name)
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      for (file, text) in [("status", "connected\n"), ("enabled", "enabled\n"), ("modes", "2560x1440\n")] {
        try Data(text.utf8).write(to: place.appending(path: file))
      }
      try Data(edid).write(to: place.appending(path: "edid"))
    }
    return scratch
  }

  /// A base block without timing, with a name; and an extension, which says PQ and a peak of 400 cd/m² (code 96).
  private static let hdr: [UInt8] = {
    var base: [UInt8] = [0, 255, 255, 255, 255, 255, 255, 0, 0x21, 0x09, 1, 0, 0, 0, 0, 0, 1, 35, 1, 4, 0xB5, 60, 34]
    base += [UInt8](repeating: 0, count: 54 + 18 - base.count)
    base += [0, 0, 0, 0xFC, 0] as [UInt8]
    base += Array("Bright\u{1B}[m\n  ".utf8)
    base += [UInt8](repeating: 0, count: 126 - base.count)
    return summed(base + [1]) + summed([2, 3, 9, 0, 0xE4, 6, 5, 1, 96])
  }()

  /// A block of 128 bytes, the last of which makes the sum right.
  private static func summed(_ block: [UInt8]) -> [UInt8] {
    let body = block + [UInt8](repeating: 0, count: 127 - block.count)
    let sum: UInt8 = body.reduce(0, &+)
    return body + [0 &- sum]
  }

  @Test func `A machine without screens is told so in words`() throws {
    let scratch = try Scratch()
    let result = try Headroom.run("display", "list", "--root", scratch.folder.path)
    #expect(result.status == 0 && result.errors.isEmpty)
    #expect(result.text.hasPrefix("no screen: ") && result.lines.count == 1)
    let object = try Headroom.run("display", "list", "--json", "--root", scratch.folder.path).object()
    #expect(object["schema"] as? Int == 1 && (object["screens"] as? [Any])?.isEmpty == true)
  }

  @Test func `Screens are listed with their headroom`() throws {
    let scratch = try tree(["card0-DP-1": Self.hdr, "card1-HDMI-A-1": []])
    let result = try Headroom.run("display", "list", "--root", scratch.folder.path)
    #expect(result.status == 0)
    #expect(result.lines.first == "Bright?[m (main)")
    #expect(result.text.contains("1.97x: 400 nits over a white of 203"))
    #expect(result.text.contains("2560x1440") && result.text.contains("card1-HDMI-A-1"))
    let screens = try Headroom.run("display", "list", "--json", "--root", scratch.folder.path).object()["screens"]
    let first = try #require((screens as? [[String: Any]])?.first)
    let headroom = try #require(first["potentialHeadroom"] as? Double)
    #expect(abs(headroom - 400.0 / 203) < 1e-12 && first["main"] as? Bool == true)
    #expect(first["referenceDisplayModeStatus"] as? String == "notSupported" && first["error"] is NSNull)
    let edid = try #require(first["edid"] as? [String: Any])
    #expect((edid["hdr"] as? [String: Any])?["maxLuminance"] as? Double == 400)
    #expect((edid["hdr"] as? [String: Any])?["curves"] as? [String] == ["SDR", "PQ"])
  }

  @Test func `A spoiled description shows its error in place`() throws {
    var spoiled = Self.hdr
    spoiled[140] ^= 1
    let scratch = try tree(["card0-DP-1": spoiled])
    let result = try Headroom.run("display", "list", "--root", scratch.folder.path)
    #expect(result.status == 0 && result.text.contains("block 1: wrong checksum (offset 0xff)"))
  }
}
