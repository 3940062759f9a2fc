internal import Foundation

/// How a line along a path looks.
struct StrokeStyle: Sendable {
  var width: CGFloat = 1
  var cap = CGLineCap.butt
  var join = CGLineJoin.miter
  var miterLimit: CGFloat = 10
  /// Lengths that are drawn and left out in turn, an even number of them; empty for a whole line.
  private(set) var dashes: [CGFloat] = []
  /// Where in the dashes a part begins.
  private(set) var phase: CGFloat = 0

  /// Sets the dashes. Lengths below 0, that are not finite, or that are all 0 make a whole line.
  mutating func setDashes(_ lengths: [CGFloat], phase: CGFloat) {
    let isSound = lengths.allSatisfy { $0 >= 0 && $0.isFinite } && phase.isFinite
    let whole = lengths.reduce(0, +)
    guard isSound, whole > 0, whole.isFinite else {
      (dashes, self.phase) = ([], 0)
      return
    }
    dashes = lengths.count.isMultiple(of: 2) ? lengths : lengths + lengths
    let period = dashes.reduce(0, +)
    let rest = phase.truncatingRemainder(dividingBy: period)
    self.phase = rest < 0 ? rest + period : rest
  }
}
