import Foundation
import HeadroomColor
import HeadroomEngine
import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomPixels
import Testing

@Suite("Renderers")
struct RendererTests {
  /// Recipes that use every kind of node and what the planner does with them.
  static let recipes: [(name: String, make: @Sendable (CIImage) -> CIImage)] = [
    ("source", { $0 }),
    ("crop", { $0.cropped(to: CGRect(x: 3, y: 5, width: 20, height: 11)) }),
    ("translate", { $0.transformed(by: CGAffineTransform(translationX: -7, y: 4)) }),
    (
      "crop of translate",
      { $0.transformed(by: .init(translationX: 9, y: 2)).cropped(to: CGRect(x: 10, y: 4, width: 9, height: 9)) }
    ),
    (
      "crop of a blur, blurred",
      {
        $0.applyingGaussianBlur(sigma: 3).cropped(to: CGRect(x: 4, y: 6, width: 18, height: 9))
          .applyingGaussianBlur(sigma: 2)
      }
    ),
    (
      "crop of what never ends, blurred",
      {
        $0.clampedToExtent().applyingGaussianBlur(sigma: 6).cropped(to: CGRect(x: 4, y: 6, width: 18, height: 9))
          .applyingGaussianBlur(sigma: 5)
      }
    ),
    ("quarter turn", { $0.oriented(.right) }),
    ("mirrored", { $0.oriented(.upMirrored) }),
    ("transposed", { $0.oriented(.leftMirrored) }),
    ("rotation", { $0.transformed(by: CGAffineTransform(rotationAngle: 0.3)) }),
    ("two transforms", { $0.transformed(by: .init(scaleX: 1.7, y: 0.8)).transformed(by: .init(rotationAngle: -0.2)) }),
    ("nearest", { $0.samplingNearest().transformed(by: CGAffineTransform(scaleX: 2.3, y: 1.4)) }),
    ("cubic", { $0.samplingCubic().transformed(by: CGAffineTransform(rotationAngle: 0.3).scaledBy(x: 2.3, y: 1.4)) }),
    ("cubic, shrinking", { $0.samplingCubic().transformed(by: CGAffineTransform(scaleX: 0.21, y: 0.17)) }),
    ("cubic, twirled", { $0.samplingCubic().applyingFilter("CITwirlDistortion", parameters: ["inputRadius": 40]) }),
    ("shrinking", { $0.transformed(by: CGAffineTransform(scaleX: 0.21, y: 0.17)) }),
    (
      "resized twice",
      {
        func resized(_ image: CIImage, _ scale: Float) -> CIImage {
          image.applyingFilter("CILanczosScaleTransform", parameters: ["inputScale": scale])
        }
        return resized(resized($0, 0.7).applyingGaussianBlur(sigma: 1), 0.4)
      }
    ),
    ("resized within its light", { $0.resized(to: CGSize(width: 17, height: 19)) }),
    ("enlarged within its light", { $0.resized(to: CGSize(width: 47, height: 33)).applyingGaussianBlur(sigma: 1) }),
    ("clamp", { $0.clampedToExtent().cropped(to: CGRect(x: -9, y: -4, width: 60, height: 50)) }),
    (
      "clamp of rotation",
      {
        $0.transformed(by: .init(rotationAngle: 0.3)).clampedToExtent().cropped(
          to: CGRect(x: -9, y: -9, width: 60, height: 60))
      }
    ),
    ("alpha one", { $0.settingAlphaOne(in: CGRect(x: -2, y: -2, width: 30, height: 30)) }),
    ("premultiplying", { $0.premultiplyingAlpha() }),
    ("unpremultiplying", { $0.unpremultiplyingAlpha().premultiplyingAlpha() }),
    ("Lab and back", { $0.convertingWorkingSpaceToLab().convertingLabToWorkingSpace() }),
    ("Lab", { $0.convertingWorkingSpaceToLab() }),
    ("to PQ", { $0.matchedFromWorkingSpace(to: CGColorSpace(name: CGColorSpace.itur_2100_PQ)!)! }),
    (
      "from HLG",
      {
        $0.matchedFromWorkingSpace(to: CGColorSpace(name: CGColorSpace.sRGB)!)!.matchedToWorkingSpace(
          from: CGColorSpace(name: CGColorSpace.itur_2100_HLG)!)!
      }
    ),
    ("tone map known", { $0.settingContentHeadroom(8).toneMapped(to: 1) }),
    ("tone map measured", { $0.toneMapped(to: 2) }),
    ("tone map bt2446a", { $0.settingContentHeadroom(8).toneMapped(to: 1, toneMapOperator: .bt2446a) }),
    ("intermediate", { $0.transformed(by: .init(rotationAngle: 0.2)).insertingIntermediate() }),
  ]

