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

@Suite("Planner")
struct PlannerTests {
  private func plan(_ image: CIImage, encoding: ColorEncoding = .extendedLinearSRGB) -> RenderPlan {
    CIContext().plan(
      image, region: PixelRect(enclosing: image.extent), destination: PlanDestination(encoding: encoding))
  }

  @Test("moves crops and whole translations into the load")
  func cropAndTranslation() throws {
    let image = TestPictures.solid(1, 1, 1).transformed(by: .init(translationX: 5, y: 6))
      .cropped(to: CGRect(x: 6, y: 7, width: 2, height: 2))
    let plan = plan(image)
    #expect(plan.steps.isEmpty)
    #expect(plan.description.contains("moved by (5, 6)"))
  }

  @Test("concatenates transforms into one sampling")
  func concatenation() throws {
    let image = TestPictures.solid(1, 1, 1, width: 40, height: 40)
      .transformed(by: .init(rotationAngle: 0.1)).transformed(by: .init(rotationAngle: 0.2))
      .transformed(by: .init(scaleX: 1.1, y: 1.1))
    #expect(plan(image).steps.count == 2)
  }

  @Test("a round trip between spaces leaves no stage")
  func roundTrip() throws {
    let space = try #require(CGColorSpace(name: CGColorSpace.itur_2100_PQ))
    let opaque = TestPictures.solid(1, 1, 1).settingAlphaOne(in: CGRect(x: 0, y: 0, width: 8, height: 8))
    let image = try #require(opaque.matchedFromWorkingSpace(to: space)?.matchedToWorkingSpace(from: space))
    #expect(stages(of: plan(image)) == stages(of: plan(opaque)))
  }

  /// Changes of colour left after folding, those of operations included.
  private func stages(of plan: RenderPlan) -> Int {
    plan.outputs[0].program.instructions.count {
      switch $0 {
      case .stage: true
      case .point(let point): point.others.isEmpty
      case .load, .copy, .mask: false
      }
    }
  }

  @Test("tone mapping a PQ picture to an SDR space needs one matrix")
  func toneMapFolding() throws {
    let bitmap = try PixelBitmap(width: 4, height: 4, format: .rgb16)
    let source = CIImage(
      bitmap: bitmap, encoding: .itur2100PQ, tags: ImageTags(), label: "pq", options: ReadOptions([:]))
    let text = plan(source.toneMapped(to: 1), encoding: .sRGB).description
    #expect(text.components(separatedBy: "matrix").count - 1 == 1, "\(text)")
  }

  @Test("equal subtrees are computed once")
  func sharing() throws {
    let blurred = TestPictures.solid(1, 1, 1).transformed(by: .init(rotationAngle: 0.3))

    let both = blurred.composited(over: blurred.transformed(by: .init(translationX: 3, y: 0)))
    #expect(plan(both).steps.count { if case .warp = $0.kind { true } else { false } } == 1)

  }

  @Test("a plan prints as text and as a graph")
  func printing() throws {
    let plan = plan(TestPictures.solid(1, 0, 0).transformed(by: .init(rotationAngle: 0.3)))
    #expect(plan.description.contains("source 0: bitmap, 8 x 8"))
    #expect(plan.dot.hasPrefix("digraph plan {"))
  }

  @Test("a chain of blends with itself is a chain, not a tree")
  func selfBlends() throws {
    var image = TestPictures.random(width: 8, height: 8)
    for _ in 0..<1000 {
      image = image.applyingFilter("CIMultiplyCompositing", parameters: [kCIInputBackgroundImageKey: image])
    }
    let time = ProcessorTime.ofThread { _ = plan(image) }
    #expect(time < .milliseconds(100), "\(time)")
    #expect(try tiled(image, PixelRect(x: 0, y: 0, width: 8, height: 8)).count == 64)
  }

  @Test("shared parts of a recipe are printed once")
  func sharedText() throws {
    var image = TestPictures.random(width: 8, height: 8)
    for _ in 0..<1000 {
      image = image.applyingFilter("CIMultiplyCompositing", parameters: [kCIInputBackgroundImageKey: image])
    }
    let text = image.debugDescription
    #expect(text.split(separator: "\n").count < 2100)
    #expect(text.contains("as #1000"))
    #expect(image.recipeDot.split(separator: "\n").count < 3100)
    #expect(image.regionOfInterest(for: image, in: CGRect(x: 0, y: 0, width: 2, height: 2)).width == 2)
  }

