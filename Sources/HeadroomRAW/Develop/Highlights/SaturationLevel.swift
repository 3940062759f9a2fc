internal import HeadroomPixels

/// Finds the level at which a sensor's numbers actually end.
///
/// Files state the largest possible number, but the wells of some sensors are full below it: highlights then end a few
/// percent below white, which nothing else would detect. Many equal numbers at the upper end of a picture, with next to
/// nothing above them, mark such an end.
enum SaturationLevel {
  /// The share of white at which the numbers of a mosaic or of pixels end; 1 where there is no sign of another end.
  ///
  /// - Parameter level: the linear level of a stored code, 1 for white.
  static func measure(_ bitmap: PixelBitmap, _ area: PixelRect, level: (Int) -> Double) -> Double {
    guard bitmap.format.component == .uint16, area.area >= smallest else { return 1 }
    let counts = histogram(bitmap, area)
    guard let code = end(of: counts) else { return 1 }
    let found = level(code)
    return found > lowest && found < 1 ? found : 1
  }

  /// Pictures of fewer pixels give no reliable result.
  private static let smallest = 1 << 14
  /// No sensor saturates further below white.
  private static let lowest = 0.7

  /// Counts every eighth row, and the next one for the other colours of a mosaic.
  private static func histogram(_ bitmap: PixelBitmap, _ area: PixelRect) -> [Int] {
    let samples = area.width * bitmap.format.channelCount
    var counts = [Int](repeating: 0, count: 1 << 16)
    for y in area.minY..<area.maxY where y & 7 < 2 {
      let row = unsafe bitmap.rowAddress(y).assumingMemoryBound(to: UInt16.self)
      let first = area.minX * bitmap.format.channelCount
      for x in first..<first + samples { counts[Int(unsafe row[x])] += 1 }
    }
    return counts
  }

  /// The most frequent number of a peak at the upper end: a narrow window that holds at least half a percent of all
  /// samples, ten times as many as the windows below it on average and five times as many as all samples above it.
  ///
  /// Wells differ from each other: a peak with nothing directly above it is the flat white of a drawing, not a sensor's
  /// end.
  private static func end(of counts: [Int]) -> Int? {
    let all = counts.reduce(0, +)
    guard let last = counts.lastIndex(where: { $0 > 0 }), last >= 256 else { return nil }
    let width = max(last / 256, 1)
    var above = 0
    var window = last
    while window >= last * 7 / 10 {
      let low = max(window - width + 1, 0)
      let count = counts[low...window].reduce(0, +)
      let below = counts[max(low - 4 * width, 0)..<low].reduce(0, +)
      if count * 200 >= all, count * 4 >= below * 10, count >= 5 * above {
        let commonest = (low...window).max { counts[$0] < counts[$1] } ?? low
        return counts[(commonest + 1)...].prefix(2 * width).reduce(0, +) * 100 >= count ? commonest : nil
      }
      above += count
      if above * 50 > all { return nil }
      window -= width
    }
    return nil
  }
}
