import Foundation
import HeadroomDisplay
import HeadroomGraphics
import Testing

struct RendererTests {
  private let size = CGSize(width: 20, height: 10)

  private func format(_ range: UIGraphicsImageRendererFormat.Range) -> UIGraphicsImageRendererFormat {
    let format = UIGraphicsImageRendererFormat()
    format.preferredRange = range
    format.scale = 1
    return format
  }

  @Test func extendedRendererKeepsLightAboveWhite() throws {
    let renderer = UIGraphicsImageRenderer(size: TestPictures.size, format: format(.extended))
    #expect(renderer.format.supportsHighDynamicRange)
    let image = renderer.image { _ in UIImage(cgImage: TestPictures.pixels(peak: 4)).draw(at: .zero) }
    #expect(image.isHighDynamicRange)
    #expect(image.size == TestPictures.size)
    #expect(isNear(image.cgImage?.peak, 4, within: 0.01))
  }

  @Test func standardRendererToneMaps() throws {
    let renderer = UIGraphicsImageRenderer(size: TestPictures.size, format: format(.standard))
    let image = renderer.image { _ in UIImage(cgImage: TestPictures.pixels(peak: 4)).draw(at: .zero) }
    #expect(!image.isHighDynamicRange)
    let peak = try #require(image.cgImage?.peak)
    #expect(peak <= 1 && peak > 0.9)
    #expect(image.cgImage?.bitsPerComponent == 8)
  }

  @Test func yPointsDownAndPointsAreScaled() throws {
    let format = format(.standard)
    format.scale = 2
    let image = UIGraphicsImageRenderer(size: size, format: format).image { context in
      UIColor.white.setFill()
      context.fill(CGRect(x: 0, y: 0, width: 20, height: 2))
      context.cgContext.setFillColor(UIColor.red.cgColor)
      context.fill(CGRect(x: 15, y: 8, width: 5, height: 2))
    }
    #expect(image.size == size && image.scale == 2)
    let pixels = try #require(image.cgImage)
    #expect(pixels.width == 40 && pixels.height == 20)
    #expect(TestPictures.light(of: pixels, 20, 3) == SIMD3(1, 1, 1))
    #expect(TestPictures.light(of: pixels, 20, 4) == SIMD3(0, 0, 0))
    let red = TestPictures.light(of: pixels, 35, 19)
    #expect(red.x > 0.99 && red.y < 0.01)
  }

  @Test func boundsSayWhichPartIsShown() throws {
    let bounds = CGRect(x: 10, y: 5, width: 10, height: 5)
    let image = UIGraphicsImageRenderer(bounds: bounds, format: format(.standard)).image { context in
      UIColor.white.set()
      UIRectFill(CGRect(x: 10, y: 5, width: 1, height: 1))
    }
    let pixels = try #require(image.cgImage)
    #expect(TestPictures.light(of: pixels, 0, 0).x == 1)
    #expect(TestPictures.light(of: pixels, 1, 1).x == 0)
  }

  @Test(arguments: UIImage.Orientation.allCases) func imagesAreDrawnUpright(orientation: UIImage.Orientation) throws {
    let stored = TestPictures.pixels(peak: 4)
    let image = UIImage(cgImage: stored, scale: 1, orientation: orientation)
    let drawn = UIGraphicsImageRenderer(size: image.size, format: format(.extended)).image { _ in image.draw(at: .zero)
    }
    let pixels = try #require(drawn.cgImage)
    for (column, row) in [(4, 4), (pixels.width - 4, 4), (4, pixels.height - 4)] {
      let place = orientation.stored.storedPixel(
        column: column, row: row, width: stored.width, height: stored.height)
      let wanted = TestPictures.light(of: stored, place.column, place.row)
      #expect(isNear(TestPictures.light(of: pixels, column, row).x, wanted.x, within: 0.01))
    }
  }

  @Test func opaqueImagesStartAsBlack() throws {
    let format = format(.standard)
    format.opaque = true
    let image = UIGraphicsImageRenderer(size: size, format: format).image { _ in }
    #expect(image.cgImage?.alphaInfo == .noneSkipLast)
    let clear = UIGraphicsImageRenderer(size: size, format: self.format(.standard)).image { _ in }
    #expect(clear.cgImage?.alphaInfo == .premultipliedLast)
  }

  @Test func dataFormsAreFiles() {
    let renderer = UIGraphicsImageRenderer(size: TestPictures.size, format: format(.extended))
    let actions = { (_: UIGraphicsImageRendererContext) in
      UIImage(cgImage: TestPictures.pixels(peak: 4)).draw(at: .zero)
    }
    #expect(isNear(UIImage(data: renderer.pngData(actions: actions))?.cgImage?.peak, 4, within: 0.01))
    #expect(UIImage(data: renderer.jpegData(withCompressionQuality: 0.8, actions: actions))?.size == TestPictures.size)
  }

  @Test(arguments: [0, -3, CGFloat.nan, .infinity, 1e9]) func sizesThatCannotBeAreEmpty(side: CGFloat) {
    var isRun = false
    let bounds = CGRect(x: 0, y: 0, width: side, height: abs(side) < 100 ? 0 : side)
    let image = UIGraphicsImageRenderer(bounds: bounds, format: format(.extended)).image { _ in isRun = true }
    #expect(image.size == .zero)
    #expect(!isRun)
  }

  @Test func contextsAreCurrentWhileTheyAreDrawnInto() {
    #expect(UIGraphicsGetCurrentContext() == nil)
    _ = UIGraphicsImageRenderer(size: size, format: format(.standard)).image { outer in
      #expect(UIGraphicsGetCurrentContext() === outer.cgContext)
      _ = UIGraphicsImageRenderer(size: size, format: format(.standard)).image { inner in
        #expect(UIGraphicsGetCurrentContext() === inner.cgContext)
      }
      #expect(UIGraphicsGetCurrentContext() === outer.cgContext)
    }
    UIGraphicsPopContext()
    #expect(UIGraphicsGetCurrentContext() == nil)
    UIImage().draw(at: .zero)
  }
}
