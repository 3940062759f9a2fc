/// Brightness and two colour differences of a rectangle, with memory for means of them.
@unsafe struct NoisePlanes {
  static let count = 8

  /// Three planes, then four work planes, one for weights, and a row.
  let base: UnsafeMutablePointer<Float>
  let width: Int
  let height: Int

  private func plane(_ index: Int) -> UnsafeMutablePointer<Float> { unsafe base + index * (width * height) }

  /// Draws a plane towards its means over squares: strongly where it varies little beyond noise, weakly where it varies
  /// more. Valid from twice the radius on.
  func smooth(_ index: Int, radius: Int, variance: Float, share: Float) {
    let (count, line) = unsafe (width * height, plane(Self.count))
    let values = unsafe plane(index)
    let (work, mean, slope, rest) = unsafe (plane(3), plane(4), plane(5), plane(6))
    for x in 0..<count { unsafe work[x] = values[x] * values[x] }
    unsafe means(work, slope, radius, line)
    unsafe means(values, mean, radius, line)
    for y in unsafe radius..<height - radius {
      let row = unsafe y * width
      for x in unsafe row + radius..<row + width - radius {
        let middle = unsafe mean[x]
        let spread = unsafe slope[x] - middle * middle
        let clamped = spread > 0 ? spread : 0
        let kept = clamped / (clamped + variance)
        unsafe slope[x] = kept
        unsafe rest[x] = middle - kept * middle
      }
    }
    unsafe means(slope, work, radius, line)
    unsafe means(rest, mean, radius, line)
    for y in unsafe 2 * radius..<height - 2 * radius {
      let row = unsafe y * width
      for x in unsafe row + 2 * radius..<row + width - 2 * radius {
        let value = unsafe values[x]
        unsafe values[x] = value + share * (work[x] * value + mean[x] - value)
      }
    }
  }

  /// Draws a plane towards its means over squares as ``smooth(_:radius:variance:share:)`` does, by each pixel's own
  /// square alone, and by the amount in the plane of weights. Valid from the radius on.
  func drawToMeans(_ index: Int, radius: Int, variance: Float, share: Float) {
    let (count, line) = unsafe (width * height, plane(Self.count))
    let (values, weights) = unsafe (plane(index), plane(7))
    let (squares, mean, spreads) = unsafe (plane(3), plane(4), plane(5))
    for x in 0..<count { unsafe squares[x] = values[x] * values[x] }
    unsafe means(squares, spreads, radius, line)
    unsafe means(values, mean, radius, line)
    for y in unsafe radius..<height - radius {
      let row = unsafe y * width
      for x in unsafe row + radius..<row + width - radius {
        let (value, middle) = unsafe (values[x], mean[x])
        let spread = unsafe spreads[x] - middle * middle
        let clamped = spread > 0 ? spread : 0
        unsafe values[x] = value + share * weights[x] * variance / (clamped + variance) * (middle - value)
      }
    }
  }

  /// Fills the plane of weights: towards 1 where brightness has pixel-sized detail above a variance. Valid from 3
  /// pixels on.
  func weighFineDetail(above variance: Float) {
    let (count, line) = unsafe (width * height, plane(Self.count))
    let (values, mean, squares, weights) = unsafe (plane(0), plane(3), plane(4), plane(7))
    unsafe means(values, mean, 1, line)
    for x in 0..<count {
      let detail = unsafe values[x] - mean[x]
      unsafe squares[x] = detail * detail
    }
    unsafe means(squares, weights, 2, line)
    for x in 0..<count {
      let clamped = unsafe weights[x] > 0 ? weights[x] : 0
      unsafe weights[x] = clamped / (clamped + variance)
    }
  }

  private func means(
    _ source: UnsafePointer<Float>, _ target: UnsafeMutablePointer<Float>, _ radius: Int,
    _ line: UnsafeMutablePointer<Float>
  ) {
    unsafe BoxMeans.run(source, into: target, width: width, height: height, radius: radius, line: line)
  }
}
