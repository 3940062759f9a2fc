internal import HeadroomPixels

/// How often each value occurs, in bins of equal width from 0 to 1.
struct ValueCounts: ReductionImplementation {
  let region: PixelRect
  let count: Int
  let scale: Float
  /// Whether colours are straight and count as much as their alpha.
  let weighsByAlpha: Bool

  var fingerprint: Fingerprint {
    Fingerprint("histogram", region.fingerprint + [Double(count), Double(scale), weighsByAlpha ? 1 : 0])
  }

  func peak(of inputs: [Float?]) -> Float? { scale }
  func isOpaque(_ inputs: [Bool]) -> Bool { false }

  /// ``count`` bins each of red, green, blue and alpha.
  func makePartial() -> [Double] { [Double](repeating: 0, count: 4 * count) }

  func accumulate(_ rows: RowPointers, count width: Int, x: Int, y: Int, into partial: inout [Double]) {
    var bins = [Int32](repeating: 0, count: width)
    let alpha = unsafe rows.a
    if weighsByAlpha {
      var (weights, scales) = ([Float](repeating: 0, count: width), [Float](repeating: 0, count: width))
      for i in 0..<width {
        let value = unsafe alpha[i]
        weights[i] = value > 0 ? value : 0
        scales[i] = value > 0 ? 1 / value : 0
      }
      for plane in 0..<3 {
        unsafe findBins(of: rows.plane(plane), scales, &bins)
        for i in 0..<width { partial[plane * count + Int(bins[i])] += Double(weights[i]) }
      }
    } else {
      for plane in 0..<3 {
        unsafe findBins(of: rows.plane(plane), nil, &bins)
        for bin in bins { partial[plane * count + Int(bin)] += 1 }
      }
    }
    unsafe findBins(of: alpha, nil, &bins)
    for bin in bins { partial[3 * count + Int(bin)] += 1 }
  }

  private func findBins(of row: UnsafePointer<Float>, _ scales: [Float]?, _ bins: inout [Int32]) {
    let (factor, last) = (Float(count), Float(count - 1))
    for i in bins.indices {
      let position = unsafe row[i] * (scales?[i] ?? 1) * factor
      let held = position > 0 ? (position < last ? position.rounded(.down) : last) : 0
      // The sum leaves the integer in the mantissa, without a trapping conversion.
      bins[i] = Int32(bitPattern: (held + 8_388_608).bitPattern & 0x7F_FFFF)
    }
  }

  func merge(_ other: [Double], into partial: inout [Double]) {
    for index in partial.indices { partial[index] += other[index] }
  }

  func finish(_ partial: [Double], pixelCount: Int) -> [Pixel] {
    let all = weighsByAlpha ? partial[0..<count].reduce(0, +) : Double(region.area)
    let (share, shareOfAlpha) = (all > 0 ? Double(scale) / all : 0, Double(scale) / Double(region.area))
    func bin(_ plane: Int, _ index: Int) -> Float {
      Float(partial[plane * count + index] * (plane == 3 ? shareOfAlpha : share))
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
