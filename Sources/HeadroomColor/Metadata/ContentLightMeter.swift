/// Measures MaxCLL and MaxFALL over the frames of some content.
///
/// Takes display light in cd/m² of the encoded primaries. Negative components count as 0; pixels that are not finite
/// are left out. A still is one frame.
public struct ContentLightMeter: Hashable, Sendable {
  /// The levels over all frames so far.
  public private(set) var level = ContentLightLevel(maxCLL: 0, maxFALL: 0)

  /// Makes a meter that has seen nothing.
  public init() {}

  /// Adds the pixels of one frame, letterbox bars left out by the caller.
  public mutating func addFrame(_ pixels: some Sequence<SIMD3<Double>>) {
    var peak = 0.0
    var sum = 0.0
    var count = 0
    for pixel in pixels where pixel.x.isFinite && pixel.y.isFinite && pixel.z.isFinite {
      let value = max(pixel.max(), 0)
      peak = max(peak, value)
      sum += value
      count += 1
    }
    guard count > 0 else { return }
    level.maxCLL = max(level.maxCLL, peak)
    level.maxFALL = max(level.maxFALL, sum / Double(count))
  }
}
