internal import Foundation

/// Finds how much of each pixel of a row lies inside edges, by a fill rule.
///
/// A row is cut into bands at every end and crossing of edges. Within a band edges keep their order, so the areas between
/// those where the inside begins and ends are exact. Rows with so many edges that this would take long are sampled along
/// lines instead.
struct CoverageSweep: ~Copyable {
  private let rule: CGPathFillRule
  private let isSmooth: Bool
  private let columns: Range<Int>
  private var sums: CoverageRow
  private var band: [BandEdge] = []
  /// Bands times edges that the row may still take.
  private var budget = 0

  private struct BandEdge {
    var top: Double
    var bottom: Double
    /// Position just below the band's top, so that edges from one point are in order.
    var key: Double
    var winding: Int
  }

  init(rule: CGPathFillRule, isSmooth: Bool, columns: Range<Int>) {
    self.rule = rule
    self.isSmooth = isSmooth
    self.columns = columns
    sums = CoverageRow(left: columns.lowerBound, width: columns.count)
  }

  /// Writes the coverage of a row.
  ///
  /// - Parameter edges: all that touch the row, perhaps others.
  mutating func cover(row: Int, edges: [PathEdge], into output: UnsafeMutablePointer<UInt16>) {
    sums.clear()
    let top = Double(row)
    if !isSmooth {
      sampleCenters(top + 0.5, edges)
    } else {
      budget = 1 << 20
      if !coverExactly(top, edges) {
        sums.clear()
        var samples = SampledRow(rule: rule, columns: columns)
        samples.cover(row: top, edges, into: &sums)
      }
    }
    unsafe sums.write(to: output)
  }

  /// More edges in one row are sampled: their crossings would be too many.
  private static let mostEdges = 1024

  private mutating func coverExactly(_ top: Double, _ edges: [PathEdge]) -> Bool {
    var levels = [top, top + 1]
    for edge in edges {
      if edge.y0 > top, edge.y0 < top + 1 { levels.append(edge.y0) }
      if edge.y1 > top, edge.y1 < top + 1 { levels.append(edge.y1) }
    }
    guard edges.count <= Self.mostEdges, levels.count * edges.count <= budget else { return false }
    levels.sort()
    for (from, to) in zip(levels, levels.dropFirst()) where to > from {
      guard cover(from, to, edges) else { return false }
    }
    return true
  }

  /// Covers a band in which no edge ends.
  private mutating func cover(_ from: Double, _ to: Double, _ edges: [PathEdge]) -> Bool {
    var start = from
    while start < to {
      budget -= edges.count
      guard budget >= 0 else { return false }
      fillBand(start, to, edges)
      let end = firstCrossing(start, to)
      if end < to { shorten(start, to, end) }
      addAreas(height: end - start)
      start = end
    }
    return true
  }

  private mutating func fillBand(_ from: Double, _ to: Double, _ edges: [PathEdge]) {
    band.removeAll(keepingCapacity: true)
    for edge in edges where edge.y0 <= from && edge.y1 >= to {
      let (top, bottom) = (edge.x(from), edge.x(to))
      let key = top + (bottom - top) * Self.justBelow
      band.append(BandEdge(top: top, bottom: bottom, key: key, winding: edge.winding))
    }
    band.sort { $0.key < $1.key }
  }

  /// The share of a band's height at which edges are ordered.
  private static let justBelow = 1e-4
  /// Edges that cross by less are taken to touch.
  private static let touch = 1e-5

  /// The first place where neighbours change their order, otherwise the band's end.
  private func firstCrossing(_ from: Double, _ to: Double) -> Double {
    var share = 1.0
    for index in band.indices.dropLast() {
      let (left, right) = (band[index], band[index + 1])
      let overlap = left.bottom - right.bottom
      guard overlap > Self.touch else { continue }
      let gap = max(right.top - left.top, 0)
      share = min(share, gap / (gap + overlap))
    }
    guard share < 1 else { return to }
    // Always a step ahead, however close crossings are.
    let height = to - from
    return min(from + max(share * height, Self.justBelow * 2 * height, 1e-7), to)
  }

  /// Makes the band end earlier.
  private mutating func shorten(_ from: Double, _ to: Double, _ end: Double) {
    let share = (end - from) / (to - from)
    for index in band.indices { band[index].bottom = band[index].top + (band[index].bottom - band[index].top) * share }
  }

  private mutating func addAreas(height: Double) {
    var turns = 0
    for edge in band {
      let wasInside = rule.isInside(turns)
      turns += edge.winding
      let isInside = rule.isInside(turns)
      if isInside != wasInside { sums.add(edge.top, edge.bottom, height: isInside ? height : -height) }
    }
  }

  /// Without antialiasing: pixels whose centre lies inside.
  private mutating func sampleCenters(_ y: Double, _ edges: [PathEdge]) {
    band.removeAll(keepingCapacity: true)
    for edge in edges where edge.y0 <= y && edge.y1 > y {
      let x = edge.x(y)
      band.append(BandEdge(top: x, bottom: x, key: x, winding: edge.winding))
    }
    band.sort { $0.key < $1.key }
    var turns = 0
    for edge in band {
      let wasInside = rule.isInside(turns)
      turns += edge.winding
      let isInside = rule.isInside(turns)
      guard isInside != wasInside else { continue }
      let column = Int((edge.top - 0.5).rounded(.up))
      sums.fill(min(max(column, columns.lowerBound), columns.upperBound), columns.upperBound, height: isInside ? 1 : -1)
    }
  }
}
