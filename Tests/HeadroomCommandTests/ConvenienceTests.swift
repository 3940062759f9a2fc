import Foundation
import Testing

/// Words that people bring from other tools, and what a run says of itself.
@Suite struct ConvenienceTests {
  private static let picture = FixturePNG(width: 60, height: 40, bitDepth: 8) { x, y in
    (UInt16(x * 4), UInt16(y * 6), 90)
  }
  .sRGB

  private func scratch(_ names: String...) throws -> Scratch {
    let scratch = try Scratch()
    for name in names {
      let file = scratch.file(name)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(Self.picture.bytes).write(to: file)
    }
    return scratch
  }

  private func size(_ file: String, in scratch: Scratch) throws -> [Int?] {
    let object = try Headroom.run("info", "--json", file, in: scratch.folder).object()
    return [object["width"] as? Int, object["height"] as? Int]
  }

  @Test(arguments: [
    (["--resize", "30"], [30, 20]), (["--resize", "30^"], [45, 30]), (["--width", "30"], [30, 20]),
    (["--height", "30"], [45, 30]), (["--width", "30", "--height", "10"], [15, 10]),
  ])
  func `Sizes as other tools have them`(_ options: [String], _ wanted: [Int]) throws {
    let scratch = try scratch("a.png")
    let result = try Headroom.run(["convert", "a.png", "-o", "out.png"] + options, in: scratch.folder)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try size("out.png", in: scratch) == wanted)
  }

  @Test(arguments: [
    ["--resize", "30!"], ["--resize", "0"], ["--width", "0"], ["--resize", "30", "--width", "9"],
    ["-o", "b.png", "c.png"],
  ])
  func `What contradicts itself is refused`(_ options: [String]) throws {
    let scratch = try scratch("a.png")
    #expect(try Headroom.run(["convert", "a.png", "out.png"] + options, in: scratch.folder).status == 2)
  }

  @Test func `An overlay has a share of the picture's width`() throws {
    let scratch = try scratch("a.png")
    let mark = FixturePNG(width: 30, height: 30, bitDepth: 8) { _, _ in (255, 255, 255) }.sRGB
    _ = try scratch.write(mark.bytes, to: "mark.png")
    let line = ["convert", "a.png", "out.png", "--overlay", "mark.png", "--overlay-size", "10%", "--at", "southeast"]
    #expect(try Headroom.run(line, in: scratch.folder).status == 0)
    let pixels = try Headroom.run("pixels", "out.png", "--color-space", "sRGB", "--format", "npy", in: scratch.folder)
    let rows = try PixelRows(npy: pixels.output)
    #expect(rows[57, 37].prefix(3).allSatisfy { $0 > 0.99 })
    #expect(rows[52, 37][2] < 0.5 && rows[57, 32][2] < 0.5)
    #expect(try Headroom.run("convert", "a.png", "b.png", "--overlay-size", "9", in: scratch.folder).status == 2)
  }

  @Test func `A run over a folder ends with counts and names what it left out`() throws {
    let scratch = try scratch("in/1.png", "in/2.png")
    try Data([1, 2, 3]).write(to: scratch.file("in/bad.png"))
    try Data("x".utf8).write(to: scratch.file("in/notes.txt"))
    try FileManager.default.createSymbolicLink(atPath: scratch.path("in/gone.jpg"), withDestinationPath: "nowhere")
    let line = ["convert", "in", "-r", "--output-directory", "out", "--format", "jpeg"]
    let result = try Headroom.run(line, in: scratch.folder)
    #expect(result.status == 1)
    #expect(result.errorLines.last?.hasPrefix("headroom: 2 written, 1 failed (") == true)
    #expect(result.errors.contains("left out, no pictures by their names: in/gone.jpg, in/notes.txt"))
    let again = try Headroom.run(line + ["--skip-existing"], in: scratch.folder)
    #expect(again.errorLines.last?.hasPrefix("headroom: 0 written, 2 there already, 1 failed (") == true)
    let events = try Headroom.run(line + ["--overwrite", "--progress", "json"], in: scratch.folder)
    let done = try #require(events.errorLines.last { $0.contains("\"done\"") })
    #expect(done.contains("\"leftOut\":[\"in/gone.jpg\",\"in/notes.txt\"]"))
    #expect(!events.errors.contains("left out,"))
    #expect(try Headroom.run(line + ["--overwrite", "--quiet"], in: scratch.folder).errorLines.count == 1)
  }

  @Test func `One picture says nothing unless asked, then what was made of it`() throws {
    let scratch = try scratch("a.png")
    #expect(try Headroom.run("convert", "a.png", "b.jpg", in: scratch.folder).errors.isEmpty)
    let result = try Headroom.run("convert", "a.png", "c.jpg", "--resize", "30", "--verbose", in: scratch.folder)
    #expect(result.errorLines.count == 1)
    for word in ["a.png -> c.jpg: jpeg, SDR, sRGB, 8 bit, 30x20, quality 85, ", " s"] {
      #expect(result.errors.contains(word), "\(result.errors)")
    }
  }

  @Test func `Messages name the way out`() throws {
    let scratch = try scratch("1.png", "x/1.png")
    let two = ["convert", "1.png", "x/1.png", "--output-directory", "out", "--format", "jpeg"]
    #expect(try Headroom.run(two, in: scratch.folder).errors.contains("--name '{name}.{ext}'"))
    #expect(
      try Headroom.run("convert", "1.png", "whole.jpg", "--resize", "600", "--quality", "95", in: scratch.folder).status
        == 0)
    let whole = [UInt8](try Data(contentsOf: scratch.file("whole.jpg")))
    _ = try scratch.write(Array(whole.dropLast(whole.count / 4)), to: "cut.jpg")
    let cut = try Headroom.run("convert", "cut.jpg", "cut.png", in: scratch.folder)
    #expect(cut.status == 3)
    #expect(cut.errors.contains("--allow-partial"))
    #expect(try Headroom.run("convert", "cut.jpg", "cut.png", "--allow-partial", in: scratch.folder).status == 0)
  }

  @Test func `A format that is known and not read is named`() throws {
    let scratch = try Scratch()
    _ = try scratch.write(Array("8BPS".utf8) + [0, 1], to: "a.psd")
    let result = try Headroom.run("info", "a.psd", in: scratch.folder)
    #expect(result.status == 3)
    #expect(result.errors == "headroom: a.psd: a Photoshop document (PSD), which is not read\n")
  }
}
