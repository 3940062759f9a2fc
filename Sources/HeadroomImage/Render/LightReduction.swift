import HeadroomColor
import HeadroomPixels

/// Peak, 99.99 % level and mean of max(R, G, B), in linear BT.2020. NaN and negative light count as 0.
struct LightReduction: ReductionOperation {
  struct Partial: Sendable {
    var peak: Float = 0
    var sum = 0.0
    var count = 0
    var histogram = [Int](repeating: 0, count: LightReduction.binCount)
  }

  static let binCount = 4096

  let region: PixelRect
  let toBT2020: ColorMatrix

  var fingerprint: Fingerprint { Fingerprint("light statistics") }

  func makePartial() -> Partial { Partial() }

  func accumulate(_ tile: Tile, into partial: inout Partial) {
    let rect = unsafe tile.rect
    let matrix = ColorMatrixStage.Affine(toBT2020)
    for y in rect.minY..<rect.maxY {
      let rows = unsafe tile.rows(x: rect.minX, y: y)
      var sum = 0.0
      for i in 0..<rect.width {
        let alpha = unsafe rows.a[i]
        let scale = alpha > 0 ? 1 / alpha : 0
        let p = unsafe matrix.apply(Pixel(r: rows.r[i] * scale, g: rows.g[i] * scale, b: rows.b[i] * scale, a: 1))
        let light = max(p.r, max(p.g, p.b))
        let value = light > 0 ? light : 0
        partial.peak = value > partial.peak ? value : partial.peak
        sum += Double(value)
        partial.histogram[Self.bin(value)] += 1
      }
      partial.sum += sum
      partial.count += rect.width
    }
  }

  func merge(_ other: Partial, into partial: inout Partial) {
    partial.peak = max(partial.peak, other.peak)
    partial.sum += other.sum
    partial.count += other.count
    for index in other.histogram.indices { partial.histogram[index] += other.histogram[index] }
  }

  func finish(_ partial: Partial, pixelCount: Int) -> [Pixel] {
    func gray(_ value: Float) -> Pixel { Pixel(r: value, g: value, b: value, a: 1) }
    let mean = partial.count > 0 ? partial.sum / Double(partial.count) : 0
    return [gray(partial.peak), gray(min(percentile(partial), partial.peak)), gray(Float(mean))]
  }

  /// PQ signal of the light in bins.
  private static func bin(_ light: Float) -> Int {
    let y = min(light * (203.0 / 10000), 1)
    let power = powFast(max(y, 1e-12), 0.1593017578125)
    let signal = powFast((0.8359375 + 18.8515625 * power) / (1 + 18.6875 * power), 78.84375)
    return Int(min(max(signal, 0), 1) * Float(binCount - 1))
  }

  private func percentile(_ partial: Partial) -> Float {
    let allowed = partial.count / 10_000
    var above = 0
    for index in stride(from: Self.binCount - 1, through: 0, by: -1) {
      above += partial.histogram[index]
      if above > allowed {
        return Float(TransferFunction.pq.decode(Double(index + 1) / Double(Self.binCount - 1)))
      }
    }
    return 0
  }
}
