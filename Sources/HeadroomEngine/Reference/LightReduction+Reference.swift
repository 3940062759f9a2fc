internal import HeadroomColor
import HeadroomPixels

extension LightReduction: ReferenceReduction {
  package func evaluate(_ pixels: [Pixel], pixelCount: Int) -> [Pixel] {
    let buffer = RowBuffer(capacity: max(pixels.count, 1))
    let light = unsafe buffer.rows
    for (i, pixel) in pixels.enumerated() {
      let p = toBT2020.apply(Pixel(r: pixel.r, g: pixel.g, b: pixel.b, a: 1))
      unsafe (light.r[i], light.g[i], light.b[i], light.a[i]) = (p.r, p.g, p.b, pixel.a)
    }
    var meter = LightMeter()
    unsafe meter.add(light.r, light.g, light.b, premultipliedBy: light.a, count: pixels.count)
    return finish(meter, pixelCount: pixelCount)
  }
}
