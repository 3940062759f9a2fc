internal import HeadroomPixels

/// The colour of a 2 x 2 mosaic at a quarter of its size, for drafts: each colour's samples in a block of 4 x 4,
/// weighted so that all colours lie in its middle (1/4 and 3/4 along each axis). No sample is read for two blocks.
struct BayerQuarter: Sendable {
  let source: MosaicSource
  let pattern: ColorFilterArray

  /// Develops a rectangle of the result, whose first block starts at `corner` of the active area.
  func render(_ rect: PixelRect, corner: (x: Int, y: Int), to target: ColorPlanes) {
    let first = (x: corner.x + 4 * rect.minX, y: corner.y + 4 * rect.minY)
    let width = 4 * rect.width
    let phase = pattern.shifted(rows: first.y, columns: first.x).planes
    unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: 7 * width) { buffer in
      guard let mosaic = buffer.baseAddress else { return }
      for y in 0..<rect.height {
        let read = PixelRect(x: first.x, y: first.y + 4 * y, width: width, height: 4)
        unsafe source.fill(read, into: mosaic, stride: width)
        unsafe Self.row(mosaic, blocks: rect.width, phase: phase, mosaic + 4 * width, target.moved(x: 0, y: y))
      }
    }
  }

  private static func row(
    _ rows: UnsafePointer<Float>, blocks: Int, phase: [UInt8], _ work: UnsafeMutablePointer<Float>,
    _ target: ColorPlanes
  ) {
    let width = 4 * blocks
    let (upper, lower) = unsafe (work, work + width)
    for x in 0..<width { unsafe upper[x] = 0.25 * rows[x] + 0.75 * rows[2 * width + x] }
    for x in 0..<width { unsafe lower[x] = 0.75 * rows[width + x] + 0.25 * rows[3 * width + x] }
    let parts = unsafe work + 2 * width
    for half in 0..<2 {
      let line = unsafe half == 0 ? upper : lower
      let left = unsafe parts + 2 * half * blocks
      let right = unsafe left + blocks
      for x in 0..<blocks { unsafe left[x] = 0.25 * line[4 * x] + 0.75 * line[4 * x + 2] }
      for x in 0..<blocks { unsafe right[x] = 0.75 * line[4 * x + 1] + 0.25 * line[4 * x + 3] }
    }
    let greens = phase.indices.filter { phase[$0] == 1 }
    for (index, plane) in phase.enumerated() where plane != 1 {
      unsafe target.plane(Int(plane)).update(from: parts + index * blocks, count: blocks)
    }
    let (one, other, green) = unsafe (parts + greens[0] * blocks, parts + greens[1] * blocks, target.green)
    for x in 0..<blocks { unsafe green[x] = 0.5 * (one[x] + other[x]) }
  }
}
