import Foundation
import Testing

/// `--background`.
@Suite struct BackgroundTests {
  /// Left half red, right half green that nobody sees.
  private static let halves: [UInt8] =
    Array("P7\nWIDTH 16\nHEIGHT 8\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n".utf8)
    + (0..<128).flatMap { $0 % 16 < 8 ? [200, 20, 20, 255] : [0, 255, 0, 0] as [UInt8] }

  private func code(_ file: String, _ x: Int, in scratch: Scratch) throws -> [Double] {
    let result = try Headroom.run(
      "pixels", file, "--rect", "\(x),4,1,1", "--color-space", "sRGB", in: scratch.folder)
    #expect(result.status == 0, "\(result.errors)")
    return (result.lines.last ?? "").split(separator: ",").prefix(4).compactMap { Double($0) }
  }

  @Test(
    arguments: [
      ("white", [1, 1, 1]), ("black", [0, 0, 0]), ("#336699", [0.2, 0.4, 0.6]),
      ("[0.2,0.4,0.6]@sRGB", [0.2, 0.4, 0.6]),
    ], ["jpg", "png", "webp"])
  func `What is transparent gets the colour, in every format`(_ ground: (String, [Double]), _ format: String) throws {
    let scratch = try Scratch()
    _ = try scratch.write(Self.halves, to: "a.pam")
    let line = ["convert", "a.pam", "out.\(format)", "--background", ground.0]
    let result = try Headroom.run(line, in: scratch.folder)
    #expect(result.status == 0)
    #expect(result.errors.isEmpty, "\(result.errors)")
    let color = try code("out.\(format)", 14, in: scratch)
    for (found, wanted) in zip(color, ground.1 + [1]) { #expect(abs(found - wanted) < 0.03) }
    #expect(abs(try code("out.\(format)", 1, in: scratch)[0] - 200.0 / 255) < 0.03)
  }

  @Test func `Without it a format without transparency has black and says what helps`() throws {
    let scratch = try Scratch()
    _ = try scratch.write(Self.halves, to: "a.pam")
    let result = try Headroom.run("convert", "a.pam", "out.jpg", in: scratch.folder)
    #expect(result.errors.contains("--background"))
    #expect(try code("out.jpg", 14, in: scratch)[1] < 0.03)
  }

  @Test func `Corners of free turns get it, and opaque pictures stay as they are`() throws {
    let scratch = try Scratch()
    let fixture = FixturePNG(width: 32, height: 32, bitDepth: 8) { _, _ in (10, 20, 30) }.sRGB
    _ = try scratch.write(fixture.bytes, to: "a.png")
    func run(_ arguments: String...) throws { #expect(try Headroom.run(arguments, in: scratch.folder).status == 0) }
    try run("convert", "a.png", "turned.png", "--rotate", "45", "--background", "white")
    #expect(try code("turned.png", 0, in: scratch) == [1, 1, 1, 1])
    try run("convert", "a.png", "plain.png")
    try run("convert", "a.png", "same.png", "--background", "white")
    #expect(try Data(contentsOf: scratch.file("plain.png")) == Data(contentsOf: scratch.file("same.png")))
  }

  @Test func `A word that is no colour is refused with a suggestion`() throws {
    let scratch = try Scratch()
    _ = try scratch.write(Self.halves, to: "a.pam")
    let result = try Headroom.run("convert", "a.pam", "out.jpg", "--background", "whte", in: scratch.folder)
    #expect(result.status == 2)
    #expect(result.errors.contains("did you mean 'white'?"))
  }
}
