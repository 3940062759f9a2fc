import Foundation
import Testing

@Suite struct ThumbnailTests {
  private static let master = FixturePNG(width: 96, height: 64) { x, y in
    let grey = UInt16(18_000 + x * 300 + y * 100)
    return (grey, grey, grey)
  }.pq

  private func info(_ path: String) throws -> [String: Any] { try Headroom.run("info", "--json", path).object() }

  private func kind(_ path: String) throws -> String? { (try info(path)["hdr"] as? [String: Any])?["kind"] as? String }

  @Test func `The longer side gets the size, and the gain map shrinks along`() throws {
    let scratch = try Scratch()
    let input = try scratch.write(Self.master.bytes, to: "in.png")
    let (photo, small) = (scratch.path("photo.jpg"), scratch.path("small.jpg"))
    #expect(try Headroom.run("convert", input, photo).status == 0)
    #expect(try Headroom.run("thumbnail", photo, small, "--size", "24").status == 0)
    let object = try info(small)
    #expect(object["width"] as? Int == 24)
    #expect(object["height"] as? Int == 16)
    #expect(try kind(small) == "gainMap")
    #expect((object["gainMap"] as? [String: Any])?["width"] as? Int == 12)
  }

  @Test func `Smaller pictures stay as they are`() throws {
    let scratch = try Scratch()
    let input = try scratch.write(Self.master.bytes, to: "in.png")
    #expect(try Headroom.run("thumbnail", input, scratch.path("out.png"), "--size", "500").status == 0)
    #expect(try info(scratch.path("out.png"))["width"] as? Int == 96)
  }

  @Test func `Several inputs go beside themselves or into a directory, in their own format or another`() throws {
    let scratch = try Scratch()
    let first = try scratch.write(Self.master.bytes, to: "a.png")
    let second = try scratch.write(Self.master.bytes, to: "b.png")
    #expect(try Headroom.run("thumbnail", first, second, "--size", "16").status == 0)
    #expect(scratch.contents == ["a-16.png", "a.png", "b-16.png", "b.png"])
    #expect(try kind(scratch.path("a-16.png")) == "isoHDR")
    try FileManager.default.createDirectory(at: scratch.file("out"), withIntermediateDirectories: true)
    let options = ["--size", "16", "--output-directory", scratch.path("out"), "--format", "jpeg"]
    #expect(try Headroom.run(["thumbnail", first, second] + options).status == 0)
    #expect(try kind(scratch.path("out/b.jpg")) == "gainMap")
    #expect(try Headroom.run(["thumbnail", first, second] + options).status == 1)
  }
}
