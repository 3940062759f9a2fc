package import Foundation
internal import HeadroomColor
package import HeadroomEngine
internal import HeadroomGraphics
package import HeadroomImage
package import HeadroomPixels
internal import HeadroomTestSupport

/// Pictures made for tests: asymmetric, with values below 0 and far above 1.
package enum TestPictures {
  /// Random light with extremes and soft alpha, premultiplied, extended linear sRGB.
  package static func random(width: Int, height: Int, seed: UInt64 = 1, isOpaque: Bool = false) -> CIImage {
    var generator = SeededGenerator(seed: seed)
    var floats: [Float] = []
    for _ in 0..<width * height {
      let kind = Int.random(in: 0..<8, using: &generator)
      let range: ClosedRange<Float> = kind == 0 ? -0.5...0 : kind == 1 ? 1...16 : 0...1
      let alpha: Float = isOpaque ? 1 : kind == 2 ? 0 : Float.random(in: 0.05...1, using: &generator)
      let color = (0..<3).map { _ in Float.random(in: range, using: &generator) * alpha }
      floats += color + [alpha]
    }
    return image(floats, width: width, height: height)
  }

  /// An image of premultiplied float RGBA, rows from the top.
  package static func image(_ floats: [Float], width: Int, height: Int) -> CIImage {
    let data = unsafe floats.withUnsafeBufferPointer { unsafe Data(buffer: $0) }
    return CIImage(
      bitmapData: data, bytesPerRow: width * 16, size: CGSize(width: width, height: height), format: .RGBAf,
      colorSpace: CGColorSpace(name: CGColorSpace.extendedLinearSRGB))
  }

  /// Premultiplied pixels, rows from the bottom, at their place.
  package static func bitmap(_ pixels: [Pixel], over rect: PixelRect) -> CIImage {
    let floats = (0..<rect.height).reversed().flatMap { row in
      pixels[row * rect.width..<(row + 1) * rect.width].flatMap { [$0.r, $0.g, $0.b, $0.a] }
    }
    return image(floats, width: rect.width, height: rect.height)
      .transformed(by: .init(translationX: CGFloat(rect.minX), y: CGFloat(rect.minY)))
  }

  /// Random numbers as bytes; every fourth is an alpha where the table has any.
  package static func table(_ count: Int, seed: UInt64, isOpaque: Bool = true) -> Data {
    var generator = SeededGenerator(seed: seed)
    var floats = (0..<count).map { _ in Float.random(in: 0.25...1, using: &generator) }
    if isOpaque { for place in stride(from: 3, to: count, by: 4) { floats[place] = 1 } }
    return unsafe floats.withUnsafeBufferPointer { unsafe Data(buffer: $0) }
  }

  /// One colour over a rectangle.
  package static func solid(_ r: Float, _ g: Float, _ b: Float, _ a: Float = 1, width: Int = 8, height: Int = 8)
    -> CIImage
  {
    image((0..<width * height).flatMap { _ in [r * a, g * a, b * a, a] }, width: width, height: height)
  }
}

/// Renders through the tile renderer to premultiplied float RGBA in the working space, rows from the bottom.
package func tiled(
  _ image: CIImage, _ region: PixelRect, tileEdge: Int? = nil, workers: Int? = nil, memoryLimit: Int? = nil,
  workingFormat: CIFormat = .RGBAf
) throws -> [Pixel] {
  var options: [CIContextOption: Any] = [.workingFormat: workingFormat]
  if let memoryLimit { options[.memoryLimit] = memoryLimit }
  let context = CIContext(options: options, pool: .shared, workerLimit: workers, tileEdge: tileEdge)
  let encoding: ColorEncoding = .extendedLinearSRGB
  return pixels(of: try context.bitmap(image, region: region, format: .rgbaFloat, encoding: encoding))
}

/// The pixels of a bitmap of four floats each, rows from the bottom.
package func pixels(of bitmap: PixelBitmap) -> [Pixel] {
  // Rows of halves read as floats would reach into other memory.
  precondition(bitmap.format.component == .float && bitmap.format.bytesPerPixel == 16, "a bitmap of \(bitmap.format)")
  var pixels: [Pixel] = []
  for row in (0..<bitmap.height).reversed() {
    let values = unsafe bitmap.rowAddress(row).assumingMemoryBound(to: Float.self)
    for x in 0..<bitmap.width {
      unsafe pixels.append(
        Pixel(r: values[4 * x], g: values[4 * x + 1], b: values[4 * x + 2], a: values[4 * x + 3]))
    }
  }
  return pixels
}

/// The same through the reference renderer.
package func reference(_ image: CIImage, _ region: PixelRect) throws -> [Pixel] {
  try ReferenceRenderer.numbers(
    of: image.node, region: region, destination: PlanDestination(encoding: .extendedLinearSRGB)
  ).pixels
}

/// The largest difference, relative above 1 and absolute below; NaN in one of two counts as infinite.
package func largestDifference(_ a: [Pixel], _ b: [Pixel]) -> Float {
  guard a.count == b.count else { return .infinity }
  var worst: Float = 0
  for (p, q) in zip(a, b) {
    for (x, y) in [(p.r, q.r), (p.g, q.g), (p.b, q.b), (p.a, q.a)] {
      if x == y || (x.isNaN && y.isNaN) { continue }
      let difference = abs(x - y) / max(1, max(abs(x), abs(y)))
      worst = difference.isNaN ? .infinity : max(worst, difference)
    }
  }
  return worst
}
