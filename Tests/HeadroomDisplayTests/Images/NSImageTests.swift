import Foundation
import HeadroomDisplay
import HeadroomGraphics
import HeadroomPictures
import Testing

struct NSImageTests {
  private func picture(of image: NSImage?) -> CGImage? {
    unsafe image?.cgImage(forProposedRect: nil, context: nil, hints: nil)
  }

  @Test func filesKeepTheirHDRRendition() throws {
    let image = try #require(NSImage(data: TestPictures.gainMapJPEG(peak: 4)))
    #expect(image.size == TestPictures.size)
    let pixels = picture(of: image)
    #expect(isNear(pixels?.peak, 4, within: 0.05))
    let tiff = try #require(image.tiffRepresentation)
    let back = try #require(picture(of: NSImage(data: tiff)))
    #expect(isNear(back.peak, 4, within: 0.05))
  }

  @Test func filesAreUpright() throws {
    let image = try #require(NSImage(data: TestPictures.gainMapJPEG(peak: 4, properties: ["Orientation": 6])))
    #expect(image.size == CGSize(width: 64, height: 96))
    let pixels = try #require(picture(of: image))
    #expect(pixels.width == 64 && pixels.height == 96)
    // Row 0 is the right edge: the patch of the upper left is seen at the upper right.
    #expect(TestPictures.light(of: pixels, 60, 4).x > 3.5)
    #expect(TestPictures.light(of: pixels, 4, 4).x < 1)
  }

  @Test func pixelsHaveTheSizeTheyAreGiven() {
    let pixels = TestPictures.pixels(peak: 2)
    #expect(NSImage(cgImage: pixels, size: CGSize(width: 10, height: 5)).size == CGSize(width: 10, height: 5))
    #expect(NSImage(cgImage: pixels, size: .zero).size == TestPictures.size)
    #expect(NSImage(contentsOfFile: "/nowhere.png") == nil)
  }
}
