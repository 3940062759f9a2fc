internal import Foundation
internal import HeadroomPixels

extension AlphaPlane {
  /// Averages with the neighbours, weighted by a Gaussian cut off at three deviations.
  ///
  /// Above twelve pixels three averages with equal weights stand for it, within 3 % of its height: they take as long for any
  /// deviation.
  func blur(deviation: Float) {
    guard deviation > 0.05 else { return }
    guard deviation > 12 else { return convolve(Self.gaussian(deviation)) }
    for radius in Self.radii(deviation) { average(radius) }
  }

  private static func gaussian(_ deviation: Float) -> [Float] {
    let reach = Int((3 * deviation).rounded(.up))
    let raw = (-reach...reach).map { exp(-Float($0 * $0) / (2 * deviation * deviation)) }
    let sum = raw.reduce(0, +)
    return raw.map { $0 / sum }
  }

  private func convolve(_ weights: [Float]) {
    let reach = weights.count / 2
    ThreadPool.shared.concurrentPerform(height) { row in
      let (from, to) = unsafe (line(row), scratchLine(row))
      unsafe to.update(repeating: 0, count: width)
      for (index, weight) in weights.enumerated() {
        let shift = index - reach
        let (first, end) = (max(0, -shift), min(width, width - shift))
        if first < end { unsafe Self.add(from + (first + shift), weight, to + first, end - first) }
      }
    }
    ThreadPool.shared.concurrentPerform(height) { row in
      let to = unsafe line(row)
      unsafe to.update(repeating: 0, count: width)
      for (index, weight) in weights.enumerated() where (0..<height).contains(row + index - reach) {
        unsafe Self.add(scratchLine(row + index - reach), weight, to, width)
      }
    }
  }

  @inline(__always)
  private static func add(
    _ from: UnsafeMutablePointer<Float>, _ weight: Float, _ to: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    for x in 0..<count { unsafe to[x] += weight * from[x] }
  }

  /// Three radii whose averages one after the other have about the variance of a Gaussian: `(2 r + 1)² - 1 = 12 v`.
  private static func radii(_ deviation: Float) -> [Int] {
    let ideal = ((4 * deviation * deviation + 1).squareRoot() - 1) / 2
    let low = Int(ideal)
    // So many of the smaller one that the variances add up.
    let missing = 12 * deviation * deviation - 3 * variance(low)
    let larger = Int((missing / (variance(low + 1) - variance(low))).rounded())
    return (0..<3).map { $0 < larger ? low + 1 : low }
  }

  private static func variance(_ radius: Int) -> Float {
    let width = Float(2 * radius + 1)
    return width * width - 1
  }

  /// The mean of a square around each value.
  private func average(_ radius: Int) {
    let share = 1 / Double(2 * radius + 1)
    ThreadPool.shared.concurrentPerform(height) { row in
      let (from, to) = unsafe (line(row), scratchLine(row))
      var sum = 0.0
      for x in 0..<min(radius, width) { unsafe sum += Double(from[x]) }
      for x in 0..<width {
        if x + radius < width { unsafe sum += Double(from[x + radius]) }
        unsafe to[x] = Float(sum * share)
        if x >= radius { unsafe sum -= Double(from[x - radius]) }
      }
    }
    let stripe = 256
    ThreadPool.shared.concurrentPerform((width + stripe - 1) / stripe) { index in
      averageColumns(index * stripe..<min((index + 1) * stripe, width), radius, share)
    }
  }

  private func averageColumns(_ columns: Range<Int>, _ radius: Int, _ share: Double) {
    var sums = [Double](repeating: 0, count: columns.count)
    for row in 0..<min(radius, height) { add(row, columns, 1, to: &sums) }
    for row in 0..<height {
      if row + radius < height { add(row + radius, columns, 1, to: &sums) }
      let to = unsafe line(row) + columns.lowerBound
      for x in 0..<columns.count { unsafe to[x] = Float(max(sums[x] * share, 0)) }
      if row >= radius { add(row - radius, columns, -1, to: &sums) }
    }
  }

  private func add(_ row: Int, _ columns: Range<Int>, _ sign: Double, to sums: inout [Double]) {
    let from = unsafe scratchLine(row) + columns.lowerBound
    for x in 0..<columns.count { sums[x] += unsafe sign * Double(from[x]) }
  }
}
