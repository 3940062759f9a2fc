import Foundation
internal import HeadroomEngine
import HeadroomGraphics
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomPixels
import HeadroomRAW
import HeadroomTestSupport
import Testing

@Suite struct RAWMatteTests {
  private static func filter(_ change: (inout PlainDNG) -> Void) throws -> CIRAWFilter {
    var dng = PlainDNG.neutral(width: 64, height: 48) { _, _ in 0.4 }
    change(&dng)
    return try #require(CIRAWFilter(imageData: Data(dng.bytes), identifierHint: nil))
  }

  @Test func `Masks come as images, turned as the picture`() throws {
    let filter = try Self.filter { dng in
      dng.orientation = 6
      dng.masks = [
        .init("urn:com:apple:photo:2020:aux:semanticskymatte", width: 32, height: 24) { _, y in y < 6 ? 255 : 51 },
        .init("urn:com:apple:photo:2018:aux:portraiteffectsmatte", width: 16, height: 12) { _, _ in 0 },
      ]
    }
    let sky = try #require(filter.semanticSegmentationSkyMatte)
    #expect(sky.extent == CGRect(x: 0, y: 0, width: 24, height: 32))
    let picture = try TestPicture.render(sky, PixelRect(enclosing: sky.extent))
    // Stored upper rows are on the right of a picture that is turned to the right.
    #expect(picture[23, 10][1] == 1)
    #expect(abs(picture[2, 10][1] - 0.2) < 1e-6)
    #expect(filter.portraitEffectsMatte?.extent == CGRect(x: 0, y: 0, width: 12, height: 16))
    #expect(filter.semanticSegmentationSkinMatte == nil)
    #expect(filter.semanticSegmentationHairMatte == nil)
    #expect(filter.semanticSegmentationGlassesMatte == nil)
    #expect(filter.semanticSegmentationTeethMatte == nil)
  }

  @Test func `Of a file without previews there is none`() throws {
    #expect(try Self.filter { _ in }.previewImage == nil)
  }

  @Test(.enabled(if: TestData.isAvailable)) func `A camera's preview is the largest, upright`() throws {
    let filter = try CIRAWFilter(reading: TestData.still("dng/canon_eos_6d.dng"))
    #expect(filter.previewImage?.extent == CGRect(x: 0, y: 0, width: 1024, height: 683))
    filter.orientation = .left
    #expect(filter.previewImage?.extent == CGRect(x: 0, y: 0, width: 683, height: 1024))
  }
}
