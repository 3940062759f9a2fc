import Foundation
import HeadroomColor
import HeadroomEngine
import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomPixels
import Testing

/// Intermediates in half precision: contexts whose working format is RGBAh. What random recipes show of them stands in
/// `RandomRecipeTests`, `StepCacheTests` and `KeptPlanTests`.
@Suite struct HalfStorageTests {
  private static let region = PixelRect(x: 0, y: 0, width: 3000, height: 2000)

  /// Three pictures that are stored: the first is read beside the last.
  private static func chain(_ photo: CIImage) -> CIImage {
    func soft(_ image: CIImage, _ radius: Double) -> CIImage {
      image.clampedToExtent().applyingFilter("CIGaussianBlur", parameters: ["inputRadius": radius])
        .cropped(to: photo.extent).insertingIntermediate(cache: false)
    }
    let first = soft(photo, 2)
    let second = soft(first.applyingFilter("CIVibrance", parameters: ["inputAmount": 0.4]), 4)
    return second.applyingFilter("CIMultiplyCompositing", parameters: [kCIInputBackgroundImageKey: first])
  }

  private static func context(_ format: CIFormat, memoryLimit: Int? = nil) -> CIContext {
    var options: [CIContextOption: Any] = [.workingFormat: format, .cacheIntermediates: false]
    if let memoryLimit { options[.memoryLimit] = memoryLimit }
    return CIContext(options: options)
  }

  @Test func `only RGBAh rounds, and by half a unit of its eleventh bit`() throws {
    let photo = TestPictures.random(width: 60, height: 50)
    let region = PixelRect(enclosing: photo.extent)
    #expect(CIContext().workingFormat == .RGBAf)
    let image = photo.applyingFilter("CIVibrance", parameters: ["inputAmount": 0.4]).insertingIntermediate(cache: false)
    let float = try tiled(image, region)
    #expect(try tiled(image, region, workingFormat: .RGBA8) == float)
    let half = try tiled(image, region, workingFormat: .RGBAh)
    #expect(half != float)
    for (rounded, exact) in zip(half, float) {
      #expect(rounded == exact.mapped { Float(Float16($0)) + 0 })
    }
  }

  @Test func `what is too bright stays finite, below 0 stays below, nothing stays nothing`() throws {
    let numbers: [Float] = [1e6, -1e6, 65519, 1e-9, -1e-9, .nan, -0.25, 0.5]
    let image = TestPictures.image(numbers.flatMap { [$0, 0, 0, 1] }, width: numbers.count, height: 1)
      .applyingFilter("CIVibrance", parameters: ["inputAmount": 0.5])
      .applyingFilter("CIVibrance", parameters: ["inputAmount": 0]).insertingIntermediate(cache: false)
    let plain = TestPictures.image(numbers.flatMap { [$0, $0, $0, 1] }, width: numbers.count, height: 1)
      .applyingFilter("CIMultiplyCompositing", parameters: [kCIInputBackgroundImageKey: TestPictures.solid(1, 1, 1)])
      .insertingIntermediate(cache: false)
    let region = PixelRect(x: 0, y: 0, width: numbers.count, height: 1)
    let row = try tiled(plain, region, workingFormat: .RGBAh).map(\.r)
    #expect(Array(row.prefix(3)) == [65504, -65504, 65504])
    #expect(row[3] == 0 && row[4] == 0 && row[4].sign == .plus)
    #expect(row[5].isNaN)
    #expect(Array(row.suffix(2)) == [-0.25, 0.5])
    #expect(try tiled(image, region, workingFormat: .RGBAh).allSatisfy { abs($0.r) <= 65504 || $0.r.isNaN })
  }

