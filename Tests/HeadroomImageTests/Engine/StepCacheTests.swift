import Foundation
import HeadroomColor
import HeadroomEngine
import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomPixels
import Testing

/// What lies before the node that changes is kept from render to render.
@Suite("Pixels kept from render to render")
struct StepCacheTests {
  private let region = PixelRect(x: 0, y: 0, width: 60, height: 50)

  /// Memory that runs out elsewhere in the process does not reach it.
  private func context(_ options: [CIContextOption: Any] = [:], ledger: MemoryLedger = MemoryLedger()) -> CIContext {
    CIContext(options: options, pool: .shared, ledger: ledger)
  }

  private func render(_ image: CIImage, in context: CIContext) throws -> [Pixel] {
    pixels(of: try context.bitmap(image, region: region, format: .rgbaFloat, encoding: .extendedLinearSRGB))
  }

  /// Renders all images in one context, each held against a context of its own.
  private func check(_ images: [CIImage], in context: CIContext) throws {
    for (index, image) in images.enumerated() {
      let fresh = CIContext(options: [.workingFormat: context.workingFormat])
      #expect(try render(image, in: context) == render(image, in: fresh), "render \(index)")
    }
  }

  private func graded(_ image: CIImage) -> CIImage {
    image.applyingFilter("CIVibrance", parameters: ["inputAmount": 0.4])
      .applyingFilter("CIGammaAdjust", parameters: ["inputPower": 1.2])
      .applyingFilter("CIHueAdjust", parameters: ["inputAngle": 0.3])
      .applyingFilter("CIVibrance", parameters: ["inputAmount": -0.2])
  }

  @Test("a slider on the last node computes the chain in front of it once")
  func chain() throws {
    let photo = TestPictures.random(width: 60, height: 50)
    let context = context()
    let images = (1...6).map { step in
      graded(photo).applyingFilter("CIExposureAdjust", parameters: ["inputEV": Double(step) / 3])
    }
    try check(images, in: context)
    // The second render shows what changes, and stores it; the four after it find it.
    #expect(context.kept.hits == 4)
    #expect(context.plans.plannings == 1)
  }

