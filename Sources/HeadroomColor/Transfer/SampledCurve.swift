/// A curve given by equidistant samples of light for signals 0...1, joined by straight lines.
///
/// Signals beyond 0...1 take the first or last sample after mirroring: a table does not define them.
public struct SampledCurve: Hashable, Sendable {
  /// Light at signals 0, 1/(n-1), ..., 1.
  public let samples: [Double]

  /// Makes a curve; nil for fewer than two samples or samples that are not finite.
  public init?(samples: [Double]) {
    guard samples.count >= 2, samples.allSatisfy(\.isFinite) else { return nil }
    self.samples = samples
  }

  /// Signal to light.
  public func decode(_ signal: Double) -> Double {
    mirrored(signal) { signal in
      let position = min(signal, 1) * Double(samples.count - 1)
      guard position.isFinite else { return position }
      let index = min(Int(position), samples.count - 2)
      let fraction = position - Double(index)
      return samples[index] + (samples[index + 1] - samples[index]) * fraction
    }
  }

  /// Light to signal: the inverse of the table where it is monotone, its first crossing elsewhere.
  ///
  /// Light beyond the table's ends gives 0 or 1.
  public func encode(_ light: Double) -> Double {
    guard !light.isNaN else { return light }
    // A table that begins below zero has its own signals for negative light; only others are mirrored.
    return min(samples[0], samples[samples.count - 1]) < 0 ? inverse(light) : mirrored(light, inverse)
  }

  private func inverse(_ light: Double) -> Double {
    let rises = samples[samples.count - 1] >= samples[0]
    func isBelow(_ index: Int) -> Bool { rises ? samples[index] < light : samples[index] > light }
    var low = 0
    var high = samples.count
    while low < high {
      let middle = (low + high) / 2
      if isBelow(middle) { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return 0 }
    guard low < samples.count else { return 1 }
    let fraction = (light - samples[low - 1]) / (samples[low] - samples[low - 1])
    return (Double(low - 1) + fraction) / Double(samples.count - 1)
  }
}
