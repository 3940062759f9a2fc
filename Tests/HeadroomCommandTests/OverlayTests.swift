import Foundation
import Testing

/// Overlays, gravity, crops by size, and filters that look around a pixel.
@Suite struct OverlayTests {
  /// Grey light, 4.0 in the left half and 0.25 in the right, as PQ.
  private static let photo = FixturePNG(width: 64, height: 40) { x, _ in
    let code: UInt16 = x < 32 ? 47_500 : 28_600
    return (code, code, code)
  }.pq

  private static let white = FixturePNG(width: 10, height: 6, bitDepth: 8) { _, _ in (255, 255, 255) }.sRGB

  private func scratch() throws -> Scratch {
    let scratch = try Scratch()
    _ = try scratch.write(Self.photo.bytes, to: "photo.png")
    _ = try scratch.write(Self.white.bytes, to: "logo.png")
    return scratch
  }

  private func run(_ arguments: [String], in scratch: Scratch) throws -> Headroom.Result {
    try Headroom.run(arguments + ["--overwrite"], in: scratch.folder)
  }

  private func pixels(_ name: String, in scratch: Scratch, headroom: String = "inf") throws -> PixelRows {
    let line = ["pixels", name, "--format", "npy", "--headroom", headroom]
    return try PixelRows(npy: Headroom.run(line, in: scratch.folder).output)
  }

  @Test(arguments: [
    (["--at", "southeast"], 54, 34), (["--at", "northwest"], 0, 0), ([], 27, 17), (["--at", "3,5"], 3, 5),
    (["--gravity", "southeast", "--at", "3,5"], 51, 29), (["--gravity", "north"], 27, 0),
    (["--gravity", "south", "--at", "west"], 0, 17),
  ])
  func `An overlay lies where it was put, and nothing else changes`(_ options: [String], _ x: Int, _ y: Int) throws {
    let scratch = try scratch()
    let result = try run(["convert", "photo.png", "out.png", "--overlay", "logo.png"] + options, in: scratch)
    #expect(result.status == 0)
    let (before, after) = (try pixels("photo.png", in: scratch), try pixels("out.png", in: scratch))
    for row in 0..<40 {
      for column in 0..<64 {
        let isCovered = (x..<x + 10).contains(column) && (y..<y + 6).contains(row)
        let wanted = isCovered ? 1 : before[column, row][0]
        #expect(abs(after[column, row][0] - wanted) < wanted * 2e-3)
      }
    }
  }

  @Test func `Opacity mixes light, not codes`() throws {
    let scratch = try scratch()
    let options = ["--overlay", "logo.png", "--at", "0,0", "--overlay-opacity", "0.25"]
    #expect(try run(["convert", "photo.png", "out.png"] + options, in: scratch).status == 0)
    let before = try pixels("photo.png", in: scratch)[5, 3][0]
    let after = try pixels("out.png", in: scratch)[5, 3][0]
    #expect(before > 3)
    #expect(abs(after - (0.25 + 0.75 * before)) < 0.01)
  }

  @Test func `A gain map is made anew under an overlay`() throws {
    let scratch = try scratch()
    #expect(try run(["convert", "photo.png", "photo.jpg", "--quality", "95"], in: scratch).status == 0)
    let options = ["--overlay", "logo.png", "--at", "4,4", "--quality", "95", "--gain-map-scale", "1"]
    #expect(try run(["convert", "photo.jpg", "out.jpg"] + options, in: scratch).status == 0)
    let (hdr, sdr) = (try pixels("out.jpg", in: scratch), try pixels("out.jpg", in: scratch, headroom: "1"))
    #expect(abs(hdr[9, 7][0] - 1) < 0.06, "the overlay is as white as paper in HDR too")
    #expect(abs(sdr[9, 7][0] - 1) < 0.03)
    #expect(hdr[22, 30][0] > 3, "the picture keeps its light")
  }

  @Test func `An overlay that cannot be seen, or read, is an error`() throws {
    let scratch = try scratch()
    for (options, status) in [(["--at", "64,0"], Int32(2)), (["--at", "-10,0"], 2), (["--overlay-opacity", "2"], 2)] {
      let line = ["convert", "photo.png", "out.png", "--overlay", "logo.png"] + options
      #expect(try run(line, in: scratch).status == status)
    }
    #expect(try run(["convert", "photo.png", "out.png", "--overlay", "none.png"], in: scratch).status == 3)
    #expect(try run(["convert", "photo.png", "out.png", "--at", "0,0"], in: scratch).status == 2)
    #expect(try run(["convert", "photo.png", "out.png", "--gravity", "north"], in: scratch).status == 2)
    #expect(scratch.contents == ["logo.png", "photo.png"])
  }