  @Test("so does one behind a blur, a turn and a blend, whether or not nodes are made anew")
  func steps() throws {
    let photo = TestPictures.random(width: 60, height: 50)
    let context = context()
    let images = (1...5).map { step in
      let soft = graded(photo).applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 4])
      let turned = photo.transformed(by: .init(rotationAngle: 0.2)).composited(over: soft)
      return turned.applyingFilter("CIVibrance", parameters: ["inputAmount": Double(step) / 9])
        .applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 1.5])
    }
    try check(images, in: context)
    #expect(context.kept.hits >= 3)
  }

  @Test("a slider in the middle keeps what lies in front, and another one what lies in front of that")
  func otherSlider() throws {
    let photo = TestPictures.random(width: 60, height: 50)
    let context = context()
    let values: [(Double, Double)] = [(0.1, 2), (0.2, 2), (0.3, 2), (0.3, 3), (0.3, 4), (0.3, 5), (0.5, 5)]
    try check(
      values.map { early, late in
        graded(photo).applyingFilter("CIVibrance", parameters: ["inputAmount": early])
          .applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 2.2])
          .applyingFilter("CIGammaAdjust", parameters: ["inputPower": late])
      }, in: context)
    #expect(context.kept.hits == 4)
  }

  @Test("another picture, other pixels in a buffer and another region are computed anew")
  func staleness() throws {
    let context = context()
    let pictures = (0..<4).map { TestPictures.random(width: 60, height: 50, seed: UInt64($0)) }
    func image(_ picture: CIImage, _ step: Int) -> CIImage {
      graded(picture).applyingFilter("CIExposureAdjust", parameters: ["inputEV": Double(step) / 3])
    }
    try check([image(pictures[0], 1), image(pictures[0], 2), image(pictures[0], 3)], in: context)
    try check([image(pictures[1], 3), image(pictures[1], 4), image(pictures[2], 4)], in: context)

    var made: CVPixelBuffer?
    _ = unsafe CVPixelBufferCreate(nil, 60, 50, kCVPixelFormatType_64RGBAHalf, nil, &made)
    let buffer = try #require(made)
    for step in 1...5 {
      context.render(pictures[step % 4], to: buffer)
      try check([image(CIImage(cvPixelBuffer: buffer), step)], in: context)
    }
    let wide = image(pictures[0], 9).transformed(by: .init(translationX: -20, y: -30))
    try check([image(pictures[0], 8), wide, image(pictures[0], 9)], in: context)
  }

  @Test("a measured tone map is measured once")
  func measurement() throws {
    let photo = TestPictures.random(width: 60, height: 50)
    let context = context()
    let images = (1...4).map { step in
      graded(photo.settingContentHeadroom(0)).toneMapped(to: 1)
        .applyingFilter("CIVibrance", parameters: ["inputAmount": Double(step) / 9])
    }
    try check(images, in: context)
  }

  @Test("an intermediate is kept as its caller and the context say", arguments: [true, false])
  func intermediates(_ cacheIntermediates: Bool) throws {
    let context = context([.cacheIntermediates: cacheIntermediates])
    let graded = graded(TestPictures.random(width: 60, height: 50))
    func hits(_ image: CIImage) throws -> Int {
      context.clearCaches()
      let before = context.kept.hits
      for _ in 0..<3 { try check([image], in: context) }
      return context.kept.hits - before
    }
    #expect(try hits(graded) == 0)
    #expect(try hits(graded.insertingIntermediate()) == (cacheIntermediates ? 2 : 0))
    #expect(try hits(graded.insertingIntermediate(cache: true)) == 2)
    #expect(try hits(graded.insertingIntermediate(cache: false)) == 0)
    #expect(try hits(graded.insertingTiledIntermediate()) == 2)
  }

  @Test("nothing is kept where the options or the memory do not allow it, and it goes when memory is short")
  func limits() throws {
    let photo = TestPictures.random(width: 60, height: 50)
    let images = (1...4).map { step in
      graded(photo).applyingFilter("CIExposureAdjust", parameters: ["inputEV": Double(step) / 3])
    }
    let without = CIContext(options: [.cacheIntermediates: false])
    try check(images, in: without)
    #expect(without.kept.byteCount == 0)
    let none = CIContext(options: [.memoryLimit: 0])
    try check(images, in: none)
    #expect(none.kept.byteCount == 0)
    let ledger = MemoryLedger()
    let context = context(ledger: ledger)
    try check(images, in: context)
    #expect(context.kept.byteCount > 0)
    ledger.purge()
    #expect(context.kept.byteCount == 0)
    try check(images, in: context)
    context.clearCaches()
    #expect(context.kept.byteCount == 0)
  }

  @Test("a reduction is computed once, whatever part of its readers is looked at")
  func reductions() throws {
    let photo = TestPictures.random(width: 60, height: 50)
    let mean = photo.applyingFilter(
      "CIAreaAverage", parameters: ["inputExtent": CIVector(cgRect: photo.extent)])
    let image = photo.applyingFilter("CIColorAbsoluteDifference", parameters: ["inputImage2": mean.clampedToExtent()])
    let context = context()
    let whole = try render(image, in: context)
    #expect(context.kept.hits == 0)
    let row = PixelRect(x: 0, y: 7, width: 60, height: 1)
    let part = pixels(of: try context.bitmap(image, region: row, format: .rgbaFloat, encoding: .extendedLinearSRGB))
    #expect(part == Array(whole[7 * 60..<8 * 60]))
    #expect(context.kept.hits == 1)
  }

  @Test("sliders in random recipes give the bits of fresh renders", arguments: [CIFormat.RGBAf, .RGBAh])
  func walks(_ format: CIFormat) throws {
    var hits = 0
    for seed in UInt64(0)..<100 {
      let context = context([.workingFormat: format])
      let sources = RandomRecipe.sources(seed: seed)
      for walk in UInt64(0)..<4 {
        let recipe = RandomRecipe(seed: seed, amounts: seed, last: walk, sources: sources)
        let fresh = CIContext(options: [.workingFormat: format])
        #expect(
          try render(recipe.image, in: context) == render(recipe.image, in: fresh),
          "seed \(seed) walk \(walk): \(recipe.steps.joined(separator: ", "))")
      }
      hits += context.kept.hits
    }
    #expect(hits > 50, "\(hits)")
  }
}
