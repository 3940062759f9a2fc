import Foundation
import HeadroomContainers
import HeadroomImageIO
import HeadroomPixels
import HeadroomTestSupport
import Testing

@Suite(.enabled(if: TestData.isAvailable, "the real files are not here"))
struct JPEGXLDamageTests {
  @Test func `a picture that claims too much is refused before memory is taken`() throws {
    let error = #expect(throws: ImageIOError.self) { try JPEGXLSamples.reader("malformed/jxl/crash-bfd2220.jxl") }
    #expect(
      error
        == .overLimit(
          part: "codestream", quantity: "picture side", declared: 328_438_676, limit: 65_535, offset: nil))
  }

  @Test func `a cut picture is an error, or what there is when forgiven`() throws {
    let reader = try JPEGXLSamples.reader("malformed/jxl/truncated.jxl")
    #expect(throws: ImageIOError.incompletePicture(part: "codestream", offset: 10597)) {
      try reader.decode(DecodeRequest())
    }
    #expect(try reader.decode(DecodeRequest(allowPartial: true)).isPartial)
  }

  @Test(arguments: ["jxl-conformance/upsampling/input.jxl", "jxl/testcard_rgb_fp16.jxl", "jxl/pq_gradient.jxl"])
  func `every prefix is refused or gives a picture`(_ path: String) throws {
    let bytes = try TestData.stillBytes(path)
    var partial = 0
    for count in stride(from: 0, to: bytes.count, by: max(bytes.count / 24, 7)) {
      guard let reader = try? ImageFormats.open(FileBytes(bytes[..<count])) else { continue }
      #expect(throws: ImageIOError.self) { try reader.decode(DecodeRequest()) }
      let still = try reader.decode(DecodeRequest(allowPartial: true))
      #expect(still.isPartial)
      partial += 1
    }
    #expect(partial > 0)
  }

  @Test func `a changed byte is refused or gives a picture`() throws {
    var generator = SeededGenerator(seed: 20_261_121)
    for path in ["jxl/testcard_rgb_fp16.jxl", "jxl/hdr_pq_test.jxl", "malformed/jxl/truncated.jxl"] {
      let bytes = try TestData.stillBytes(path)
      let limits = DecodeLimits(maxPixels: 1 << 21)
      for _ in 0..<40 {
        var changed = bytes
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
          changed[Int.random(in: 0..<min(bytes.count, 400), using: &generator)] =
            UInt8.random(in: 0...255, using: &generator)
        }
        guard let reader = try? ImageFormats.open(FileBytes(changed), limits: limits) else { continue }
        _ = try? reader.decode(DecodeRequest(allowPartial: true, limits: limits))
      }
    }
  }

  @Test func `limits hold for boxes, profiles and metadata`() throws {
    let bytes = try FileBytes(path: TestData.still("jxl-conformance/patches/input.jxl").path)
    #expect(throws: ImageIOError.self) { try ImageFormats.open(bytes, limits: DecodeLimits(maxFrames: 2)) }
    #expect(throws: ImageIOError.self) {
      try ImageFormats.open(bytes, limits: DecodeLimits(maxDecompressedMetadataBytes: 1000))
    }
    let info = try ImageFormats.open(bytes, limits: DecodeLimits(maxMetadataBytes: 200)).info
    #expect(info.metadata.xmp == nil && info.metadata.exif != nil)
    #expect(info.warnings.contains { $0.hasPrefix("xml/") })
    let packed = try FileBytes(path: TestData.still("jxl/intensity_target_1000nits.jxl").path)
    let small = try ImageFormats.open(packed, limits: DecodeLimits(maxDecompressedMetadataBytes: 100)).info
    #expect(small.metadata.exif == nil && small.warnings.contains { $0.contains("expanded size") })
  }
}
