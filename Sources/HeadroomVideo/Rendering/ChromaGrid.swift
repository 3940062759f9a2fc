internal import HeadroomPixels

/// Where the chroma samples of one axis lie among the luma samples, and how they do so in a picture that is turned.
struct ChromaGrid {
  /// Luma samples of the axis.
  let count: Int
  /// Luma samples for one of chroma: 1 or 2.
  let step: Int
  /// The place of the first chroma sample, in half luma samples.
  let first: Int

  /// Luma samples that the turned axis begins with, so that its chroma lies on even samples or behind them.
  let margin: Int
  /// The chroma sample of the turned axis that the first one becomes, and the step from there.
  let start: Int
  let direction: Int

  /// - Parameter isMirrored: whether the axis runs backwards in the turned picture.
  init(count: Int, step: Int, first: Int, isMirrored: Bool) {
    (self.count, self.step, self.first) = (count, step, first)
    let place = isMirrored ? 2 * (count - 1) - first : first
    let sample = place >> 1
    margin = step == 1 ? 0 : sample & 1
    start = step == 1 ? sample : (sample + margin) / 2
    direction = isMirrored ? -1 : 1
  }

  /// Luma and chroma samples of the turned axis.
  var turnedCount: Int { count + margin }
  var turnedChroma: Int { (turnedCount + step - 1) / step }
  var chroma: Int { (count + step - 1) / step }
  /// Whether chroma lies between two luma samples, which no turn changes.
  var isBetween: Bool { first == 1 }
  /// Whether every chroma sample has a place in the turned picture.
  var fits: Bool { (0..<turnedChroma).contains(start) && (0..<turnedChroma).contains(start + direction * (chroma - 1)) }
}

extension YCbCrEncoding.Siting {
  /// The place of the first chroma sample of a row and of a column that halve it, in half luma samples.
  var firstPlaces: (column: Int, row: Int) {
    let row =
      switch line {
      case .upper: 0
      case .between: 1
      case .lower: 2
      }
    return (isBetweenColumns ? 1 : 0, row)
  }

  /// Chroma on even luma samples, or behind them, along each axis.
  init(isBetweenColumns: Bool, isBetweenRows: Bool) {
    self =
      switch (isBetweenColumns, isBetweenRows) {
      case (false, false): .topLeft
      case (false, true): .left
      case (true, false): .top
      case (true, true): .center
      }
  }
}
