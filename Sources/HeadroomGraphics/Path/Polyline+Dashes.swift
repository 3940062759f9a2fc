internal import Foundation

extension Polyline {
  /// More dashes than this of one line are not told apart: it is drawn whole.
  private static let mostDashes: CGFloat = 100_000

  /// The drawn pieces of the line; corners within a piece stay corners.
  func dashed(_ style: StrokeStyle) -> [Polyline] {
    guard !style.dashes.isEmpty, points.count > 1 else { return [self] }
    let ring = isClosed ? points + [points[0]] : points
    let length = zip(ring, ring.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).length }
    let period = style.dashes.reduce(0, +)
    guard length / period * CGFloat(style.dashes.count) < Self.mostDashes else { return [self] }
    var walk = DashWalk(style)
    let lines = LineDirections(ring, isSmooth: ring.indices.map { isSmooth[$0 % points.count] })
    walk.begin(ring[0], lines.direction(0, 0))
    for index in 1..<ring.count { walk.advance(along: lines, index - 1, isSmooth: isSmooth[index % points.count]) }
    return walk.end(isClosed: isClosed, isSmooth: isSmooth[0])
  }
}

/// The directions of a curve that lines stand for.
private struct LineDirections {
  let points: [CGPoint]
  let lengths: [CGFloat]
  private let headings: [CGPoint]
  private let isSmooth: [Bool]

  init(_ points: [CGPoint], isSmooth: [Bool]) {
    self.points = points
    self.isSmooth = isSmooth
    let steps = zip(points, points.dropFirst()).map { $1 - $0 }
    lengths = steps.map(\.length)
    headings = zip(steps, lengths).map { $0 * (1 / $1) }
  }

  /// The direction part of the way along a line: its own halfway, that of the curve at smooth ends.
  func direction(_ line: Int, _ share: CGFloat) -> CGPoint {
    let end = share < 0.5 ? line : line + 1
    let heading = headings[line]
    guard end > 0, end < headings.count, isSmooth[end] else { return heading }
    let (before, after) = (lengths[end - 1], lengths[end])
    let atEnd = headings[end - 1].mixed(with: headings[end], before / (before + after))
    let mixed = heading.mixed(with: atEnd, abs(2 * share - 1))
    return mixed.length > 0 ? mixed * (1 / mixed.length) : heading
  }
}

/// Walks along a line and cuts it into dashes.
private struct DashWalk {
  private let dashes: [CGFloat]
  private var index = 0
  /// What is left of the present dash or gap.
  private var rest: CGFloat
  /// The length of the line at a cut that has the curve's direction.
  private var lead: CGFloat = 0
  private var isDrawn: Bool { index.isMultiple(of: 2) }
  private let beginsDrawn: Bool
  private var pieces: [Polyline] = []
  private var piece: Polyline?

  init(_ style: StrokeStyle) {
    dashes = style.dashes
    var phase = style.phase
    while phase >= dashes[index], phase > 0 || dashes[index] == 0, index < dashes.count - 1 {
      // A dash of no length at the start is a dot of its own.
      if dashes[index] == 0, phase == 0, index.isMultiple(of: 2) { break }
      phase -= dashes[index]
      index += 1
    }
    rest = max(dashes[index] - phase, 0)
    beginsDrawn = index.isMultiple(of: 2)
  }

  mutating func begin(_ point: CGPoint, _ direction: CGPoint) { if isDrawn { start(at: point, direction) } }

  mutating func advance(along lines: LineDirections, _ line: Int, isSmooth: Bool) {
    let (from, to, length) = (lines.points[line], lines.points[line + 1], lines.lengths[line])
    // What a cut needs to have the curve's direction.
    lead = length * 1e-4
    var done: CGFloat = 0
    while length - done > rest {
      done += rest
      let share = done / length
      cut(at: from.mixed(with: to, share), lines.direction(line, share))
    }
    rest -= length - done
    piece?.add(to, isSmooth: isSmooth)
    piece?.heading = lines.direction(line, 1)
  }

  private mutating func start(at point: CGPoint, _ direction: CGPoint) {
    piece = Polyline(point)
    piece?.heading = direction
    if rest > 2 * lead, lead > 0 { piece?.add(point + direction * lead, isSmooth: true) }
  }

  /// Ends a dash or a gap.
  private mutating func cut(at point: CGPoint, _ direction: CGPoint) {
    if var piece {
      if dashes[index] > 2 * lead { piece.add(point - direction * lead, isSmooth: true) }
      piece.add(point, isSmooth: false)
      pieces.append(piece)
    }
    piece = nil
    index = (index + 1) % dashes.count
    rest = dashes[index]
    if isDrawn { start(at: point, direction) }
  }

  /// The pieces. In a closed line a dash that runs through its start is one piece.
  mutating func end(isClosed: Bool, isSmooth: Bool) -> [Polyline] {
    guard var last = piece else { return pieces }
    if isClosed, beginsDrawn {
      if pieces.isEmpty {
        last.close()
      } else {
        let first = pieces.removeFirst()
        if !last.isSmooth.isEmpty { last.isSmooth[last.isSmooth.count - 1] = isSmooth }
        for (point, smooth) in zip(first.points, first.isSmooth).dropFirst() { last.add(point, isSmooth: smooth) }
      }
    }
    return pieces + [last]
  }
}
