import Foundation
import Testing

@Suite struct PixelsTests {
  /// PQ's inverse by the formula of ST 2084, 1.0 = 203 cd/m².
  private func light(ofPQ code: UInt16) -> Double {
    let signal = pow(Double(code) / 65_535, 32.0 / 2523)
    let ratio = max(signal - 3424.0 / 4096, 0) / (2413.0 / 128 - 2392.0 / 128 * signal)
    return pow(ratio, 16_384.0 / 2610) * 10_000 / 203
  }

  @Test func `PQ codes come out as light, row by row from the top left`() throws {
    let scratch = try Scratch()
    let fixture = FixturePNG(width: 3, height: 2) { x, y in
      (UInt16(10_000 + 9000 * x), UInt16(10_000 + 30_000 * y), 20_000)
    }.pq
    let path = try scratch.write(fixture.bytes, to: "a.png")
    let rows = try PixelRows(npy: Headroom.run("pixels", path, "--format", "npy").output)
    #expect((rows.width, rows.height) == (3, 2))
    for y in 0..<2 {
      for x in 0..<3 {
        let expected = [10_000 + 9000 * x, 10_000 + 30_000 * y, 20_000].map { light(ofPQ: UInt16($0)) } + [1]
        for (value, wanted) in zip(rows[x, y], expected) {
          #expect(abs(Double(value) - wanted) <= 2e-5 * wanted + 1e-7)
        }
      }
    }
  }

  @Test func `A rectangle is cut from the top left corner, and csv has a line for each pixel`() throws {
    let scratch = try Scratch()
    let fixture = FixturePNG(width: 8, height: 8) { x, y in (UInt16(x * 8000), UInt16(y * 8000), 0) }.pq
    let path = try scratch.write(fixture.bytes, to: "a.png")
    let all = try PixelRows(npy: Headroom.run("pixels", path, "--format", "npy").output)
    let lines = try Headroom.run("pixels", path, "--rect", "2,5,3,2").lines
    #expect(lines.count == 6)
    for (index, line) in lines.enumerated() {
      #expect(line.split(separator: ",").map { Float($0) } == all[2 + index % 3, 5 + index / 3])
    }
  }

  @Test func `A rectangle that leaves the picture is wrong usage`() throws {
    let scratch = try Scratch()
    let fixture = FixturePNG(width: 8, height: 8) { _, _ in (0, 0, 0) }
    let path = try scratch.write(fixture.bytes, to: "a.png")
    #expect(try Headroom.run("pixels", path, "--rect", "2,5,3,4").status == 2)
  }

  @Test func `Headroom 1 leaves nothing above reference white, however it is written`() throws {
    let scratch = try Scratch()
    let fixture = FixturePNG(width: 16, height: 1) { x, _ in
      (UInt16(x * 4369), UInt16(x * 4369), UInt16(x * 2000))
    }.pq
    let path = try scratch.write(fixture.bytes, to: "a.png")
    let forms = try ["1", "1x", "0stops"].map { headroom in
      try Headroom.run("pixels", path, "--headroom", headroom, "--format", "npy").output
    }
    #expect(forms[0] == forms[1] && forms[1] == forms[2])
    let rows = try PixelRows(npy: forms[0])
    #expect((rows.values.max() ?? 2) <= 1)
    let full = try PixelRows(npy: Headroom.run("pixels", path, "--headroom", "inf", "--format", "npy").output)
    #expect((full.values.max() ?? 0) > 40)
  }

  @Test func `An unknown colour space is wrong usage`() throws {
    let scratch = try Scratch()
    let path = try scratch.write(FixturePNG(width: 1, height: 1) { _, _ in (0, 0, 0) }.bytes, to: "a.png")
    let result = try Headroom.run("pixels", path, "--color-space", "sRBG")
    #expect(result.status == 2)
    #expect(result.errorLines.count == 1)
  }
}
