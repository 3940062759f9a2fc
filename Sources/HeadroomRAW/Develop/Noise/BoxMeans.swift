/// Means over squares, by rows of a plane: sums along columns, then along rows. Each sum is computed afresh in a fixed
/// order, so that a pixel does not depend on where the plane begins.
enum BoxMeans {
  /// - Parameters:
  ///   - radius: the radius of the squares; pixels nearer to the borders than that are not written.
  ///   - line: memory for a row.
  static func run(
    _ source: UnsafePointer<Float>, into target: UnsafeMutablePointer<Float>, width: Int, height: Int, radius: Int,
    line: UnsafeMutablePointer<Float>
  ) {
    let scale = 1 / Float((2 * radius + 1) * (2 * radius + 1))
    for y in radius..<height - radius {
      unsafe copy(source + y * width, line, width)
      for d in 1...radius {
        unsafe add(source + (y - d) * width, source + (y + d) * width, to: line, width)
      }
      let row = unsafe target + y * width
      unsafe copy(line, row, width)
      for d in 1...radius { unsafe add(line, to: row, d, width) }
      for x in radius..<width - radius { unsafe row[x] *= scale }
    }
  }

  private static func copy(_ from: UnsafePointer<Float>, _ to: UnsafeMutablePointer<Float>, _ count: Int) {
    unsafe to.update(from: from, count: count)
  }

  private static func add(
    _ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, to sum: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    for x in 0..<count { unsafe sum[x] += a[x] + b[x] }
  }

  private static func add(
    _ line: UnsafePointer<Float>, to sum: UnsafeMutablePointer<Float>, _ d: Int, _ count: Int
  ) {
    for x in d..<count - d { unsafe sum[x] += line[x - d] + line[x + d] }
  }
}
