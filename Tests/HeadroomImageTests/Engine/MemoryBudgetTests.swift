import Foundation
import HeadroomEngine
internal import HeadroomFilters
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomPixels
import Testing

/// Recipes whose branches are joined again: what is not kept in memory is read by two others each time.
@Suite struct MemoryBudgetTests {
  private static let edge = 512
  private static let region = PixelRect(x: 0, y: 0, width: edge, height: edge)

  /// Pairs of a blur and the larger of it and its own input.
  private func pairs(_ count: Int, of source: CIImage) -> CIImage {
    (0..<count).reduce(source) { image, _ in
      let blurred = image.clampedToExtent().applyingGaussianBlur(sigma: 2).cropped(to: source.extent)
      return blurred.applyingFilter("CIMaximumCompositing", parameters: ["inputBackgroundImage": image])
    }
  }

  private func render(_ image: CIImage, _ limit: Int?) throws -> PixelBitmap {
    let options: [CIContextOption: Any] = limit.map { [.memoryLimit: $0, .cacheIntermediates: false] } ?? [:]
    return try CIContext(options: options).bitmap(image, region: Self.region, format: .rgbaFloat, encoding: nil)
  }

  @Test(arguments: [6, 9, 16, 64])
  func `joined branches are rendered as fast as without a limit, or refused before they begin`(_ count: Int) throws {
    let image = pairs(count, of: TestPictures.random(width: Self.edge, height: Self.edge))
    let expected = try pixels(of: render(image, nil))
    // A picture takes 4 MiB as floats.
    for limit in [8, 14, 20, 32, 64] {
      do {
        #expect(try pixels(of: render(image, limit)) == expected, "\(limit) MiB")
      } catch RenderError.intermediatesOverLimit(let needed, let given) {
        #expect(given == limit << 20 && needed > given, "\(limit) MiB")
        #expect(try pixels(of: render(image, (needed >> 20) + 1)) == expected, "\(needed) bytes")
      } catch RenderError.memoryLimit(let needed, let given) {
        // Not even what a single step needs.
        #expect(given == limit << 20 && needed > given, "\(limit) MiB")
      }
    }
  }
}
