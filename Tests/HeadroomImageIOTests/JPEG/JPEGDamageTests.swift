import HeadroomContainers
import HeadroomEngine
import HeadroomImageIO
import HeadroomPixels
import HeadroomTestSupport
import Testing

@Suite struct JPEGDamageTests {
  /// Every prefix in steps of 37 bytes, and the ones around the places that matter.
  static func cuts(_ bytes: [UInt8], _ places: [Int] = []) -> [Int] {
    Array(Set(stride(from: 0, to: bytes.count, by: 37)).union(places.filter { (0..<bytes.count).contains($0) }))
      .sorted()
  }

  @Test(arguments: [false, true])
  func `a file cut in its picture data is an error, cut in its trailer it is complete`(_ isProgressive: Bool) throws {
    let bytes = try JPEGFixture.file(options: EncodeOptions(isProgressive: isProgressive))
    let map = try JPEGFixture.mapOffset(bytes)
    for count in Self.cuts(bytes, [map - 3, map - 2, map - 1, map, map + 1, map + 2, map + 3, bytes.count - 1]) {
      let prefix = Array(bytes[..<count])
      // Between the last coefficients and the marker that ends the picture nothing is missing.
      if (map - 4..<map).contains(count) { continue }
      if count < map {
        #expect(throws: ImageIOError.self, "\(count) of \(bytes.count) bytes") {
          try JPEGFixture.open(prefix).decode(DecodeRequest())
        }
      } else {
        let still = try JPEGFixture.open(prefix).decode(DecodeRequest())
        #expect(!still.isPartial)
        #expect(still.gainMap == nil)
        #expect(still.contentHeadroom == 1)
        #expect(!still.warnings.isEmpty, "\(count) of \(bytes.count) bytes")
      }
    }
    let whole = try JPEGFixture.open(bytes).decode(DecodeRequest())
    #expect(whole.gainMap != nil)
    #expect(whole.warnings.isEmpty)
  }

  @Test func `what there is of a cut picture can be had, and says that it is partial`() throws {
    for isProgressive in [false, true] {
      let bytes = try JPEGFixture.file(options: EncodeOptions(isProgressive: isProgressive))
      let map = try JPEGFixture.mapOffset(bytes)
      let scan = try #require(JPEGFixture.segments(bytes).last).offset + 20
      var partial = 0
      for count in Self.cuts(bytes) where (scan..<map - 40).contains(count) {
        let still = try JPEGFixture.open(Array(bytes[..<count])).decode(DecodeRequest(allowPartial: true))
        #expect(still.isPartial, "\(count) of \(map) bytes")
        #expect(still.base.width == 48 && still.base.height == 32)
        partial += 1
      }
      #expect(partial > 3)
    }
  }

  @Test(arguments: JPEGDecodingTests.colorSamples)
  func `every prefix of every process throws, or gives a partial or whole picture`(
    _ sample: JPEGDecodingTests.Sample
  ) throws {
    for count in 0..<sample.bytes.count - 4 {
      let prefix = Array(sample.bytes[..<count])
      #expect(throws: ImageIOError.self, "\(count) bytes") { try JPEGFixture.open(prefix).decode(DecodeRequest()) }
      if let reader = try? JPEGFixture.open(prefix) {
        if let still = try? reader.decode(DecodeRequest(allowPartial: true)) { #expect(still.isPartial) }
      }
    }
  }

  @Test func `a picture that only lacks its last marker is whole, with a warning`() throws {
    let bytes = Array(JPEGSamples.full444.dropLast(2))
    let still = try JPEGFixture.open(bytes).decode(DecodeRequest())
    #expect(!still.isPartial)
    #expect(still.warnings.contains { $0.hasPrefix("EOI") })
  }

  @Test func `mutated files are read or refused, never trusted`() throws {
    var generator = SeededGenerator(seed: 21)
    let sources =
      [try JPEGFixture.file(), try JPEGFixture.file(options: EncodeOptions(isProgressive: true))]
      + [JPEGSamples.arithmetic, JPEGSamples.arithmeticProgressive, JPEGSamples.cmyk, JPEGSamples.restart]
    let limits = DecodeLimits(maxPixels: 1 << 20)
    for round in 0..<3000 {
      var bytes = sources[round % sources.count]
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let place = Int.random(in: 2..<bytes.count, using: &generator)
        bytes[place] = UInt8.random(in: 0...255, using: &generator)
      }
      do throws(ImageIOError) {
        let reader = try ImageFormats.open(FileBytes(bytes), limits: limits)
        _ = try reader.decode(DecodeRequest(allowPartial: round % 2 == 0, limits: limits))
      } catch {
        if case .internalError = error { Issue.record("round \(round): \(error)") }
      }
    }
  }

  @Test func `damage in the picture data is an error, or partial when forgiven`() throws {
    var bytes = JPEGSamples.full444
    let scan = try #require(JPEGFixture.segments(bytes).last)
    // No Huffman code is all ones.
    for offset in scan.offset + 20..<scan.offset + 40 { bytes[offset] = offset % 2 == 0 ? 0xFF : 0 }
    let reader = try JPEGFixture.open(bytes)
    #expect(throws: ImageIOError.self) { try reader.decode(DecodeRequest()) }
    #expect(try reader.decode(DecodeRequest(allowPartial: true)).isPartial)
  }

  @Test(arguments: [
    [], [0xFF], [0xFF, 0xD8], [0xFF, 0xD8, 0xFF, 0xD9], [0x47, 0x49, 0x46], [0xFF, 0xD8, 0xFF, 0xE1, 0, 1],
  ])
  func `files that are no picture are errors`(_ bytes: [UInt8]) {
    #expect(throws: ImageIOError.self) { try JPEGFixture.open(bytes) }
  }

  @Test func `missing files, folders and empty files are named errors`() throws {
    #expect(throws: ImageIOError.unreadable(path: "/nonexistent.jpg", reason: "no such file")) {
      try FileBytes(path: "/nonexistent.jpg")
    }
    #expect(throws: ImageIOError.unreadable(path: "/", reason: "is a directory")) { try FileBytes(path: "/") }
    #expect(throws: ImageIOError.empty) { try ImageFormats.open(FileBytes([])) }
    #expect(throws: ImageIOError.unknownFormat) { try ImageFormats.open(FileBytes([1, 2, 3])) }
  }
}
