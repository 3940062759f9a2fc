import HeadroomColor
import HeadroomPixels

/// How bright a step is, in linear BT.2020; see ``LightMeter``. As an image it is a row of numbers, see `HDRStats`.
struct LightReduction: TileReduction {
  let region: PixelRect
  let toBT2020: ColorMatrix

  var fingerprint: Fingerprint { Fingerprint("light statistics") }

  func makePartial() -> LightMeter { LightMeter() }

  func accumulate(_ tile: Tile, into partial: inout LightMeter) {
    let rect = unsafe tile.rect
    let matrix = ColorMatrixStage.Affine(toBT2020)
    let buffer = RowBuffer(capacity: rect.width)
    let light = unsafe buffer.rows
    for y in (rect.minY..<rect.maxY).reversed() {
      let rows = unsafe tile.rows(x: rect.minX, y: y)
      for i in 0..<rect.width {
        let p = unsafe matrix.apply(Pixel(r: rows.r[i], g: rows.g[i], b: rows.b[i], a: 1))
        unsafe (light.r[i], light.g[i], light.b[i]) = (p.r, p.g, p.b)
      }
      unsafe partial.add(light.r, light.g, light.b, premultipliedBy: rows.a, count: rect.width)
    }
  }

  func merge(_ other: LightMeter, into partial: inout LightMeter) { partial.merge(other) }

  static let resultWidth = 5

  func finish(_ partial: LightMeter, pixelCount: Int) -> [Pixel] {
    [
      Double(partial.peak), partial.level(exceededBy: 0.0001), partial.mean, partial.contentHeadroom,
      partial.logAverage,
    ].map { Pixel(r: Float($0), g: Float($0), b: Float($0), a: 1) }
  }
}
