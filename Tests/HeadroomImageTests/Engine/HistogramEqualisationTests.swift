import Foundation
import HeadroomColor
import HeadroomEngine
import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomPixels
import HeadroomTestSupport
import Testing

/// Spreads values so that each occurs equally often: the histogram of the picture, a reduction, is a table for a point
/// operation of the same plan. An operation of the package's own as a filter would have it.
private struct Equalisation: TileParameterPoint, ReferenceParameterPoint {
  var fingerprint: Fingerprint { Fingerprint("equalisation", [Double]()) }
  var alphaRule: AlphaRule { .premultiplied }
  var parameterCount: Int { 1 }

  /// The share of the pixels up to each bin.
  private static func shares(_ histogram: ParameterPixels?) -> [Float] {
    var sum: Float = 0
    return (histogram?.pixels ?? []).map { bin in
      sum += bin.g
      return sum
    }
  }

  private struct Kernel: PointKernel {
    let shares: [Float]

    @inline(__always)
    func apply(_ pixel: Pixel) -> Pixel {
      let bin = min(max(Int(pixel.g * Float(shares.count)), 0), shares.count - 1)
      return Pixel(r: shares[bin], g: shares[bin], b: shares[bin], a: pixel.a)
    }
  }

  func makeStage(in space: WorkingSpace, parameters: [ParameterPixels]) -> RowStage {
    RowStage(kernel: Kernel(shares: Self.shares(parameters.first)))
  }

  func evaluate(
    _ pixels: [Pixel], parameters: [ParameterPixels], x: Float, y: Float, in space: WorkingSpace
  ) -> Pixel {
    let bins = parameters.first?.pixels.map(\.g) ?? []
    let bin = min(max(Int((pixels[0].g * Float(bins.count)).rounded(.down)), 0), bins.count - 1)
    let share = bins[...bin].reduce(0, +)
    return Pixel(r: share, g: share, b: share, a: pixels[0].a)
  }
}

@Suite struct HistogramEqualisationTests {
  private static let (width, height, bins) = (64, 48, 128)

  /// Mostly dark, opaque.
  private static func values(seed: UInt64) -> [Float] {
    var generator = SeededGenerator(seed: seed)
    return (0..<width * height).map { _ in pow(Float.random(in: 0..<1, using: &generator), 3) }
  }

  private static func picture(_ values: [Float]) -> CIImage {
    TestPictures.image(values.flatMap { [$0, $0, $0, 1] }, width: width, height: height)
  }

  private static func equalised(_ image: CIImage) -> CIImage {
    let histogram = image.applyingFilter(
      "CIAreaHistogram", parameters: ["inputExtent": CIVector(cgRect: image.extent), "inputCount": bins])
    return image.appending(.point(Equalisation()), with: [histogram], extent: image.extent)
  }

  @Test func `a histogram is a table for the picture that it was counted in, within one plan`() throws {
    let region = PixelRect(x: 0, y: 0, width: Self.width, height: Self.height)
    let context = CIContext()
    for seed in UInt64(1)...4 {
      let values = Self.values(seed: seed)
      let image = Self.equalised(Self.picture(values))
      let result = pixels(
        of: try context.bitmap(image, region: region, format: .rgbaFloat, encoding: .extendedLinearSRGB))
      #expect(try largestDifference(result, reference(image, region)) < 1e-5)
      // Straight from the definition: how many pixels lie in the same bin or below.
      let sorted = values.map { Int($0 * Float(Self.bins)) }.sorted()
      for (index, pixel) in result.enumerated() {
        let value = values[(Self.height - 1 - index / Self.width) * Self.width + index % Self.width]
        let below = sorted.partitioningIndex { $0 > Int(value * Float(Self.bins)) }
        #expect(abs(pixel.r - Float(below) / Float(sorted.count)) < 1e-4)
      }
      let mean = result.map(\.r).reduce(0, +) / Float(result.count)
      #expect(abs(mean - 0.5) < 0.1, "as many dark as bright pixels, not \(mean)")
    }
    #expect(context.plans.plannings == 1)
  }
}

extension [Int] {
  /// The first place of a sorted list that has a property which all behind it have.
  fileprivate func partitioningIndex(where isBehind: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
