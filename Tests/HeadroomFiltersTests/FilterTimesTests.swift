import Foundation
internal import HeadroomEngine
import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomPixels
import HeadroomTestSupport
import Testing

/// How long each filter takes: `HEADROOM_FILTER_TIMES=4000x3000` prints processor seconds with default parameters, or those
/// of the names given behind it, as in `4000x3000:CIDiscBlur,CIBokehBlur`.
@Suite struct FilterTimesTests {
  private static let request = ProcessInfo.processInfo.environment["HEADROOM_FILTER_TIMES"]

  @Test(.enabled(if: request != nil, "set HEADROOM_FILTER_TIMES")) func `every filter is timed`() throws {
    let parts = (Self.request ?? "").split(separator: ":")
    let sides = (parts.first ?? "").split(separator: "x").compactMap { Int($0) }
    try #require(sides.count == 2)
    let names = parts.count > 1 ? Set(parts[1].split(separator: ",").map(String.init)) : nil
    let picture = TestPictures.random(width: sides[0], height: sides[1], seed: 1, isOpaque: true)
    let region = PixelRect(x: 0, y: 0, width: sides[0], height: sides[1])
    for entry in FilterRegistry.builtIn where names?.contains(entry.name) ?? true {
      let filter = entry.makeFilter()
      for key in entry.imageKeys { filter.setValue(picture, forKey: key) }
      for input in entry.inputs where input.type == .rectangle {
        filter.setValue(CIVector(cgRect: region.cgRect), forKey: input.key)
      }
      guard let output = filter.outputImage else { continue }
      let context = CIContext(options: [:], pool: .shared, workerLimit: nil, tileEdge: nil)
      let shown = region.intersection(PixelRect(enclosing: output.extent))
      if shown.isEmpty { continue }
      let start = ProcessorTime.seconds
      _ = try context.bitmap(output, region: shown, format: .rgbaFloat, encoding: nil, alpha: .premultiplied)
      print("TIME \(entry.name) \(String(format: "%.3f", ProcessorTime.seconds - start))")
    }
  }
}
