/// Which pixels of a row or column an area average takes, and how much of each.
///
/// Every average reads the same number of neighbours, with shares of 0 where it needs fewer, so that one loop serves all.
struct AreaAxis: Sendable {
  /// Neighbours of an average.
  private let taps: Int
  private let first: [Int32]
  /// Shares of the first neighbour of every target, then of the second, and so on.
  private let shares: [Float]
  /// Whether all shares are equal and no pixel is shared.
  private let isWhole: Bool

  init(from source: Int, to target: Int) {
    let size = Double(source) / Double(target)
    isWhole = source % target == 0
    taps = min(isWhole ? source / target : Int(size.rounded(.up)) + 1, source)
    var first: [Int32] = []
    var shares = [Float](repeating: 0, count: taps * target)
    for index in 0..<target {
      let (start, end) = (Double(index * source) / Double(target), Double((index + 1) * source) / Double(target))
      let begin = min(Int(start), source - taps)
      first.append(Int32(begin))
      for tap in 0..<taps {
        let pixel = Double(begin + tap)
        shares[tap * target + index] = Float(max(min(pixel + 1, end) - max(pixel, start), 0) / size)
      }
    }
    self.first = first
    self.shares = shares
  }

  /// The sources of one target and their shares.
  func parts(of target: Int) -> [(source: Int, share: Float)] {
    (0..<taps).compactMap { tap in
      let share = shares[tap * first.count + target]
      return share > 0 ? (Int(first[target]) + tap, share) : nil
    }
  }

  /// Adds `share` of the averages of `source` to `target`.
  func accumulate(_ source: UnsafePointer<Float>, share: Float, into target: UnsafeMutablePointer<Float>) {
    let count = first.count
    if isWhole {
      let factor = share / Float(taps)
      switch taps {
      case 1: for i in 0..<count { unsafe target[i] += source[i] * factor }
      case 2: for i in 0..<count { unsafe target[i] += (source[2 * i] + source[2 * i + 1]) * factor }
      case 4:
        for i in 0..<count {
          let pairs = unsafe (source[4 * i] + source[4 * i + 1]) + (source[4 * i + 2] + source[4 * i + 3])
          unsafe target[i] += pairs * factor
        }
      default: unsafe accumulateTaps(source, share: share, into: target)
      }
    } else {
      unsafe accumulateTaps(source, share: share, into: target)
    }
  }

  private func accumulateTaps(
    _ source: UnsafePointer<Float>, share: Float, into target: UnsafeMutablePointer<Float>
  ) {
    let count = first.count
    unsafe first.withUnsafeBufferPointer { places in
      unsafe shares.withUnsafeBufferPointer { weights in
        for tap in 0..<taps {
          for i in 0..<count {
            unsafe target[i] += source[Int(places[i]) + tap] * weights[tap * count + i] * share
          }
        }
      }
    }
  }
}
