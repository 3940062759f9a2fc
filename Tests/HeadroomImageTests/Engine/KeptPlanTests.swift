import Foundation
import HeadroomColor
import HeadroomEngine
import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomPixels
import HeadroomTestSupport
import Testing

/// Plans are made once for each shape and class of a recipe, and bound to its numbers for every render.
@Suite("Kept plans")
struct KeptPlanTests {
  private func render(_ image: CIImage, _ region: PixelRect, in context: CIContext) throws -> [Pixel] {
    pixels(of: try context.bitmap(image, region: region, format: .rgbaFloat, encoding: .extendedLinearSRGB))
  }

  /// Renders of each image in one context, held against a context of its own; gives the number of plannings.
  private func plannings(_ images: [CIImage], region: PixelRect? = nil) throws -> Int {
    let context = CIContext()
    for image in images {
      let region = region ?? PixelRect(enclosing: image.extent)
      #expect(try render(image, region, in: context) == render(image, region, in: CIContext()))
    }
    return context.plans.plannings
  }

  private let photo = TestPictures.random(width: 40, height: 30)

  @Test("a slider that moves needs no planning")
  func slider() throws {
    let images = (1...9).map { step in
      photo.applyingFilter("CIExposureAdjust", parameters: ["inputEV": Double(step) / 3])
        .applyingFilter("CIVibrance", parameters: ["inputAmount": Double(step) / 10])
        .applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 1 + Double(step) / 10])
        .cropped(to: CGRect(x: step, y: 1, width: 20, height: 20 - step))
    }
    #expect(try plannings(images) == 1)
  }

  @Test("the headroom of a display is a number like others")
  func headrooms() throws {
    let bright = photo.settingContentHeadroom(8)
    let targets = [1, 1.5, 2, 4, 7.5]
    let images = targets.map { target in
      bright.toneMapped(to: target).applyingFilter("CIExposureAdjust", parameters: ["inputEV": target / 4])
    }
    #expect(try plannings(images) == 1)
    let operators = [ToneMapOperator.bt2390, .rwtmo, .reinhard].map { bright.toneMapped(to: 2, toneMapOperator: $0) }
    #expect(try plannings(operators) == 1)
    // What is measured takes a pass of its own.
    let unknown = photo.settingContentHeadroom(0).applyingFilter("CIColorInvert").cropped(to: photo.extent)
    #expect(try plannings([bright.toneMapped(to: 2), unknown.toneMapped(to: 2), unknown.toneMapped(to: 3)]) == 2)
  }

  @Test("a headroom that the meter of a stream gives is a number like others, above the target and below")
  func givenHeadrooms() throws {
    let frame = photo.settingContentHeadroom(0).applyingFilter("CIExposureAdjust", parameters: ["inputEV": 3])
    let region = PixelRect(enclosing: photo.extent)
    let given = [0, 0.2, 1, 1.99, 2, 2.01, 4, 8, .infinity, .nan]
    #expect(try plannings(given.map { frame.toneMapped(to: 2, given: $0) }) == 1)
    for headroom in given.dropLast(2) {
      let image = frame.toneMapped(to: 2, given: headroom)
      let pixels = try render(image, region, in: CIContext())
      #expect(try pixels == render(frame.toneMapped(to: 2, estimated: headroom), region, in: CIContext()))
      #expect(largestDifference(pixels, try reference(image, region)) < 1e-4)
      #expect(image.contentHeadroom == 2)
    }
    // Around the target it changes as the meter does, without a step.
    func brightest(_ headroom: Double) throws -> Float {
      try render(frame.toneMapped(to: 2, given: headroom), region, in: CIContext()).map(\.r).max() ?? 0
    }
    let (below, above) = (try brightest(1.9999), try brightest(2.0001))
    #expect(abs(below - above) < 0.01)
  }

  @Test("nor does the next frame of a video, a moved layer or a turning one")
  func frames() throws {
    let frames = (0..<4).map { TestPictures.random(width: 20 + 2 * $0, height: 16, seed: UInt64($0)) }
    let region = PixelRect(x: 0, y: 0, width: 40, height: 30)
    let moved = frames.enumerated().map { index, frame in
      frame.transformed(by: .init(translationX: CGFloat(2 + index), y: 3)).composited(over: photo)
    }
    #expect(try plannings(moved, region: region) == 1)
    let turned = frames.enumerated().map { index, frame in
      frame.transformed(by: .init(rotationAngle: 0.2 + CGFloat(index) / 10)).composited(over: photo)
    }
    #expect(try plannings(turned, region: region) == 1)
  }

  @Test("a value that changes the plan belongs to another class, and both are kept")
  func classes() throws {
    // Without bias a matrix needs no division by alpha; doubling is exact, quartering halves the picture first.
    func image(_ bias: CGFloat, _ scale: CGFloat) -> CIImage {
      photo.applyingFilter("CIColorMatrix", parameters: ["inputBiasVector": CIVector(x: bias, y: 0, z: 0, w: 0)])
        .transformed(by: .init(scaleX: scale, y: scale))
    }
    let images = [(0.5, 0.8), (0, 0.7), (0.25, 0.9), (0, 0.9), (0.5, 0.24), (0.1, 0.22)].map { image($0.0, $0.1) }
    #expect(try plannings(images, region: PixelRect(x: 0, y: 0, width: 40, height: 30)) == 3)
  }

  @Test("a picture that was moved by more than there is room for is nowhere", arguments: [1e20, -1e300, 1e12])
  func farAway(_ distance: Double) throws {
    let image = photo.transformed(by: .init(translationX: distance, y: 0)).composited(over: photo)
    let region = PixelRect(x: 0, y: 0, width: 40, height: 30)
    #expect(try render(image, region, in: CIContext()) == render(photo, region, in: CIContext()))
  }

  @Test(
    "random walks through the parameters of random recipes give the bits of fresh plans",
    arguments: [CIFormat.RGBAf, .RGBAh])
  func walks(_ format: CIFormat) throws {
    let options: [CIContextOption: Any] = [.workingFormat: format]
    var renders = 0
    var plannings = 0
    for seed in UInt64(0)..<100 {
      let context = CIContext(options: options)
      for walk in UInt64(0)..<5 {
        let recipe = RandomRecipe(seed: seed, amounts: seed &* 77 &+ walk)
        let whole = PixelRect(enclosing: recipe.image.extent)
        let region = whole.isInfinite ? PixelRect(x: -7, y: -5, width: 50, height: 40) : whole
        if region.isEmpty { continue }
        let name = "seed \(seed) walk \(walk): \(recipe.steps.joined(separator: ", "))"
        #expect(
          try render(recipe.image, region, in: context)
            == render(recipe.image, region, in: CIContext(options: options)),
          "\(name)")
        renders += 1
      }
      plannings += context.plans.plannings
    }
    #expect(plannings < renders * 2 / 3, "\(plannings) of \(renders)")
  }

  @Test("a picture that is blended with itself in ever other places is planned without doubling")
  func distinctMoves() throws {
    var image = TestPictures.random(width: 8, height: 8)
    for index in 0..<200 {
      image = image.applyingFilter(
        "CISourceOverCompositing",
        parameters: [kCIInputBackgroundImageKey: image.transformed(by: .init(translationX: CGFloat(index), y: 1))])
    }
    let region = PixelRect(x: 0, y: 0, width: 8, height: 8)
    let time = ProcessorTime.ofThread {
      _ = CIContext().plan(image, region: region, destination: PlanDestination(encoding: nil))
    }
    #expect(time < .milliseconds(500), "\(time)")
    #expect(try tiled(image, region).count == 64)
  }

  @Test("plans that are kept are bounded in number")
  func capacity() throws {
    let context = CIContext()
    var image = photo
    for _ in 0..<100 {
      image = image.applyingFilter("CIVibrance", parameters: ["inputAmount": 0.1])
      _ = context.plan(
        image, region: PixelRect(x: 0, y: 0, width: 8, height: 8), destination: PlanDestination(encoding: nil))
    }
    #expect(context.plans.plannings == 100)
    #expect(context.plans.count == PlanCache.capacity)
    context.clearCaches()
    #expect(context.plans.count == 0)
  }
}
