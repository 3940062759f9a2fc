import Foundation
import HeadroomColor
import HeadroomImageIO
import HeadroomPixels
import HeadroomTestSupport

/// What the data set says about its files, and what Chromium showed of them.
enum ReferenceData {
  /// The gain map JPEGs of the data set, by the names the reference uses.
  static let gainMapFiles: [String] = {
    guard TestData.isAvailable else { return [] }
    return ["ultrahdr", "jpeg-apple-gainmap"].flatMap { folder in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: TestData.still(folder).path)) ?? []
      // One announces a map, then ends before its picture data.
      return names.filter { $0.hasSuffix(".jpg") && $0 != "ultrahdr.jpg" }.sorted().map { "\(folder)/\($0)" }
    }
  }()

  static func json(_ name: String) throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(contentsOf: TestData.still(name)))
    return value as? [String: Any] ?? [:]
  }

  /// The manifest's `info` of a file.
  static func info(of file: String) throws -> [String: Any]? {
    let entries = try json("MANIFEST.json")["entries"] as? [[String: Any]] ?? []
    return entries.first { $0["file"] as? String == file }?["info"] as? [String: Any]
  }

  /// The manifest's `info.gain_map` of a file.
  static func gainMap(of file: String) throws -> [String: Any]? {
    try info(of: file)?["gain_map"] as? [String: Any]
  }

  /// Means of 8x8 blocks in linear BT.709 at a headroom in stops, as Chromium showed them.
  static func chromiumBlocks(_ file: String, stops: String) throws -> [[Double]]? {
    let files = try json("reference-chromium.json")["files"] as? [String: Any]
    let headrooms = (files?[file] as? [String: Any])?["headroom"] as? [String: Any]
    return (headrooms?[stops] as? [String: Any])?["blocks"] as? [[Double]]
  }

  /// Means of 8x8 blocks of an RGBA float bitmap in linear light, converted to BT.709 primaries.
  static func blocks(_ bitmap: PixelBitmap, _ encoding: ColorEncoding) -> [[Double]] {
    let (width, height) = (bitmap.width, bitmap.height)
    var sums = [SIMD3<Double>](repeating: .zero, count: 64)
    var counts = [Int](repeating: 0, count: 64)
    unsafe bitmap.storage.withUnsafeMutableBytes { bytes in
      for y in 0..<height {
        let start = unsafe bytes.baseAddress! + bitmap.offset + y * bitmap.rowBytes
        let row = unsafe start.assumingMemoryBound(to: Float.self)
        for x in 0..<width {
          let block = y * 8 / height * 8 + x * 8 / width
          sums[block] += unsafe SIMD3(Double(row[4 * x]), Double(row[4 * x + 1]), Double(row[4 * x + 2]))
          counts[block] += 1
        }
      }
    }
    let matrix = encoding.primaries.matrix(to: .bt709)
    return zip(sums, counts).map { sum, count in
      let mean = matrix.apply(sum / Double(max(count, 1)))
      return [mean.x, mean.y, mean.z]
    }
  }
}
