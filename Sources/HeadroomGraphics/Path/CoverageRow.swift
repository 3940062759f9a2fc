internal import Foundation

/// Sums of signed areas in the pixels of a row, which become coverage when added up from the left.
@safe struct CoverageRow: ~Copyable {
  private let sums: UnsafeMutablePointer<Float>
  private let left: Double
  private let width: Int

  /// - Parameters:
  ///   - left: the first column.
  ///   - width: columns.
  init(left: Int, width: Int) {
    self.left = Double(left)
    self.width = width
    unsafe sums = .allocate(capacity: width + 2)
    unsafe sums.initialize(repeating: 0, count: width + 2)
  }

  deinit { unsafe sums.deallocate() }

  mutating func clear() { unsafe sums.update(repeating: 0, count: width + 2) }

  /// Adds what lies right of a straight edge that is `height` high, from `x0` to `x1`.
  @inline(__always)
  mutating func add(_ x0: Double, _ x1: Double, height: Double) {
    let (low, high) = x0 < x1 ? (x0 - left, x1 - left) : (x1 - left, x0 - left)
    let from = max(low, 0)
    let to = min(high, Double(width))
    let first = Int(from)
    if to <= Double(first + 1) {
      add(first, height, middle: (from + to) / 2)
    } else {
      addSlanted(from, to, first, height)
    }
  }

  @inline(__always)
  private mutating func add(_ column: Int, _ height: Double, middle: Double) {
    let inside = height * (Double(column + 1) - middle)
    unsafe sums[column] += Float(inside)
    unsafe sums[column + 1] += Float(height - inside)
  }

  private mutating func addSlanted(_ from: Double, _ to: Double, _ first: Int, _ height: Double) {
    let perColumn = height / (to - from)
    var (column, x) = (first, from)
    while x < to {
      let next = min(Double(column + 1), to)
      add(column, (next - x) * perColumn, middle: (x + next) / 2)
      x = next
      column += 1
    }
  }

  /// Adds full height to the columns from `first` up to `end`.
  mutating func fill(_ first: Int, _ end: Int, height: Double) {
    unsafe sums[first - Int(left)] += Float(height)
    unsafe sums[end - Int(left)] -= Float(height)
  }

  /// Writes the coverage, 65535 for full.
  func write(to row: UnsafeMutablePointer<UInt16>) {
    var sum = 0.0
    for x in 0..<width {
      unsafe sum += Double(sums[x])
      let share = min(max(sum, -sum), 1)
      unsafe row[x] = UInt16(share * 65535 + 0.5)
    }
  }
}
