import Foundation
import HeadroomColor
import HeadroomGraphics
import HeadroomImage
import HeadroomPixels
import Testing

@Suite("Planner")
struct PlannerTests {
  private func plan(_ image: CIImage, encoding: ColorEncoding = .extendedLinearSRGB) throws -> RenderPlan {
    try CIContext().plan(
      image, region: PixelRect(enclosing: image.extent), destination: PlanDestination(encoding: encoding))
  }

  @Test("moves crops and whole translations into the load")
  func cropAndTranslation() throws {
    let image = TestPictures.solid(1, 1, 1).transformed(by: .init(translationX: 5, y: 6))
      .cropped(to: CGRect(x: 6, y: 7, width: 2, height: 2))
    let plan = try plan(image)
    #expect(plan.steps.isEmpty)
    #expect(plan.description.contains("moved by (5, 6)"))
  }

  @Test("concatenates transforms into one sampling")
  func concatenation() throws {
    let image = TestPictures.solid(1, 1, 1, width: 40, height: 40)
      .transformed(by: .init(rotationAngle: 0.1)).transformed(by: .init(rotationAngle: 0.2))
      .transformed(by: .init(scaleX: 1.1, y: 1.1))
    #expect(try plan(image).steps.count == 2)
  }

  @Test("a round trip between spaces leaves no stage")
  func roundTrip() throws {
    let space = try #require(CGColorSpace(name: CGColorSpace.itur_2100_PQ))
    let opaque = TestPictures.solid(1, 1, 1).settingAlphaOne(in: CGRect(x: 0, y: 0, width: 8, height: 8))
    let image = try #require(opaque.matchedFromWorkingSpace(to: space)?.matchedToWorkingSpace(from: space))
    #expect(try plan(image).output.stageCount == plan(opaque).output.stageCount)
  }

  @Test("tone mapping a PQ picture to an SDR space needs one matrix")
  func toneMapFolding() throws {
    let bitmap = try PixelBitmap(width: 4, height: 4, format: .rgb16)
    let source = CIImage(
      bitmap: bitmap, encoding: .itur2100PQ, tags: ImageTags(), label: "pq", options: ReadOptions([:]))
    let text = try plan(source.toneMapped(to: 1), encoding: .sRGB).description
    #expect(text.components(separatedBy: "matrix").count - 1 == 1, "\(text)")
  }

  @Test("equal subtrees are computed once")
  func sharing() throws {
    let blurred = TestPictures.solid(1, 1, 1).transformed(by: .init(rotationAngle: 0.3))

    let both = blurred.composited(over: blurred.transformed(by: .init(translationX: 3, y: 0)))
    #expect(try plan(both).steps.count { if case .sample = $0.kind { true } else { false } } == 1)

  }

  @Test("a plan prints as text and as a graph")
  func printing() throws {
    let plan = try plan(TestPictures.solid(1, 0, 0).transformed(by: .init(rotationAngle: 0.3)))
    #expect(plan.description.contains("source 0: bitmap, 8 x 8"))
    #expect(plan.dot.hasPrefix("digraph plan {"))
  }

  @Test("a recipe without end is refused, not planned")
  func depth() throws {
    var image = TestPictures.solid(1, 1, 1)
    for _ in 0..<5000 { image = image.premultiplyingAlpha() }
    #expect(throws: RenderError.self) { try plan(image) }
  }
}