  @Test("agree on every kind of node", arguments: 0..<recipes.count, [false, true])
  func rendererAgreement(_ index: Int, isOpaque: Bool) throws {
    let picture = TestPictures.random(width: 37, height: 29, isOpaque: isOpaque)
    let image = Self.recipes[index].make(picture)
    let region = PixelRect(enclosing: image.extent).expanded(dx: 2, dy: 3)
    let difference = try largestDifference(tiled(image, region), reference(image, region))
    #expect(difference < Self.tolerance(Self.recipes[index].name), "\(Self.recipes[index].name)")
  }

  /// Float rounding; more where a formula takes differences (Lab) or a table stands in for a curve (tone mapping).
  static func tolerance(_ name: String) -> Float {
    name.hasPrefix("Lab") || name == "from HLG" ? 3e-4 : name.hasPrefix("tone map") ? 5e-5 : 2e-5
  }

  @Test("give the same bits for every tile size and number of workers", arguments: 0..<recipes.count)
  func independenceOfTiles(_ index: Int) throws {
    let image = Self.recipes[index].make(TestPictures.random(width: 61, height: 43))
    let region = PixelRect(enclosing: image.extent)
    let whole = try tiled(image, region, tileEdge: 512, workers: 1)
    for edge in [7, 16, 33] {
      #expect(try tiled(image, region, tileEdge: edge, workers: 2) == whole, "\(Self.recipes[index].name), \(edge)")
    }
  }

  @Test("show an asymmetric picture upright for each EXIF orientation", arguments: CGImagePropertyOrientation.allCases)
  func orientation(_ orientation: CGImagePropertyOrientation) throws {
    let (width, height) = (3, 2)
    let image = TestPictures.image(
      (0..<6).flatMap { [Float($0) / 8, 0, 0, 1] }, width: width, height: height
    ).oriented(orientation)
    let size = orientation.uprightSize(width: width, height: height)
    #expect(image.extent == CGRect(x: 0, y: 0, width: size.width, height: size.height))
    let pixels = try tiled(image, PixelRect(enclosing: image.extent))
    for row in 0..<size.height {
      for column in 0..<size.width {
        let stored = orientation.storedPixel(column: column, row: row, width: width, height: height)
        let expected = Float(stored.row * width + stored.column) / 8
        #expect(pixels[(size.height - 1 - row) * size.width + column].r == expected)
      }
    }
  }

  @Test(
    "give published Lab values, relative to D50",
    arguments: [
      // sRGB colours as ICC profiles have them (D50 by Bradford).
      (SIMD3<Float>(1, 1, 1), SIMD3<Float>(100, 0, 0)), (SIMD3(1, 0, 0), SIMD3(54.2917, 80.8125, 69.8851)),
      (SIMD3(0, 1, 0), SIMD3(87.8185, -79.2711, 80.9946)), (SIMD3(0, 0, 1), SIMD3(29.5676, 68.2986, -112.0294)),
    ])
  func labValues(_ rgb: SIMD3<Float>, _ lab: SIMD3<Float>) throws {
    let image = TestPictures.solid(rgb.x, rgb.y, rgb.z).convertingWorkingSpaceToLab()
    let region = PixelRect(x: 2, y: 2, width: 1, height: 1)
    let expected = [Pixel(r: lab.x, g: lab.y, b: lab.z, a: 1)]
    #expect(try largestDifference(tiled(image, region), expected) < 3e-3)
    #expect(try largestDifference(reference(image, region), expected) < 3e-3)
  }

  @Test("never exceed the target of a tone map, whatever the source")
  func toneMapLimit() throws {
    for target in [1.0, 1.5, 4] {
      let image = TestPictures.random(width: 64, height: 64, isOpaque: true).toneMapped(to: target)
      let toBT2020 = ColorPrimaries.bt709.matrix(to: .bt2020)
      let worst =
        try tiled(image, PixelRect(enclosing: image.extent)).map {
          toBT2020.apply(SIMD3(Double($0.r), Double($0.g), Double($0.b))).max()
        }.max() ?? 0
      #expect(worst <= target * (1 + 1e-5))
      #expect(worst > target * 0.99)
    }
  }

  @Test func `a processor of which two far places are read has all between them`() throws {
    let picture = TestPictures.random(width: 400, height: 12)
    let changed = try RowProcessor.apply(
      withExtent: picture.extent, inputs: [picture.applyingFilter("CIVibrance", parameters: ["inputAmount": 0.4])],
      arguments: nil)
    let left = changed.cropped(to: CGRect(x: 0, y: 0, width: 10, height: 12))
    let right = changed.cropped(to: CGRect(x: 380, y: 2, width: 20, height: 9))
      .transformed(by: .init(translationX: -376, y: 0))
    let both = left.composited(over: right)
    let region = PixelRect(enclosing: both.extent)
    #expect(largestDifference(try tiled(both, region), try reference(both, region)) < 1e-5)
  }
}
