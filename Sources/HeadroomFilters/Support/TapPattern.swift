internal import Foundation

/// The weights of a convolution: a weight for each of the pixels around a pixel.
struct TapPattern: Sendable {
  /// The distance of the first weight from the pixel, to the left and down; the pattern is `width` by `height`, rows
  /// from the bottom.
  let reachX: Int
  let reachY: Int
  let weights: [Double]

  var width: Int { 2 * reachX + 1 }
  var height: Int { 2 * reachY + 1 }

  init(reachX: Int, reachY: Int, weights: [Double]) {
    self.reachX = reachX
    self.reachY = reachY
    self.weights = weights
  }

  /// A weight for each distance, normalised to 1. Whole runs of pixels may have equal weights.
  init(reach: Int, weight: (_ distance: Double) -> Double) {
    let side = -reach...reach
    let all = side.flatMap { y in side.map { x in weight(Double(x * x + y * y).squareRoot()) } }
    let sum = all.reduce(0, +)
    self.init(reachX: reach, reachY: reach, weights: sum > 0 ? all.map { $0 / sum } : all)
  }

  func weight(dx: Int, dy: Int) -> Double { weights[(dy + reachY) * width + dx + reachX] }
}

/// A pattern as a list of sums of 1, 2, 4... neighbours: runs of equal weights cost a few taps instead of many.
struct TapList: Sendable {
  struct Tap: Sendable {
    let dx: Int
    let dy: Int
    /// The sum is over `1 << level` pixels from the one at (dx, dy) to the right.
    let level: Int
    var weight: Float
  }

  private(set) var taps: [Tap]
  let levels: Int

  /// - Parameter isBalanced: whether the weights sum to 1, exactly and in the order of the taps, so that flat areas and
  ///   opaque images stay as they are.
  init(_ pattern: TapPattern, isBalanced: Bool) {
    var taps: [Tap] = []
    for dy in -pattern.reachY...pattern.reachY {
      let row = (-pattern.reachX...pattern.reachX).map { Float(pattern.weight(dx: $0, dy: dy)) }
      Self.append(row, dy: dy, reach: pattern.reachX, keepsCentre: isBalanced && dy == 0, to: &taps)
    }
    if isBalanced {
      // The pixel itself comes last, with the remainder of 1 as its weight.
      taps.removeAll { $0.dx == 0 && $0.dy == 0 && $0.level == 0 }
      let sum = taps.reduce(Float(0)) { $0.addingProduct($1.weight, Float(1 << $1.level)) }
      taps.append(Tap(dx: 0, dy: 0, level: 0, weight: 1 - sum))
    }
    if taps.isEmpty { taps.append(Tap(dx: 0, dy: 0, level: 0, weight: 0)) }
    self.taps = taps
    levels = (taps.map(\.level).max() ?? 0) + 1
  }

  /// Runs shorter than this cost no more pixel by pixel.
  private static let shortestRun = 4

  private static func append(_ row: [Float], dy: Int, reach: Int, keepsCentre: Bool, to taps: inout [Tap]) {
    var start = 0
    while start < row.count {
      var end = start + 1
      while end < row.count, row[end] == row[start], !(keepsCentre && (end == reach || start == reach)) { end += 1 }
      if row[start] != 0 || (keepsCentre && start == reach) {
        append(start - reach, end - start, row[start], dy, to: &taps)
      }
      start = end
    }
  }

  /// Adds a run of equal weights.
  private static func append(_ first: Int, _ length: Int, _ weight: Float, _ dy: Int, to taps: inout [Tap]) {
    if length < shortestRun {
      for dx in first..<first + length { taps.append(Tap(dx: dx, dy: dy, level: 0, weight: weight)) }
      return
    }
    var (dx, rest) = (first, length)
    while rest > 0 {
      let level = Int.bitWidth - 1 - rest.leadingZeroBitCount
      taps.append(Tap(dx: dx, dy: dy, level: level, weight: weight))
      dx += 1 << level
      rest -= 1 << level
    }
  }
}
