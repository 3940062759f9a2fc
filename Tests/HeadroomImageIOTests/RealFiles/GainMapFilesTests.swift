import Foundation
import HeadroomColor
import HeadroomContainers
import HeadroomGraphics
import HeadroomImageIO
import HeadroomPixels
import HeadroomTestSupport
import Testing

@Suite(.enabled(if: TestData.isAvailable, "the real photos are not here"))
struct GainMapFilesTests {
  @Test(arguments: ReferenceData.gainMapFiles)
  func `metadata is what the manifest says`(_ file: String) throws {
    let info = try ImageFormats.open(FileBytes(path: TestData.still(file).path)).info
    let expected = try #require(try ReferenceData.gainMap(of: file))
    let found = try #require(info.gainMap)
    #expect(info.warnings.isEmpty)
    #expect([found.width, found.height] == expected["map_size"] as? [Int])
    #expect(found.channels == expected["map_components"] as? Int)
    let xmp = expected["xmp_gainmap"] as? [String: Any] ?? [:]
    if let iso = expected["iso21496_1"] as? [String: Any] {
      #expect(found.kinds.first == .iso)
      try expectISO(found.formula, iso)
      #expect(found.kinds.contains(.ultraHDR) == (xmp["Version"] != nil))
    } else if xmp["Version"] != nil {
      #expect(found.kinds == [.ultraHDR])
      try expectXMP(found.formula, xmp)
    } else {
      #expect(found.kinds == [.apple])
      let stated = Double(xmp["apple_HDRGainMapHeadroom"] as? String ?? "")
      let headroom = try #require(stated ?? expected["apple_headroom_from_maker_notes"] as? Double)
      #expect(found.appleHeadroom.map { ($0 - headroom).magnitude < 1e-6 } == true)
    }
  }

  private func expectISO(_ formula: GainMapFormula, _ expected: [String: Any]) throws {
    guard case .iso(let metadata) = formula else { throw ImageIOError.internalError("no ISO formula") }
    func number(_ container: [String: Any], _ key: String) -> Double { container[key] as? Double ?? .nan }
    #expect(metadata.useBaseColorSpace == expected["use_base_colour_space"] as? Bool)
    #expect(metadata.baseHeadroom == number(expected, "base_hdr_headroom_log2"))
    #expect(metadata.alternateHeadroom == number(expected, "alternate_hdr_headroom_log2"))
    let channels = try #require(expected["channels"] as? [[String: Any]])
    for index in 0..<3 {
      let channel = channels[index % channels.count]
      #expect((metadata.min[index] - number(channel, "gain_map_min_log2")).magnitude < 1e-9)
      #expect((metadata.max[index] - number(channel, "gain_map_max_log2")).magnitude < 1e-9)
      #expect((metadata.gamma[index] - number(channel, "gamma")).magnitude < 1e-9)
      #expect((metadata.baseOffset[index] - number(channel, "base_offset")).magnitude < 1e-9)
      #expect((metadata.alternateOffset[index] - number(channel, "alternate_offset")).magnitude < 1e-9)
    }
  }

  private func expectXMP(_ formula: GainMapFormula, _ expected: [String: Any]) throws {
    guard case .iso(let metadata) = formula else { throw ImageIOError.internalError("no ISO formula") }
    func triple(_ key: String, _ fallback: Double) -> [Double] {
      if let texts = expected[key] as? [String] { return texts.compactMap(Double.init) }
      return [Double](repeating: (expected[key] as? String).flatMap(Double.init) ?? fallback, count: 3)
    }
    func values(_ vector: SIMD3<Double>) -> [Double] { [vector.x, vector.y, vector.z] }
    #expect(values(metadata.min) == triple("GainMapMin", 0))
    #expect(values(metadata.max) == triple("GainMapMax", 1))
    #expect(values(metadata.gamma) == triple("Gamma", 1))
    #expect(values(metadata.baseOffset) == triple("OffsetSDR", 1.0 / 64))
    #expect(values(metadata.alternateOffset) == triple("OffsetHDR", 1.0 / 64))
    #expect(metadata.baseHeadroom == triple("HDRCapacityMin", 0)[0])
    #expect(metadata.alternateHeadroom == triple("HDRCapacityMax", 1)[0])
  }

