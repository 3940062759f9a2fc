internal import HeadroomEngine
internal import HeadroomPixels

/// How often each value occurs, in bins of equal width from 0 to 1.
struct ValueCounts: ReductionImplementation {
  let region: PixelRect
  let count: Int
  let scale: Float
  /// Whether colours are straight and weighted by their alpha.
  let weighsByAlpha: Bool

  var fingerprint: Fingerprint {
    Fingerprint("histogram", region.fingerprint + [Double(count), Double(scale), weighsByAlpha ? 1 : 0])
  }

  func peak(of inputs: [Float?]) -> Float? { scale }
  func isOpaque(_ inputs: [Bool]) -> Bool { false }

  struct Partial: Sendable {
    var counts: BinCounts
    /// Sums of alpha: ``ValueCounts/count`` bins each of red, green and blue. Empty where pixels are counted.
    var weights: [Double]
  }

  func makePartial() -> Partial {
    Partial(counts: BinCounts(count: count), weights: [Double](repeating: 0, count: weighsByAlpha ? 3 * count : 0))
  }

  func accumulate(_ rows: RowPointers, count width: Int, x: Int, y: Int, into partial: inout Partial) {
    let factor = Float(count)
    for plane in 0..<4 {
      let row = unsafe rows.plane(plane)
      if weighsByAlpha && plane < 3 {
        unsafe weigh(row, by: rows.a, width, into: &partial.weights, from: plane * count)
      } else {
        partial.counts.add(channel: plane, pixels: width) { unsafe row[$0] * factor }
      }
    }
  }

  private func weigh(
    _ row: UnsafePointer<Float>, by alpha: UnsafePointer<Float>, _ width: Int, into weights: inout [Double],
    from first: Int
  ) {
    let (factor, last) = (Float(count), Float(count - 1))
    for i in 0..<width {
      let weight = unsafe alpha[i]
      guard weight > 0 else { continue }
      let position = unsafe row[i] * (1 / weight) * factor
      let inRange = smaller(larger(position, 0), last).rounded(.down)
      weights[first + Int((inRange + 8_388_608).bitPattern & 0x7F_FFFF)] += Double(weight)
    }
  }

  func merge(_ other: Partial, into partial: inout Partial) {
    partial.counts.merge(other.counts)
    for index in partial.weights.indices { partial.weights[index] += other.weights[index] }
  }

  func finish(_ partial: Partial, pixelCount: Int) -> [Pixel] {
    let all = weighsByAlpha ? partial.weights[0..<count].reduce(0, +) : Double(region.area)
    let (share, shareOfAlpha) = (all > 0 ? Double(scale) / all : 0, Double(scale) / Double(region.area))
    func bin(_ plane: Int, _ index: Int) -> Float {
      if weighsByAlpha, plane < 3 { return Float(partial.weights[plane * count + index] * share) }
      return Float(Double(partial.counts.total(plane, index)) * (plane == 3 ? shareOfAlpha : share))
    }
    return (0..<count).map { Pixel(r: bin(0, $0), g: bin(1, $0), b: bin(2, $0), a: bin(3, $0)) }
  }

  func evaluate(_ pixels: [Pixel], pixelCount: Int) -> [Pixel] {
    var result = [SIMD4<Double>](repeating: .zero, count: count)
    let visible = pixels.map { Double(max($0.a.isNaN ? 0 : $0.a, 0)) }
    let all = weighsByAlpha ? visible.reduce(0, +) : Double(pixels.count)
    func bin(_ value: Float) -> Int {
      let position = value * Float(count)
      return position > 0 ? Int(min(position, Float(count - 1)).rounded(.down)) : 0
    }
    for (pixel, alpha) in zip(pixels, visible) {
      let scale = weighsByAlpha ? (alpha > 0 ? 1 / Float(alpha) : 0) : 1
      let share = weighsByAlpha ? (all > 0 ? alpha / all : 0) : 1 / all
      result[bin(pixel.r * scale)].x += share
      result[bin(pixel.g * scale)].y += share
      result[bin(pixel.b * scale)].z += share
      result[bin(pixel.a)].w += 1 / Double(pixels.count)
    }
    return result.map { Pixel($0 * Double(scale)) }
  }
}
