package import Foundation
internal import HeadroomColor
internal import HeadroomEngine
internal import HeadroomGraphics
package import HeadroomImage
package import HeadroomPixels
internal import HeadroomTestSupport

/// A small picture of premultiplied floats in the working space; rows from the bottom, as coordinates run.
package struct TestPicture: Codable, Equatable {
  package var origin: [Int]
  package var size: [Int]
  package var pixels: [Float]

  package init(rect: PixelRect, pixels: [Float]) {
    origin = [rect.minX, rect.minY]
    size = [rect.width, rect.height]
    self.pixels = pixels
  }

  package var rect: PixelRect { PixelRect(x: origin[0], y: origin[1], width: size[0], height: size[1]) }

  package subscript(x: Int, y: Int) -> [Float] {
    let start = 4 * ((y - rect.minY) * rect.width + x - rect.minX)
    return Array(pixels[start..<start + 4])
  }

  /// Random colour between two bounds and, unless opaque, random alpha; colour is multiplied by alpha.
  package static func random(width: Int, height: Int, seed: UInt64, _ range: ClosedRange<Float>, isOpaque: Bool)
    -> TestPicture
  {
    var generator = SeededGenerator(seed: seed)
    var pixels: [Float] = []
    for _ in 0..<width * height {
      let alpha: Float = isOpaque ? 1 : Float.random(in: 0...1, using: &generator)
      for _ in 0..<3 { pixels.append(Float.random(in: range, using: &generator) * alpha) }
      pixels.append(alpha)
    }
    return TestPicture(rect: PixelRect(x: 0, y: 0, width: width, height: height), pixels: pixels)
  }

  /// The picture as an image at its place.
  package var image: CIImage {
    var rows = Data()
    for y in (0..<size[1]).reversed() {
      let row = pixels[y * size[0] * 4..<(y + 1) * size[0] * 4]
      unsafe row.withUnsafeBytes { unsafe rows.append(contentsOf: $0) }
    }
    return CIImage(
      bitmapData: rows, bytesPerRow: size[0] * 16, size: CGSize(width: size[0], height: size[1]), format: .RGBAf,
      colorSpace: nil
    ).transformed(by: CGAffineTransform(translationX: CGFloat(origin[0]), y: CGFloat(origin[1])))
  }
}

extension TestPicture {
  /// Renders a part of an image with the tile renderer; numbers stay those of the working space.
  package static func render(_ image: CIImage, _ rect: PixelRect, tileEdge: Int? = nil, workers: Int? = nil) throws
    -> TestPicture
  {
    let context = CIContext(options: [:], pool: .shared, workerLimit: workers, tileEdge: tileEdge)
    let bitmap = try context.bitmap(image, region: rect, format: .rgbaFloat, encoding: nil, alpha: .premultiplied)
    return TestPicture(bitmap, rect)
  }

  /// The floats of a bitmap that shows a rectangle.
  package init(_ bitmap: PixelBitmap, _ rect: PixelRect) {
    var pixels: [Float] = []
    for row in (0..<rect.height).reversed() {
      let floats = unsafe bitmap.rowAddress(row).assumingMemoryBound(to: Float.self)
      for index in 0..<rect.width * 4 { unsafe pixels.append(floats[index]) }
    }
    self.init(rect: rect, pixels: pixels)
  }

  /// Renders a part of an image with the reference renderer.
  package static func reference(_ image: CIImage, _ rect: PixelRect) throws -> TestPicture {
    let result = try ReferenceRenderer.pixels(of: image.node, region: rect)
    return TestPicture(rect: rect, pixels: result.pixels.flatMap { [$0.r, $0.g, $0.b, $0.a] })
  }

  /// The largest difference, in units of `1 + |expected|`, and where it is.
  package func difference(from expected: TestPicture) -> (error: Float, place: String) {
    guard rect == expected.rect else { return (.infinity, "rectangles \(rect) and \(expected.rect)") }
    var worst: (error: Float, place: String) = (0, "")
    for (index, value) in expected.pixels.enumerated() {
      let found = pixels[index]
      let error = found.isNaN || value.isNaN ? .infinity : abs(found - value) / (1 + abs(value))
      if error > worst.error {
        let pixel = index / 4
        let place = "x \(rect.minX + pixel % rect.width) y \(rect.minY + pixel / rect.width) channel \(index % 4)"
        worst = (error, "\(place): \(found), expected \(value)")
      }
    }
    return worst
  }
}

extension PixelRect {
  /// The whole of a finite extent, or a window of an infinite one.
  package static func window(of extent: CGRect) -> PixelRect {
    let whole = PixelRect(enclosing: extent)
    return whole.isInfinite ? PixelRect(x: -5, y: -3, width: 40, height: 30) : whole
  }
}
