internal import HeadroomPixels

extension ColorCube: TilePoint {
  package func makeStage(in space: WorkingSpace) -> RowStage {
    let lookup = CubeLookup(self)
    switch (interpolation, extrapolates) {
    case (.trilinear, false):
      return unsafe RowStage { rows, _, count, _, _ in unsafe lookup.run(Trilinear.self, rows, count) }
    case (.tetrahedral, false):
      return unsafe RowStage { rows, _, count, _, _ in unsafe lookup.run(Tetrahedral.self, rows, count) }
    case (.trilinear, true):
      return unsafe RowStage { rows, _, count, _, _ in unsafe lookup.run(Extrapolated<Trilinear>.self, rows, count) }
    case (.tetrahedral, true):
      return unsafe RowStage { rows, _, count, _, _ in unsafe lookup.run(Extrapolated<Tetrahedral>.self, rows, count) }
    }
  }
}

/// A cube's table as rows use it. Places are found for some pixels at a time, which vectorises; then each pixel's nodes are
/// loaded, 16 bytes a node.
private struct CubeLookup: Sendable {
  /// Pixels at a time: their places fill a kilobyte.
  private static let block = 64
  private let table: DataTable
  private let isOpaque: Bool
  fileprivate let last: Float
  fileprivate let greenStep: Int
  fileprivate let blueStep: Int

  init(_ cube: ColorCube) {
    table = cube.table
    isOpaque = cube.alphaRule == .straight
    last = Float(cube.dimension - 1)
    greenStep = cube.dimension
    blueStep = cube.dimension * cube.dimension
  }

  @inline(__always)
  func run<Cell: CubeCell>(_ cell: Cell.Type, _ rows: RowPointers, _ count: Int) {
    unsafe table.vectors.withUnsafeBufferPointer { nodes in
      guard let nodes = nodes.baseAddress else { return }
      unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: 4 * Self.block) { scratch in
        guard let scratch = scratch.baseAddress else { return }
        for start in stride(from: 0, to: count, by: Self.block) {
          let part = unsafe RowPointers(r: rows.r + start, g: rows.g + start, b: rows.b + start, a: rows.a + start)
          let length = min(Self.block, count - start)
          if isOpaque {
            unsafe find(part, length, scratch)
            unsafe lookUp(cell, nodes, part, length, scratch)
          } else {
            unsafe lookUpWithAlpha(cell, nodes, part, length, scratch)
          }
        }
      }
    }
  }

  /// The first node of each pixel's cell, as the bits of an integer, and the pixel's fractions.
  @inline(__always)
  private func find(_ rows: RowPointers, _ count: Int, _ scratch: UnsafeMutablePointer<Float>) {
    let (index, fr) = unsafe (scratch, scratch + Self.block)
    let (fg, fb) = unsafe (scratch + 2 * Self.block, scratch + 3 * Self.block)
    let (r, g, b) = unsafe (rows.r, rows.g, rows.b)
    let (second, third) = (Float(Int32(truncatingIfNeeded: greenStep)), Float(Int32(truncatingIfNeeded: blueStep)))
    for i in 0..<count {
      let (x, y, z) = unsafe (clamped(r[i], 0, 1) * last, clamped(g[i], 0, 1) * last, clamped(b[i], 0, 1) * last)
      let (x0, y0, z0) = (cell(x), cell(y), cell(z))
      // Whole numbers below 2^23: the sum has them in its last bits.
      unsafe index[i] = x0 + y0 * second + z0 * third + 8_388_608
      unsafe fr[i] = x - x0
      unsafe fg[i] = y - y0
      unsafe fb[i] = z - z0
    }
  }

  @inline(__always)
  private func cell(_ x: Float) -> Float { smaller(x.rounded(.down), last - 1) }

  @inline(__always)
  private func lookUp<Cell: CubeCell>(
    _ cell: Cell.Type, _ nodes: UnsafePointer<SIMD4<Float>>, _ rows: RowPointers, _ count: Int,
    _ scratch: UnsafeMutablePointer<Float>
  ) {
    for i in 0..<count {
      let place = unsafe self.place(i, scratch)
      let value = unsafe Cell.value(
        nodes + place.first, self, place.fractions, SIMD4(rows.r[i], rows.g[i], rows.b[i], 0))
      unsafe rows.r[i] = value.x
      unsafe rows.g[i] = value.y
      unsafe rows.b[i] = value.z
    }
  }

  /// For tables with alpha: input colours are divided by their alpha, and looked-up colours are multiplied by it.
  @inline(__always)
  private func lookUpWithAlpha<Cell: CubeCell>(
    _ cell: Cell.Type, _ nodes: UnsafePointer<SIMD4<Float>>, _ rows: RowPointers, _ count: Int,
    _ scratch: UnsafeMutablePointer<Float>
  ) {
    for i in 0..<count {
      let alpha = unsafe rows.a[i]
      let factor = alpha > 0 ? 1 / alpha : 0
      unsafe rows.r[i] *= factor
      unsafe rows.g[i] *= factor
      unsafe rows.b[i] *= factor
    }
    unsafe find(rows, count, scratch)
    for i in 0..<count {
      let place = unsafe self.place(i, scratch)
      let color = unsafe SIMD4(rows.r[i], rows.g[i], rows.b[i], 0)
      let (value, alpha) = unsafe (Cell.value(nodes + place.first, self, place.fractions, color), rows.a[i])
      unsafe rows.r[i] = value.x * alpha
      unsafe rows.g[i] = value.y * alpha
      unsafe rows.b[i] = value.z * alpha
      unsafe rows.a[i] = smaller(larger(value.w, 0), 1) * alpha
    }
  }

  @inline(__always)
  private func place(_ i: Int, _ scratch: UnsafeMutablePointer<Float>) -> (first: Int, fractions: SIMD3<Float>) {
    let first = unsafe Int(scratch[i].bitPattern & 0x7F_FFFF)
    let (fr, fg) = unsafe (scratch[Self.block &+ i], scratch[2 &* Self.block &+ i])
    return unsafe (first, SIMD3(fr, fg, scratch[3 &* Self.block &+ i]))
  }
}

