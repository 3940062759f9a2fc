import Foundation
import HeadroomColor
import HeadroomContainers
import HeadroomGraphics
import HeadroomImageIO
import HeadroomPixels
import HeadroomTestSupport
import Testing

/// Decoded light against what libheif's planes give with plain arithmetic, and against what Chromium showed.
@Suite(.enabled(if: TestData.isAvailable, "the real photos are not here"))
struct HEIFReferenceTests {
  /// Files with blocks computed from libheif's decode.
  static let computed = HEIFReference.files.filter { $0.hasPrefix("heic-") || $0.hasSuffix(".heif") }

  @Test(arguments: computed)
  func `light agrees with another decoder's`(_ file: String) throws {
    let expected = try #require(try Self.reference("reference-computed.json", file))
    let still = try Self.decode(file)
    #expect(still.warnings.isEmpty)
    var base = still
    base.gainMap = nil
    // Its BT.709 matrix beside BT.2020 primaries is read otherwise by the reference's decoder.
    let relative = file.contains("TestHDR") ? 0.05 : 0.02
    for (name, picture) in [("sdr", base), ("hdr_full", base), ("iso_full", still)] {
      guard let blocks = (expected[name] as? [String: Any])?["blocks"] as? [[Double]] else { continue }
      try Self.compare(picture, blocks, relative: relative, absolute: 0.003, "\(file) \(name)")
    }
    guard case .apple? = still.gainMap?.formula else { return }
    let blocks = try #require((expected["apple_full"] as? [String: Any])?["blocks"] as? [[Double]])
    try Self.compare(still, blocks, relative: 0.02, absolute: 0.003, "\(file) apple_full")
  }

  /// Chromium shows nothing of the file with constant luminance (matrix 10), and nothing of files that it
  /// refuses for their gain map.
  static let shown = HEIFReference.files.filter { file in
    let isRefused = ["Chimera", "gammazero", "extra_bytes"].contains { file.contains($0) }
    return file.hasSuffix(".avif") && !isRefused
  }

  @Test(arguments: shown)
  func `light agrees with Chromium's`(_ file: String) throws {
    let still = try Self.decode(file)
    // A canvas multiplies by alpha.
    guard still.base.alpha == .opaque else { return }
    let files = try ReferenceData.json("reference-chromium.json")["files"] as? [String: Any]
    let headrooms = try #require((files?[file] as? [String: Any])?["headroom"] as? [String: Any])
    for stops in headrooms.keys.sorted() where Self.isComparable(still, file, Double(stops) ?? 0) {
      guard let blocks = (headrooms[stops] as? [String: Any])?["blocks"] as? [[Double]] else { continue }
      try Self.compare(
        still, blocks, stops: Double(stops) ?? 0, relative: 0.01, absolute: 0.003, "\(file) at \(stops) stops")
    }
  }

  /// Chromium tone maps HDR pictures below their own headroom, also those with a map to SDR, and does not read maps
  /// larger than the picture as the formula says (both checked against the formula by itself).
  static func isComparable(_ still: StillImage, _ file: String, _ stops: Double) -> Bool {
    guard let map = still.gainMap else { return !still.encoding.transfer.isHDR || stops == 6 }
    if map.bitmap.width > still.base.width { return stops == 0 }
    return stops >= map.formula.baseHeadroomStops
  }

  // MARK: -

  static func reference(_ name: String, _ file: String) throws -> [String: Any]? {
    (try ReferenceData.json(name)["files"] as? [String: Any])?[file] as? [String: Any]
  }

  static func decode(_ file: String) throws -> StillImage {
    try ImageFormats.open(FileBytes(path: TestData.still(file).path)).decode(DecodeRequest())
  }

  static func compare(
    _ still: StillImage, _ expected: [[Double]], stops: Double = .infinity, relative: Double, absolute: Double,
    _ name: String
  ) throws {
    let rendition = try GainMapRendition.make(still: still, displayHeadroomStops: stops, format: .rgbaFloat)
    let stored = ReferenceData.blocks(rendition.bitmap, rendition.encoding)
    var worst = 0.0
    for index in 0..<64 {
      // The reference is upright.
      let place = still.orientation.storedPixel(column: index % 8, row: index / 8, width: 8, height: 8)
      for channel in 0..<3 {
        let found = stored[place.row * 8 + place.column][channel]
        let allowed = relative * expected[index][channel].magnitude + absolute
        worst = max(worst, (found - expected[index][channel]).magnitude / allowed)
      }
    }
    #expect(worst <= 1, "\(name): \(worst) of the tolerance")
  }
}
