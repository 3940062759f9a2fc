import Foundation
import HeadroomEngine
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomPixels
import Testing

/// The blend modes of ``CIBlendKernel`` that no filter has, against their formulas.
@Suite struct BlendModeTests {
  private struct Case: Decodable {
    let mode: String
    let image: TestPicture
    let background: TestPicture
    let output: TestPicture
  }

  @Test func `modes without a filter give what their formulas say, on both renderers`() throws {
    let file = FormulaFixtures.folder.appending(path: "blend-modes.json")
    let cases = try JSONDecoder().decode([Case].self, from: Data(contentsOf: file))
    #expect(Set(cases.map(\.mode)).count == 11)
    for blend in cases {
      let mode = try #require(BlendMode(rawValue: blend.mode), "\(blend.mode)")
      let output = blend.image.image.blended(mode, with: blend.background.image)
      for rendered in [
        try TestPicture.render(output, blend.output.rect), try TestPicture.reference(output, blend.output.rect),
      ] {
        let (error, place) = rendered.difference(from: blend.output)
        #expect(error <= 1e-5, "\(blend.mode): \(place)")
      }
    }
  }
}
