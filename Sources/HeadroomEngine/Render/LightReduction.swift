import HeadroomColor
package import HeadroomPixels

/// Measures how bright a step is, in linear BT.2020; see `LightMeter`. As an image it is two pixels: peak and mean.
package struct LightReduction: TileReduction {
  package let region: PixelRect
  package let toBT2020: ColorMatrix

  package init(region: PixelRect, toBT2020: ColorMatrix) {
    self.region = region
    self.toBT2020 = toBT2020
  }

  package var fingerprint: Fingerprint { Fingerprint("light statistics") }

  package func makePartial() -> LightMeter { LightMeter() }

  package func accumulate(_ rows: RowPointers, count: Int, x: Int, y: Int, into partial: inout LightMeter) {
    let matrix = ColorMatrixStage.Affine(toBT2020)
    unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: 3 * count) { buffer in
      guard let red = buffer.baseAddress else { return }
      let (green, blue) = unsafe (red + count, red + 2 * count)
      for i in 0..<count {
        let p = unsafe matrix.apply(Pixel(r: rows.r[i], g: rows.g[i], b: rows.b[i], a: 1))
        unsafe (red[i], green[i], blue[i]) = (p.r, p.g, p.b)
      }
      unsafe partial.add(red, green, blue, premultipliedBy: rows.a, count: count)
    }
  }

  package func merge(_ other: LightMeter, into partial: inout LightMeter) { partial.merge(other) }

  package static let resultWidth = 2

  package func finish(_ partial: LightMeter, pixelCount: Int) -> [Pixel] {
    [partial.peak, Float(partial.mean)].map { Pixel(r: $0, g: $0, b: $0, a: 1) }
  }
}
