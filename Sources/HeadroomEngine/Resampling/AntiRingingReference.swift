internal import HeadroomPixels

/// Does what `AntiRingingLimiter` does, for one pixel and straight from the definition.
struct AntiRingingReference {
  /// All pixels of the result.
  let result: PixelRect
  typealias Sampler = (_ x: Int, _ y: Int) -> Sample

  /// A value of the kernel, and its bounds.
  struct Sample {
    var value = SIMD4<Double>.zero
    private(set) var least = SIMD4(repeating: Double.infinity)
    private(set) var most = SIMD4(repeating: -Double.infinity)

    /// Extends the bounds by a pixel of the source that the sample shows.
    mutating func show(_ pixel: SIMD4<Double>) {
      least = pointwiseMin(least, pixel)
      most = pointwiseMax(most, pixel)
    }

    var clamped: SIMD4<Double> { pointwiseMin(pointwiseMax(value, least), most) }
  }

  private func around(_ x: Int, _ y: Int) -> PixelRect {
    PixelRect(minX: x - 2, minY: y - 2, maxX: x + 3, maxY: y + 3).intersection(result)
  }

  func value(x: Int, y: Int, _ sample: Sampler) -> SIMD4<Double> {
    let own = sample(x, y)
    var total = own.clamped
    for giver in around(x, y).points { total += share(of: sample(giver.x, giver.y), at: giver, for: own, sample) }
    return pointwiseMin(pointwiseMax(total, own.least), own.most)
  }

  /// The share that a pixel gets of what was clipped from one nearby.
  private func share(
    of giver: Sample, at place: (x: Int, y: Int), for own: Sample, _ sample: Sampler
  ) -> SIMD4<Double> {
    let cut = Self.redistributed(giver.value - giver.clamped, giver.clamped)
    if cut == .zero { return .zero }
    let around = around(place.x, place.y).points.map { sample($0.x, $0.y) }
    var share = SIMD4<Double>.zero
    for plane in 0..<4 where cut[plane] != 0 {
      func room(_ sample: Sample) -> Double {
        (cut[plane] > 0 ? sample.most : sample.least)[plane] - sample.clamped[plane]
      }
      let all = around.reduce(0) { $0 + room($1) }
      if all != 0 { share[plane] = min(cut[plane] / all, 1) * room(own) }
    }
    return share
  }

  private static func redistributed(_ cut: SIMD4<Double>, _ clamped: SIMD4<Double>) -> SIMD4<Double> {
    var redistributed = SIMD4<Double>.zero
    for plane in 0..<4 {
      let limit = abs(clamped[plane]) / 32
      guard abs(cut[plane]) > limit else { continue }
      redistributed[plane] = cut[plane] * (limit > 0 ? min(abs(cut[plane]) / limit - 1, 1) : 1)
    }
    return redistributed
  }
}

extension PixelRect {
  /// The pixels, row by row.
  fileprivate var points: [(x: Int, y: Int)] { rows.flatMap { y in (minX..<maxX).map { (x: $0, y: y) } } }
}
