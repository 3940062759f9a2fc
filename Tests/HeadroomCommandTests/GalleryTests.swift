import Foundation
import Testing

/// `headroom filters --gallery`.
@Suite struct GalleryTests {
  @Test func `A page for each filter with pictures of a photo, and an index`() throws {
    let scratch = try Scratch()
    let fixture = FixturePNG(width: 96, height: 64) { x, y in (UInt16(x * 600), UInt16(y * 900), 20_000) }.pq
    _ = try scratch.write(fixture.bytes, to: "a & b.png")
    let line = ["filters", "--gallery", "out", "--category", "Reduction", "a & b.png"]
    let result = try Headroom.run(line, in: scratch.folder)
    #expect(result.status == 0)
    #expect(result.output.isEmpty)
    let index = try String(contentsOf: scratch.file("out/index.html"), encoding: .utf8)
    let page = try String(contentsOf: scratch.file("out/CIAreaAverage.html"), encoding: .utf8)
    #expect(index.contains("CIAreaAverage.html"))
    #expect(index.contains("src=\"1-a%20&amp;%20b-CIAreaAverage.webp\""))
    #expect(index.contains("type=\"search\""))
    #expect(index.contains("data-categories=\"") && index.contains("<option>Reduction"))
    #expect(page.contains("<h2>Formula</h2>"))
    #expect(page.contains("image.applyingFilter(&quot;CIAreaAverage&quot;"))
    for name in ["1-a & b", "1-a & b-dark", "1-a & b-CIAreaAverage", "1-a & b-CIAreaAverage-dark"] {
      #expect(try Data(contentsOf: scratch.file("out/\(name).webp")).starts(with: Array("RIFF".utf8)))
    }
    let again = try Headroom.run(line, in: scratch.folder)
    #expect(again.status == 4)
    #expect(again.errors.contains("index.html"))
    #expect(try Headroom.run(line + ["--overwrite"], in: scratch.folder).status == 0)
  }

  @Test func `Light above white is in the darker picture alone`() throws {
    let scratch = try Scratch()
    let fixture = FixturePNG(width: 64, height: 64) { _, _ in (45_000, 45_000, 45_000) }.pq
    _ = try scratch.write(fixture.bytes, to: "a.png")
    let line = ["filters", "--gallery", "out", "--category", "Reduction", "a.png"]
    #expect(try Headroom.run(line, in: scratch.folder).status == 0)
    func level(_ name: String) throws -> Double {
      let pixels = try Headroom.run("pixels", "out/\(name)", "--rect", "10,10,1,1", in: scratch.folder)
      #expect(pixels.status == 0)
      return pixels.lines.last?.split(separator: ",").first.flatMap { Double($0) } ?? .nan
    }
    #expect(abs(try level("1-a.webp") - 1) < 0.01)
    // PQ 45000 is 548.9 cd/m², 2.704 times white.
    #expect(abs(try level("1-a-dark.webp") - 2.704 / 4) < 0.02)
  }

  @Test func `Every filter has a picture that is not the photo`() throws {
    let scratch = try Scratch()
    // Large enough for the circles that are defaults.
    let fixture = FixturePNG(width: 420, height: 280) { x, y in
      (UInt16(x * 150), UInt16(y * 230), UInt16((x ^ y) * 120))
    }
    .pq
    _ = try scratch.write(fixture.bytes, to: "a.png")
    let result = try Headroom.run("filters", "--gallery", "out", "a.png", in: scratch.folder)
    #expect(result.status == 0)
    let names = try Headroom.run("filters").lines.compactMap { $0.split(separator: " ").first }
    #expect(names.count > 240)
    let photo = try Data(contentsOf: scratch.file("out/1-a.webp"))
    // It changes what the next filter does.
    for name in names where name != "CISampleNearest" {
      let picture = try? Data(contentsOf: scratch.file("out/1-a-\(name).webp"))
      #expect(picture != nil && picture != photo, "\(name)")
    }
    let wheel = try Headroom.run("info", "out/1-a-CIHueSaturationValueGradient.webp", in: scratch.folder)
    #expect(wheel.text.contains("600x600"))
  }

  @Test func `Photos need a gallery, and a gallery a photo that can be read`() throws {
    let scratch = try Scratch()
    #expect(try Headroom.run("filters", "a.png", "b.png", in: scratch.folder).status == 2)
    #expect(try Headroom.run("filters", "--overwrite", in: scratch.folder).status == 2)
    let missing = try Headroom.run("filters", "--gallery", "out", "none.png", in: scratch.folder)
    #expect(missing.status == 3)
    #expect(missing.errors.contains("none.png"))
  }
}
