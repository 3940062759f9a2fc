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

/// Chains that compute pixels as they lie in memory give the bits of those that turn them into rows.
@Suite struct InterleavedTests {
  private static let size = (width: 301, height: 67)

  private static func picture(_ seed: UInt64) -> CIImage {
    TestPictures.random(width: size.width, height: size.height, seed: seed)
  }

  private static var recipes: [(name: String, image: CIImage)] {
    let (a, b) = (picture(1), picture(2))
    let blends = [
      "CIAdditionCompositing", "CIMultiplyCompositing", "CIMinimumCompositing", "CIMaximumCompositing",
    ].map { ($0, a.applyingFilter($0, parameters: ["inputBackgroundImage": b])) }
    let fade = a.applyingFilter("CIDissolveTransition", parameters: ["inputTargetImage": b, "inputTime": 0.3])
    let moved = b.transformed(by: CGAffineTransform(translationX: 3, y: -2))
    let several = fade.applyingFilter("CIMaximumCompositing", parameters: ["inputBackgroundImage": moved])
      .applyingFilter("CIAdditionCompositing", parameters: ["inputBackgroundImage": fade])
    return blends + [("fade", fade), ("several", several), ("copy", a), ("clamped", a.clampedToExtent())]
  }

  /// Red and blue changed round, so that no pixel of the result may stay as it is.
  private static func swapped(_ image: CIImage, _ region: PixelRect) throws -> [Pixel] {
    let context = CIContext(options: [.workingFormat: CIFormat.RGBAf])
    let format = try #require(PixelFormat(component: .float, layout: .bgra))
    let bitmap = try context.bitmap(image, region: region, format: format, encoding: .extendedLinearSRGB)
    return pixels(of: bitmap).map { Pixel(r: $0.b, g: $0.g, b: $0.r, a: $0.a) }
  }

  @Test func `results are those of rows, bit for bit`() throws {
    // Inside, and where the picture ends.
    let regions = [
      PixelRect(x: 5, y: 4, width: 280, height: 55), PixelRect(x: -3, y: -2, width: 310, height: 72),
    ]
    for (name, image) in Self.recipes {
      for region in regions {
        let (here, there) = (try tiled(image, region), try Self.swapped(image, region))
        #expect(here.map(\.bits) == there.map(\.bits), "\(name)")
        #expect(largestDifference(here, try reference(image, region)) < 1e-5, "\(name)")
      }
    }
  }

  @Test func `the sum ends at an alpha of 1, and what is no number stays itself`() throws {
    let a = TestPictures.image([.nan, 0.5, 2, 0.75, .infinity, -1, 0, 0.25], width: 2, height: 1)
    let b = TestPictures.image([1, 0.25, 3, 0.5, 1, -1, 0, 0.25], width: 2, height: 1)
    let region = PixelRect(x: 0, y: 0, width: 2, height: 1)
    let sum = try tiled(a.applyingFilter("CIAdditionCompositing", parameters: ["inputBackgroundImage": b]), region)
    #expect(sum[0].r.isNaN)
    #expect([sum[0].g, sum[0].b, sum[0].a] == [0.75, 5, 1])
    #expect([sum[1].r, sum[1].g, sum[1].b, sum[1].a] == [.infinity, -2, 0, 0.5])
  }
}

extension Pixel {
  /// All of it, as numbers that are equal where the bits are.
  fileprivate var bits: [UInt32] { [r, g, b, a].map(\.bitPattern) }
}
