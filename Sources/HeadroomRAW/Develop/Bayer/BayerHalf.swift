internal import HeadroomPixels

/// The colour of a 2 x 2 mosaic at half its size: each colour's samples around the middle of a cell, weighted so that
/// all colours lie there (3/4 and 1/4 along each axis). Plain binning would shift red against blue.
struct BayerHalf: Sendable {
  let source: MosaicSource
  let pattern: ColorFilterArray

  /// Develops a rectangle of the result, whose first cell starts at `corner` of the active area.
  func render(_ rect: PixelRect, corner: (x: Int, y: Int), to target: ColorPlanes) {
    let first = (x: corner.x + 2 * rect.minX, y: corner.y + 2 * rect.minY)
    let read = PixelRect(x: first.x - 1, y: first.y - 1, width: 2 * rect.width + 2, height: 2 * rect.height + 2)
    let phase = pattern.shifted(rows: first.y, columns: first.x).planes
    let width = read.width
    unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: (read.height + 6) * width) { buffer in
      guard let mosaic = buffer.baseAddress else { return }
      unsafe source.fill(read, into: mosaic, stride: width)
      let work = unsafe mosaic + read.height * width
      for y in 0..<rect.height {
        let planes = unsafe target.moved(x: 0, y: y)
        unsafe Self.row(mosaic + 2 * y * width, width: width, cells: rect.width, phase: phase, work, planes)
      }
    }
  }

  private static func row(
    _ rows: UnsafePointer<Float>, width: Int, cells: Int, phase: [UInt8], _ work: UnsafeMutablePointer<Float>,
    _ target: ColorPlanes
  ) {
    // Upper and lower pixels of the cells, each with the next row of the same colours.
    let upper = unsafe work
    let lower = unsafe work + width
    for x in 0..<width { unsafe upper[x] = 0.75 * rows[width + x] + 0.25 * rows[3 * width + x] }
    for x in 0..<width { unsafe lower[x] = 0.75 * rows[2 * width + x] + 0.25 * rows[x] }
    let parts = unsafe work + 2 * width
    for half in 0..<2 {
      let line = unsafe half == 0 ? upper : lower
      let left = unsafe parts + 2 * half * width
      let right = unsafe left + width
      for x in 0..<cells { unsafe left[x] = 0.75 * line[2 * x + 1] + 0.25 * line[2 * x + 3] }
      for x in 0..<cells { unsafe right[x] = 0.75 * line[2 * x + 2] + 0.25 * line[2 * x] }
    }
    let greens = phase.indices.filter { phase[$0] == 1 }
    for (index, plane) in phase.enumerated() where plane != 1 {
      unsafe target.plane(Int(plane)).update(from: parts + index * width, count: cells)
    }
    let (one, other, green) = unsafe (parts + greens[0] * width, parts + greens[1] * width, target.green)
    for x in 0..<cells { unsafe green[x] = 0.5 * (one[x] + other[x]) }
  }
}
