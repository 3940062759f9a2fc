import Foundation
import HeadroomDisplay
import HeadroomGraphics
import HeadroomImage
import HeadroomTestSupport
import Testing

struct UIImageTests {
  private func hdrReader() -> UIImageReader {
    var configuration = UIImageReader.Configuration()
    configuration.prefersHighDynamicRange = true
    return UIImageReader(configuration: configuration)
  }

  @Test func aFileWithAGainMapIsSDRUnlessItsReaderPrefersHDR() throws {
    let file = TestPictures.gainMapJPEG(peak: 4)
    let plain = try #require(UIImage(data: file))
    #expect(!plain.isHighDynamicRange)
    #expect(isNear(plain.cgImage?.peak, 0.8, within: 0.03))
    let rich = try #require(hdrReader().image(data: file))
    #expect(rich.isHighDynamicRange)
    #expect(isNear(rich.cgImage?.peak, 4, within: 0.05))
    #expect(rich.size == TestPictures.size)
  }

  @Test func pixelsAboveWhiteMakeAnImageHDRWhoeverSaysNothingOfThem() throws {
    let bright = try #require(TestPictures.pixels(peak: 3).copy(contentHeadroom: 0))
    let dark = try #require(TestPictures.pixels(peak: 0.9).copy(contentHeadroom: 0))
    #expect(bright.contentHeadroom == 0)
    #expect(UIImage(cgImage: bright).isHighDynamicRange)
    #expect(!UIImage(cgImage: dark).isHighDynamicRange)
  }

  @Test func recipesAreRenderedWithTheirRange() throws {
    let image = UIImage(ciImage: TestPictures.light(peak: 5))
    #expect(image.cgImage == nil)
    #expect(image.ciImage != nil)
    #expect(image.size == TestPictures.size)
    #expect(image.isHighDynamicRange)
    let thumbnail = try #require(image.preparingThumbnail(of: CGSize(width: 24, height: 24)))
    #expect(isNear(thumbnail.cgImage?.peak, 5, within: 0.02))
  }

  @Test func sizeIsInPointsAndTurnedWithTheImage() {
    let pixels = TestPictures.pixels(peak: 1)
    let turned = UIImage(cgImage: pixels, scale: 2, orientation: .right)
    #expect(turned.size == CGSize(width: 32, height: 48))
    #expect(turned.imageOrientation == .right)
    #expect(UIImage(cgImage: pixels, scale: .nan, orientation: .up).scale == 1)
    #expect(UIImage().size == .zero)
  }

  @Test func orientationsGoToFilesAndBack() {
    for orientation in CGImagePropertyOrientation.allCases {
      #expect(UIImage.Orientation(orientation).stored == orientation)
    }
    #expect(UIImage.Orientation.leftMirrored.rawValue == 6)
  }

  @Test func thumbnailsKeepTheHighlightsShapeAndOrientation() throws {
    let image = try #require(hdrReader().image(data: TestPictures.gainMapJPEG(peak: 4)))
    let whole = try #require(image.cgImage?.peak)
    let small = try #require(image.preparingThumbnail(of: CGSize(width: 48, height: 48)))
    #expect(small.size == CGSize(width: 48, height: 32))
    #expect(small.isHighDynamicRange)
    #expect(isNear(small.cgImage?.peak, whole, within: 0.03))
    let turned = UIImage(cgImage: TestPictures.pixels(peak: 4), scale: 2, orientation: .left)
    let part = try #require(turned.preparingThumbnail(of: CGSize(width: 16, height: 24)))
    #expect(part.size == CGSize(width: 16, height: 24))
    #expect(part.imageOrientation == .left)
    #expect(isNear(part.cgImage?.peak, 4, within: 0.02))
  }

  @Test func thumbnailsAreNeverLargerAndNeedAnArea() throws {
    let image = UIImage(cgImage: TestPictures.pixels(peak: 2))
    #expect(image.preparingThumbnail(of: CGSize(width: 1000, height: 1000))?.size == TestPictures.size)
    for size in [0, -5, CGFloat.nan] {
      #expect(image.preparingThumbnail(of: CGSize(width: size, height: size)) == nil)
    }
  }