  @Test func `The file that is to blame is named, which is not always the picture`() throws {
    let scratch = try scratch()
    _ = try scratch.write(Array(Self.white.bytes.prefix(120)), to: "cut.png")
    for options in [["--overlay", "cut.png"], ["--filter", "CIMultiplyCompositing backgroundImage=cut.png"]] {
      let result = try run(["convert", "photo.png", "out.png"] + options, in: scratch)
      #expect(result.status == 3)
      #expect(result.errors.hasPrefix("headroom: cut.png: "), "\(result.errors)")
    }
    let result = try run(["convert", "cut.png", "out.png", "--overlay", "logo.png"], in: scratch)
    #expect(result.errors.hasPrefix("headroom: cut.png: "), "\(result.errors)")
    #expect(scratch.contents == ["cut.png", "logo.png", "photo.png"])
  }

  @Test func `A second overlay is not forgotten without a word`() throws {
    let scratch = try scratch()
    let line = ["convert", "photo.png", "out.png", "--overlay", "logo.png", "--overlay", "photo.png"]
    let result = try run(line, in: scratch)
    #expect(result.status == 2 && result.errors.contains("--overlay is given 2 times"), "\(result.errors)")
  }

  @Test func `The light of an overlay is not lost without a word`() throws {
    let scratch = try scratch()
    let line = ["convert", "logo.png", "out.png", "--overlay", "photo.png"]
    let result = try run(line, in: scratch)
    #expect(result.status == 0)
    #expect(result.errors.contains("overlay's HDR"))
    #expect(try run(line + ["--strict"], in: scratch).status == 5)
  }

  @Test func `Crops by size lie where gravity says`() throws {
    let scratch = try scratch()
    for (options, rectangle) in [
      (["--crop", "20x10"], "22,15,20,10"), (["--crop", "20x10", "--gravity", "southeast"], "44,30,20,10"),
      (["--crop", "2,3,20,10", "--gravity", "southeast"], "42,27,20,10"), (["--crop", "2,3,20,10"], "2,3,20,10"),
    ] {
      #expect(try run(["convert", "photo.png", "a.png"] + options, in: scratch).status == 0)
      #expect(try run(["convert", "photo.png", "b.png", "--crop", rectangle], in: scratch).status == 0)
      #expect(try Data(contentsOf: scratch.file("a.png")) == Data(contentsOf: scratch.file("b.png")))
    }
    #expect(try run(["convert", "photo.png", "a.png", "--crop", "65x10"], in: scratch).status == 2)
    let outside = try run(["convert", "photo.png", "a.png", "--crop", "-5,0,10,10"], in: scratch)
    #expect(outside.status == 2 && outside.errors.contains("crop"), "\(outside.errors)")
  }

  @Test(arguments: ["CIGaussianBlur radius=6", "CIBoxBlur radius=9", "CIUnsharpMask radius=4", "CISharpenLuminance"])
  func `A photo keeps its size and its edges under a blur`(_ filter: String) throws {
    let scratch = try scratch()
    #expect(try run(["convert", "photo.png", "out.png", "--filter", filter], in: scratch).status == 0)
    let (before, after) = (try pixels("photo.png", in: scratch), try pixels("out.png", in: scratch))
    #expect((after.width, after.height) == (64, 40))
    for corner in [(0, 0), (63, 0), (0, 39), (63, 39)] {
      let (old, new) = (before[corner.0, corner.1][0], after[corner.0, corner.1][0])
      #expect(abs(new - old) < old * 0.02)
    }
  }

  @Test func `Progress within a file grows and stays below 1`() throws {
    let scratch = try scratch()
    #expect(try run(["convert", "photo.png", "large.png", "--resize", "3000x3000"], in: scratch).status == 0)
    let line = ["convert", "large.png", "out.png", "--filter", "CIGaussianBlur radius=60", "--progress", "json"]
    let events = try run(line, in: scratch).errorLines.compactMap { line in
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    }
    let shares = events.filter { $0["event"] as? String == "progress" }.compactMap { $0["share"] as? Double }
    #expect(shares.count >= 2)
    #expect(shares == shares.sorted())
    #expect(shares.allSatisfy { $0 > 0 && $0 <= 1 })
  }
}
