import Foundation
import HeadroomColor
import HeadroomGraphics
import HeadroomImage
import HeadroomPixels
import Testing

/// Random recipes through both renderers, and through one with other tiles, workers and memory.
@Suite("Random recipes")
struct RandomRecipeTests {
  /// More with HEADROOM_RECIPES=10000.
  private static let seeds = 0..<(ProcessInfo.processInfo.environment["HEADROOM_RECIPES"].flatMap(UInt64.init) ?? 300)

  private func region(of image: CIImage) -> PixelRect {
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
    let recipe = RandomRecipe(seed: seed)
    let order = RecipeOrder([recipe.image.node])
    return try zip(order.entries, order.neededRegions(for: region(of: recipe.image))).compactMap { entry, region in
      let window = region.intersection(PixelRect(x: region.minX, y: region.minY, width: 64, height: 64))
      if entry.node.inputs.isEmpty || window.isEmpty || window.isInfinite { return nil }
      return Sample(
        image: CIImage(node: try entry.node.fed(for: window)), window: window,
        name: "seed \(seed), \(entry.node.kind.label) of \(recipe.steps.joined(separator: ", "))")
    }
  }

  @Test("both renderers agree on every node")
  func agreement() throws {
    var compared = 0
    for seed in Self.seeds {
      for sample in try samples(seed) {
        let difference = try largestDifference(
          tiled(sample.image, sample.window), reference(sample.image, sample.window))
        #expect(difference < 1e-4, "\(sample.name)")
        compared += 1
      }
    }
    #expect(compared > 5 * Self.seeds.count)
  }

  /// As above with results that are stored in half precision.
  @Test("half storage changes no node by more than its precision")
  func halves() throws {
    var changed = 0
    for seed in Self.seeds {
      for sample in try samples(seed) {
        let image = sample.image.insertingIntermediate(cache: false)
        let half = try tiled(image, sample.window, workingFormat: .RGBAh)
        // What is too bright for half precision ends at its largest number; HalfStorageTests looks at that.
        let exact = try reference(image, sample.window)
        if exact.contains(where: \.isBeyondHalf) { continue }
        let difference = largestDifference(half, exact)
        #expect(difference < 1e-3, "\(sample.name)")
        changed += difference > 1e-5 ? 1 : 0
      }
    }
    #expect(changed > 3 * Self.seeds.count)
  }

  @Test("bits depend neither on tiles nor on workers nor on memory", arguments: [CIFormat.RGBAf, .RGBAh])
  func independence(_ format: CIFormat) throws {
    for seed in Self.seeds {
      let recipe = RandomRecipe(seed: seed)
      let region = region(of: recipe.image)
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
  /// The node over bitmaps of what the reference renderer makes of its inputs.
  fileprivate func fed(for rect: PixelRect) throws -> RecipeNode {
    let inputs = try inputs.enumerated().map { index, input in
      let needed = inputRegion(for: rect, ofInput: index).intersection(PixelRect(enclosing: input.extent))
      return try Self.bitmap(ReferenceRenderer.pixels(of: input, region: needed), extent: input.extent)
    }
    return RecipeNode(kind, inputs: inputs, extent: extent)
  }

  /// Pixels at their place, in an image of the given extent.
  private static func bitmap(_ picture: ReferenceImage, extent: CGRect) throws -> RecipeNode {
    let rect = picture.rect
    guard !rect.isEmpty else { return CIImage.empty().node }
    let floats = (0..<rect.height).reversed().flatMap { row in
      picture.pixels[row * rect.width..<(row + 1) * rect.width].flatMap { [$0.r, $0.g, $0.b, $0.a] }
    }
    let image = TestPictures.image(floats, width: rect.width, height: rect.height)
      .transformed(by: .init(translationX: CGFloat(rect.minX), y: CGFloat(rect.minY)))
    return RecipeNode(.crop, inputs: [image.node], extent: extent)
  }
}
