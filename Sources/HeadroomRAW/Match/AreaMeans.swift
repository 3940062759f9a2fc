package import HeadroomPixels

/// Means of a picture's pixels over the cells of a small picture, accumulated row by row.
package struct AreaMeans {
  private let width: Int
  private let height: Int
  private let source: (width: Int, height: Int)
  private var sums: SmallPicture
  private var counts: [Float]

  /// - Parameters:
  ///   - side: the most pixels of the small picture's longer side.
  ///   - width: the width of the whole picture.
  package init(longerSide side: Int, ofWidth width: Int, height: Int) {
    let longest = max(width, height, 1)
    func small(_ length: Int) -> Int { longest <= side ? length : max(length * side / longest, 1) }
    source = (width, height)
    (self.width, self.height) = (small(width), small(height))
    sums = SmallPicture(width: self.width, height: self.height)
    counts = [Float](repeating: 0, count: sums.count)
  }

  /// Adds a row. Pixels that are not finite count as dark.
  package mutating func add(_ row: RowPointers, y: Int) {
    let start = y * height / source.height * width
    for x in 0..<source.width {
      let cell = start + x * width / source.width
      let color = unsafe SIMD3(row.r[x], row.g[x], row.b[x])
      sums[cell] += color.sum().isFinite ? color : .zero
      counts[cell] += 1
    }
  }

  package var picture: SmallPicture {
    var result = sums
    for cell in 0..<sums.count { result[cell] /= max(counts[cell], 1) }
    return result
  }
}
