import HeadroomColor
import HeadroomContainers
import HeadroomImageIO
import HeadroomPixels
import Testing

/// What lossy files of PQ and HLG give back of their light.
@Suite struct LightCheckTests {
  private static func picture(
    _ encoding: ColorEncoding, width: Int = 192, height: Int = 96, light: (Int, Int) -> Double
  ) throws -> StillImage {
    let bitmap = try HEIFSamples.bitmap(width, height, .rgb16) { x, y in
      let code = Float(encoding.encode(SIMD3(repeating: light(x, y))).x)
      return SIMD4(code, code, code, 1)
    }
    return StillImage(base: bitmap, encoding: encoding)
  }

  private static func ramp(_ x: Int, _ y: Int) -> Double { 0.1 + 4 * Double(x * y) / (192 * 96) }

  @Test(arguments: [ColorEncoding.itur2100PQ, .itur2100HLG], ["avif", "heic", "jxl"])
  func `a file of good quality loses nothing that matters`(_ encoding: ColorEncoding, _ name: String) throws {
    let picture = try Self.picture(encoding, light: Self.ramp)
    let writer = try #require(ImageFormats.named(name)?.writer)
    let file = try writer.encode(picture, options: EncodeOptions(quality: 90, speed: 8))
    let fidelity = try #require(try picture.lightFidelity(of: file))
    #expect(fidelity.losses == [])
    #expect(fidelity.blocks != nil && fidelity.peak.wanted > 3.9)
  }

  @Test func `lamps that a poor quality blurs are told`() throws {
    let picture = try Self.picture(.itur2100PQ) { x, y in x % 16 == 3 && y % 16 == 5 ? 30 : 0.05 }
    let writer = try #require(AVIFFormat.writer)
    let file = try writer.encode(picture, options: EncodeOptions(quality: 5, speed: 8))
    let losses = try #require(try picture.lightFidelity(of: file)).losses
    #expect(losses.contains { $0.hasPrefix("its peak of 30.0 times white") })
    #expect(losses.contains { $0.contains("more than 10 % too dark") })
    // The same light in numbers of our own: what is read twice as bright is too bright everywhere.
    var check = try LightCheck(width: 192, height: 96, encoding: .itur2100PQ)
    try check.addWritten(try Self.picture(.itur2100PQ, light: Self.ramp).base, firstRow: 0)
    try check.addRead(
      try Self.picture(.itur2100HLG) { 1.2 * Self.ramp($0, $1) }.base, .itur2100HLG, firstRow: 0)
    let found = check.fidelity
    #expect((found.peak.ratio - 1.2).magnitude < 0.01)
    #expect((try #require(found.highlights) - 1.2).magnitude < 0.01)
    #expect(try #require(found.blocks).tooBright == 1)
  }

  @Test func `the result does not depend on the bands that rows come in`() throws {
    let (written, read) = (
      try Self.picture(.itur2100PQ, light: Self.ramp), try Self.picture(.itur2100PQ) { 1.1 * Self.ramp($0, $1) }
    )
    func fidelity(_ height: Int) throws -> GainMapFidelity {
      var check = try LightCheck(width: 192, height: 96, encoding: .itur2100PQ)
      for row in stride(from: 0, to: 96, by: height) {
        let band = try #require(written.base.cropped(x: 0, y: row, width: 192, height: min(height, 96 - row)))
        try check.addWritten(band, firstRow: row)
      }
      for row in stride(from: 0, to: 96, by: height) {
        let band = try #require(read.base.cropped(x: 0, y: row, width: 192, height: min(height, 96 - row)))
        try check.addRead(band, .itur2100PQ, firstRow: row)
      }
      return check.fidelity
    }
    let whole = try fidelity(96)
    for height in [1, 7, 20, 32] { #expect(try fidelity(height) == whole) }
  }

  @Test func `a picture without PQ or HLG is not looked at`() throws {
    let picture = try HEIFSamples.picture(64, 64)
    #expect(try picture.lightFidelity(of: []) == nil)
  }
}
