internal import HeadroomColor

/// The results of a development for greys, and the greys for its results.
struct GreyResponse {
  private static let stops = -14...3
  private static let steps = 16
  /// Luminance of the results, rising.
  private var results: [Float]

  /// - Parameter develop: scene light to luminance for a display.
  init(_ develop: (SmallPicture) -> [Float]) {
    let count = Self.stops.count * Self.steps
    var ramp = SmallPicture(width: count, height: 1)
    for index in 0..<count { ramp[index] = SIMD3(repeating: Float(Libm.exp2(Self.place(Double(index))))) }
    results = develop(ramp)
    for index in results.indices.dropFirst() { results[index] = max(results[index], results[index - 1]) }
  }

  private static func place(_ index: Double) -> Double { Double(stops.lowerBound) + index / Double(steps) }

  /// The result of a grey at a number of stops.
  func result(_ stops: Double) -> Float {
    let place = min(max((stops - Double(Self.stops.lowerBound)) * Double(Self.steps), 0), Double(results.count - 1))
    let index = min(Int(place), results.count - 2)
    return results[index] + (results[index + 1] - results[index]) * Float(place - Double(index))
  }

  /// The darkest grey, in stops, that becomes at least this light.
  func stops(for wanted: Float) -> Double {
    var (low, high) = (0, results.count - 1)
    if wanted <= results[0] { return Self.place(0) }
    if wanted > results[high] { return Self.place(Double(high)) }
    while high - low > 1 {
      let middle = (low + high) / 2
      if results[middle] < wanted { low = middle } else { high = middle }
    }
    let part = (wanted - results[low]) / max(results[high] - results[low], 1e-12)
    return Self.place(Double(low) + Double(part))
  }
}
