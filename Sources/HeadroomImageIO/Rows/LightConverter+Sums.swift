internal import HeadroomGraphics
internal import HeadroomPixels

extension LightConverter {
  /// The summed light of the first `count` pixels of several rows.
  ///
  /// - Parameter line: space for one of the rows.
  func readSum(of rows: Range<Int>, count: Int, into sum: RowPointers, line: RowPointers) {
    unsafe read(row: rows.lowerBound, x: 0, count: count, into: sum)
    for next in rows.dropFirst() {
      unsafe read(row: next, x: 0, count: count, into: line)
      unsafe sum.forEachPlane(with: line, alpha: false) { to, from in
        for x in 0..<count { unsafe to[x] += from[x] }
      }
    }
  }
}
