import HeadroomPixels

/// The strips in which a sliding window works.
enum WindowStrip {
  /// Values of a row of a strip: two cache lines.
  static let width = 32
}

/// Folds of a window that slides over the rows of a strip, at the same cost for every size of window.
///
/// Rows are cut into blocks as tall as the window, at absolute multiples. A window then is the end of one block and the
/// beginning of the next: folds from every row to its block's end, and from each block's beginning to every row, are
/// two operations per value (van Herk, Gil and Werman). Since blocks lie at absolute places, the bits do not depend on
/// which rows a tile asks for.
@unsafe
struct SlidingWindow<Fold: WindowFold> {
  let fold: Fold
  /// Rows on each side of the centre.
  let reach: Int
  private let suffixes: UnsafeMutablePointer<Fold.State>
  private let prefix: UnsafeMutablePointer<Fold.State>

  /// - Parameter rows: the most rows of a strip.
  init(_ fold: Fold, reach: Int, rows: Int, scratch: ScratchArena) {
    unsafe self.fold = fold
    unsafe self.reach = reach
    let floats = (MemoryLayout<Fold.State>.stride + 3) / 4 * WindowStrip.width
    unsafe suffixes = unsafe Self.states(scratch.floats(floats * (rows + 1)), count: WindowStrip.width * (rows + 1))
    unsafe prefix = unsafe Self.states(scratch.floats(floats), count: WindowStrip.width)
  }

  private static func states(_ memory: UnsafeMutablePointer<Float>, count: Int) -> UnsafeMutablePointer<Fold.State> {
    unsafe UnsafeMutableRawPointer(memory).bindMemory(to: Fold.State.self, capacity: count)
  }

  /// The available rows: the first of them, and the rows that stand for all before and after.
  @unsafe
  struct Source {
    var rows: Range<Int>
    var first: UnsafePointer<Float>
    var stride: Int
    var before: UnsafePointer<Float>
    var after: UnsafePointer<Float>

    @inline(__always) func row(_ y: Int) -> UnsafePointer<Float> { unsafe first + (y - rows.lowerBound) * stride }
  }

  /// Computes some rows, whose first lies at `output`, `count` values of each.
  func run(
    _ source: Source, _ wanted: Range<Int>, into output: UnsafeMutablePointer<Float>, stride: Int, count: Int
  ) {
    let width = unsafe 2 * reach + 1
    let first = unsafe wanted.lowerBound - reach
    let end = unsafe wanted.upperBound - reach
    var start = first
    while start < end {
      let block = start.floored(to: width)
      let stop = min(block + width, end)
      unsafe foldSuffixes(source, from: start, to: block + width, count)
      unsafe runBlock(source, start..<stop, block + width, into: output + (start - first) * stride, stride, count)
      start = stop
    }
  }

  /// Folds from every row to the end of a block; a missing row has the fold of the next one that is present.
  private func foldSuffixes(_ source: Source, from start: Int, to end: Int, _ count: Int) {
    let first = unsafe max(start, source.rows.lowerBound)
    let rows = unsafe first..<max(min(end, source.rows.upperBound), first)
    var last = unsafe suffixes + rows.count * WindowStrip.width
    for i in 0..<count { unsafe last[i] = Fold.empty }
    for y in rows.reversed() {
      let (values, state) = unsafe (source.row(y), last - WindowStrip.width)
      for i in 0..<count { unsafe state[i] = Fold.add(values[i], to: last[i]) }
      unsafe last = unsafe state
    }
  }

  /// The windows that begin in a block.
  private func runBlock(
    _ source: Source, _ starts: Range<Int>, _ next: Int, into output: UnsafeMutablePointer<Float>, _ stride: Int,
    _ count: Int
  ) {
    let width = unsafe 2 * reach + 1
    let rows = unsafe source.rows
    let (low, high) = (max(starts.lowerBound, rows.lowerBound), min(next, rows.upperBound))
    for i in 0..<count { unsafe prefix[i] = Fold.empty }
    var added = next
    for start in starts {
      // Rows of the next block up to the window's last.
      for y in max(added, rows.lowerBound)..<max(min(start + width, rows.upperBound), added, rows.lowerBound) {
        let values = unsafe source.row(y)
        for i in 0..<count { unsafe prefix[i] = Fold.add(values[i], to: prefix[i]) }
      }
      added = max(start + width, added)
      let index = min(max(start, low), max(high, low)) - low
      unsafe finish(
        source, suffixes + index * WindowStrip.width, before: min(max(rows.lowerBound - start, 0), width),
        after: min(max(start + width - rows.upperBound, 0), width), output + (start - starts.lowerBound) * stride, count
      )
    }
  }

  private func finish(
    _ source: Source, _ suffix: UnsafePointer<Fold.State>, before: Int, after: Int,
    _ output: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    let fold = unsafe self.fold
    if before == 0, after == 0 {
      for i in 0..<count { unsafe output[i] = fold.result(Fold.join(suffix[i], prefix[i])) }
      return
    }
    let (low, high) = (Float(before), Float(after))
    for i in 0..<count {
      var state = unsafe Fold.join(suffix[i], prefix[i])
      if before > 0 { unsafe state = Fold.add(source.before[i], times: low, to: state) }
      if after > 0 { unsafe state = Fold.add(source.after[i], times: high, to: state) }
      unsafe output[i] = fold.result(state)
    }
  }
}

extension Int {
  /// The largest multiple of a positive number that is not larger.
  fileprivate func floored(to step: Int) -> Int {
    let rest = self % step
    return rest < 0 ? self - rest - step : self - rest
  }
}
