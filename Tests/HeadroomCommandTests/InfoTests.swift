import Foundation
import Headroom
import Testing

@Suite struct InfoTests {
  static let keys: Set<String> = [
    "schema", "file", "filePercentEncoded", "format", "width", "height", "orientation", "frames", "index", "bitDepth",
    "channels", "chroma",
    "colorSpace", "cicp", "icc", "hdr", "gainMap", "mastering", "lightLevel", "ambient", "diffuseWhite",
    "referenceEnvironment", "colorVolume", "auxiliary", "video", "camera", "exposure", "date", "gps", "raw", "layers",
    "pixelAspect", "lightScale", "warnings",
  ]

  @Test func `A PQ picture is described key by key`() throws {
    let scratch = try Scratch()
    let fixture = FixturePNG(width: 3, height: 2) { x, y in (UInt16(x * 20_000), UInt16(y * 20_000), 0) }
      .pq.adding("cLLI", [0, 0x98, 0x96, 0x80, 0, 0x1E, 0x84, 0x80])
    let path = try scratch.write(fixture.bytes, to: "a.png")
    let result = try Headroom.run("info", "--json", path)
    #expect(result.status == 0)
    let object = try result.object()
    #expect(Set(object.keys) == Self.keys)
    #expect(object["file"] as? String == path)
    #expect(object["format"] as? String == "png")
    #expect(object["width"] as? Int == 3)
    #expect(object["height"] as? Int == 2)
    #expect(object["bitDepth"] as? Int == 16)
    #expect(object["colorSpace"] as? String == "itur_2100_PQ")
    let cicp = try #require(object["cicp"] as? [String: Any])
    #expect(cicp["primaries"] as? Int == 9)
    #expect(cicp["transfer"] as? Int == 16)
    #expect(cicp["fullRange"] as? Bool == true)
    let hdr = try #require(object["hdr"] as? [String: Any])
    #expect(hdr["kind"] as? String == "isoHDR")
    // MaxCLL 1000 over reference white 203.
    #expect(hdr["contentHeadroom"] as? Double == 1000.0 / 203)
    let light = try #require(object["lightLevel"] as? [String: Any])
    #expect(light["maxCLL"] as? Double == 1000)
    #expect(light["maxFALL"] as? Double == 200)
  }

  @Test func `A profile that says scene-referred is shown so`() throws {
    let scratch = try Scratch()
    let scene = try #require(ICCProfile.data(for: .itur2100HLG, imageState: .sceneColorimetry))
    let colors = try #require(CGColorSpace(iccData: scene as CFTypeRef))
    let gray = CIImage(color: CIColor(red: 0.5, green: 0.5, blue: 0.5))
    let image = gray.cropped(to: CGRect(x: 0, y: 0, width: 8, height: 8))
    let file = try #require(CIContext().pngRepresentation(of: image, format: .RGBA16, colorSpace: colors))
    let path = try scratch.write([UInt8](file), to: "a.png")
    let line = "itur_2100_HLG (CICP 9/18/0), ICC 'itur_2100_HLG', scene-referred"
    #expect(try Headroom.run("info", path).text.contains(line))
    let icc = try Headroom.run("info", "--json", path).object()["icc"] as? [String: Any]
    #expect(icc?["imageState"] as? String == "scoe")
    let other = scratch.path("b.avif")
    #expect(try Headroom.run("convert", path, other).status == 0)
    #expect(try Headroom.run("info", other).text.contains("scene-referred"))
    #expect(try Headroom.run("convert", path, scratch.path("c.png"), "--color-space", "itur_2100_PQ").status == 0)
    #expect(try !Headroom.run("info", scratch.path("c.png")).text.contains("scene-referred"))
  }

  @Test func `Several files give one line each, and a failure among them exit code 1`() throws {
    let scratch = try Scratch()
    let fixture = FixturePNG(width: 2, height: 2) { _, _ in (0, 0, 0) }
    let good = try scratch.write(fixture.bytes, to: "good.png")
    let result = try Headroom.run("info", "--json", good, scratch.path("missing.png"), good)
    #expect(result.status == 1)
    #expect(result.lines.count == 2)
    #expect(result.errorLines.count == 1)
  }

  @Test func `Standard input is a file too`() throws {
    let fixture = FixturePNG(width: 5, height: 4) { _, _ in (0, 0, 0) }
    let result = try Headroom.run(["info", "--json", "-"], input: Data(fixture.bytes))
    #expect(try result.object()["width"] as? Int == 5)
  }

