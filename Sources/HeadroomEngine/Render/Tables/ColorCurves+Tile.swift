internal import HeadroomPixels

extension ColorCurves: TilePoint {
  package func makeStage(in space: WorkingSpace) -> RowStage {
    let lookups = (0..<3).map { CurveLookup(self, channel: $0) }
    let (red, green, blue) = (lookups[0], lookups[1], lookups[2])
    return unsafe RowStage { rows, _, count, _, _ in
      unsafe red.run(rows.r, count)
      unsafe green.run(rows.g, count)
      unsafe blue.run(rows.b, count)
    }
  }
}

/// One channel's curve: values and the steps to the next ones.
private struct CurveLookup: Sendable {
  private let nodes: [SIMD2<Float>]
  private let low, scale, last: Float
  private let extrapolates: Bool

  init(_ curves: ColorCurves, channel: Int) {
    nodes = curves.table.contents.steps[channel]
    last = Float(nodes.count - 1)
    low = curves.domain.low
    scale = last / (curves.domain.high - curves.domain.low)
    extrapolates = curves.extrapolates
  }

  /// Positions are computed for all pixels, which vectorises; then values are loaded in pairs.
  func run(_ row: UnsafeMutablePointer<Float>, _ count: Int) {
    if extrapolates { return unsafe runBeyond(row, count) }
    for i in 0..<count { unsafe row[i] = clamped((row[i] - low) * scale, 0, last) }
    unsafe nodes.withUnsafeBufferPointer { nodes in
      guard let nodes = nodes.baseAddress else { return }
      for i in 0..<count {
        let place = unsafe row[i]
        let index = place.rounded(.down)
        let node = unsafe nodes[Int((index + 8_388_608).bitPattern & 0x7F_FFFF)]
        unsafe row[i] = node.x + node.y * (place - index)
      }
    }
  }

  /// The same where the first and the last step continue.
  private func runBeyond(_ row: UnsafeMutablePointer<Float>, _ count: Int) {
    for i in 0..<count {
      let place = unsafe (row[i] - low) * scale
      unsafe row[i] = place.isNaN ? 0 : place
    }
    unsafe nodes.withUnsafeBufferPointer { nodes in
      guard let nodes = nodes.baseAddress else { return }
      for i in 0..<count {
        let place = unsafe row[i]
        let index = clamped(place, 0, last - 1).rounded(.down)
        let node = unsafe nodes[Int((index + 8_388_608).bitPattern & 0x7F_FFFF)]
        unsafe row[i] = node.x + node.y * (place - index)
      }
    }
  }
}
