internal import HeadroomPixels

/// Measures the noise of a mosaic in the dark, from neighbours of the same colour whose sum is below black.
///
/// There is no negative light, so such pairs are caused by noise. Sum and difference of two normally distributed noises
/// are independent: differences of pairs chosen by their sum are as large as those of all pairs in the dark.
enum DarkNoise {
  /// The most rows that are read, spread over the picture, each with the next one for the other colours.
  private static let mostRows = 64
  /// Fewer pairs give no reliable result, and a picture with fewer has no deep shadows either.
  private static let fewest = (count: 256, share: 0.0005)
  /// Dead pixels are not noise.
  private static let largest: Float = 0.05

  /// A model of noise that does not depend on light; empty where nothing is below black.
  static func measure(_ rows: LinearRows, pattern: ColorFilterArray) -> [NoiseModel] {
    let (width, period) = (rows.width, pattern.columns)
    let step = max(rows.height / mostRows, 2)
    var (squares, count, seen) = (0.0, 0, 0)
    unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * width) { buffer in
      guard let line = buffer.baseAddress, width > period else { return }
      let levels = unsafe line + width
      for y in 0..<rows.height where y % step < 2 {
        unsafe rows.read(row: y, sample: 0, count: width, into: line, levels: levels)
        seen += width - period
        for x in 0..<width - period {
          let (one, other) = unsafe (levels[x], levels[x + period])
          guard one + other < 0, max(abs(one), abs(other)) < largest else { continue }
          squares += Double((one - other) * (one - other))
          count += 1
        }
      }
    }
    guard count >= fewest.count, Double(count) >= fewest.share * Double(seen) else { return [] }
    return [NoiseModel(scale: 0, offset: squares / Double(2 * count))]
  }
}