  @Test func `Measuring finds the brightest pixel and the average`() throws {
    let scratch = try Scratch()
    // Code 0.75183 of PQ is 1000 cd/m².
    let bright = UInt16((0.751827096247 * 65_535).rounded())
    let fixture = FixturePNG(width: 4, height: 1) { x, _ in x == 0 ? (bright, bright, bright) : (0, 0, 0) }.pq
    let path = try scratch.write(fixture.bytes, to: "a.png")
    let object = try Headroom.run("info", "--json", "--measure", path).object()
    let measured = try #require(object["measured"] as? [String: Any])
    #expect(abs((measured["maxCLL"] as? Double ?? 0) - 1000) < 0.5)
    #expect(abs((measured["maxFALL"] as? Double ?? 0) - 250) < 0.2)
    #expect(abs((measured["peak"] as? Double ?? 0) - 1000.0 / 203) < 0.003)
  }

  @Test func `Findings are listed, and one that is an error is exit code 1`() throws {
    let scratch = try Scratch()
    let fixture = FixturePNG(width: 3, height: 2, bitDepth: 8) { _, _ in (1, 2, 3) }.pq
    let path = try scratch.write(fixture.bytes, to: "a.png")
    let result = try Headroom.run("info", "--json", "--validate", path)
    #expect(result.status == 1)
    #expect(result.errors.isEmpty)
    let findings = try #require(try result.object()["findings"] as? [[String: Any]])
    let first = try #require(findings.first)
    #expect(Set(first.keys) == ["rule", "severity", "message", "part", "offset"])
    #expect(first["rule"] as? String == "cicp.bit-depth")
    #expect(first["severity"] as? String == "error")
    #expect(first["offset"] as? Int == 33)
    let text = try Headroom.run("info", "--validate", path)
    #expect(text.status == 1)
    #expect(text.text.contains("error    cicp.bit-depth: PQ needs 10 bits"))
  }

  @Test func `A file without findings is exit code 0, and a wrong light level shows when measured`() throws {
    let scratch = try Scratch()
    let fixture = FixturePNG(width: 3, height: 2) { _, _ in (20_000, 20_000, 20_000) }
      .pq.adding("cLLI", [0, 0x98, 0x96, 0x80, 0, 0x1E, 0x84, 0x80])
    let path = try scratch.write(fixture.bytes, to: "a.png")
    let plain = try Headroom.run("info", "--json", "--validate", path)
    #expect(plain.status == 0)
    #expect((try plain.object()["findings"] as? [Any])?.isEmpty == true)
    let measured = try Headroom.run("info", "--json", "--validate", "--measure", path).object()
    let rules = (measured["findings"] as? [[String: Any]])?.compactMap { $0["rule"] as? String }
    #expect(rules == ["light-level.measured", "light-level.measured"])
  }

  @Test func `The structure is a tree with offsets`() throws {
    let scratch = try Scratch()
    let fixture = FixturePNG(width: 3, height: 2) { _, _ in (0, 0, 0) }.pq
    let path = try scratch.write(fixture.bytes, to: "a.png")
    let parts = try #require(
      try Headroom.run("info", "--json", "-v", path).object()["structure"] as? [[String: Any]])
    #expect(parts.map { $0["name"] as? String } == ["signature", "IHDR", "cICP", "IDAT", "IEND"])
    #expect(parts[2]["offset"] as? Int == 33)
    #expect(parts[2]["size"] as? Int == 16)
    #expect(try Headroom.run("info", "-v", path).text.contains("0x00000021"))
  }

  @Test func `Many files keep their order`() throws {
    let scratch = try Scratch()
    let paths = try (1...40).map { width in
      try scratch.write(FixturePNG(width: width, height: 2) { _, _ in (0, 0, 0) }.bytes, to: "\(width).png")
    }
    let result = try Headroom.run(["info", "--json"] + paths)
    let widths = try result.lines.map { line in
      (try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?["width"] as? Int
    }
    #expect(widths == Array(1...40))
  }

  @Test func `A picture that the file does not have is an input error`() throws {
    let scratch = try Scratch()
    let path = try scratch.write(FixturePNG(width: 3, height: 2) { _, _ in (0, 0, 0) }.bytes, to: "a.png")
    #expect(try Headroom.run("info", "--index", "0", path).status == 0)
    #expect(try Headroom.run("info", "--index", "1", path).status == 3)
    #expect(try Headroom.run("info", "--index=-1", path).status == 2)
  }
}
