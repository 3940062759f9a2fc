internal import HeadroomEngine
internal import HeadroomPixels

/// Sums over the squares around pixels of a row, columns first, in double precision. The order of the sums is the same
/// at every position, so that results do not depend on tiles.
@safe struct SquareSums {
  /// The number of pixels of a row that are summed at a time: their sums stay in the first-level cache.
  static let piece = 256

  private let reach: Int
  private let columns: UnsafeMutablePointer<Double>

  init(reach: Int, scratch: ScratchArena) {
    self.reach = reach
    let count = Self.piece * 5 + 2 * reach
    let memory = unsafe UnsafeMutableRawPointer(scratch.floats(2 * count))
    unsafe columns = unsafe memory.bindMemory(to: Double.self, capacity: count)
  }

  /// The lowest rows of the squares, from their leftmost column on.
  @unsafe struct Rows {
    let first: UnsafePointer<Float>
    let stride: Int

    init(_ first: UnsafePointer<Float>, _ stride: Int) { unsafe (self.first, self.stride) = unsafe (first, stride) }

    @inline(__always) func value(_ row: Int, _ i: Int) -> Double { unsafe Double(first[row &* stride &+ i]) }
  }

  /// Memory for the sums of a piece; there are four such buffers.
  func sums(_ index: Int) -> UnsafeMutablePointer<Double> {
    unsafe columns + (Self.piece + 2 * reach + index * Self.piece)
  }

  func sum(_ rows: Rows, _ count: Int, into sums: UnsafeMutablePointer<Double>) {
    unsafe Self.add(2 * reach + 1, count + 2 * reach, into: columns) { unsafe rows.value($0, $1) }
    unsafe join(count, into: sums)
  }

  /// The sums of products.
  func sum(_ rows: Rows, times others: Rows, _ count: Int, into sums: UnsafeMutablePointer<Double>) {
    unsafe Self.add(2 * reach + 1, count + 2 * reach, into: columns) {
      unsafe rows.value($0, $1) * others.value($0, $1)
    }
    unsafe join(count, into: sums)
  }

  private func join(_ count: Int, into sums: UnsafeMutablePointer<Double>) {
    let columns = unsafe columns
    unsafe Self.add(2 * reach + 1, count, into: sums) { unsafe columns[$0 &+ $1] }
  }

  /// The sum of an odd number of terms for each position, in order: sums are loaded and stored once for two terms.
  @inline(__always)
  private static func add(
    _ terms: Int, _ count: Int, into sums: UnsafeMutablePointer<Double>, _ term: (_ index: Int, _ i: Int) -> Double
  ) {
    guard terms > 1 else {
      for i in 0..<count { unsafe sums[i] = term(0, i) }
      return
    }
    for i in 0..<count { unsafe sums[i] = term(0, i) + term(1, i) + term(2, i) }
    for index in stride(from: 3, to: terms, by: 2) {
      for i in 0..<count { unsafe sums[i] = sums[i] + term(index, i) + term(index &+ 1, i) }
    }
  }
}
