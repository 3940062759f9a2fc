import Foundation
import HeadroomColor
import HeadroomEngine
import HeadroomGraphics
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomPixels
import HeadroomRAW
import Testing

/// Random recipes through both renderers, and through one with other tiles, workers and memory.
@Suite("Random recipes")
struct RandomRecipeTests {
  /// More with HEADROOM_RECIPES=10000, others with HEADROOM_RECIPES=5000..<6000, as `Fuzz/run recipes` has it.
  static let seeds: Range<UInt64> = {
    let bounds = (ProcessInfo.processInfo.environment["HEADROOM_RECIPES"] ?? "300").components(separatedBy: "..<")
      .compactMap(UInt64.init)
    guard let last = bounds.last else { return 0..<300 }
    return bounds.count == 2 && bounds[0] < last ? bounds[0]..<last : 0..<last
  }()

  /// Whether there are too few recipes, as where one is looked at again, to say how often something happens in them.
  static var areFew: Bool { seeds.count < 100 }

  static func region(of image: CIImage) -> PixelRect {
    let whole = PixelRect(enclosing: image.extent)
    return whole.isInfinite ? PixelRect(x: -7, y: -5, width: 50, height: 40) : whole.expanded(dx: 1, dy: 2)
  }

  /// A node that is fed with the reference's input, and a part of it.
  private struct Sample {
    var image: CIImage
    var window: PixelRect
    var name: String
  }

  /// Each node by itself: a chain may amplify a last bit without bound, where it divides by an alpha that is almost 0.
  private func samples(_ seed: UInt64) throws -> [Sample] {
    let recipe = RandomRecipe(seed: seed, jumps: false)
    let order = RecipeOrder([recipe.image.node])
    return try zip(order.entries, order.neededRegions(for: Self.region(of: recipe.image))).compactMap { entry, region in
      let window = region.intersection(PixelRect(x: region.minX, y: region.minY, width: 64, height: 64))
      if window.isEmpty || window.isInfinite { return nil }
      return Sample(
        image: CIImage(node: try entry.node.fed(for: window)), window: window,
        name: "seed \(seed), \(entry.node.kind.label) of \(recipe.steps.joined(separator: ", "))")
    }
  }

  /// The pixels of the tile renderer, and the same stored in half precision.
  @Test("both renderers agree on every node, and half storage changes none by more than its precision")
  func agreement() throws {
    var (compared, changed) = (0, 0)
    for seed in Self.seeds {
      for sample in try samples(seed) {
        let exact = try reference(sample.image, sample.window)
        let difference = largestDifference(try tiled(sample.image, sample.window), exact)
        #expect(difference < 1e-4, "\(difference), \(sample.name)")
        compared += 1
        // What is too bright for half precision ends at its largest number; HalfStorageTests looks at that.
        if exact.contains(where: \.isBeyondHalf) { continue }
        let stored = sample.image.insertingIntermediate(cache: false)
        let half = largestDifference(try tiled(stored, sample.window, workingFormat: .RGBAh), exact)
        #expect(half < 1e-3, "half, \(half), \(sample.name)")
        changed += half > 1e-5 ? 1 : 0
      }
    }
    #expect(compared > 5 * Self.seeds.count || Self.areFew)
    #expect(changed > 3 * Self.seeds.count || Self.areFew)
  }

  @Test("bits depend neither on tiles nor on workers nor on memory", arguments: [CIFormat.RGBAf, .RGBAh])
  func independence(_ format: CIFormat) throws {
    for seed in Self.seeds {
      let recipe = RandomRecipe(seed: seed)
      let region = Self.region(of: recipe.image)
      if region.isEmpty { continue }
      let whole = try tiled(recipe.image, region, tileEdge: 512, workers: 1, workingFormat: format)
      let name = "seed \(seed): \(recipe.steps.joined(separator: ", "))"
      let cut = try tiled(recipe.image, region, tileEdge: 7 + Int(seed % 30), workers: 2, workingFormat: format)
      #expect(cut == whole, "\(name)")
      let poor = try tiled(recipe.image, region, memoryLimit: 0, workingFormat: format)
      #expect(poor == whole, "without memory, \(name)")
    }
  }
}

extension Pixel {
  fileprivate var isBeyondHalf: Bool { [r, g, b, a].contains { abs($0) > 65504 } }
}

extension RecipeNode {
  /// The node over bitmaps of what the reference renderer makes of its inputs. Sources stay: how files, integers and gain maps
  /// become light belongs to what is compared.
  fileprivate func fed(for rect: PixelRect) throws -> RecipeNode {
    let inputs = try inputs.enumerated().map { index, input in
      if case .source = input.kind { return input }
      let needed = inputRegion(for: rect, ofInput: index).intersection(PixelRect(enclosing: input.extent))
      let picture = try ReferenceRenderer.pixels(of: input, region: needed)
      return picture.rect.isEmpty
        ? CIImage.empty().node
        : RecipeNode(
          .crop, inputs: [TestPictures.bitmap(picture.pixels, over: picture.rect).node], extent: input.extent)
    }
    return RecipeNode(kind, inputs: inputs, extent: extent)
  }
}
