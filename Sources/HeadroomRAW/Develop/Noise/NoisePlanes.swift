/// Brightness and two colour differences of a rectangle, with memory for means of them.
@unsafe struct NoisePlanes {
  static let count = 7

  /// Three planes, then four for work, then a row.
  let base: UnsafeMutablePointer<Float>
  let width: Int
  let height: Int

  private func plane(_ index: Int) -> UnsafeMutablePointer<Float> { unsafe base + index * (width * height) }

  /// Draws a plane towards its means over squares, the more the less it varies there beyond what noise does. Right from
  /// twice the radius on.
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
        let held = spread > 0 ? spread : 0
        let kept = held / (held + variance)
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

  private func means(
    _ source: UnsafePointer<Float>, _ target: UnsafeMutablePointer<Float>, _ radius: Int,
    _ line: UnsafeMutablePointer<Float>
  ) {
    unsafe BoxMeans.run(source, into: target, width: width, height: height, radius: radius, line: line)
  }
}
