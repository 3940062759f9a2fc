package import HeadroomPixels

/// A whole picture in memory as the reference renderer sees it: premultiplied pixels, transparent outside.
package struct ReferenceImage {
  package let rect: PixelRect
  package var pixels: [Pixel]

  init(_ rect: PixelRect) {
    self.rect = rect
    pixels = [Pixel](repeating: .clear, count: rect.area)
  }

  package subscript(x: Int, y: Int) -> Pixel {
    get { contains(x, y) ? pixels[(y - rect.minY) * rect.width + x - rect.minX] : .clear }
    set { if contains(x, y) { pixels[(y - rect.minY) * rect.width + x - rect.minX] = newValue } }
  }

  private func contains(_ x: Int, _ y: Int) -> Bool {
    x >= rect.minX && x < rect.maxX && y >= rect.minY && y < rect.maxY
  }

  /// Fills every pixel from its coordinates.
  init(_ rect: PixelRect, _ pixel: (_ x: Int, _ y: Int) -> Pixel) {
    self.init(rect)
    var index = 0
    for y in rect.minY..<rect.maxY {
      for x in rect.minX..<rect.maxX {
        pixels[index] = pixel(x, y)
        index += 1
      }
    }
  }
}

extension Pixel {
  /// Colour divided by alpha; 0 where alpha is 0.
  package var straight: Pixel { a == 0 ? Pixel(r: 0, g: 0, b: 0, a: 0) : Pixel(r: r / a, g: g / a, b: b / a, a: a) }
  /// Colour divided by alpha; light without alpha stays as it is.
  var straightOrEmissive: Pixel { a == 0 ? self : straight }
  /// Undoes ``straightOrEmissive``.
  var premultipliedOrLight: Pixel { a == 0 ? self : premultiplied }
  /// Infinite colours as the largest half float; see ``SourceOperation/boundsLight``.
  var withoutInfiniteColor: Pixel {
    func bounded(_ x: Float) -> Float {
      x.isInfinite ? (x.sign == .minus ? -1 : 1) * Float(Float16.greatestFiniteMagnitude) : x
    }
    return Pixel(r: bounded(r), g: bounded(g), b: bounded(b), a: a)
  }
  package var color: SIMD3<Double> { SIMD3(Double(r), Double(g), Double(b)) }
  func withColor(_ c: SIMD3<Double>) -> Pixel { Pixel(r: Float(c.x), g: Float(c.y), b: Float(c.z), a: a) }
}
