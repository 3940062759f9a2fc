import Foundation
import Headroom
import Testing

@Suite("Numbers that a client did not mean")
struct HostileNumberTests {
  static let bases = [OddValues.image(), CIImage.empty(), CIImage.red, CIImage.clear]

  @Test(arguments: bases.indices)
  func `rectangles may be anything`(index: Int) {
    let (base, context) = (Self.bases[index], CIContext())
    for rectangle in OddValues.rectangles {
      for image in [base.cropped(to: rectangle), base.clamped(to: rectangle), base.settingAlphaOne(in: rectangle)] {
        OddValues.exercise(image)
        OddValues.exercise(image.oriented(.right))
        OddValues.exercise(image.clampedToExtent().applyingGaussianBlur(sigma: 2))
        _ = image.regionOfInterest(for: base, in: rectangle)
      }
      _ = context.createCGImage(base, from: rectangle)
    }
    #expect(base.cropped(to: CGRect(x: OddValues.nan, y: 0, width: 1, height: 1)).extent.isNull)
  }

  @Test(arguments: bases.indices)
  func `transforms may be anything`(index: Int) {
    let base = Self.bases[index]
    for transform in OddValues.transforms {
      OddValues.exercise(base.transformed(by: transform))
      OddValues.exercise(base.transformed(by: transform, highQualityDownsample: true))
      OddValues.exercise(base.samplingNearest().transformed(by: transform))
      OddValues.exercise(base.transformed(by: transform).transformed(by: transform))
      OddValues.exercise(base.clampedToExtent().transformed(by: transform))
    }
    for orientation in [Int32.min, -1, 0, 1, 5, 8, 9, .max] {
      OddValues.exercise(base.oriented(forExifOrientation: orientation))
    }
    for sigma in [-1, 0, 0.1, 3, 1e5, 1e300, Double.nan, .infinity] {
      OddValues.exercise(base.applyingGaussianBlur(sigma: sigma))
    }
    for headroom in [-1, 0, 1, 2, 1e30, Float.nan, .infinity] {
      OddValues.exercise(base.settingContentHeadroom(headroom).settingContentAverageLightLevel(headroom))
      OddValues.exercise(base.applyingGainMap(base, headroom: headroom))
    }
  }

  @Test func `sizes and strides may be anything`() {
    let sizes = [
      CGSize(width: OddValues.nan, height: 1), CGSize(width: OddValues.infinity, height: 1),
      CGSize(width: 1e300, height: 1), CGSize(width: -1, height: 2), .zero, CGSize(width: 1, height: 9e15),
    ]
    for size in sizes {
      for stride in [0, -5, 16, Int.max, Int.min] {
        let image = CIImage(
          bitmapData: Data(count: 64), bytesPerRow: stride, size: size, format: .RGBA8, colorSpace: nil)
        #expect(image.extent.isNull)
      }
    }
    let space = CGColorSpaceCreateDeviceRGB()
    let bytes = CGDataProvider(data: Data(count: 64))
    for width in [Int.min, -1, 0, 3, 1 << 40, .max] {
      for height in [Int.min, -1, 0, 7, .max] {
        var buffer: CVPixelBuffer?
        let made = CVPixelBufferCreate(nil, width, height, kCVPixelFormatType_32BGRA, nil, &buffer)
        #expect((made == kCVReturnSuccess) == (width == 3 && height == 7))
        _ = CGContext(
          data: nil, width: width, height: height, bitsPerComponent: width, bytesPerRow: height, space: space,
          bitmapInfo: 1)
        guard let bytes else { continue }
        _ = CGImage(
          width: 4, height: 4, bitsPerComponent: width, bitsPerPixel: height, bytesPerRow: width, space: space,
          bitmapInfo: CGBitmapInfo(rawValue: 1), provider: bytes, decode: nil, shouldInterpolate: false,
          intent: .defaultIntent)
      }
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func `a context draws at any place`() throws {
    let context = try #require(
      CGContext(
        data: nil, width: 8, height: 8, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: 1))
    let image = try #require(
      CIContext().createCGImage(OddValues.image(), from: CGRect(x: 0, y: 0, width: 8, height: 6)))
    for rectangle in OddValues.rectangles {
      context.saveGState()
      context.fill(rectangle)
      context.draw(image, in: rectangle)
      context.clip(to: rectangle)
      context.clear(rectangle)
      context.restoreGState()
      _ = image.cropping(to: rectangle)
    }
    for transform in OddValues.transforms {
      context.saveGState()
      context.concatenate(transform)
      context.draw(image, in: CGRect(x: 0, y: 0, width: 4, height: 4))
      context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
      context.restoreGState()
    }
    #expect(context.makeImage() != nil)
  }
}
