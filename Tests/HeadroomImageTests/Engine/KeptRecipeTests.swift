import Foundation
import HeadroomColor
import HeadroomEngine
import HeadroomGraphics
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomPixels
import HeadroomRAW
import Testing

/// Random recipes of which a parameter changes, then the part that is looked at: what a context keeps from render to render, with
/// much memory and with little, gives the bits of a context that keeps nothing.
@Suite struct KeptRecipeTests {
  /// A quarter of the recipes: each is rendered fourteen times.
  private static var seeds: Range<UInt64> {
    let all = RandomRecipeTests.seeds
    return all.lowerBound..<all.lowerBound + UInt64((all.count + 3) / 4)
  }

  /// What the last steps' parameters are drawn from, and how far the part that is looked at lies from the first.
  private static let walk: [(last: UInt64, move: Int)] = [(0, 0), (1, 0), (2, 0), (2, 9), (3, 9), (3, 0), (2, 0)]

  private func render(_ image: CIImage, _ region: PixelRect, in context: CIContext) throws -> [Pixel] {
    pixels(of: try context.bitmap(image, region: region, format: .rgbaFloat, encoding: .extendedLinearSRGB))
  }

  private static func fresh(_ format: CIFormat) -> CIContext {
    CIContext(
      options: [.workingFormat: format, .cacheIntermediates: false], pool: .shared, workerLimit: 1, tileEdge: 512,
      ledger: MemoryLedger())
  }

  /// MiB; nil has no limit.
  @Test(arguments: [nil, 1, 0] as [Int?])
  func `a changed parameter and a moved region have the bits of a context of their own`(_ limit: Int?) throws {
    var hits = 0
    for seed in Self.seeds {
      let format: CIFormat = seed % 2 == 0 ? .RGBAf : .RGBAh
      var options: [CIContextOption: Any] = [.workingFormat: format, .cacheIntermediates: true]
      if let limit { options[.memoryLimit] = limit }
      let context = CIContext(
        options: options, pool: .shared, workerLimit: 1 + Int(seed / 2 % 2), tileEdge: 9 + Int(seed % 40),
        ledger: MemoryLedger())
      let sources = RandomRecipe.sources(seed: seed)
      for (step, (last, move)) in Self.walk.enumerated() {
        let recipe = RandomRecipe(seed: seed, amounts: seed, last: last, sources: sources)
        let region = PixelRect(x: move - 4, y: -3 - move / 3, width: 44, height: 36)
        let same =
          try render(recipe.image, region, in: context)
          == render(recipe.image, region, in: Self.fresh(format))
        #expect(same, "limit \(limit ?? -1), seed \(seed) step \(step): \(recipe.steps.joined(separator: ", "))")
      }
      hits += context.kept.hits
    }
    #expect(limit == 0 ? hits == 0 : hits > Self.seeds.count || RandomRecipeTests.areFew, "\(hits)")
  }

  /// Of a picture without end a render measures the light of what it computes (`CISystemToneMap`), so that its own pixels depend on the
  /// region. Those recipes are left out.
  private func dependsOnRegion(_ image: CIImage, _ rect: PixelRect, _ pixels: [Pixel]) throws -> Bool {
    let around = rect.expanded(dx: 40, dy: 40)
    let larger = try render(image, around, in: Self.fresh(.RGBAf))
    let part = (40..<40 + rect.height).flatMap { row in
      larger[row * around.width + 40..<row * around.width + 40 + rect.width]
    }
    return part != pixels
  }

  @Test func `so have tiles of a view`() throws {
    let space = CGColorSpace(name: CGColorSpace.extendedLinearSRGB)
    for seed in Self.seeds {
      let context = CIContext(options: [:], pool: .shared, ledger: MemoryLedger())
      let tiles = ImageTiles(context: context, format: .RGBAf, colorSpace: space, tileSize: 16)
      let sources = RandomRecipe.sources(seed: seed)
      for (last, move) in Self.walk.prefix(5) {
        let recipe = RandomRecipe(seed: seed, amounts: seed, last: last, sources: sources)
        let visible = CGRect(x: move - 4, y: 3, width: 30, height: 16)
        var found: [ImageTile] = []
        try tiles.forEachTile(of: recipe.image, level: 0, visible: visible, margin: 0) { found.append($0) }
        for tile in found {
          let rect = PixelRect(enclosing: tile.rect)
          let expected = try render(recipe.image, rect, in: Self.fresh(.RGBAf))
          let isSame = pixels(of: tile.image.bitmap) == expected
          if try !isSame && dependsOnRegion(recipe.image, rect, expected) { continue }
          #expect(isSame, "seed \(seed), \(last), \(move): \(recipe.steps.joined(separator: ", "))")
        }
      }
    }
  }
}
