import Foundation
import HeadroomContainers
import HeadroomImageIO
import HeadroomPixels
import HeadroomTestSupport

/// What tests of JPEG XL share: real files, and samples of any component type as numbers.
enum JPEGXLSamples {
  /// The well-formed files of the data set.
  static let files: [String] = {
    guard TestData.isAvailable else { return [] }
    return ["jxl", "jxl-conformance", "parity"].flatMap { folder in
      let names = FileManager.default.enumerator(atPath: TestData.still(folder).path)?.compactMap { $0 as? String }
      return (names ?? []).filter { $0.hasSuffix(".jxl") }.sorted().map { "\(folder)/\($0)" }
    }
  }()

  static func reader(_ path: String) throws -> any ImageReader {
    try ImageFormats.open(FileBytes(path: TestData.still(path).path))
  }

  static func decode(_ path: String) throws -> StillImage { try reader(path).decode(DecodeRequest()) }

  /// The samples, integers as 0...1 of their codes.
  static func values(_ bitmap: PixelBitmap) -> [Float] {
    let count = bitmap.width * bitmap.format.channelCount
    var result: [Float] = []
    result.reserveCapacity(count * bitmap.height)
    for row in 0..<bitmap.height {
      let address = unsafe bitmap.rowAddress(row)
      for index in 0..<count {
        switch bitmap.format.component {
        case .uint8: result.append(Float(unsafe address.assumingMemoryBound(to: UInt8.self)[index]) / 255)
        case .uint16: result.append(Float(unsafe address.assumingMemoryBound(to: UInt16.self)[index]) / 65535)
        case .half: result.append(Float(unsafe address.assumingMemoryBound(to: Float16.self)[index]))
        default: result.append(unsafe address.assumingMemoryBound(to: Float.self)[index])
        }
      }
    }
    return result
  }

  /// Largest and root mean square difference.
  static func difference(_ one: [Float], _ other: [Float]) -> (peak: Double, rms: Double) {
    guard one.count == other.count, !one.isEmpty else { return (.infinity, .infinity) }
    var (peak, sum) = (0.0, 0.0)
    for (first, second) in zip(one, other) {
      let step = Double((first - second).magnitude)
      peak = max(peak, step)
      sum += step * step
    }
    return (peak, (sum / Double(one.count)).squareRoot())
  }
}
