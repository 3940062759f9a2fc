import Foundation
import HeadroomColor
import HeadroomEngine
import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomPixels
import HeadroomRAW
import Testing

/// Plans with several outputs, and with needed regions of several rectangles.
@Suite("Plan outputs and regions")
struct PlanOutputTests {
  private static let destination = PlanDestination(encoding: .extendedLinearSRGB)

  private func plan(_ outputs: [(image: CIImage, region: PixelRect)]) -> RenderPlan {
    RenderPlanner.plan(
      outputs.map { PlanOutput(node: $0.image.node, region: $0.region, destination: Self.destination) },
      workingSpace: .default)
  }

  private func render(
    _ plan: RenderPlan, sizes: [PixelRect], options: TileRenderer.Options = TileRenderer.Options()
  ) throws -> [[Pixel]] {
    let bitmaps = try sizes.map { try PixelBitmap(width: $0.width, height: $0.height, format: .rgbaFloat) }
    try TileRenderer(options: options).render(plan, into: bitmaps)
    return bitmaps.map { pixels(of: $0) }
  }

  private static let blurred = TestPictures.random(width: 90, height: 70).clampedToExtent()
    .applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 3])
    .cropped(to: CGRect(x: 0, y: 0, width: 90, height: 70))

  @Test("a picture, a small one, a part and a reduction of one run")
  func sizes() throws {
    let blurred = Self.blurred
    let small = blurred.transformed(by: .init(scaleX: 0.5, y: 0.5))
    let histogram = blurred.applyingFilter(
      "CIAreaHistogram", parameters: ["inputExtent": CIVector(cgRect: blurred.extent), "inputCount": 32])
    let bright = blurred.applyingFilter("CIExposureAdjust", parameters: ["inputEV": 1])
    let wanted = [
      (blurred, PixelRect(x: 0, y: 0, width: 90, height: 70)), (small, PixelRect(x: 0, y: 0, width: 45, height: 35)),
      (histogram, PixelRect(x: 0, y: 0, width: 32, height: 1)), (bright, PixelRect(x: 0, y: 0, width: 90, height: 70)),
      (bright, PixelRect(x: 20, y: 30, width: 7, height: 9)),
    ]
    let plan = plan(wanted)
    #expect(plan.outputs.map(\.places) == [[0, 3], [1], [2], [4]])
    #expect(plan.steps.contains { $0.isMaterialised })
    for edge in [nil, 16] {
      let found = try render(plan, sizes: wanted.map(\.1), options: TileRenderer.Options(tileEdge: edge))
      for (pixels, (image, region)) in zip(found, wanted) {
        #expect(try pixels == tiled(image, region))
        #expect(try largestDifference(pixels, reference(image, region)) < 1e-4)
      }
    }
    // What they share is computed once: alone each computes it again.
    let alone = wanted.reduce(0) { $0 + DryRun(self.plan([$1])).pixelCount }
    #expect(DryRun(plan).pixelCount < alone * 2 / 3)
  }

  @Test("a plan that is kept serves other regions, and not those that have become equal")
  func kept() throws {
    let cache = PlanCache()
    func render(_ a: PixelRect, _ b: PixelRect) throws -> [[Pixel]] {
      let plan = RenderPlanner.plan(
        [a, b].map { PlanOutput(node: Self.blurred.node, region: $0, destination: Self.destination) },
        workingSpace: .default, cache: cache)
      return try self.render(plan, sizes: [a, b])
    }
    let rects = [PixelRect(x: 0, y: 0, width: 20, height: 30), PixelRect(x: 40, y: 10, width: 33, height: 8)]
    for (a, b) in [(rects[0], rects[1]), (rects[1], rects[0]), (rects[0], rects[0])] {
      #expect(try render(a, b) == [tiled(Self.blurred, a), tiled(Self.blurred, b)])
    }
    #expect(cache.plannings == 2)
  }

  @Test("of a repeated picture only the corners around a seam are computed", arguments: [0, 1])
  func seam(_ distant: Int) throws {
    let size = 400
    let blurred = TestPictures.random(width: size, height: size).clampedToExtent()
      .applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 2])
      .cropped(to: CGRect(x: 0, y: 0, width: size, height: size))
    let tile = blurred.applyingFilter("CIAffineTile", parameters: ["inputTransform": CGAffineTransform.identity])
    let middle = size * (1 + 3 * distant)
    let region = PixelRect(x: middle - 12, y: middle - 15, width: 27, height: 30)
    let plan = plan([(tile, region)])
    let stored = try #require(plan.steps.first { $0.isMaterialised && $0.needed.rects.count == 4 })
    #expect(stored.needed.rects.reduce(0) { $0 + $1.area } == region.area)
    #expect(stored.region == PixelRect(x: 0, y: 0, width: size, height: size))
    #expect(DryRun(plan).pixelCount < 20 * region.area)
    for workers in [1, 2] {
      let found = try render(plan, sizes: [region], options: TileRenderer.Options(workers: workers, tileEdge: 9))[0]
      #expect(try largestDifference(found, reference(tile, region)) < 1e-4)
      #expect(try found == tiled(tile, region))
    }
  }

  @Test("two readers far from each other have their parts computed, not what lies between")
  func farApart() throws {
    let blurred = TestPictures.random(width: 600, height: 40).clampedToExtent()
      .applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 2])
      .cropped(to: CGRect(x: 0, y: 0, width: 600, height: 40))
    let left = blurred.cropped(to: CGRect(x: 0, y: 0, width: 30, height: 40))
    let right = blurred.transformed(by: .init(translationX: -570, y: 0))
      .cropped(to: CGRect(x: 0, y: 0, width: 30, height: 40))
    let both = left.applyingFilter("CIDifferenceBlendMode", parameters: [kCIInputBackgroundImageKey: right])
    let region = PixelRect(x: 0, y: 0, width: 30, height: 40)
    let plan = plan([(both, region)])
    #expect(plan.steps.contains { $0.isMaterialised && $0.needed.rects.count == 2 && $0.region.width == 600 })
    #expect(plan.description.contains("kept [0 0 30 40] [570 0 30 40]"))
    let found = try render(plan, sizes: [region])[0]
    #expect(try found == tiled(both, region))
    #expect(try largestDifference(found, reference(both, region)) < 1e-4)
  }

  @Test("regions hold all that was added, in at most four rectangles that do not overlap")
  func regions() {
    var random = SystemRandomNumberGenerator()
    for round in 0..<2000 {
      var region = PixelRegion()
      var added: [PixelRect] = []
      for _ in 0..<Int.random(in: 1...9, using: &random) {
        let size = round.isMultiple(of: 2) ? 1...300 : 1...20
        let rect = PixelRect(
          x: .random(in: -300...300, using: &random), y: .random(in: -300...300, using: &random),
          width: .random(in: size, using: &random), height: .random(in: size, using: &random))
        region.add(rect)
        added.append(rect)
      }
      let rects = region.rects
      #expect(rects.count <= PixelRegion.mostRects && !rects.contains(where: \.isEmpty))
      #expect(added.allSatisfy { rect in rects.contains { $0.contains(rect) } })
      #expect(region.bounds == added.reduce(.empty) { $0.union($1) })
      for a in rects.indices { for b in 0..<a { #expect(rects[a].intersection(rects[b]).isEmpty) } }
    }
    var endless = PixelRegion(PixelRect(x: 0, y: 0, width: 5, height: 5))
    endless.add(.infinite)
    #expect(endless.rects == [.infinite])
    let part = PixelRect(x: 3, y: 4, width: 5, height: 6)
    #expect(endless.intersection(part).rects == [part])
    #expect(PixelRegion().rects.isEmpty && PixelRegion(.empty).isEmpty)
  }
}
