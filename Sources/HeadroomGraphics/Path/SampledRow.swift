internal import Foundation

/// The coverage of a row by samples, for rows with very many edges: no order of edges is needed.
///
/// Along each of some lines the turns are counted in eighths of pixels.
struct SampledRow {
  private let rule: CGPathFillRule
  private let columns: Range<Int>
  private var turns: [Int32]
  private static let perPixel = 8

  init(rule: CGPathFillRule, columns: Range<Int>) {
    self.rule = rule
    self.columns = columns
    turns = Array(repeating: 0, count: columns.count * Self.perPixel + 1)
  }

  mutating func cover(row: Double, _ edges: [PathEdge], into sums: inout CoverageRow) {
    let lines = min(max((1 << 19) / (edges.count + turns.count), 8), 64)
    for line in 0..<lines {
      let y = row + (Double(line) + 0.5) / Double(lines)
      count(y, edges)
      add(share: 1 / Double(lines * Self.perPixel), to: &sums)
    }
  }

  private mutating func count(_ y: Double, _ edges: [PathEdge]) {
    for index in turns.indices { turns[index] = 0 }
    let last = Double(turns.count - 1)
    for edge in edges where edge.y0 <= y && edge.y1 > y {
      let place = (edge.x(y) - Double(columns.lowerBound)) * Double(Self.perPixel) + 0.5
      turns[Int(min(max(place, 0), last))] += Int32(edge.winding)
    }
  }

  private func add(share: Double, to sums: inout CoverageRow) {
    var sum = 0
    for column in columns {
      var inside = 0
      let first = (column - columns.lowerBound) * Self.perPixel
      for index in first..<first + Self.perPixel {
        sum += Int(turns[index])
        if rule.isInside(sum) { inside += 1 }
      }
      if inside > 0 { sums.fill(column, column + 1, height: Double(inside) * share) }
    }
  }
}