  @Test func `pixels of sources, results of reductions and what processors read stay as they are`() throws {
    let photo = TestPictures.random(width: 60, height: 50)
    let region = PixelRect(enclosing: photo.extent)
    let stored = photo.insertingIntermediate(cache: false)
    #expect(try tiled(stored, region, workingFormat: .RGBAh) == tiled(stored, region))
    let mean = photo.applyingFilter("CIAreaAverage", parameters: ["inputExtent": CIVector(cgRect: photo.extent)])
    let pixel = PixelRect(x: 0, y: 0, width: 1, height: 1)
    #expect(try tiled(mean, pixel, workingFormat: .RGBAh) == tiled(mean, pixel))
    let distances = photo.applyingFilter("CIVibrance", parameters: ["inputAmount": 0.4])
      .applyingFilter("CIDistanceGradientFromRedMask").cropped(to: photo.extent)
    #expect(try tiled(distances, region, workingFormat: .RGBAh) == tiled(distances, region))
  }

  @Test func `a plan says what is stored as half, and a dry run counts it as half`() throws {
    let image = Self.chain(TestPictures.random(width: 600, height: 400))
    let region = PixelRect(enclosing: image.extent)
    let plans = [CIFormat.RGBAf, .RGBAh].map {
      Self.context($0).plan(image, region: region, destination: PlanDestination(encoding: .extendedLinearSRGB))
    }
    #expect(!plans[0].description.contains("half"))
    #expect(plans[1].description.contains("as half"))
    let stored = plans.map { DryRun($0).passes.map(\.storedBytes).max() ?? 0 }
    // Large pages are two megabytes.
    #expect(abs(stored[0] - 2 * stored[1]) <= 2 << 20)
    #expect(stored[1] >= 2 * region.area * 8)
  }

  /// Bytes that a render of six megapixels takes at most beside its destination, and the plan's stored steps.
  private static func peak(
    _ context: CIContext, _ image: CIImage, into bitmap: PixelBitmap
  ) throws -> (measured: Int, stored: Int) {
    let plan = context.plan(image, region: region, destination: PlanDestination(encoding: .extendedLinearSRGB))
    let start = clock()
    defer { print("\(context.workingFormat == .RGBAh ? "half" : "float"): \((clock() - start) / 1000) ms of CPU") }
    let renderer = context.tileRenderer(dither: .none, task: RenderTask())
    // A larger block that waits for reuse would be counted whole.
    StoragePool.shared.trim(toIdleBytes: 0)
    let before = StoragePool.shared.statistics.outstanding
    StoragePool.shared.resetPeak()
    try renderer.render(plan, into: bitmap)
    let dry = DryRun(plan, options: renderer.options)
    return (StoragePool.shared.statistics.peakOutstanding - before, dry.passes.map(\.storedBytes).max() ?? 0)
  }

  private static func memory() throws -> [String] {
    let image = chain(TestPictures.random(width: region.width, height: region.height))
    let bitmap = try PixelBitmap(width: region.width, height: region.height, format: .rgbaFloat)
    let float = try peak(context(.RGBAf), image, into: bitmap)
    let half = try peak(context(.RGBAh), image, into: bitmap)
    // Room for what half precision takes: it stores as much as without a limit, float32 has to compute again.
    let limit = (half.measured * 3 / 2) >> 20
    let limited = try (peak(context(.RGBAf, memoryLimit: limit), image, into: bitmap))
    let limitedHalf = try peak(context(.RGBAh, memoryLimit: limit), image, into: bitmap)
    print(
      "MiB: float \(float.measured >> 20), half \(half.measured >> 20); limited to \(limit): float",
      "\(limited.measured >> 20), half \(limitedHalf.measured >> 20)")
    var wrong: [String] = []
    if Double(float.measured) < 1.6 * Double(half.measured) { wrong.append("half takes more than it should") }
    if limitedHalf.stored != half.stored { wrong.append("half does not store all within the limit") }
    if limited.stored >= float.stored { wrong.append("float stores all within the limit") }
    if limitedHalf.measured > limit << 20 { wrong.append("half goes over the limit") }
    return wrong
  }

  /// In a process of its own: the count of memory in use is the process's.
  @Test func `six megapixels stay under a limit that float32 would need twice of`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      OwnProcess.run { try HalfStorageTests.memory() }
    }
    OwnProcess.expectNothingWrong(result)
  }
}

extension Pixel {
  fileprivate func mapped(_ change: (Float) -> Float) -> Pixel {
    Pixel(r: change(r), g: change(g), b: change(b), a: change(a))
  }
}
