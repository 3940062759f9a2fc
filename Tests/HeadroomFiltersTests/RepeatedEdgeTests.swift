import Foundation
internal import HeadroomEngine
import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomPixels
import Testing

/// Filters whose pixels come from far away, of pictures whose edges are repeated: what is read is the picture, and no more.
@Suite struct RepeatedEdgeTests {
  private static let picture = PixelRect(x: 3, y: -5, width: 29, height: 23)

  private static let filters: [(name: String, key: String)] = [
    ("CIPixellate", "inputScale"), ("CIHexagonalPixellate", "inputScale"), ("CICrystallize", "inputRadius"),
    ("CIPointillize", "inputRadius"), ("CIDisplacementDistortion", "inputScale"), ("CIGlassDistortion", "inputScale"),
    ("CISharpenLuminance", "inputRadius"),
  ]

  private func source() -> CIImage {
    TestPictures.random(width: Self.picture.width, height: Self.picture.height)
      .transformed(by: .init(translationX: CGFloat(Self.picture.minX), y: CGFloat(Self.picture.minY)))
  }

  private func filtered(_ image: CIImage, _ filter: (name: String, key: String), _ value: Double) -> CIImage {
    var parameters: [String: Any] = [filter.key: value, "inputCenter": CIVector(x: 11, y: 2)]
    let map = TestPictures.random(width: 40, height: 40, seed: 7, isOpaque: true)
      .transformed(by: .init(translationX: 0, y: -10))
    if filter.name == "CIDisplacementDistortion" {
      parameters = [filter.key: value, "inputDisplacementImage": map]
    }
    if filter.name == "CISharpenLuminance" { parameters["inputCenter"] = nil }
    if filter.name == "CIGlassDistortion" { parameters["inputTexture"] = map }
    return image.applyingFilter(filter.name, parameters: parameters)
  }

  /// The same picture with so much of its edges around it that no filter sees the end.
  private func difference(_ filter: (name: String, key: String), _ value: Double) throws -> Float {
    let clamped = source().clampedToExtent()
    let wide = clamped.cropped(to: Self.picture.expanded(dx: 200, dy: 200).cgRect)
    let region = Self.picture.expanded(dx: 9, dy: 9)
    let found = try tiled(filtered(clamped, filter, value), region)
    let expected = try tiled(filtered(wide, filter, value), region)
    return zip(found, expected).reduce(0) { most, pair in
      let (p, q) = pair
      return max(most, abs(p.r - q.r), abs(p.g - q.g), abs(p.b - q.b), abs(p.a - q.a))
    }
  }

  @Test(arguments: filters.indices)
  func `Repeated edges count as pixels do that lie there`(_ index: Int) throws {
    for value in [1, 4.5, 13, 40] {
      #expect(try difference(Self.filters[index], value) < 2e-4, "\(Self.filters[index].name) \(value)")
    }
  }

  @Test(arguments: filters.indices)
  func `Sizes of thousands take no more memory than the picture`(_ index: Int) throws {
    let image = filtered(source().clampedToExtent(), Self.filters[index], 5000)
    let context = CIContext(options: [.memoryLimit: 64, .cacheIntermediates: false])
    let bitmap = try context.bitmap(image, region: Self.picture, format: .rgbaFloat, encoding: nil)
    #expect(bitmap.width == Self.picture.width)
    #expect(pixels(of: bitmap).allSatisfy { [$0.r, $0.g, $0.b, $0.a].allSatisfy(\.isFinite) })
  }
}