  @Test func backgroundFormsGiveTheSame() async throws {
    let image = UIImage(cgImage: TestPictures.pixels(peak: 3))
    let small = await image.byPreparingThumbnail(ofSize: CGSize(width: 24, height: 24))
    #expect(isNear(small?.cgImage?.peak, 3, within: 0.02))
    let called = await withCheckedContinuation { continuation in
      image.prepareThumbnail(of: CGSize(width: 24, height: 24)) { continuation.resume(returning: $0) }
    }
    #expect(called?.size == small?.size)
    #expect(await image.byPreparingForDisplay()?.isHighDynamicRange == true)
  }

  @Test func restrictedImagesStayWithinWhite() throws {
    let hdr = UIImage(cgImage: TestPictures.pixels(peak: 6))
    let restricted = hdr.imageRestrictedToStandardDynamicRange()
    #expect(!restricted.isHighDynamicRange)
    let peak = try #require(restricted.cgImage?.peak)
    #expect(peak <= 1 && peak > 0.9)
    let recipe = UIImage(ciImage: TestPictures.light(peak: 6)).imageRestrictedToStandardDynamicRange()
    #expect(!recipe.isHighDynamicRange)
    let sdr = UIImage(cgImage: TestPictures.pixels(peak: 0.9))
    #expect(sdr.imageRestrictedToStandardDynamicRange() === sdr)
  }

  @Test func aFileRestrictedIsTheFilesOwnSDRPicture() throws {
    let image = try #require(hdrReader().image(data: TestPictures.gainMapJPEG(peak: 4)))
    // Tone mapping 4 would end near 1; the file says 0.8.
    let restricted = image.preparingForDisplay()?.imageRestrictedToStandardDynamicRange()
    #expect(isNear(restricted?.cgImage?.peak, 0.8, within: 0.03))
  }

  @Test func imagesAreRecipes() throws {
    let image = UIImage(cgImage: TestPictures.pixels(peak: 4))
    let recipe = try #require(CIImage(image: image))
    #expect(recipe.extent.size == TestPictures.size)
    #expect(isNear(recipe.contentHeadroom, 4, within: 0.01))
    #expect(
      CIImage(image: UIImage(ciImage: TestPictures.light(peak: 2)), options: nil)?.extent.size == TestPictures.size)
    let told = CIImage(image: image, options: [.contentHeadroom: 2])
    #expect(told?.contentHeadroom == 2)
  }

  @Test func whatIsNoPictureGivesNil() {
    #expect(UIImage(data: Data()) == nil)
    #expect(UIImage(data: Data("not a picture at all, but long enough to be looked at".utf8)) == nil)
    #expect(UIImage(contentsOfFile: "/nowhere/at/all.jpg") == nil)
    #expect(UIImage().pngData() == nil)
    #expect(UIImage(ciImage: CIImage(color: .red)).jpegData(compressionQuality: 1) == nil)
    #expect(UIImage(ciImage: CIImage(color: .red)).size == .zero)
    let cut = TestPictures.gainMapJPEG(peak: 4).prefix(700)
    #expect(UIImage(data: cut)?.preparingForDisplay() == nil)
  }

  @Test(.enabled(if: TestData.isAvailable)) func aPhonesPhotoKeepsItsHighlightsInAThumbnail() throws {
    let folder = TestData.still("heic-apple-gainmap")
    let name = try #require(
      FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".heic") }.sorted().first)
    let url = folder.appending(path: name)
    let image = try #require(hdrReader().image(contentsOf: url))
    let small = try #require(image.preparingThumbnail(of: CGSize(width: 400, height: 400)))
    #expect(max(small.size.width, small.size.height) == 400)
    #expect(image.isHighDynamicRange && small.isHighDynamicRange)
    let whole = try #require(image.cgImage?.calculatedContentHeadroom)
    let peak = try #require(small.cgImage?.calculatedContentHeadroom)
    // Averaging makes points of light darker; map and base are averaged apart, which may add a little.
    #expect(peak > 1.2 && peak <= whole * 1.1, "\(peak) of \(whole)")
    #expect(try #require(UIImage(contentsOfFile: url.path)).isHighDynamicRange == false)
  }
}
