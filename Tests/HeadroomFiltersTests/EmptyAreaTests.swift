import Foundation
internal import HeadroomEngine
import HeadroomFilters
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomPixels
import Testing

/// Blurs leave out what has nothing around it: nobody may see where.
@Suite struct EmptyAreaTests {
  private static let (width, height) = (300, 150)

  /// Nothing but some lights, a patch, a zero below zero, and one that is no number.
  private static let picture: CIImage = {
    var floats = [Float](repeating: 0, count: width * height * 4)
    func set(_ x: Int, _ y: Int, _ pixel: [Float]) {
      floats.replaceSubrange((y * width + x) * 4..<(y * width + x) * 4 + 4, with: pixel)
    }
    for (x, y) in [(0, 0), (299, 149), (63, 40), (64, 41), (200, 90)] { set(x, y, [9, 4, -2, 1]) }
    for y in 100..<120 {
      for x in 120..<140 { set(x, y, [0.5, 0.25, 0.75, 0.5]) }
    }
    set(250, 20, [-0.0, -0.0, -0.0, 0])
    set(20, 130, [.nan, 1, 0, 1])
    return TestPictures.image(floats, width: width, height: height)
  }()

  private static let blurs = [
    ("CIGaussianBlur", 2.0), ("CIGaussianBlur", 25), ("CIDiscBlur", 5), ("CIDiscBlur", 30), ("CIBokehBlur", 7),
    ("CIMedianFilter", 0),
  ]

  private static let region = PixelRect(x: -10, y: -7, width: width + 20, height: height + 14)

  @Test(arguments: blurs)
  func `blurs of a picture that is mostly empty have the same bits whatever the tiles`(
    _ name: String, _ radius: Double
  ) throws {
    let image = Self.picture.applyingFilter(name, parameters: radius > 0 ? ["inputRadius": radius] : [:])
    let whole = try tiled(image, Self.region, tileEdge: 512, workers: 1)
    #expect(try tiled(image, Self.region, tileEdge: 37, workers: 2) == whole)
    #expect(try tiled(image, Self.region) == whole)
    #expect(whole.contains { $0.r > 0 })
  }
}
