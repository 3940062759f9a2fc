/// Transposes rows to columns, in blocks of four by four.
enum Transposition {
  private typealias Four = SIMD4<Float>

  /// `output[x][y] = input[y][x]`.
  static func run(
    _ input: UnsafePointer<Float>, stride: Int, rows: Int, columns: Int,
    into output: UnsafeMutablePointer<Float>, stride outputStride: Int
  ) {
    var y = 0
    while y &+ 4 <= rows {
      unsafe runFour(input + y &* stride, stride, columns, output + y, outputStride)
      y &+= 4
    }
    while y < rows {
      for x in 0..<columns { unsafe output[x &* outputStride &+ y] = input[y &* stride &+ x] }
      y &+= 1
    }
  }

  private static func runFour(
    _ input: UnsafePointer<Float>, _ stride: Int, _ columns: Int, _ output: UnsafeMutablePointer<Float>,
    _ outputStride: Int
  ) {
    var (row, target, x) = unsafe (input, output, 0)
    while x &+ 4 <= columns {
      let (a, b) = unsafe (load(row), load(row + stride))
      let (c, d) = unsafe (load(row + 2 &* stride), load(row + 3 &* stride))
      unsafe store(Four(a[0], b[0], c[0], d[0]), target)
      unsafe store(Four(a[1], b[1], c[1], d[1]), target + outputStride)
      unsafe store(Four(a[2], b[2], c[2], d[2]), target + 2 &* outputStride)
      unsafe store(Four(a[3], b[3], c[3], d[3]), target + 3 &* outputStride)
      unsafe row += 4
      unsafe target += 4 &* outputStride
      x &+= 4
    }
    while x < columns {
      for k in 0..<4 { unsafe target[k] = row[k &* stride] }
      unsafe row += 1
      unsafe target += outputStride
      x &+= 1
    }
  }

  @inline(__always)
  private static func load(_ pointer: UnsafePointer<Float>) -> Four {
    unsafe UnsafeRawPointer(pointer).loadUnaligned(as: Four.self)
  }

  @inline(__always)
  private static func store(_ value: Four, _ pointer: UnsafeMutablePointer<Float>) {
    unsafe UnsafeMutableRawPointer(pointer).storeBytes(of: value, as: Four.self)
  }
}
