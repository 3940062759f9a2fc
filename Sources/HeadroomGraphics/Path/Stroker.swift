internal import Foundation

/// Outlines of lines along paths, for the winding rule: outlines turn one way, so that they add up where they overlap.
struct Stroker<Sink: PathSink> {
  let style: StrokeStyle
  /// How far lines may lie from round corners and curves.
  let tolerance: CGFloat
  /// What of whole lines matters; nil for everything.
  var visible: CGRect?
  var sink: Sink

  mutating func stroke(_ shape: PathData) {
    var parts = PolylineCollector()
    // Dashes are counted along all of a line.
    let area = style.dashes.isEmpty ? visible : nil
    PathFlattener(tolerance: tolerance, visible: area, keepsDirections: true).flatten(shape, into: &parts)
    guard !parts.isUnsound, style.width > 0, style.width.isFinite else { return }
    for part in parts.lines {
      for piece in part.dashed(style) { stroke(piece) }
    }
  }

  private var half: CGFloat { style.width / 2 }

  private mutating func stroke(_ line: Polyline) {
    guard line.points.count > 1 else { return dot(line.points[0], line.heading) }
    let forward = StrokeSide(line.points, line.isSmooth, isClosed: line.isClosed, half: half)
    let backward = StrokeSide(
      line.points.reversed(), line.isSmooth.reversed(), isClosed: line.isClosed, half: half)
    sink.begin(forward.begin(0))
    if line.isClosed {
      walk(forward)
      sink.end(isClosed: true)
      sink.begin(backward.begin(0))
      walk(backward)
    } else {
      walk(forward)
      cap(line.points[line.points.count - 1], forward.normals[forward.normals.count - 1])
      walk(backward)
      cap(line.points[0], backward.normals[backward.normals.count - 1])
    }
    sink.end(isClosed: true)
  }

  /// The stroke of a point: caps only.
  private mutating func dot(_ point: CGPoint, _ heading: CGPoint) {
    guard style.cap != .butt else { return }
    let normal = heading.turnedLeft * half
    sink.begin(point + normal)
    cap(point, normal)
    sink.line(to: point - normal, isSmooth: false)
    cap(point, -normal)
    sink.end(isClosed: true)
  }

  private mutating func walk(_ side: StrokeSide) {
    for index in side.normals.indices {
      if index == 0 || side.across[index] == nil { sink.line(to: side.begin(index), isSmooth: false) }
      sink.line(to: side.end(index), isSmooth: false)
      if let corner = side.corner(after: index) { join(corner) }
    }
  }

  private mutating func join(_ corner: StrokeCorner) {
    guard corner.isOuter else {
      if !corner.isShallow { sink.line(to: corner.point, isSmooth: false) }
      sink.line(to: corner.point + corner.to, isSmooth: false)
      return
    }
    let join = corner.isSmooth ? .round : style.join
    let cosine = corner.cosine
    if join == .miter, 2 <= style.miterLimit * style.miterLimit * (1 + cosine) {
      sink.line(to: corner.point + (corner.from + corner.to) * (1 / (1 + cosine)), isSmooth: false)
    }
    if join == .round { arc(corner.point, corner.from, by: corner.angle) }
    sink.line(to: corner.point + corner.to, isSmooth: false)
  }

  private mutating func cap(_ point: CGPoint, _ normal: CGPoint) {
    let onward = -normal.turnedLeft
    switch style.cap {
    case .butt: break
    case .round: arc(point, normal, by: .pi)
    case .square:
      sink.line(to: point + normal + onward, isSmooth: false)
      sink.line(to: point - normal + onward, isSmooth: false)
    }
    sink.line(to: point - normal, isSmooth: false)
  }

  /// Points of an arc between its ends, clockwise where y points up.
  private mutating func arc(_ center: CGPoint, _ from: CGPoint, by angle: CGFloat) {
    let step = 2 * acos(max(1 - tolerance / half, 0.5))
    let needed = (angle / step).rounded(.up)
    guard needed > 1 else { return }
    let count = Int(min(needed, 10_000))
    for index in 1..<count {
      let turn = angle * CGFloat(index) / CGFloat(count)
      sink.line(to: center + from * cos(turn) - from.turnedLeft * sin(turn), isSmooth: true)
    }
  }
}
