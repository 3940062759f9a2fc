import Foundation
internal import HeadroomEngine
import HeadroomGraphics
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomPixels
import HeadroomRAW
import HeadroomTestSupport
import Testing

@Suite struct RAWWhiteTests {
  /// A wall that the camera's own white balance would leave yellow, beside one that it takes for neutral.
  private static let walls = PlainDNG(width: 240, height: 160) { x, y, plane in
    let neutral = [0.5, 1, 2.0 / 3][plane]
    return 0.3 * neutral * (x < 120 && y < 80 ? [1.2, 1, 0.6][plane] : 1)
  }

  private static func filter(_ dng: PlainDNG = walls) throws -> CIRAWFilter {
    let filter = try #require(CIRAWFilter(imageData: Data(dng.bytes), identifierHint: nil))
    (filter.boostAmount, filter.isGamutMappingEnabled) = (0, false)
    return filter
  }

  private static func pixel(_ filter: CIRAWFilter, _ x: Int, _ y: Int) throws -> [Float] {
    let image = try #require(filter.outputImage)
    return try TestPicture.render(image, PixelRect(enclosing: image.extent))[x, y]
  }

  @Test func `What is pointed at becomes neutral`() throws {
    let filter = try Self.filter()
    #expect(filter.neutralLocation == .zero)
    let before = try Self.pixel(filter, 60, 120)
    #expect(before[0] > 1.3 * before[2])
    // The picture's upper left quarter, from below.
    filter.neutralLocation = CGPoint(x: 60, y: 120)
    #expect(filter.neutralLocation == CGPoint(x: 60, y: 120))
    let after = try Self.pixel(filter, 60, 120)
    #expect(abs(after[0] - after[1]) < 2e-3 * after[1] && abs(after[2] - after[1]) < 2e-3 * after[1], "\(after)")
    // The other properties are views of the same white.
    let white = filter.neutralChromaticity
    let other = try Self.filter()
    other.neutralChromaticity = white
    #expect(abs(other.neutralTemperature - filter.neutralTemperature) < 0.5)
    #expect(abs(other.neutralChromaticity.x - white.x) < 1e-9)
  }

  @Test func `Places are those of the picture as it is turned and scaled`() throws {
    for (orientation, place) in [
      (CGImagePropertyOrientation.up, CGPoint(x: 30, y: 60)), (.down, CGPoint(x: 90, y: 20)),
      (.right, CGPoint(x: 60, y: 90)), (.left, CGPoint(x: 20, y: 30)),
    ] {
      let filter = try Self.filter()
      (filter.orientation, filter.scaleFactor) = (orientation, 0.5)
      filter.neutralLocation = place
      let pixel = try Self.pixel(filter, Int(place.x), Int(place.y))
      #expect(abs(pixel[0] - pixel[2]) < 4e-3 * pixel[1], "\(orientation): \(pixel)")
    }
  }

  @Test func `Where there is no colour nothing changes`() throws {
    let filter = try Self.filter()
    let white = filter.neutralChromaticity
    for place in [CGPoint(x: -1, y: 5), CGPoint(x: 240, y: 5), CGPoint(x: CGFloat.nan, y: 0), CGPoint(x: 1e300, y: 0)] {
      filter.neutralLocation = place
      #expect(filter.neutralChromaticity == white)
      #expect(filter.neutralLocation == .zero)
    }
    let dark = try Self.filter(PlainDNG(width: 64, height: 64) { _, _, _ in 0 })
    let before = dark.neutralChromaticity
    dark.neutralLocation = CGPoint(x: 30, y: 30)
    #expect(dark.neutralChromaticity == before)
  }
}
