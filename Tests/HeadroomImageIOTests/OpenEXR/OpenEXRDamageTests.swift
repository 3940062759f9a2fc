import Foundation
import HeadroomContainers
import HeadroomImageIO
import HeadroomPixels
import HeadroomTestSupport
import Testing

@Suite struct OpenEXRDamageTests {
  @Test("Cut picture data fails, or gives the blocks that are there where that is allowed")
  func cut() throws {
    let bytes = try Array(EXRFixture.bytes("zips").dropLast(300))
    let reader = try ImageFormats.open(FileBytes(bytes))
    let failure = #expect(throws: ImageIOError.self) { try reader.decode(DecodeRequest()) }
    #expect(failure?.isTruncation == true)
    let partial = try reader.decode(DecodeRequest(allowPartial: true))
    let whole = floatSamples(of: try EXRFixture.open("zips").decode(DecodeRequest()).base)
    let samples = floatSamples(of: partial.base)
    #expect(partial.isPartial && !partial.warnings.isEmpty)
    #expect(
      samples[..<(26 * 4 * 10)].elementsEqual(whole[..<(26 * 4 * 10)]) && samples.suffix(26 * 4).allSatisfy { $0 == 0 })
  }

  @Test("A file whose offset table was never written is read by walking its blocks")
  func missingTable() throws {
    var bytes = try EXRFixture.bytes("zip")
    let table = try #require(try EXRFixture.open("zip").structure().first { $0.name.hasPrefix("offset table") })
    for index in 0..<table.byteCount { bytes[table.offset + index] = 0 }
    let reader = try ImageFormats.open(FileBytes(bytes))
    let samples = floatSamples(of: try reader.decode(DecodeRequest()).base)
    #expect(bitHash(of: samples) == OpenEXRDecodingTests.fixtures["zip"])
  }

  @Test("Deep data is refused with a plain error")
  func deep() throws {
    var bytes = try EXRFixture.bytes("none")
    bytes[5] |= 0x08
    let failure = #expect(throws: ImageIOError.self) { try ImageFormats.open(FileBytes(bytes)) }
    #expect(failure.map { "\($0)".contains("deep") } == true)
  }

  @Test("Windows over the limits are refused before memory is taken")
  func limits() throws {
    let bytes = FileBytes(try EXRFixture.bytes("zip"))
    #expect(throws: ImageIOError.self) { try ImageFormats.open(bytes, limits: DecodeLimits(maxPixels: 100)) }
    #expect(throws: ImageIOError.self) { try ImageFormats.open(bytes, limits: DecodeLimits(maxDimension: 20)) }
  }

  @Test("Every prefix gives a picture or a typed error", arguments: ["zip", "mipmap", "parts", "luminance-chroma"])
  func prefixes(_ name: String) throws {
    let bytes = try EXRFixture.bytes(name)
    for length in stride(from: 0, to: bytes.count, by: 13) { #expect(decodesOrFails(Array(bytes[..<length]))) }
  }

  @Test("Every damaged byte gives a picture or a typed error", arguments: EXRFixture.names)
  func damage(_ name: String) throws {
    let bytes = try EXRFixture.bytes(name)
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<150 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        damaged[Int.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
      }
      #expect(decodesOrFails(damaged))
    }
  }

  @Test("Damaged files of the data set give a picture or a typed error", .enabled(if: TestData.isAvailable))
  func dataSet() throws {
    let folder = TestData.still("malformed/exr")
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
      let bytes = try TestData.stillBytes("malformed/exr/\(name)")
      #expect(decodesOrFails(bytes, limits: .standard), "\(name)")
    }
  }
}