  @Test("a picture may be blended with itself in another place, again and again")
  func movedSelfBlends() throws {
    var image = TestPictures.random(width: 8, height: 8)
    for _ in 0..<1000 {
      image = image.applyingFilter(
        "CISourceOverCompositing",
        parameters: [kCIInputBackgroundImageKey: image.transformed(by: .init(translationX: 1, y: 0))])
    }
    let region = PixelRect(x: 0, y: 0, width: 8, height: 8)
    var plan: RenderPlan?
    let time = ProcessorTime.ofThread {
      plan = CIContext().plan(image, region: region, destination: PlanDestination(encoding: nil))
    }
    #expect(time < .milliseconds(500), "\(time)")
    #expect(try #require(plan).instructionCount < 200_000)
    #expect(try tiled(image, region).count == 64)
  }

  @Test("five thousand nodes are planned in milliseconds, whatever their order")
  func manyNodes() throws {
    var image = TestPictures.random(width: 16, height: 16)
    for index in 0..<5000 {
      switch index % 5 {
      case 0: image = image.applyingFilter("CIVibrance", parameters: ["inputAmount": 0.01 * Float(index % 7 + 1)])
      case 1: image = image.applyingFilter("CIGammaAdjust", parameters: ["inputPower": 1.001])
      case 2: image = image.transformed(by: .init(translationX: index % 2 == 0 ? 1 : -1, y: 0))
      case 3: image = image.applyingFilter("CIExposureAdjust", parameters: ["inputEV": 0.001])
      default: image = image.cropped(to: CGRect(x: -20, y: -20, width: 60, height: 60))
      }
    }
    let time = ProcessorTime.ofThread { _ = plan(image) }
    #expect(time < .milliseconds(250), "\(time)")
    #expect(try tiled(image, PixelRect(x: 0, y: 0, width: 4, height: 4)).count == 16)
  }

  @Test("what two readers of a chain share is computed once")
  func sharedValues() throws {
    let vivid = TestPictures.random(width: 8, height: 8).applyingFilter("CIVibrance", parameters: ["inputAmount": 0.5])
    let both = vivid.applyingFilter("CIMultiplyCompositing", parameters: [kCIInputBackgroundImageKey: vivid])
    let text = plan(both).description
    #expect(text.components(separatedBy: "CIVibrance").count - 1 == 1, "\(text)")
    let region = PixelRect(enclosing: both.extent)
    #expect(try largestDifference(tiled(both, region), reference(both, region)) < 1e-6)
  }

  @Test("several outputs share one run")
  func severalOutputs() throws {
    let vivid = TestPictures.random(width: 40, height: 30).applyingFilter(
      "CIVibrance", parameters: ["inputAmount": 0.5])
    let bright = vivid.applyingFilter("CIExposureAdjust", parameters: ["inputEV": 2])
    let region = PixelRect(enclosing: vivid.extent)
    let destination = PlanDestination(encoding: .extendedLinearSRGB)
    let plan = RenderPlanner.plan(
      [vivid, bright].map { PlanOutput(node: $0.node, region: region, destination: destination) },
      workingSpace: .default)
    #expect(plan.description.components(separatedBy: "CIVibrance").count - 1 == 1)
    let bitmaps = try (0..<2).map { _ in try PixelBitmap(width: 40, height: 30, format: .rgbaFloat) }
    try TileRenderer().render(plan, into: bitmaps)
    #expect(try pixels(of: bitmaps[0]) == tiled(vivid, region))
    #expect(try pixels(of: bitmaps[1]) == tiled(bright, region))
  }
}

extension RenderPlan {
  fileprivate var instructionCount: Int {
    steps.reduce(outputs.reduce(0) { $0 + $1.program.instructions.count }) { sum, step in
      if case .span(let program) = step.kind { sum + program.instructions.count } else { sum }
    }
  }
}
