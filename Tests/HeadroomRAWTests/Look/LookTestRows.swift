import HeadroomPixels

/// Pixels through a row kernel and back.
func through(_ pixels: [SIMD3<Float>], _ body: (RowPointers, Int) -> Void) -> [SIMD3<Float>] {
  let buffer = RowBuffer(capacity: max(pixels.count, 1))
  let rows = unsafe buffer.rows
  for (i, pixel) in pixels.enumerated() {
    unsafe rows.r[i] = pixel.x
    unsafe rows.g[i] = pixel.y
    unsafe rows.b[i] = pixel.z
  }
  unsafe body(rows, pixels.count)
  return pixels.indices.map { unsafe SIMD3(rows.r[$0], rows.g[$0], rows.b[$0]) }
}

/// Colours all over, some of them odd: numbers from a fixed sequence.
func lookColors(_ count: Int, from low: Float = 0, to high: Float = 1) -> [SIMD3<Float>] {
  var state: UInt64 = 0x9E37_79B9_7F4A_7C15
  func next() -> Float {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return low + (high - low) * Float(state >> 40) / Float(1 << 24)
  }
  return (0..<count).map { _ in SIMD3(next(), next(), next()) }
}

let oddColors: [SIMD3<Float>] = [
  SIMD3(.nan, 0.5, 0.2), SIMD3(.infinity, 0.5, 0.2), SIMD3(-.infinity, 0.5, .infinity), SIMD3(.nan, .nan, .nan),
  SIMD3(-1, -2, -3), SIMD3(-0.001, 0, 0.001), SIMD3(3e38, -3e38, 0), SIMD3(0, 0, 0),
  SIMD3(.leastNonzeroMagnitude, 0, 1e-38 * 0.01),
  SIMD3(.infinity, .infinity, .infinity), SIMD3(5, -0.5, 2), SIMD3(1e-20, 2e-20, 0),
]

extension SIMD3 where Scalar == Float {
  var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }
  var asDouble: SIMD3<Double> { SIMD3<Double>(Double(x), Double(y), Double(z)) }
}

/// The largest difference of two lists of colours.
func distance(_ a: [SIMD3<Float>], _ b: [SIMD3<Float>]) -> Float {
  zip(a, b).map { max(abs($0.x - $1.x), abs($0.y - $1.y), abs($0.z - $1.z)) }.max() ?? .infinity
}

/// Whether a kernel gives the same bits for a span in one piece and in odd pieces.
func givesSameBitsInPieces(
  _ pixels: [SIMD3<Float>], _ body: (RowPointers, Int, _ start: Int) -> Void
) -> Bool {
  let whole = unsafe through(pixels) { rows, count in unsafe body(rows, count, 0) }
  let pieces = unsafe through(pixels) { rows, count in
    var start = 0
    for length in [1, 7, 64, 129, 200] + Array(repeating: 37, count: count / 37 + 1) where start < count {
      let part = min(length, count - start)
      unsafe body(rows.advanced(by: start), part, start)
      start += part
    }
  }
  return zip(whole, pieces).allSatisfy {
    $0.x.bitPattern == $1.x.bitPattern && $0.y.bitPattern == $1.y.bitPattern && $0.z.bitPattern == $1.z.bitPattern
  }
}

/// How fast a kernel is, over rows that come back to the same colours each time; the copy is not subtracted.
func megapixelsPerSecond(_ pixels: [SIMD3<Float>], _ body: (RowPointers, Int) -> Void) -> Double {
  let source = RowBuffer(capacity: pixels.count)
  let buffer = RowBuffer(capacity: pixels.count)
  let (from, rows) = unsafe (source.rows, buffer.rows)
  for (i, pixel) in pixels.enumerated() {
    unsafe from.r[i] = pixel.x
    unsafe from.g[i] = pixel.y
    unsafe from.b[i] = pixel.z
  }
  var best = Duration.seconds(1000)
  for _ in 0..<60 {
    let time = ContinuousClock().measure {
      for plane in 0..<3 { unsafe rows.plane(plane).update(from: from.plane(plane), count: pixels.count) }
      unsafe body(rows, pixels.count)
    }
    best = min(best, time)
  }
  return (Double(pixels.count) / (best / Duration.microseconds(1))).rounded()
}
