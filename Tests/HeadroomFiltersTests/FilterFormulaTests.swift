import Foundation
internal import HeadroomEngine
import HeadroomFilters
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomPixels
import Testing

/// Every filter against its formula, computed independently in double precision.
@Suite struct FilterFormulaTests {
  @Test func `filters give what their formulas say`() throws {
    let fixtures = try FormulaFixtures.load()
    for formula in fixtures.cases {
      let output = try #require(formula.makeFilter(fixtures.pictures).outputImage, "\(formula)")
      if formula.window != true {
        #expect(PixelRect(enclosing: output.extent) == formula.output.rect, "\(formula)")
      }
      let rendered = try TestPicture.render(output, formula.output.rect)
      let (error, place) = rendered.difference(from: formula.output)
      #expect(error <= formula.tolerance, "\(formula): \(place)")
    }
  }

  @Test func `the reference renderer gives the same`() throws {
    let fixtures = try FormulaFixtures.load()
    for formula in fixtures.cases {
      let output = try #require(formula.makeFilter(fixtures.pictures).outputImage, "\(formula)")
      let rendered = try TestPicture.reference(output, formula.output.rect)
      let (error, place) = rendered.difference(from: formula.output)
      #expect(error <= formula.tolerance, "\(formula): \(place)")
    }
  }

  @Test func `every filter has a formula case`() throws {
    let covered = Set(try FormulaFixtures.load().cases.map(\.filter))
    let missing = FilterRegistry.builtIn.map(\.name).filter { !covered.contains($0) }
    // Same curve as CIToneMapHeadroom; its own rule is the target. Text is what the machine's fonts are (TextImageTests).
    #expect(missing == ["CIAttributedTextImageGenerator", "CISystemToneMap", "CITextImageGenerator"])
  }
}
