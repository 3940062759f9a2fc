import Foundation
import HeadroomTestSupport
import Testing

@Suite struct GainMapTests {
  /// Grey with a bright middle, 5 to 1600 cd/m².
  private static let master = FixturePNG(width: 64, height: 48) { x, y in
    let grey = UInt16(18_000 + x * 400 + y * 150)
    return (grey, grey, UInt16(Int(grey) + 1000))
  }.pq

  private static func photo(_ scratch: Scratch) throws -> String {
    let input = try scratch.write(master.bytes, to: "master.png")
    let output = scratch.path("photo.jpg")
    #expect(try Headroom.run("convert", input, output, "--gain-map-scale", "1").status == 0)
    return output
  }

  private func kind(_ path: String) throws -> String? {
    (try Headroom.run("info", "--json", path).object()["hdr"] as? [String: Any])?["kind"] as? String
  }

  private func pixels(_ path: String, _ options: String...) throws -> PixelRows {
    try PixelRows(npy: Headroom.run(["pixels", path, "--format", "npy"] + options).output)
  }

  @Test func `Info tells all parameters`() throws {
    let scratch = try Scratch()
    let photo = try Self.photo(scratch)
    let object = try Headroom.run("gainmap", "info", "--json", photo).object()
    let map = try #require(object["gainMap"] as? [String: Any])
    #expect(map["kinds"] as? [String] == ["iso", "ultraHDR"])
    #expect(map["width"] as? Int == 64)
    #expect((map["gamma"] as? [Double]) == [1, 1, 1])
    #expect((map["alternateHeadroom"] as? Double ?? 0) > 2)
    #expect(try Headroom.run("gainmap", "info", photo).text.contains("gamma"))
    let plain = try Headroom.run("gainmap", "info", scratch.path("master.png"))
    #expect(plain.status == 3)
    #expect(plain.errors.contains("has no gain map"))
  }

  /// A quarter of a thumbnail has no room for lamps.
  @Test(arguments: [("100x75", 50, 38), ("200x150", 100, 75), ("400x300", 200, 150), ("700x525", 200, 150)])
  func `A map beside a small picture keeps half of its size, as far as it has it`(
    _ size: String, _ width: Int, _ height: Int
  ) throws {
    let scratch = try Scratch()
    let master = FixturePNG(width: 800, height: 600) { x, y in
      let grey = UInt16(18_000 + x * 32 + y * 12)
      return (grey, grey, grey)
    }.pq
    let (photo, small) = (scratch.path("photo.jpg"), scratch.path("small.jpg"))
    let input = try scratch.write(master.bytes, to: "master.png")
    #expect(try Headroom.run("convert", input, photo, "--gain-map-scale", "4").status == 0)
    #expect(try Headroom.run("convert", photo, small, "--resize", size).status == 0)
    let map = try Headroom.run("gainmap", "info", "--json", small).object()["gainMap"] as? [String: Any]
    #expect(map?["width"] as? Int == width && map?["height"] as? Int == height)
    let (before, after) = (try pixels(photo), try pixels(small))
    func mean(_ rows: PixelRows) -> Float { rows.values.reduce(0, +) / Float(rows.values.count) }
    #expect(abs(mean(after) / mean(before) - 1) < 0.01)
  }

  @Test func `Extract writes the codes and both forms of the parameters`() throws {
    let scratch = try Scratch()
    let photo = try Self.photo(scratch)
    let map = scratch.path("map.png")
    #expect(try Headroom.run("gainmap", "extract", photo, map, "--metadata", scratch.path("map.json")).status == 0)
    let info = try Headroom.run("info", "--json", map).object()
    #expect(info["width"] as? Int == 64)
    #expect(info["bitDepth"] as? Int == 8)
    let sidecar = try JSONSerialization.jsonObject(with: Data(contentsOf: scratch.file("map.json"))) as? [String: Any]
    #expect((sidecar?["gainMap"] as? [String: Any])?["channels"] as? Int == 1)
    let arguments = ["gainmap", "extract", photo, map, "--overwrite", "--metadata", scratch.path("map.bin")]
    #expect(try Headroom.run(arguments).status == 0)
    #expect(try Data(contentsOf: scratch.file("map.bin")).count == 61)
  }

