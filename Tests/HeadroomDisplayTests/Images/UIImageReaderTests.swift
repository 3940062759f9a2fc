import Foundation
import HeadroomDisplay
import HeadroomGraphics
import HeadroomTestSupport
import Testing

struct UIImageReaderTests {
  private func reader(_ edit: (inout UIImageReader.Configuration) -> Void) -> UIImageReader {
    var configuration = UIImageReader.Configuration()
    edit(&configuration)
    return UIImageReader(configuration: configuration)
  }

  @Test func thumbnailsFitAndKeepTheirRange() throws {
    let reader = reader {
      $0.prefersHighDynamicRange = true
      $0.preferredThumbnailSize = CGSize(width: 48, height: 48)
    }
    let image = try #require(reader.image(data: TestPictures.gainMapJPEG(peak: 4)))
    #expect(image.size == CGSize(width: 48, height: 32))
    #expect(isNear(image.cgImage?.peak, 4, within: 0.06))
  }

  @Test func pixelsPerInchAreAScale() throws {
    let file = TestPictures.gainMapJPEG(peak: 4)
    #expect(reader { $0.pixelsPerInch = 144 }.image(data: file)?.scale == 2)
    #expect(reader { $0.pixelsPerInch = 0 }.image(data: file)?.scale == 1)
    #expect(reader { $0.pixelsPerInch = -.infinity }.image(data: file)?.scale == 1)
  }

  @Test func preparedImagesThatCannotBeDecodedAreNil() {
    let cut = TestPictures.gainMapJPEG(peak: 4).prefix(700)
    #expect(reader { $0.preparesImagesForDisplay = true }.image(data: cut) == nil)
    #expect(reader { $0.preferredThumbnailSize = CGSize(width: -1, height: 4) }.image(data: cut) == nil)
  }

  @Test func filesAreReadInTheBackgroundToo() async throws {
    let reader = reader { $0.prefersHighDynamicRange = true }
    let image = await reader.image(data: TestPictures.gainMapJPEG(peak: 4))
    #expect(image?.isHighDynamicRange == true)
    let missing = await reader.image(contentsOf: URL(filePath: "/nowhere/at/all.heic"))
    #expect(missing == nil)
  }
}
