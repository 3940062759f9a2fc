internal import HeadroomPixels

/// Develops pixels that have all colours already, or only brightness.
struct LinearRawPixels: Sendable {
  let rows: LinearRows
  let highlights: HighlightRebuild?

  /// Develops a rectangle of the active area.
  func render(_ rect: PixelRect, to target: ColorPlanes) {
    let count = rect.width * rows.planes
    let first = rect.minX * rows.planes
    let highlights = self.highlights.flatMap { $0.concerns(rect) ? $0 : nil }
    var ratios = highlights.map { RatioRow($0.map, rect.columns) }
    unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * count) { buffer in
      guard let line = buffer.baseAddress else { return }
      for y in 0..<rect.height {
        let planes = unsafe target.moved(x: 0, y: y)
        if let highlights, ratios != nil {
          let levels = unsafe line + count
          unsafe rows.read(row: rect.minY + y, sample: first, count: count, into: line, levels: levels)
          unsafe highlights.rebuild(line, levels: levels, columns: rect.columns, y: rect.minY + y, &ratios!)
        } else {
          unsafe rows.read(row: rect.minY + y, sample: first, count: count, into: line)
        }
        unsafe Self.split(line, planes: rows.planes, rect.width, planes)
      }
    }
  }

  /// Develops means of 2 x 2 pixels; at the far borders, of the pixels that exist.
  func renderHalf(_ rect: PixelRect, corner: (x: Int, y: Int), to target: ColorPlanes) {
    let width = 2 * rect.width
    unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: 6 * width) { buffer in
      guard let base = buffer.baseAddress else { return }
      let lines = unsafe ColorPlanes(red: base, green: base + width, blue: base + 2 * width, stride: 3 * width)
      for y in 0..<rect.height {
        for half in 0..<2 {
          let row = MosaicSource.mirrored(corner.y + 2 * (rect.minY + y) + half, rows.height)
          let x = corner.x + 2 * rect.minX
          let columns = min(width, rows.width - x)
          let planes = unsafe lines.moved(x: 0, y: half)
          unsafe render(PixelRect(x: x, y: row, width: columns, height: 1), to: planes)
          // The last column has no other half where the picture's width is odd.
          if columns < width {
            for plane in 0..<3 { unsafe planes.plane(plane)[columns] = planes.plane(plane)[columns - 1] }
          }
        }
        for plane in 0..<3 {
          unsafe Self.average(lines.plane(plane), 3 * width, rect.width, target.moved(x: 0, y: y).plane(plane))
        }
      }
    }
  }

  private static func average(
    _ rows: UnsafePointer<Float>, _ stride: Int, _ count: Int, _ target: UnsafeMutablePointer<Float>
  ) {
    let other = unsafe rows + stride
    for x in 0..<count {
      unsafe target[x] = 0.25 * ((rows[2 * x] + rows[2 * x + 1]) + (other[2 * x] + other[2 * x + 1]))
    }
  }

  private static func split(_ line: UnsafePointer<Float>, planes: Int, _ count: Int, _ target: ColorPlanes) {
    let (red, green, blue) = unsafe (target.red, target.green, target.blue)
    guard planes == 3 else {
      for plane in 0..<3 { unsafe target.plane(plane).update(from: line, count: count) }
      return
    }
    for x in 0..<count {
      unsafe red[x] = line[3 * x]
      unsafe green[x] = line[3 * x + 1]
      unsafe blue[x] = line[3 * x + 2]
    }
  }
}
