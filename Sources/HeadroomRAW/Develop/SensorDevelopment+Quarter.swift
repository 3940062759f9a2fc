package import HeadroomPixels

extension SensorDevelopment {
  /// The size in pixels of ``renderQuarter(_:into:)``.
  package var quarterWidth: Int { (halfWidth + 1) / 2 }
  package var quarterHeight: Int { (halfHeight + 1) / 2 }

  /// Writes the colours of a rectangle of the picture at a quarter of its size: means of 2 x 2 pixels at half size. A
  /// draft of a Bayer mosaic reads each sample once.
  package func renderQuarter(_ rect: PixelRect, into target: ColorPlanes, quality: Quality = .full) {
    precondition(PixelRect(width: quarterWidth, height: quarterHeight).contains(rect), "rectangle outside the picture")
    if quality == .draft, case .bayer(_, let half) = kind {
      let (corner, quarter) = (corner, BayerQuarter(source: half.source, pattern: half.pattern))
      unsafe Self.perform(rect, height: 16, into: target) { part, planes in
        unsafe quarter.render(part, corner: corner, to: planes)
      }
      return
    }
    unsafe Self.perform(rect, height: 32, into: target) { part, planes in
      unsafe self.averageHalf(part, into: planes)
    }
  }

  private func averageHalf(_ rect: PixelRect, into target: ColorPlanes) {
    let bounds = PixelRect(width: halfWidth, height: halfHeight)
    let read = PixelRect(x: 2 * rect.minX, y: 2 * rect.minY, width: 2 * rect.width, height: 2 * rect.height)
    let inside = read.intersection(bounds)
    unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: 3 * inside.area) { buffer in
      guard let base = buffer.baseAddress else { return }
      let halves = unsafe ColorPlanes(
        red: base, green: base + inside.area, blue: base + 2 * inside.area, stride: inside.width)
      unsafe renderHalf(inside, into: halves)
      for plane in 0..<3 {
        for y in 0..<rect.height {
          let upper = unsafe halves.plane(plane) + 2 * y * inside.width
          // The last row and column also stand for those beyond them.
          let lower = unsafe 2 * y + 1 < inside.height ? upper + inside.width : upper
          let row = unsafe target.moved(x: 0, y: y).plane(plane)
          unsafe Self.average(upper, lower, inside.width, rect.width, row)
        }
      }
    }
  }

  private static func average(
    _ upper: UnsafePointer<Float>, _ lower: UnsafePointer<Float>, _ width: Int, _ count: Int,
    _ target: UnsafeMutablePointer<Float>
  ) {
    for x in 0..<width / 2 {
      unsafe target[x] = 0.25 * ((upper[2 * x] + upper[2 * x + 1]) + (lower[2 * x] + lower[2 * x + 1]))
    }
    if width / 2 < count { unsafe target[count - 1] = 0.5 * (upper[width - 1] + lower[width - 1]) }
  }
}
