import Foundation
import HeadroomDisplay
import HeadroomGraphics
import HeadroomTestSupport
import Testing

struct ImageViewTests {
  private func state(_ headroom: Double) -> DisplayState {
    DisplayState(potentialHeadroom: 16, currentHeadroom: headroom)
  }

  private func file(peak: CGFloat) throws -> UIImage {
    var configuration = UIImageReader.Configuration()
    configuration.prefersHighDynamicRange = true
    return try #require(UIImageReader(configuration: configuration).image(data: TestPictures.gainMapJPEG(peak: peak)))
  }

  @Test func policiesLimitWhatIsShown() throws {
    let view = UIImageView(image: UIImage(cgImage: TestPictures.pixels(peak: 6)))
    let limits: [(UIImage.DynamicRange, Float)] = [
      (.standard, 1), (.constrainedHigh, 2), (.high, 4), (.unspecified, 2),
    ]
    for (range, limit) in limits {
      view.preferredImageDynamicRange = range
      let peak = try #require(view.emission(on: state(4))?.peak)
      #expect(peak <= limit * 1.001 && peak > limit * 0.9, "\(range)")
    }
    view.preferredImageDynamicRange = .high
    #expect(isNear(view.emission(on: state(8))?.peak, 6, within: 0.01))
  }

  @Test func rangesAreResolved() {
    let view = UIImageView(frame: .zero)
    #expect(view.preferredImageDynamicRange == .unspecified && view.imageDynamicRange == .constrainedHigh)
    view.preferredImageDynamicRange = .high
    #expect(view.imageDynamicRange == .high)
    let other = NSImageView(frame: .zero)
    #expect(other.preferredImageDynamicRange == .constrainedHigh && other.imageDynamicRange == .unspecified)
    other.image = NSImage(cgImage: TestPictures.pixels(peak: 0.9), size: .zero)
    #expect(other.imageDynamicRange == .standard)
    other.image = NSImage(cgImage: TestPictures.pixels(peak: 3), size: .zero)
    #expect(other.imageDynamicRange == .constrainedHigh)
    other.preferredImageDynamicRange = .high
    #expect(other.imageDynamicRange == .high)
  }

  @Test func aGainMapSaysItselfHowItIsSeen() throws {
    let view = UIImageView(image: try file(peak: 4))
    view.preferredImageDynamicRange = .high
    #expect(isNear(view.emission(on: state(8))?.peak, 4, within: 0.06))
    // At white the file's own picture has 0.8 there; tone mapping 4 would end near 1.
    #expect(isNear(view.emission(on: state(1))?.peak, 0.8, within: 0.04))
    // Half the map's strength in stops: 0.8 * sqrt(4 / 0.8).
    #expect(isNear(view.emission(on: state(2))?.peak, 1.79, within: 0.08))
    view.preferredImageDynamicRange = .standard
    #expect(isNear(view.emission(on: state(8))?.peak, 0.8, within: 0.04))
  }

  @Test func onePixelForEachOfTheImageUpright() throws {
    let view = UIImageView(image: UIImage(cgImage: TestPictures.pixels(peak: 3), scale: 2, orientation: .right))
    view.preferredImageDynamicRange = .high
    #expect(view.frame.size == CGSize(width: 32, height: 48))
    view.frame = CGRect(x: 3, y: 3, width: 500, height: 20)
    let image = try #require(view.emission(on: state(8)))
    #expect(image.width == 64 && image.height == 96)
    #expect(TestPictures.light(of: image, 60, 4).x > 2.9)
    #expect(image.bitsPerComponent == 32)
  }

