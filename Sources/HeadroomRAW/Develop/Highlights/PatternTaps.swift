/// The positions of the colours around a pixel of a mosaic, for each position of its pattern.
struct PatternTaps {
  private let rows: Int
  private let columns: Int
  private let planes: [UInt8]
  /// Samples around a pixel: their offset in memory, and 1 for the plane that they belong to; the same number for each
  /// position.
  private let offsets: [Int]
  private let red: [Float]
  private let blue: [Float]
  private let count: Int
  /// The reciprocal of the number of each plane's samples; 0 for none.
  private let norms: [SIMD3<Float>]

  init(_ pattern: ColorFilterArray, reach: Int, stride: Int) {
    (rows, columns, planes) = (pattern.rows, pattern.columns, pattern.planes)
    let side = 2 * reach + 1
    count = side * side
    let around = (0..<side * side).map { (x: $0 % side - reach, y: $0 / side - reach) }
    offsets = around.map { $0.y * stride + $0.x }
    var red: [Float] = []
    var blue: [Float] = []
    norms = (0..<pattern.rows * pattern.columns).map { place in
      let found = around.map {
        pattern.plane(row: place / pattern.columns + $0.y, column: place % pattern.columns + $0.x)
      }
      red += found.map { $0 == 0 ? 1 : 0 }
      blue += found.map { $0 == 2 ? 1 : 0 }
      let counts = (0..<3).map { plane in Float(found.count { $0 == plane }) }
      return SIMD3(counts.map { $0 > 0 ? 1 / $0 : 0 })
    }
    (self.red, self.blue) = (red, blue)
  }

  @inline(__always)
  func place(row: Int, column: Int) -> Int {
    let (y, x) = (row % rows, column % columns)
    return (y < 0 ? y + rows : y) * columns + (x < 0 ? x + columns : x)
  }

  func plane(_ place: Int) -> Int { Int(planes[place]) }

  /// Whether every colour lies near a position.
  func seesAll(_ place: Int) -> Bool { norms[place].min() > 0 }

  /// The means of each colour around a pixel.
  @inline(__always)
  func means(_ values: UnsafePointer<Float>, at place: Int) -> SIMD3<Float> {
    var (sum, redSum, blueSum): (Float, Float, Float) = (0, 0, 0)
    for index in 0..<count {
      let value = unsafe values[offsets[index]]
      sum += value
      redSum += value * red[place * count + index]
      blueSum += value * blue[place * count + index]
    }
    return SIMD3(redSum, sum - redSum - blueSum, blueSum) * norms[place]
  }
}