  @Test func `Apply gives what pixels shows for that headroom`() throws {
    let scratch = try Scratch()
    let photo = try Self.photo(scratch)
    for headroom in ["inf", "2", "1"] {
      let output = scratch.path("applied-\(headroom).png")
      #expect(try Headroom.run("gainmap", "apply", photo, output, "--headroom", headroom).status == 0)
      #expect(try kind(output) == (headroom == "1" ? "sdr" : "isoHDR"))
      let (wanted, got) = (try pixels(photo, "--headroom", headroom), try pixels(output))
      for (a, b) in zip(wanted.values, got.values) { #expect(abs(a - b) <= 0.004 * max(a, 0.2)) }
    }
  }

  /// The photo states 100 times white, which PQ does not hold, and reaches 13 times.
  @Test(.enabled(if: TestData.isAvailable, "the real photos are not here"))
  func `PQ holds all light of a map that states more than it reaches`() throws {
    let scratch = try Scratch()
    let photo = TestData.still("ultrahdr/ultra-hdr.jpg").path
    let (small, output) = (scratch.path("small.jpg"), scratch.path("pq.png"))
    #expect(try Headroom.run("convert", photo, small, "--resize", "480x480").status == 0)
    let result = try Headroom.run("convert", small, output, "--rendition", "hdr")
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    let (wanted, got) = (try pixels(small, "--headroom", "inf"), try pixels(output))
    #expect(try #require(wanted.values.max()) > 8)
    for (a, b) in zip(wanted.values, got.values) { #expect(abs(a - b) <= 0.02 * max(a, 0.2)) }
  }

  @Test func `Compute joins an SDR and an HDR picture`() throws {
    let scratch = try Scratch()
    let photo = try Self.photo(scratch)
    let (sdr, hdr) = (scratch.path("sdr.png"), scratch.path("hdr.png"))
    #expect(try Headroom.run("gainmap", "apply", photo, sdr, "--headroom", "1").status == 0)
    #expect(try Headroom.run("gainmap", "apply", photo, hdr).status == 0)
    let output = scratch.path("joined.jpg")
    let options = ["--channels", "rgb", "--scale", "1", "--quality", "98"]
    #expect(try Headroom.run(["gainmap", "compute", "--base", sdr, "--alternate", hdr, output] + options).status == 0)
    #expect(try kind(output) == "gainMap")
    let compared = try Headroom.run("compare", hdr, output, "--json").object()
    #expect((compared["pu21PSNR"] as? Double ?? 0) > 40)
    let turned = ["gainmap", "compute", "--base", hdr, "--alternate", sdr, scratch.path("no.jpg")]
    #expect(try Headroom.run(turned).status == 3)
    #expect(
      try Headroom.run("gainmap", "compute", "--base", sdr, "--alternate", hdr, scratch.path("no.png")).status == 2)
  }

  @Test func `Strip leaves the picture's bytes and nothing of the map`() throws {
    let scratch = try Scratch()
    let photo = try Self.photo(scratch)
    let output = scratch.path("sdr.jpg")
    let result = try Headroom.run("gainmap", "strip", photo, output)
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    #expect(try kind(output) == "sdr")
    #expect(try pixels(output).values == pixels(photo, "--headroom", "1").values)
    #expect(try Headroom.run("gainmap", "validate", output).status == 3)
  }

  @Test func `Validate finds a block that does not point at the map`() throws {
    let scratch = try Scratch()
    let photo = try Self.photo(scratch)
    #expect(try Headroom.run("gainmap", "validate", photo).status == 0)
    var bytes = [UInt8](try Data(contentsOf: scratch.file("photo.jpg")))
    let block = try #require(bytes.firstRange(of: Array("MPF\0".utf8)))
    bytes[block.lowerBound + 4 + 0x32 + 16 + 8 + 2] ^= 0x40
    let broken = try scratch.write(bytes, to: "broken.jpg")
    let result = try Headroom.run("gainmap", "validate", "--json", broken)
    #expect(result.status == 1)
    let findings = try #require(try result.object()["findings"] as? [[String: Any]])
    #expect(findings.contains { $0["rule"] as? String == "jpeg.mpf-offset" })
  }
}
