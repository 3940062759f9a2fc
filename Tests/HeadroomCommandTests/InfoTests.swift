import Foundation
import Testing

@Suite struct InfoTests {
  static let keys: Set<String> = [
    "schema", "file", "format", "width", "height", "orientation", "frames", "bitDepth", "channels", "chroma",
    "colorSpace", "cicp", "icc", "hdr", "gainMap", "mastering", "lightLevel", "ambient", "diffuseWhite", "auxiliary",
    "camera", "warnings",
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
}
