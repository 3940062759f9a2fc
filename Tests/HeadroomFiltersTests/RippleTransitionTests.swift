import Foundation
internal import HeadroomEngine
import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomPixels
import Testing

/// A wave that is narrower than the picture: most of it lies before or behind.
struct RippleTransitionTests {
  private static let frame = PixelRect(x: 0, y: 0, width: 200, height: 150)

  private func gradient(_ x: Double) -> CIImage {
    let parameters: [String: Any] = [
      "inputCenter": CIVector(x: x, y: 60), "inputRadius0": 3.0, "inputRadius1": 150.0,
      "inputColor0": CIColor(red: 0.9, green: 0.4, blue: 0.1), "inputColor1": CIColor(red: 0.1, green: 0.2, blue: 0.8),
    ]
    let image = CIFilter(name: "CIRadialGradient", parameters: parameters)?.outputImage ?? .empty()
    return image.cropped(to: Self.frame.cgRect)
  }

  private func wave(_ image: CIImage, _ target: CIImage, time: Double) throws -> CIImage {
    let sphere = gradient(20).cropped(to: CGRect(x: 0, y: 0, width: 32, height: 32))
    let parameters: [String: Any] = [
      "inputImage": image, "inputTargetImage": target, "inputShadingImage": sphere,
      "inputCenter": CIVector(x: 70, y: 80), "inputExtent": CIVector(cgRect: Self.frame.cgRect), "inputTime": time,
      "inputWidth": 12.0, "inputScale": 20.0,
    ]
    return try #require(CIFilter(name: "CIRippleTransition", parameters: parameters)?.outputImage)
  }

  @Test(arguments: [0.1, 0.5, 0.9]) func `Tiles beside the wave have the same bits as one tile`(time: Double) throws {
    let result = try wave(gradient(40), gradient(160), time: time)
    let whole = try TestPicture.render(result, Self.frame, tileEdge: 512, workers: 1)
    let tiled = try TestPicture.render(result, Self.frame, tileEdge: 16, workers: 2)
    #expect(tiled.hasSameBits(as: whole))
    let (error, place) = whole.difference(from: try TestPicture.reference(result, Self.frame))
    #expect(error <= 1e-4, "\(place)")
  }

  @Test(arguments: [0.1, 0.5, 0.9]) func `A wave through one picture is the wave from it to a copy`(time: Double) throws
  {
    let image = gradient(40)
    let copy = gradient(40)
    #expect(image.node !== copy.node)
    let alone = try TestPicture.render(try wave(image, image, time: time), Self.frame)
    let both = try TestPicture.render(try wave(image, copy, time: time), Self.frame)
    #expect(alone.hasSameBits(as: both))
  }
}
