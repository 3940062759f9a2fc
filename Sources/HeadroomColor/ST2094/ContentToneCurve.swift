/// The content's own curves, weighted for one display.
struct ContentToneCurve: Hashable, Sendable {
  private struct Part: Hashable, Sendable {
    let alternate: HeadroomAdaptiveToneMap.Alternate
    let weight: Double
  }

  private let parts: [Part]
  private let toApplication: Matrix3x3
  private let fromApplication: Matrix3x3

  /// Whether the gain depends on the largest component of BT.2020 light only.
  let isMaxRGBGain: Bool

  /// Nil where the content is shown as it is.
  init?(_ curves: HeadroomAdaptiveToneMap.Curves, targetStops: Double) {
    parts = Self.parts(curves, targetStops: targetStops)
    guard !parts.isEmpty else { return nil }
    toApplication = ColorPrimaries.bt2020.matrix(to: curves.primaries)
    fromApplication = curves.primaries.matrix(to: .bt2020)
    isMaxRGBGain = curves.primaries == .bt2020 && parts.allSatisfy { $0.alternate.mixing == .max }
  }

  /// The renditions on both sides of the display's headroom; the content itself, whose gain is 0, is left out.
  private static func parts(_ curves: HeadroomAdaptiveToneMap.Curves, targetStops: Double) -> [Part] {
    var entries = curves.alternates.map { (stops: $0.stops, alternate: Optional($0)) }
    entries.append((curves.contentStops, nil))
    entries.sort { $0.stops < $1.stops }
    let last = entries.count - 1
    let target = min(max(targetStops, entries[0].stops), entries[last].stops)
    let upper = max(entries.firstIndex { $0.stops >= target } ?? last, min(1, last))
    let (low, high) = (entries[max(upper - 1, 0)], entries[upper])
    let share = high.stops > low.stops ? (target - low.stops) / (high.stops - low.stops) : 1
    return [(low.alternate, 1 - share), (high.alternate, share)].compactMap { alternate, weight in
      alternate.flatMap { weight > 0 ? Part(alternate: $0, weight: weight) : nil }
    }
  }

  /// Gains are clamped to this: steep slopes of a damaged curve overshoot without limit.
  private static let largestStops = 64.0

  /// The gain in stops of a gray.
  func gainStops(at value: Double) -> Double {
    let stops = parts.reduce(0) { $0 + $1.weight * $1.alternate.curve.stops(at: value) }
    return min(max(stops, -Self.largestStops), Self.largestStops)
  }

  /// The result for BT.2020 light, scaled down where a component would be above the peak.
  func map(_ rgb: SIMD3<Double>, peak: Double) -> SIMD3<Double> {
    let light = toApplication.apply(rgb)
    var stops = SIMD3<Double>.zero
    for part in parts {
      let curve = part.alternate.curve
      stops += part.weight * part.alternate.mixing.arguments(light).mapped(curve.stops)
    }
    let limit = SIMD3<Double>(repeating: Self.largestStops)
    let gain = stops.clamped(lowerBound: -limit, upperBound: limit).mapped(Libm.exp2)
    let result = fromApplication.apply(light * gain)
    let largest = result.max()
    return largest > peak ? pointwiseMin(result / largest * peak, SIMD3(repeating: peak)) : result
  }
}
