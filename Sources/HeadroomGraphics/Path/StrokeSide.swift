internal import Foundation

/// The left side of a line, half a line width away from it.
struct StrokeSide {
  let points: [CGPoint]
  /// From a line to its left side, for each line.
  let normals: [CGPoint]
  /// From a point to the left side where lines stand for a curve: across the curve. Nil for corners, and where the curve
  /// bends so tightly that lines across it cross each other.
  private(set) var across: [CGPoint?] = []
  private let lengths: [CGFloat]
  private let isSmooth: [Bool]
  private let isClosed: Bool
  private let half: CGFloat

  init(_ points: [CGPoint], _ isSmooth: [Bool], isClosed: Bool, half: CGFloat) {
    self.points = points
    self.isSmooth = isSmooth
    self.isClosed = isClosed
    self.half = half
    let count = isClosed ? points.count : points.count - 1
    let steps = (0..<count).map { points[($0 + 1) % points.count] - points[$0] }
    lengths = steps.map(\.length)
    normals = zip(steps, lengths).map { $0.turnedLeft * (half / max($1, .leastNormalMagnitude)) }
    let curve = points.indices.map(acrossCurve)
    across = points.indices.map { keepsOrder(curve, before: $0) && keepsOrder(curve, after: $0) ? curve[$0] : nil }
  }

  /// The left end of a line's start.
  func begin(_ line: Int) -> CGPoint { points[line] + (across[line] ?? normals[line]) }

  /// The left end of a line's end.
  func end(_ line: Int) -> CGPoint {
    let next = (line + 1) % points.count
    return points[next] + (across[next] ?? normals[line])
  }

  /// From a smooth point to the left side: the directions of both lines, the nearer one more.
  private func acrossCurve(_ index: Int) -> CGPoint? {
    guard isSmooth[index], let before = line(before: index), index < normals.count else { return nil }
    let mixed = normals[before].mixed(with: normals[index], lengths[before] / (lengths[before] + lengths[index]))
    return mixed.length > 0 ? mixed * (half / mixed.length) : nil
  }

  private func line(before index: Int) -> Int? { index > 0 ? index - 1 : isClosed ? normals.count - 1 : nil }

  private func keepsOrder(_ curve: [CGPoint?], before index: Int) -> Bool {
    guard let line = line(before: index), let here = curve[index] else { return false }
    return (here - (curve[line] ?? normals[line])).length <= lengths[line]
  }

  private func keepsOrder(_ curve: [CGPoint?], after index: Int) -> Bool {
    guard index < normals.count, let here = curve[index] else { return false }
    return (here - (curve[(index + 1) % points.count] ?? normals[index])).length <= lengths[index]
  }

  /// The corner at the end of a line; nil at the end of an open line, and within a curve.
  func corner(after index: Int) -> StrokeCorner? {
    let next = index + 1
    guard isClosed || next < normals.count, across[next % points.count] == nil else { return nil }
    let (from, to) = (normals[index], normals[next % normals.count])
    let reach = min(lengths[index], lengths[next % normals.count])
    return StrokeCorner(
      point: points[next % points.count], from: from, to: to, isSmooth: isSmooth[next % points.count],
      cosine: from.dot(to) / (half * half), sine: from.cross(to) / (half * half), reach: reach)
  }
}

/// A corner of a line's left side.
struct StrokeCorner {
  let point: CGPoint
  /// From the corner to the sides before and after it.
  let from: CGPoint
  let to: CGPoint
  let isSmooth: Bool
  /// Of the angle by which the line turns.
  let cosine: CGFloat
  let sine: CGFloat
  /// The length of the shorter line at the corner.
  let reach: CGFloat

  /// Whether the line turns to the right, or back.
  var isOuter: Bool { sine <= 0 }
  /// The angle by which it turns to the right.
  var angle: CGFloat { atan2(-sine, cosine) }
  /// Whether the lines cover all between the ends of both sides, so that these may be joined directly.
  var isShallow: Bool { cosine > 0 && (to - from).length <= reach }
}
