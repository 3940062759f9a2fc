internal import HeadroomEngine
internal import HeadroomPixels

/// The exact median of a square of any size. For three and five pixels, values are exchanged until the median is in its
/// place. For larger squares, the values of a block are sorted once, and a window is a set of ranks in that order,
/// which changes by two rows of the square from pixel to pixel (after Huang's sliding histogram).
struct MedianOfWindow: NeighbourhoodImplementation {
  /// Pixels on each side of the centre.
  let reach: Int
  let edge: EdgeMode

  /// Then a block is still larger than what lies around it.
  static let largestReach = 128
  /// The most pixels along one side of a block with its margin: the bits of all its ranks fit into the first-level
  /// cache beside the other data.
  private static let widest = 362

  var fingerprint: Fingerprint { Fingerprint("median of a square", [Double(reach)] + edge.fingerprint) }

  var toleratesPartialInput: Bool { true }

  func region(for output: PixelRect) -> PixelRect { edge.region(around(output)) }

  func peak(of inputs: [Float?]) -> Float? { (inputs.first ?? nil).map { max($0, 0) } }

  private func around(_ rect: PixelRect) -> PixelRect { rect.expanded(dx: reach, dy: reach) }

  func render(_ input: Tile, into output: Tile, scratch: ScratchArena) {
    let mark = scratch.mark
    if reach <= 2 {
      unsafe renderSmall(input, into: output, scratch)
    } else {
      unsafe renderLarge(input, into: output, scratch)
    }
    scratch.reset(to: mark)
  }

  private func renderSmall(_ input: Tile, into output: Tile, _ scratch: ScratchArena) {
    let window = unsafe WeightedWindow(input, over: around(output.rect), edge, required: output.rect, scratch: scratch)
    unsafe window.compute(output, reading: around) { part, plane in
      let mark = scratch.mark
      let rows = unsafe EdgedRows(window.tile, around(part.rect).columns, edge, scratch: scratch)
      if reach == 1 {
        unsafe MedianOfNineRows.run(rows, into: part, plane: plane, scratch: scratch)
      } else {
        unsafe MedianOfTwentyFiveRows.run(rows, into: part, plane: plane, scratch: scratch)
      }
      scratch.reset(to: mark)
    }
  }

  private func renderLarge(_ input: Tile, into output: Tile, _ scratch: ScratchArena) {
    let window = unsafe WeightedWindow(input, over: around(output.rect), edge, scratch: scratch)
    unsafe window.compute(output, reading: around) { part, plane in
      let side = min(max(Self.widest - 2 * reach, 64), 256)
      for rows in unsafe part.rect.bands(of: side) {
        for block in rows.columns(of: side) {
          let mark = scratch.mark
          var sweep = unsafe MedianSweep(window.tile, plane, around(block), reach, scratch)
          unsafe sweep.run(into: part.part(block))
          scratch.reset(to: mark)
        }
      }
    }
  }

  func evaluate(x: Int, y: Int, _ input: (_ x: Int, _ y: Int) -> Pixel) -> Pixel {
    var values: [SIMD4<Double>] = []
    for row in y - reach...y + reach {
      for column in x - reach...x + reach { values.append(edge.pixel(column, row, of: input).summable) }
    }
    return Pixel(SIMD4((0..<4).map { channel in values.map { $0[channel] }.sorted()[values.count / 2] }))
  }
}

/// A window that moves over a block: along one column of windows and back along the next, so that each differs from the
/// one before by one row, or column, on two sides.
@unsafe
private struct MedianSweep {
  private let order: RankOrder
  private let plane: Int
  private let reach: Int
  /// The ranks in the window: bit `rank % 64` of word `rank / 64`.
  private let words: UnsafeMutablePointer<UInt64>
  /// The word that held the last median, and how many ranks of the window lie before it.
  private var word = 0
  private var before = 0

  init(_ tile: Tile, _ plane: Int, _ region: PixelRect, _ reach: Int, _ scratch: ScratchArena) {
    unsafe order = unsafe RankOrder(tile, plane, region, scratch: scratch)
    unsafe (self.plane, self.reach) = (plane, reach)
    let count = region.area / 64 + 1
    unsafe words = unsafe UnsafeMutableRawPointer(scratch.floats(2 * count)).bindMemory(
      to: UInt64.self, capacity: count)
    unsafe words.update(repeating: 0, count: count)
  }

  mutating func run(into output: Tile) {
    let (rect, width) = unsafe (output.rect, 2 * reach + 1)
    for row in unsafe rect.minY - reach...rect.minY + reach { unsafe enter(rect.minX - reach, row, width) }
    for x in rect.columns {
      let isUpwards = (x - rect.minX).isMultiple(of: 2)
      if x > rect.minX { unsafe turn(to: x, isUpwards ? rect.minY : rect.maxY - 1) }
      for step in 0..<rect.height {
        let y = isUpwards ? rect.minY + step : rect.maxY - 1 - step
        if step > 0 {
          let (old, new) = unsafe isUpwards ? (y - 1 - reach, y + reach) : (y + 1 + reach, y - reach)
          unsafe leave(x - reach, old, width)
          unsafe enter(x - reach, new, width)
        }
        unsafe output.row(plane, y: y)[x - rect.minX] = unsafe median()
      }
    }
  }

  /// Moves to the windows around the next column.
  private mutating func turn(to x: Int, _ y: Int) {
    for row in unsafe y - reach...y + reach {
      unsafe leave(x - 1 - reach, row, 1)
      unsafe enter(x + reach, row, 1)
    }
  }

  private mutating func enter(_ x: Int, _ y: Int, _ count: Int) { unsafe before += change(x, y, count) }

  private mutating func leave(_ x: Int, _ y: Int, _ count: Int) { unsafe before -= change(x, y, count) }

  /// Toggles ranks in the set.
  ///
  /// - Returns: how many of them lie before the current word.
  private func change(_ x: Int, _ y: Int, _ count: Int) -> Int {
    let (ranks, words, word) = unsafe (order.ranks(x: x, y: y), words, word)
    var found = 0
    for i in 0..<count {
      let rank = unsafe Int(truncatingIfNeeded: ranks[i])
      unsafe words[rank &>> 6] ^= 1 &<< UInt64(truncatingIfNeeded: rank & 63)
      // The sign of the difference, not a comparison: half of the ranks lie before the median's in an unpredictable
      // order, and a mispredicted branch took four times as long.
      found &-= (rank &>> 6 &- word) &>> (Int.bitWidth - 1)
    }
    return found
  }

  /// Finds the median, moving to the word that holds its rank.
  private mutating func median() -> Float {
    let half = unsafe (2 * reach + 1) * (2 * reach + 1) / 2
    while unsafe before > half {
      unsafe word &-= 1
      unsafe before &-= unsafe words[word].nonzeroBitCount
    }
    while true {
      let next = unsafe before &+ words[word].nonzeroBitCount
      if next > half { break }
      unsafe before = next
      unsafe word &+= 1
    }
    var bits = unsafe words[word]
    for _ in 0..<(unsafe half &- before) { bits &= bits &- 1 }
    return unsafe order.value(word &<< 6 &+ bits.trailingZeroBitCount)
  }
}