  @Test func contentModesPlaceTheImageInATree() throws {
    let root = UIView(frame: CGRect(x: 0, y: 0, width: 96, height: 96))
    let view = UIImageView(frame: root.bounds)
    view.image = UIImage(cgImage: TestPictures.pixels(peak: 0.9))
    root.addSubview(view)
    func light(_ mode: UIView.ContentMode, _ column: Int, _ row: Int) throws -> Float {
      view.contentMode = mode
      return TestPictures.light(of: try #require(root.emission(on: state(1))), column, row).y
    }
    #expect(isNear(try light(.scaleToFill, 10, 10), 0.9, within: 0.01))
    #expect(try light(.scaleAspectFit, 10, 10) == 0)
    #expect(isNear(try light(.scaleAspectFit, 10, 20), 0.9, within: 0.01))
    #expect(isNear(try light(.topLeft, 10, 10), 0.9, within: 0.01))
    #expect(isNear(try light(.bottom, 10, 90), 0.2, within: 0.01))
    #expect(isNear(try light(.scaleAspectFill, 70, 10), 0.2, within: 0.01))
    view.image = UIImage(cgImage: TestPictures.pixels(peak: 0.9), scale: 2, orientation: .up)
    #expect(try light(.center, 20, 48) == 0)
    #expect(isNear(try light(.center, 40, 40), 0.9, within: 0.01))
  }

  @Test func aStackOfThumbnailsIsConsistent() throws {
    let root = UIView(frame: CGRect(x: 0, y: 0, width: 96, height: 128))
    let images = [UIImage(cgImage: TestPictures.pixels(peak: 8)), UIImage(cgImage: TestPictures.pixels(peak: 1))]
    for (index, image) in images.enumerated() {
      let view = UIImageView(image: image.preparingThumbnail(of: CGSize(width: 96, height: 64)))
      view.preferredImageDynamicRange = .constrainedHigh
      view.frame.origin.y = CGFloat(index) * 64
      root.addSubview(view)
    }
    let shown = try #require(root.emission(on: state(8)))
    let (hdr, sdr) = (TestPictures.light(of: shown, 10, 10).x, TestPictures.light(of: shown, 10, 74).x)
    #expect(isNear(sdr, 1, within: 0.01))
    #expect(hdr > 1.5 && hdr <= 2.002)
  }

  @Test func imagesCanBeTakenAway() throws {
    let view = UIImageView(image: UIImage(cgImage: TestPictures.pixels(peak: 2)))
    #expect(view.emission(on: state(4)) != nil)
    view.image = nil
    #expect(view.emission(on: state(4)) == nil)
    view.image = UIImage()
    #expect(view.emission(on: state(4)) == nil)
    #expect(view.sizeThatFits(.zero) == .zero)
  }

  @Test func sizeToFitTakesTheImagesSize() {
    let view = UIImageView(frame: CGRect(x: 7, y: 8, width: 1, height: 1))
    view.image = UIImage(cgImage: TestPictures.pixels(peak: 1), scale: 2, orientation: .up)
    view.sizeToFit()
    #expect(view.frame == CGRect(x: 7, y: 8, width: 48, height: 32))
  }

  @Test func appKitsScalingFitsTheImage() throws {
    let root = UIView(frame: CGRect(x: 0, y: 0, width: 192, height: 64))
    let view = NSImageView(image: NSImage(cgImage: TestPictures.pixels(peak: 0.9), size: .zero))
    view.frame = root.bounds
    root.addSubview(view)
    func light(_ scaling: NSImageScaling, _ column: Int, _ row: Int) throws -> Float {
      view.imageScaling = scaling
      return TestPictures.light(of: try #require(root.emission(on: state(1))), column, row).y
    }
    #expect(try light(.scaleProportionallyDown, 40, 10) == 0)
    #expect(isNear(try light(.scaleProportionallyDown, 50, 10), 0.9, within: 0.01))
    #expect(isNear(try light(.scaleAxesIndependently, 4, 4), 0.9, within: 0.01))
    view.frame = CGRect(x: 0, y: 0, width: 48, height: 64)
    #expect(try light(.scaleProportionallyDown, 10, 10) == 0)
    #expect(isNear(try light(.scaleProportionallyDown, 10, 20), 0.9, within: 0.01))
    #expect(isNear(try light(.scaleNone, 10, 4), 0.9, within: 0.01))
  }

  @Test(.enabled(if: TestData.isAvailable)) func aPhonesPhotoUsesTheScreenAsFarAsItGoes() throws {
    let folder = TestData.still("heic-apple-gainmap")
    let name = try #require(
      FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".heic") }.sorted().first)
    let image = try #require(NSImage(contentsOf: folder.appending(path: name)))
    let view = NSImageView(image: image)
    view.preferredImageDynamicRange = .high
    let dim = try #require(view.emission(on: state(1)))
    let bright = try #require(view.emission(on: state(16)))
    // Emitted light has sRGB's primaries, in which the photo's own reach above 1.
    #expect(try #require(TestPictures.inDisplayP3(dim)).calculatedContentHeadroom <= 1.002)
    #expect(try #require(TestPictures.inDisplayP3(bright)).calculatedContentHeadroom > 1.5)
    #expect(bright.width == Int(image.size.width))
  }
}