/// How a value is found in a cell of a cube.
private protocol CubeCell {
  /// - Parameters:
  ///   - nodes: the cell's first node.
  ///   - fractions: where in the cell, 0...1 along each axis.
  ///   - color: the place in the cube, which may lie outside of it.
  static func value(
    _ nodes: UnsafePointer<SIMD4<Float>>, _ cube: CubeLookup, _ fractions: SIMD3<Float>, _ color: SIMD4<Float>
  ) -> SIMD4<Float>
}

private enum Trilinear: CubeCell {
  @inline(__always)
  static func value(
    _ nodes: UnsafePointer<SIMD4<Float>>, _ cube: CubeLookup, _ fractions: SIMD3<Float>, _ color: SIMD4<Float>
  ) -> SIMD4<Float> {
    let front = unsafe face(nodes, cube, fractions)
    let back = unsafe face(nodes + cube.blueStep, cube, fractions)
    return front + (back - front) * fractions.z
  }

  @inline(__always)
  private static func face(
    _ nodes: UnsafePointer<SIMD4<Float>>, _ cube: CubeLookup, _ fractions: SIMD3<Float>
  ) -> SIMD4<Float> {
    let upper = unsafe nodes + cube.greenStep
    let (a, b) = unsafe (nodes[0], upper[0])
    let low = unsafe a + (nodes[1] - a) * fractions.x
    let high = unsafe b + (upper[1] - b) * fractions.x
    return low + (high - low) * fractions.y
  }
}

private enum Tetrahedral: CubeCell {
  /// The corners on the path are found without branches, which random colours would mispredict. Where fractions are
  /// equal their order does not matter: the corner between them has no weight.
  @inline(__always)
  static func value(
    _ nodes: UnsafePointer<SIMD4<Float>>, _ cube: CubeLookup, _ fractions: SIMD3<Float>, _ color: SIMD4<Float>
  ) -> SIMD4<Float> {
    let (x, y, z) = (fractions.x, fractions.y, fractions.z)
    let all = 1 &+ cube.greenStep &+ cube.blueStep
    let (xy, xz, yz) = (x >= y, x >= z, y >= z)
    let first = xy ? (xz ? 1 : cube.blueStep) : (yz ? cube.greenStep : cube.blueStep)
    let final = xy ? (yz ? cube.blueStep : cube.greenStep) : (xz ? cube.blueStep : 1)
    let (high, low) = (larger(larger(x, y), z), smaller(smaller(x, y), z))
    let middle = larger(smaller(x, y), smaller(larger(x, y), z))
    let (start, end) = unsafe (nodes[0] * (1 - high), nodes[all] * low)
    return unsafe start + nodes[first] * (high - middle) + nodes[all &- final] * (middle - low) + end
  }
}

/// The cell's value, continued beyond the cube by the cell's slope along each axis.
private enum Extrapolated<Cell: CubeCell>: CubeCell {
  @inline(__always)
  static func value(
    _ nodes: UnsafePointer<SIMD4<Float>>, _ cube: CubeLookup, _ fractions: SIMD3<Float>, _ color: SIMD4<Float>
  ) -> SIMD4<Float> {
    let value = unsafe Cell.value(nodes, cube, fractions, color)
    let beyond = SIMD3(outside(color.x), outside(color.y), outside(color.z))
    if beyond.x == 0, beyond.y == 0, beyond.z == 0 { return value }
    return unsafe continued(value, nodes, cube, fractions, color, beyond)
  }

  @inline(__always)
  private static func outside(_ x: Float) -> Float { x - smaller(larger(x, 0), 1) }

  /// Out of the loop: light above white is rare.
  @inline(never)
  private static func continued(
    _ value: SIMD4<Float>, _ nodes: UnsafePointer<SIMD4<Float>>, _ cube: CubeLookup, _ fractions: SIMD3<Float>,
    _ color: SIMD4<Float>, _ beyond: SIMD3<Float>
  ) -> SIMD4<Float> {
    var result = value
    for axis in 0..<3 where beyond[axis] != 0 {
      var place = fractions
      place[axis] = 1
      let upper = unsafe Cell.value(nodes, cube, place, color)
      place[axis] = 0
      let lower = unsafe Cell.value(nodes, cube, place, color)
      result += (upper - lower) * (beyond[axis] * cube.last)
    }
    return result
  }
}
