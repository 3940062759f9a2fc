internal import HeadroomPixels

/// The noise of a mosaic in the dark, measured: from neighbours of the same colour that together are below black.
///
/// There is no light below none, so that such pairs are noise's doing. Sum and difference of two noises with a normal
/// distribution have nothing to do with each other: differences of pairs that were chosen by their sum are as large as those
/// of all pairs in the dark.
enum DarkNoise {
  /// So many rows are looked at, spread over the picture, each with the next one for the other colours.
  private static let mostRows = 64
  /// Fewer pairs say nothing, and a picture that has fewer has no deep shadows either.
  private static let fewest = (count: 256, share: 0.0005)
  /// Dead pixels are no noise.
  private static let largest: Float = 0.05

  /// The model of a noise that is the same in all light; empty where nothing is below black.
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
