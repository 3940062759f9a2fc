import Foundation
import HeadroomColor
import HeadroomEngine
import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomPixels
import Testing

/// What a render will take, known without pixels.
@Suite("Dry runs")
struct DryRunTests {
  private static let size = PixelRect(x: 0, y: 0, width: 3000, height: 2000)

  private static func recipes() -> [(name: String, image: CIImage)] {
    let photo = TestPictures.random(width: size.width, height: size.height)
    let soft = photo.clampedToExtent().applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 5])
      .cropped(to: photo.extent)
    func one(_ name: String, _ parameters: [String: Any]) -> (String, CIImage) {
      ("\(name) \(parameters)", photo.applyingFilter(name, parameters: parameters).cropped(to: photo.extent))
    }
    let blurs = [0.5, 3, 30, 200].map { one("CIGaussianBlur", ["inputRadius": $0]) }
    let windows = [2, 20, 200].map { one("CIBoxBlur", ["inputRadius": $0]) }
    let morphology = [3, 40].map { one("CIMorphologyRectangleMaximum", ["inputWidth": $0, "inputHeight": $0]) }
    return [
      ("nothing", photo), one("CIVibrance", ["inputAmount": 0.4]), one("CIMedianFilter", [:]),
      one("CISharpenLuminance", ["inputSharpness": 0.8]), one("CIUnsharpMask", ["inputRadius": 4]),
      one("CITwirlDistortion", ["inputRadius": 600]), one("CIColorThresholdOtsu", [:]),
      ("turned", photo.transformed(by: .init(rotationAngle: 0.3)).cropped(to: photo.extent)),
      ("small", photo.transformed(by: .init(scaleX: 0.2, y: 0.2))),
      ("half", photo.resampled(0.5)), ("a third", photo.resampled(0.33)),
      ("median of 61", photo.applyingMedian(radius: 30)), ("median of 7", photo.applyingMedian(radius: 3)),
      ("stored", soft.insertingIntermediate().composited(over: photo)),
      ("twice", soft.applyingFilter("CIMultiplyCompositing", parameters: [kCIInputBackgroundImageKey: soft])),
      ("tone mapped", photo.applyingFilter("CIExposureAdjust", parameters: ["inputEV": 3]).toneMapped(to: 1)),
    ] + blurs + windows + morphology
  }

  /// What is said of memory, where it is wrong.
  private static func wrongPredictions() throws -> [String] {
    let contexts = [CIFormat.RGBAf, .RGBAh].map {
      CIContext(options: [.cacheIntermediates: false, .workingFormat: $0])
    }
    let bitmap = try PixelBitmap(width: 3000, height: 2000, format: .rgbaFloat)
    let recipes = recipes()
    precondition(recipes.count >= 20)
    var failures: [String] = []
    for (name, image, context) in recipes.flatMap({ recipe in contexts.map { (recipe.name, recipe.image, $0) } }) {
      let whole = PixelRect(enclosing: image.extent)
      let target = try #require(bitmap.cropped(x: 0, y: 0, width: whole.width, height: whole.height))
      let plan = context.plan(image, region: whole, destination: PlanDestination(encoding: .extendedLinearSRGB))
      let predicted =
        target.byteCount
        + DryRun(plan, options: context.tileRenderer(dither: .none, task: RenderTask()).options).peakBytes
      // On a busy machine a worker may come when all is done; then less is taken than there is room for.
      var measured = 0
      for _ in 0..<5 where Double(predicted) > 1.5 * Double(measured) {
        measured = max(measured, try peak(of: plan, context, into: target) + target.byteCount)
      }
      if predicted < measured || Double(predicted) > 1.5 * Double(measured) {
        failures.append(
          "\(name), \(context.workingFormat): predicted \(predicted >> 20) MiB, measured \(measured >> 20) MiB")
      }
    }
    return failures
  }

  /// The most bytes that a render asks for at once. The pool may answer with a larger block that waits for reuse: the rest of it
  /// is idle memory, which no plan is to blame for.
  private static func peak(of plan: RenderPlan, _ context: CIContext, into target: PixelBitmap) throws -> Int {
    let ledger = MemoryLedger()
    try TaskContext().part(from: 0, to: 1, countedIn: ledger).bound {
      try context.tileRenderer(dither: .none, task: RenderTask()).render(plan, into: target)
    }
    return ledger.peakBytes
  }

  /// In a process of its own: other tests' work would make workers come late.
  @Test("predicted memory is at least what is used, and at most half as much again")
  func memory() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      OwnProcess.run { try DryRunTests.wrongPredictions() }
    }
    OwnProcess.expectNothingWrong(result)
  }

  @Test("of layers whose sum is measured, or read by a neighbourhood and beside it, only the sum is stored")
  func layers() throws {
    let photo = TestPictures.random(width: 600, height: 400)
    let region = PixelRect(enclosing: photo.extent)
    func layer(_ angle: Double) -> CIImage {
      photo.clampedToExtent().applyingFilter("CIMotionBlur", parameters: ["inputAngle": angle, "inputRadius": 9])
    }
    let sum = (1...5).reduce(layer(0)) {
      $0.applyingFilter(
        "CIAdditionCompositing",
        parameters: [
          kCIInputBackgroundImageKey: layer(Double($1))
        ])
    }.cropped(to: photo.extent)
    func stored(_ image: CIImage) throws -> Int {
      let plan = CIContext().plan(
        image, region: region, destination: PlanDestination(encoding: .extendedLinearSRGB))
      // Memory comes in whole blocks; one picture more would be twice as much.
      return (DryRun(plan).passes.map(\.storedBytes).max() ?? 0) / (region.area * 16)
    }
    #expect(try stored(sum) == 0)
    #expect(try stored(sum.toneMapped(to: 1)) == 1)
    let soft = sum.applyingFilter("CIMedianFilter")
    let masked = sum.applyingFilter(
      "CIMultiplyCompositing", parameters: [kCIInputBackgroundImageKey: soft])
    #expect(try stored(masked) == 1)
  }

  @Test("work counts pixels that are computed again")
  func work() throws {
    let photo = TestPictures.random(width: 64, height: 64)
    let region = PixelRect(enclosing: photo.extent)
    func run(_ image: CIImage) throws -> DryRun {
      DryRun(CIContext().plan(image, region: region, destination: PlanDestination(encoding: nil)))
    }
    #expect(try run(photo).pixelCount == 64 * 64)
    #expect(try run(photo).passes.count == 1)
    let stored = try run(photo.insertingIntermediate())
    #expect(stored.passes.map(\.step) == [0, nil])
    #expect(stored.pixelCount == 2 * 64 * 64)
    #expect(stored.passes[1].storedBytes == 64 * 64 * 16)
    let turned = try run(photo.transformed(by: .init(rotationAngle: 0.3)))
    #expect(turned.pixelCount > 2 * 64 * 64)
    // Read, blurred, stored, each pixel once but where tiles meet: rows in sight of the next ones are kept.
    let large = TestPictures.random(width: Self.size.width, height: Self.size.height)
    let blurred = large.applyingFilter("CIBoxBlur", parameters: ["inputRadius": 5]).cropped(to: large.extent)
    let plan = CIContext().plan(blurred, region: Self.size, destination: PlanDestination(encoding: nil))
    let ratio = Double(DryRun(plan).pixelCount) / Double(Self.size.area)
    #expect(ratio >= 3 && ratio < 3.1, "\(ratio)")
  }
}

extension PixelBitmap {
  fileprivate var byteCount: Int { width * height * format.bytesPerPixel }
}

extension CIImage {
  fileprivate func resampled(_ scale: Float) -> CIImage {
    applyingFilter("CILanczosScaleTransform", parameters: ["inputScale": scale])
  }
}
