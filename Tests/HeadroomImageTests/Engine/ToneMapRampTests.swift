import Foundation
import HeadroomColor
internal import HeadroomEngine
import HeadroomGraphics
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomPictures
import HeadroomPixels
import Testing

/// Tone maps as they are rendered: tables, tiles and measurements included.
@Suite("Rendered tone maps")
struct ToneMapRampTests {
  private static let width = 2048

  private static func ramp(to peak: Double) -> CIImage {
    let row = (0..<width).flatMap { x -> [Float] in
      let light = Float(exp2(-12 + (log2(peak) + 12) * Double(x) / Double(width - 1)))
      return [light, light, light, 1]
    }
    return TestPictures.image(row + row, width: width, height: 2)
  }

  @Test(
    "rise with the light and end at the target, for every operator and peak", arguments: ToneMapOperator.allCases,
    [1, 2.3, 4.926, 49.26, 5344, 192_200, 1_000_000])
  func ramps(_ tone: ToneMapOperator, _ peak: Double) throws {
    for (target, isMeasured) in [(1.0, false), (1.0, true), (3.0, false)] {
      let image = Self.ramp(to: peak)
        .toneMapped(to: target, from: isMeasured ? nil : Swift.max(peak, 1.0001), toneMapOperator: tone)
      let pixels = try tiled(image, PixelRect(x: 0, y: 0, width: Self.width, height: 1))
      var last: Float = 0
      var steps: [Float] = []
      for pixel in pixels {
        #expect(pixel.r >= last * (1 - 1e-6))
        #expect(pixel.r <= Float(target) * (1 + 1e-6))
        if last > 0.01 { steps.append(pixel.r / last) }
        last = Swift.max(last, pixel.r)
      }
      // Smooth: no step is more than four times what the light's own step would be.
      let own = exp2((log2(peak) + 12) / Double(Self.width - 1))
      #expect(Double(steps.max() ?? 1) < pow(own, 4) + 1e-5)
    }
  }

  @Test("do not follow one hot pixel")
  func hotPixel() throws {
    let size = 512
    func picture(hot: Float?) -> CIImage {
      var floats = (0..<size * size).flatMap { index -> [Float] in
        let light = 0.05 + 3 * Float(index % size) / Float(size)
        return [light, light * 0.8, light * 0.5, 1]
      }
      if let hot { floats.replaceSubrange(4000..<4003, with: [hot, hot, hot]) }
      return TestPictures.image(floats, width: size, height: size)
    }
    let row = PixelRect(x: 0, y: 100, width: size, height: 1)
    for tone in ToneMapOperator.allCases {
      let plain = try tiled(picture(hot: nil).toneMapped(to: 1, toneMapOperator: tone), row)
      let hot = try tiled(picture(hot: 192_200).toneMapped(to: 1, toneMapOperator: tone), row)
      #expect(largestDifference(plain, hot) < 0.03, "\(tone)")
    }
    // A target that holds all but the hot pixel: that one is limited, nothing else changes.
    let limited = try tiled(
      picture(hot: 192_200).toneMapped(to: 4), PixelRect(x: 0, y: 0, width: size, height: size))
    #expect(limited.allSatisfy { $0.r <= 4.00001 })
    let untouched = try tiled(picture(hot: nil), row)
    #expect(try largestDifference(tiled(picture(hot: 192_200).toneMapped(to: 4), row), untouched) < 1e-6)
  }

  @Test("an alpha that is 0 everywhere does not hide a picture, one that is 1 takes no channel")
  func idleAlpha() throws {
    let context = CIContext()
    for alpha in [Float(0), 1] {
      let floats = (0..<16 * 16).flatMap { index -> [Float] in [Float(index) / 256, 0.25, 0.5, alpha] }
      let image = TestPictures.image(floats, width: 16, height: 16)
      let space = CGColorSpace(name: CGColorSpace.sRGB)!
      let data = try #require(context.pngRepresentation(of: image, format: .RGBA8, colorSpace: space))
      let read = try #require(CIImage(data: data))
      let pixels = try tiled(read, PixelRect(x: 0, y: 0, width: 16, height: 16))
      #expect(pixels.allSatisfy { $0.a == 1 })
      #expect(abs(pixels[15].b - 0.5) < 0.01)
      #expect(read.isOpaque)
    }
  }
}
