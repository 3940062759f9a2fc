import Foundation
import HeadroomDisplay
import HeadroomGraphics
import HeadroomImage
import Testing

struct UIImageDataTests {
  private func read(_ data: Data?, prefersHDR: Bool) -> UIImage? {
    var configuration = UIImageReader.Configuration()
    configuration.prefersHighDynamicRange = prefersHDR
    return data.flatMap { UIImageReader(configuration: configuration).image(data: $0) }
  }

  @Test func pngOfAnHDRImageIsPQ() throws {
    let data = UIImage(cgImage: TestPictures.pixels(peak: 4)).pngData()
    let image = try #require(read(data, prefersHDR: false))
    #expect(image.isHighDynamicRange)
    #expect(image.cgImage?.colorSpace?.name == CGColorSpace.itur_2100_PQ)
    #expect(image.cgImage?.bitsPerComponent == 16)
    #expect(isNear(image.cgImage?.peak, 4, within: 0.01))
  }

  @Test func jpegOfAnHDRImageHasAGainMap() throws {
    let data = UIImage(cgImage: TestPictures.pixels(peak: 4)).jpegData(compressionQuality: 0.9)
    let base = try #require(read(data, prefersHDR: false))
    #expect(!base.isHighDynamicRange)
    #expect(try #require(base.cgImage?.peak) <= 1.001)
    #expect(isNear(read(data, prefersHDR: true)?.cgImage?.peak, 4, within: 0.06))
  }

  @Test func heicOfAnHDRImageIsISOHDRIn10BitsAlsoFromAGainMap() throws {
    for image in [
      UIImage(cgImage: TestPictures.pixels(peak: 4)),
      try #require(read(TestPictures.gainMapJPEG(peak: 4), prefersHDR: true)),
    ] {
      let data = try #require(image.heicData())
      let back = try #require(read(data, prefersHDR: false))
      #expect(back.isHighDynamicRange && back.cgImage?.colorSpace?.usesITUR_2100TF == true)
      #expect(isNear(back.cgImage?.peak, 4, within: 0.06))
      // The decoder's configuration, ISO/IEC 14496-15, 8.3.3.1: bytes 17 and 18 are the depths of luma and chroma.
      let box = try #require(data.range(of: Data("hvcC".utf8)))
      #expect(data[box.upperBound + 17] & 7 == 2 && data[box.upperBound + 18] & 7 == 2)
    }
  }

  @Test func aFilesOwnSDRPictureIsWrittenAgain() throws {
    let image = try #require(read(TestPictures.gainMapJPEG(peak: 4), prefersHDR: true))
    let data = image.jpegData(compressionQuality: 0.95)
    #expect(isNear(read(data, prefersHDR: false)?.cgImage?.peak, 0.8, within: 0.04))
    #expect(isNear(read(data, prefersHDR: true)?.cgImage?.peak, 4, within: 0.06))
  }

  @Test func sdrImagesGetNoGainMapAndKeepTheirNumbers() throws {
    let pixels = TestPictures.context.createCGImage(
      TestPictures.light(peak: 0.9), from: CGRect(origin: .zero, size: TestPictures.size))
    let image = UIImage(cgImage: try #require(pixels))
    for data in [image.pngData(), image.jpegData(compressionQuality: 1), image.heicData()] {
      let back = try #require(read(data, prefersHDR: true))
      #expect(!back.isHighDynamicRange)
      #expect(isNear(back.cgImage?.peak, 0.9, within: 0.02))
    }
    #expect(read(image.pngData(), prefersHDR: false)?.cgImage?.bitsPerComponent == 8)
  }

  @Test func floatsWithinWhiteAreWrittenAsSDR() throws {
    let image = UIImage(cgImage: TestPictures.pixels(peak: 0.9))
    let back = try #require(read(image.pngData(), prefersHDR: true))
    #expect(!back.isHighDynamicRange)
    #expect(isNear(back.cgImage?.peak, 0.9, within: 0.02))
  }

  @Test(arguments: UIImage.Orientation.allCases) func filesAreUpright(orientation: UIImage.Orientation) throws {
    let pixels = TestPictures.pixels(peak: 4)
    let image = UIImage(cgImage: pixels, scale: 1, orientation: orientation)
    let back = try #require(read(image.pngData(), prefersHDR: true))
    #expect(back.imageOrientation == .up)
    #expect(back.size == image.size)
    let upright = try #require(back.cgImage)
    for (column, row) in [(4, 4), (upright.width - 4, 4), (4, upright.height - 4)] {
      let place = orientation.stored.storedPixel(
        column: column, row: row, width: pixels.width, height: pixels.height)
      let wanted = TestPictures.light(of: pixels, place.column, place.row)
      let found = TestPictures.light(of: upright, column, row)
      #expect(isNear(found.x, wanted.x, within: 0.02) && isNear(found.y, wanted.y, within: 0.02))
    }
  }

  @Test func whatAFileSaidOfThePlaceIsLeftBehind() throws {
    let exif: [String: Any] = ["UserComment": "at home"]
    let file = TestPictures.gainMapJPEG(peak: 4, properties: ["{Exif}": exif])
    func comment(_ data: Data?) -> Any? {
      (data.flatMap { CIImage(data: $0) }?.properties["{Exif}"] as? [String: Any])?["UserComment"]
    }
    #expect(comment(file) != nil)
    for prefersHDR in [false, true] {
      let image = try #require(read(file, prefersHDR: prefersHDR))
      #expect(comment(image.jpegData(compressionQuality: 0.9)) == nil)
      #expect(comment(image.heicData()) == nil)
    }
  }

  @Test func qualityOutsideItsRangeIsTheNearerEnd() throws {
    let image = UIImage(cgImage: TestPictures.pixels(peak: 0.9))
    let best = image.jpegData(compressionQuality: 1)
    #expect(best != nil)
    #expect(image.jpegData(compressionQuality: 7) == best)
    #expect(image.jpegData(compressionQuality: -1) == image.jpegData(compressionQuality: 0))
  }
}
