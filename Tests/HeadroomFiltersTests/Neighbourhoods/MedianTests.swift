import Foundation
internal import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomPixels
import HeadroomTestSupport
import Testing

/// Medians of squares of any size.
@Suite struct MedianTests {
  private static let radii = [1, 2, 3, 7, 20]

  private static func median(_ picture: TestPicture, _ radius: Int, isClamped: Bool) -> CIImage {
    (isClamped ? picture.image.clampedToExtent() : picture.image).applyingMedian(radius: radius)
  }

  @Test(arguments: radii) func `a median is what its definition says`(_ radius: Int) throws {
    var picture = TestPicture.random(width: 17, height: 12, seed: 31, -0.5...4, isOpaque: false)
    picture.origin = [5, -3]
    picture.pixels[4 * 31 + 1] = .nan
    picture.pixels[4 * 40] = -.infinity
    for place in 60..<90 { picture.pixels[4 * place + 2] = place.isMultiple(of: 2) ? 0 : -0.0 }
    for isClamped in [false, true] {
      let output = Self.median(picture, radius, isClamped: isClamped)
      for region in [
        PixelRect(x: 1, y: -7, width: 26, height: 21), PixelRect(x: 60, y: -2, width: 4, height: 3),
        PixelRect(x: 9, y: -44, width: 4, height: 2),
      ] {
        let (fast, slow) = try (TestPicture.render(output, region), TestPicture.reference(output, region))
        #expect(fast.pixels == slow.pixels, "repeated edges \(isClamped), \(region)")
      }
    }
  }

  @Test(arguments: [2, 5, 40]) func `tiles and workers change no bit`(_ radius: Int) throws {
    let picture = TestPicture.random(width: 701, height: 300, seed: 32, -0.5...4, isOpaque: false)
    for isClamped in [false, true] {
      let output = Self.median(picture, radius, isClamped: isClamped)
      let region = picture.rect.expanded(dx: isClamped ? 7 : 0, dy: 0)
      let whole = try TestPicture.render(output, region, workers: 2)
      for (edge, workers) in [(37, 2), (90, 1)] {
        let tiled = try TestPicture.render(output, region, tileEdge: edge, workers: workers)
        #expect(tiled.hasSameBits(as: whole), "tiles of \(edge)")
      }
    }
  }

  /// Values of few levels, far apart, so that the median jumps over most of a block's places from pixel to pixel.
  @Test func `edges, equal values and the widest square`() throws {
    var picture = TestPicture.random(width: 400, height: 90, seed: 33, 0...1, isOpaque: true)
    for place in 0..<400 * 90 where place % 400 < 200 || (place / 400 + place).isMultiple(of: 2) {
      for channel in 0..<3 { picture.pixels[4 * place + channel] = place.isMultiple(of: 3) ? -7 : 900 }
    }
    for (radius, rect) in [
      (6, PixelRect(x: 170, y: 20, width: 70, height: 9)), (31, PixelRect(x: 190, y: 40, width: 6, height: 3)),
      (500, PixelRect(x: 130, y: 40, width: 2, height: 2)),
    ] {
      let output = Self.median(picture, radius, isClamped: true)
      let fast = try TestPicture.render(output, picture.rect)
      let slow = try TestPicture.reference(output, rect)
      for y in rect.rows {
        for x in rect.columns {
          for channel in 0..<4 {
            let place = 4 * (y * 400 + x) + channel
            #expect(fast.pixels[place] == slow.pixels[4 * ((y - rect.minY) * rect.width + x - rect.minX) + channel])
          }
        }
      }
    }
  }

  @Test func `no radius leaves the image, one is Core Image's filter`() throws {
    let picture = TestPicture.random(width: 23, height: 9, seed: 34, 0...1, isOpaque: false)
    let image = picture.image
    #expect(image.applyingMedian(radius: -3) === image)
    #expect(image.applyingMedian(radius: 0) === image)
    let one = try TestPicture.render(image.applyingMedian(radius: 1), picture.rect)
    let filter = try TestPicture.render(image.applyingFilter("CIMedianFilter"), picture.rect)
    #expect(one.hasSameBits(as: filter))
  }
}
