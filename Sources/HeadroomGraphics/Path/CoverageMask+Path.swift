internal import Foundation
internal import HeadroomPixels

/// Turns paths into coverage within a region of pixels.
struct PathRasterizer {
  /// The columns and rows that matter.
  let columns: Range<Int>
  let rows: Range<Int>
  /// Whether pixels at the edge are covered in part.
  let isSmooth: Bool
  /// From the path's coordinates to pixels, rows from the top.
  let transform: CGAffineTransform

  /// How far lines may lie from a curve, in pixels: the shares of pixels are then within a thousandth.
  static let tolerance: CGFloat = 0.001

  private var region: CGRect {
    CGRect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
  }

  /// The coverage of the inside of a path; nil when there is no memory.
  func fill(_ shape: PathData, rule: CGPathFillRule) -> CoverageMask? {
    var edges = EdgeCollector(region: region)
    PathFlattener(tolerance: Self.tolerance, visible: region, transform: transform).flatten(shape, into: &edges)
    return mask(of: edges, rule: rule)
  }

  /// The coverage of a line along a path; nil when there is no memory.
  func stroke(_ shape: PathData, style: StrokeStyle) -> CoverageMask? {
    let edges = EdgeCollector(region: region, transform: transform)
    let around = region.applying(transform.inverted()).insetBy(dx: -style.width, dy: -style.width)
    var stroker = Stroker(
      style: style, tolerance: Self.tolerance / max(transform.largestScale, 1e-12),
      visible: around.sound.isNull ? nil : around, sink: edges)
    stroker.stroke(shape)
    return mask(of: stroker.sink, rule: .winding)
  }

  private static let stripRows = 16

  private func mask(of collected: EdgeCollector, rule: CGPathFillRule) -> CoverageMask? {
    guard !collected.isUnsound, !collected.edges.isEmpty else { return .nothing }
    let edges = collected.edges.sorted { $0.y0 < $1.y0 }
    let area = box(of: edges)
    guard !area.columns.isEmpty, !area.rows.isEmpty else { return .nothing }
    guard let mask = CoverageMask(columns: area.columns, rows: area.rows) else { return nil }
    let strips = (area.rows.count + Self.stripRows - 1) / Self.stripRows
    let isSmooth = isSmooth
    ThreadPool.shared.concurrentPerform(strips) { strip in
      let first = area.rows.lowerBound + strip * Self.stripRows
      let rows = first..<min(first + Self.stripRows, area.rows.upperBound)
      var sweep = CoverageSweep(rule: rule, isSmooth: isSmooth, columns: area.columns)
      cover(rows, edges, &sweep, mask)
    }
    return mask
  }

  private func box(of edges: [PathEdge]) -> (columns: Range<Int>, rows: Range<Int>) {
    var (left, right, bottom) = (Double.infinity, -Double.infinity, -Double.infinity)
    for edge in edges {
      left = min(left, edge.x0, edge.x1)
      right = max(right, edge.x0, edge.x1)
      bottom = max(bottom, edge.y1)
    }
    let across = Int(left.rounded(.down))..<max(Int(right.rounded(.up)), Int(left.rounded(.down)))
    let top = Int((edges.first?.y0 ?? 0).rounded(.down))
    return (across.clamped(to: columns), (top..<max(Int(bottom.rounded(.up)), top)).clamped(to: rows))
  }
}

/// Covers some rows.
private func cover(_ rows: Range<Int>, _ edges: [PathEdge], _ sweep: inout CoverageSweep, _ mask: CoverageMask) {
  let (top, bottom) = (Double(rows.lowerBound), Double(rows.upperBound))
  let touching = edges.prefix { $0.y0 < bottom }.filter { $0.y1 > top }
  var (active, next) = ([PathEdge](), 0)
  for row in rows {
    let (above, below) = (Double(row), Double(row + 1))
    active.removeAll { $0.y1 <= above }
    while next < touching.count, touching[next].y0 < below {
      active.append(touching[next])
      next += 1
    }
    if let line = unsafe mask.line(row) { unsafe sweep.cover(row: row, edges: active, into: line) }
  }
}

extension CGAffineTransform {
  /// The most that a length grows.
  var largestScale: CGFloat {
    let (p, q) = (hypot(a + d, b - c), hypot(a - d, b + c))
    return (p + q) / 2
  }
}