  /// Chromium is not the judge where the formula works in the alternate's primaries.
  static let chromiumFiles = ReferenceData.gainMapFiles.filter { !$0.contains("test_uhdr_hlg") }

  @Test(arguments: chromiumFiles)
  func `renditions agree with Chromium's at every headroom`(_ file: String) throws {
    let still = try ImageFormats.open(FileBytes(path: TestData.still(file).path)).decode(DecodeRequest())
    #expect(still.orientation == .up)
    for stops in ["0", "1", "2", "6"] {
      let rendition = try GainMapRendition.make(
        still: still, displayHeadroomStops: Double(stops) ?? 0, format: .rgbaFloat)
      let expected = try #require(try ReferenceData.chromiumBlocks(file, stops: stops))
      let found = ReferenceData.blocks(rendition.bitmap, rendition.encoding)
      var worst = 0.0
      for (one, other) in zip(found, expected) {
        for channel in 0..<3 {
          let allowed = 0.005 * other[channel].magnitude + 0.002
          worst = max(worst, (one[channel] - other[channel]).magnitude / allowed)
        }
      }
      #expect(worst <= 1, "\(file) at \(stops) stops: \(worst) of the tolerance")
    }
  }

  @Test func `the formula in the alternate's primaries comes near the author's reference`() throws {
    let still = try ImageFormats.open(FileBytes(path: TestData.still("ultrahdr/test_uhdr_hlg.jpg").path))
      .decode(DecodeRequest())
    #expect(still.gainMap?.metadata?.useBaseColorSpace == false)
    #expect(still.gainMap?.description.alternateEncoding?.primaries == .bt2020)
    let rendition = try GainMapRendition.make(still: still, displayHeadroomStops: .infinity, format: .rgbaFloat)
    #expect((rendition.contentHeadroom - 4.926).magnitude < 0.001)
  }

  @Test func `a file that ends before its picture data is an error, or black when forgiven`() throws {
    let reader = try ImageFormats.open(FileBytes(path: TestData.still("ultrahdr/ultrahdr.jpg").path))
    #expect(reader.info.kind == .sdr)
    #expect(reader.info.gainMap == nil)
    #expect(reader.info.warnings.contains { $0.hasPrefix("gain map: announced") })
    #expect(throws: ImageIOError.self) { try reader.decode(DecodeRequest()) }
    let still = try reader.decode(DecodeRequest(allowPartial: true))
    #expect(still.isPartial)
    #expect(JPEGFixture.pixel(still.base, x: 3, y: 3) == [0, 0, 0])
  }

  @Test func `malformed files are refused with one line`() throws {
    let folder = TestData.still("malformed/jpeg")
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let bytes = try FileBytes(path: folder.appending(path: name).path)
      let error = #expect(throws: ImageIOError.self) {
        try ImageFormats.open(bytes).decode(DecodeRequest(allowPartial: true))
      }
      #expect(error?.description.contains("\n") == false)
    }
  }

  @Test func `every prefix of a real gain map file is read or refused`() throws {
    let bytes = try TestData.stillBytes("jpeg-apple-gainmap/HDR.jpg")
    for count in stride(from: 0, to: bytes.count, by: 37) {
      guard let reader = try? ImageFormats.open(FileBytes(bytes[..<count])) else { continue }
      // The primary ends at byte 4207.
      if count < 4205 {
        #expect(throws: ImageIOError.self) { try reader.decode(DecodeRequest()) }
      } else if count > 4207 {
        let still = try reader.decode(DecodeRequest())
        #expect(still.gainMap == nil && !still.isPartial && !still.warnings.isEmpty)
      }
    }
  }
}
