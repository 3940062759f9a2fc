internal import Foundation

/// How much of each pixel a rectangle covers after an affine transform.
///
/// Pixels are those of the context, columns from the left and rows from the top. The share is exact: the area of the
/// pixel that lies inside.
struct QuadCoverage: Sendable {
  /// The least rectangle around it.
  let box: CGRect
  private let isAligned: Bool
  private let isSmooth: Bool
  private let toUnit: CGAffineTransform
  /// Distances between opposite sides in pixels.
  private let across: CGFloat
  private let down: CGFloat
  private let corners: [CGPoint]

  /// - Parameters:
  ///   - rect: the rectangle.
  ///   - transform: maps it to pixels.
  ///   - isSmooth: whether pixels at the edge are covered in part; otherwise pixels whose centre is
  ///     inside are covered fully.
  init(_ rect: CGRect, transform: CGAffineTransform, isSmooth: Bool) {
    self.isSmooth = isSmooth
    isAligned = transform.b == 0 && transform.c == 0 || transform.a == 0 && transform.d == 0
    box = rect.applying(transform)
    let unit = CGAffineTransform(a: rect.width, b: 0, c: 0, d: rect.height, tx: rect.minX, ty: rect.minY)
    let map = unit.concatenating(transform)
    toUnit = map.inverted()
    let area = abs(map.determinant)
    across = area > 0 ? area / hypot(map.c, map.d) : 0
    down = area > 0 ? area / hypot(map.a, map.b) : 0
    corners = [(0, 0), (1, 0), (1, 1), (0, 1)].map { CGPoint(x: $0.0, y: $0.1).applying(map) }
  }

  /// Columns and rows that may be covered, inside 0..<width and 0..<height.
  func extent(width: Int, height: Int) -> (columns: Range<Int>, rows: Range<Int>) {
    guard box.width > 0, box.height > 0, !box.minX.isNaN, !box.minY.isNaN else { return (0..<0, 0..<0) }
    return (Self.span(box.minX, box.maxX, limit: width), Self.span(box.minY, box.maxY, limit: height))
  }

  private static func span(_ low: CGFloat, _ high: CGFloat, limit: Int) -> Range<Int> {
    let first = Int(min(max(low.rounded(.down), 0), CGFloat(limit)))
    let end = Int(min(max(high.rounded(.up), 0), CGFloat(limit)))
    return first..<max(first, end)
  }

  /// Whether every pixel of a span of columns and rows is covered fully.
  func isFull(columns: Range<Int>, rows: Range<Int>) -> Bool {
    guard isAligned else { return false }
    let left = isSmooth ? CGFloat(columns.lowerBound) : CGFloat(columns.lowerBound) + 0.5
    let right = isSmooth ? CGFloat(columns.upperBound) : CGFloat(columns.upperBound) - 0.5
    let top = isSmooth ? CGFloat(rows.lowerBound) : CGFloat(rows.lowerBound) + 0.5
    let bottom = isSmooth ? CGFloat(rows.upperBound) : CGFloat(rows.upperBound) - 0.5
    return box.minX <= left && box.maxX >= right && box.minY <= top && box.maxY >= bottom
  }

  /// Multiplies the coverage of a span of a row into `coverage`.
  func multiply(into coverage: UnsafeMutablePointer<Float>, row: Int, columns: Range<Int>) {
    for (index, column) in columns.enumerated() {
      unsafe coverage[index] *= value(column: column, row: row)
    }
  }

  private func value(column: Int, row: Int) -> Float {
    if isAligned {
      return Self.overlap(box.minX, box.maxX, column, isSmooth) * Self.overlap(box.minY, box.maxY, row, isSmooth)
    }
    let point = CGPoint(x: CGFloat(column) + 0.5, y: CGFloat(row) + 0.5).applying(toUnit)
    let fromSides = min(point.x, 1 - point.x) * across
    let fromEnds = min(point.y, 1 - point.y) * down
    let distance = min(fromSides, fromEnds)
    guard isSmooth else { return distance >= 0 ? 1 : 0 }
    // No point of a pixel is further from its centre than half its diagonal.
    let reach: CGFloat = 0.708
    if distance >= reach || distance <= -reach { return distance > 0 ? 1 : 0 }
    return clippedArea(left: CGFloat(column), top: CGFloat(row))
  }

  /// The area of the quad inside a pixel: the quad is cut by the pixel's four sides in turn.
  private func clippedArea(left: CGFloat, top: CGFloat) -> Float {
    var polygon = corners
    polygon = Self.cut(polygon) { $0.x - left }
    polygon = Self.cut(polygon) { left + 1 - $0.x }
    polygon = Self.cut(polygon) { $0.y - top }
    polygon = Self.cut(polygon) { top + 1 - $0.y }
    var twice: CGFloat = 0
    for (index, point) in polygon.enumerated() {
      let next = polygon[(index + 1) % polygon.count]
      twice += point.x * next.y - next.x * point.y
    }
    return Float(min(abs(twice) / 2, 1))
  }

  /// The part of a convex polygon where `distance` is not negative.
  private static func cut(_ polygon: [CGPoint], _ distance: (CGPoint) -> CGFloat) -> [CGPoint] {
    var kept: [CGPoint] = []
    for (index, point) in polygon.enumerated() {
      let next = polygon[(index + 1) % polygon.count]
      let (here, there) = (distance(point), distance(next))
      if here >= 0 { kept.append(point) }
      if here < 0 && there > 0 || here > 0 && there < 0 {
        let share = here / (here - there)
        kept.append(CGPoint(x: point.x + share * (next.x - point.x), y: point.y + share * (next.y - point.y)))
      }
    }
    return kept
  }

  private static func overlap(_ low: CGFloat, _ high: CGFloat, _ pixel: Int, _ isSmooth: Bool) -> Float {
    let start = CGFloat(pixel)
    guard isSmooth else { return start + 0.5 >= low && start + 0.5 < high ? 1 : 0 }
    return Float(max(min(high, start + 1) - max(low, start), 0))
  }
}
