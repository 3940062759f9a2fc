import Foundation
import HeadroomColor
import HeadroomEngine
import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomPixels
import Testing

/// Pictures without end that are made small, and neighbourhoods that are too large: work stays in proportion to the result.
@Suite struct ShrinkingTests {
  private let photo = TestPictures.random(width: 37, height: 23)

  private func pixelCount(_ image: CIImage, over region: CGRect) throws -> Int {
    let plan = CIContext().plan(
      image, region: PixelRect(enclosing: region), destination: PlanDestination(encoding: .extendedLinearSRGB))
    return DryRun(plan).pixelCount
  }

  @Test(arguments: [0.31, 0.11, 0.024])
  func `repeated edges are halved with the picture that they belong to`(_ scale: Double) throws {
    let transform = CGAffineTransform(translationX: 3.3, y: -2.7).rotated(by: 0.4).scaledBy(x: scale, y: scale * 0.9)
    let image = photo.transformed(by: .init(translationX: -5, y: 3)).clampedToExtent().transformed(by: transform)
    let region = PixelRect(x: -4, y: -8, width: 18, height: 14)
    #expect(try largestDifference(tiled(image, region), reference(image, region)) < 1e-5)
  }

  @Test func `repeated edges may be made as small as one likes`() throws {
    let image = photo.clampedToExtent().transformed(by: .init(scaleX: 1e-4, y: 1e-4))
    let frame = CGRect(x: -50, y: -50, width: 100, height: 100)
    #expect(try pixelCount(image, over: frame) < 100_000)
    let corner = try tiled(image, PixelRect(x: -50, y: -50, width: 1, height: 1))
    let edge = try tiled(photo.clampedToExtent(), PixelRect(x: -9, y: -9, width: 1, height: 1))
    #expect(largestDifference(corner, edge) < 1e-6)
  }

  @Test func `of other pictures without end a 32nd is sampled`() throws {
    let tiles = photo.applyingFilter("CIAffineTile")
    let image = tiles.transformed(by: .init(scaleX: 0.004, y: 0.004))
    let region = PixelRect(x: 2, y: -1, width: 3, height: 2)
    #expect(try largestDifference(tiled(image, region), reference(image, region)) < 1e-5)
    let tiny = tiles.transformed(by: .init(scaleX: 1e-4, y: 1e-4))
    // 32 x 32 pixels, those of the levels above them, and what the executor lays out anew.
    let count = try pixelCount(tiny, over: CGRect(x: 0, y: 0, width: 100, height: 100))
    #expect(count < 100 * 100 * 4096)
  }

  @Test(arguments: [1e-6, 1e-3, 0.1])
  func `an accordion that has hardly opened takes no more than its picture`(_ time: Double) throws {
    let image = photo.applyingFilter(
      "CIAccordionFoldTransition",
      parameters: [kCIInputTargetImageKey: TestPictures.random(width: 37, height: 23, seed: 4), kCIInputTimeKey: time])
    let count = try pixelCount(image, over: photo.extent)
    #expect(count < 37 * 23 * 200)
  }

  @Test func `a neighbourhood that no memory holds is an error`() throws {
    let far = photo.applyingFilter("CIAffineTile").applyingFilter(
      "CIDisplacementDistortion",
      parameters: ["inputDisplacementImage": TestPictures.random(width: 20, height: 20), "inputScale": 1e6])
    #expect {
      _ = try tiled(far, PixelRect(x: 0, y: 0, width: 20, height: 20))
    } throws: { error in
      if case .memoryLimit = error as? RenderError { true } else { false }
    }
  }

  /// Positions that lie far from one another are read one by one: all between them took minutes.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      ("CITorusLensDistortion", "inputWidth", 1e6), ("CITorusLensDistortion", "inputRefraction", 1e-3),
      ("CIGlassLozenge", "inputRefraction", 1e-3), ("CIBumpDistortionLinear", "inputScale", 1e6),
    ])
  func `warps that look very far cost what they read`(_ name: String, _ key: String, _ value: Double) throws {
    let picture = TestPictures.random(width: 512, height: 384).clampedToExtent()
    let image = picture.applyingFilter(name, parameters: [key: value])
    _ = try tiled(image, PixelRect(x: 0, y: 0, width: 512, height: 384))
    // The reference brings all between the positions, which no memory holds; every pixel by itself reads its own place.
    let row = try tiled(image, PixelRect(x: 140, y: 120, width: 9, height: 1))
    for x in 0..<9 {
      let alone = try tiled(image, PixelRect(x: 140 + x, y: 120, width: 1, height: 1))
      #expect(largestDifference([row[x]], alone) == 0)
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func `a pattern made very narrow costs what it reads`() throws {
    let image = photo.applyingFilter(
      "CIAffineTile", parameters: [kCIInputTransformKey: CGAffineTransform(a: 1e-6, b: 0, c: 0, d: 1, tx: 0, ty: 0)])
    _ = try tiled(image, PixelRect(x: 0, y: 0, width: 512, height: 384))
  }
}
