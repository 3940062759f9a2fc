internal import HeadroomPixels

/// A mosaic's linear values inside and around the active area. Outside, it is mirrored about the outermost pixels,
/// shifted so that the pattern of colours continues; this requires at least one pattern in width and height.
struct MosaicSource: Sendable {
  let rows: LinearRows
  let pattern: ColorFilterArray
  /// Nil where nothing is clipped, or clipped samples are to stay.
  let highlights: HighlightRebuild?

  /// Reads a rectangle, given in pixels of the active area.
  func fill(_ rect: PixelRect, into target: UnsafeMutablePointer<Float>, stride: Int) {
    if let highlights, highlights.concerns(rect) {
      unsafe highlights.fill(rect, from: self, into: target, stride: stride)
    } else {
      unsafe read(rect, into: target, stride: stride)
    }
  }

  /// Reads a rectangle as it was stored; `levels` receives the same as from ``LinearRows``.
  func read(
    _ rect: PixelRect, into target: UnsafeMutablePointer<Float>, stride: Int,
    levels: UnsafeMutablePointer<Float>? = nil
  ) {
    for y in 0..<rect.height {
      let row = Self.continued(rect.minY + y, rows.height, period: pattern.rows)
      unsafe read(row: row, rect.columns, into: target + y * stride, levels: levels.map { unsafe $0 + y * stride })
    }
  }

  private func read(
    row: Int, _ columns: Range<Int>, into target: UnsafeMutablePointer<Float>, levels: UnsafeMutablePointer<Float>?
  ) {
    let inside = columns.clamped(to: 0..<rows.width)
    let lead = inside.lowerBound - columns.lowerBound
    if !inside.isEmpty {
      unsafe rows.read(
        row: row, sample: inside.lowerBound, count: inside.count, into: target + lead,
        levels: levels.map { unsafe $0 + lead })
    }
    guard inside.count < columns.count else { return }
    for x in 0..<columns.count where inside.isEmpty || !inside.contains(columns.lowerBound + x) {
      let column = Self.continued(columns.lowerBound + x, rows.width, period: pattern.columns)
      if inside.contains(column) {
        unsafe target[x] = target[column - columns.lowerBound]
        if let levels = unsafe levels { unsafe levels[x] = levels[column - columns.lowerBound] }
      } else {
        unsafe rows.read(
          row: row, sample: column, count: 1, into: target + x, levels: levels.map { unsafe $0 + x })
      }
    }
  }

  /// The mirrored index, or the nearest one to it at the same position of the pattern.
  private static func continued(_ index: Int, _ count: Int, period: Int) -> Int {
    let mirrored = mirrored(index, count)
    let rest = (index - mirrored) % period
    guard rest != 0 else { return mirrored }
    let up = mirrored + (rest < 0 ? rest + period : rest)
    let down = up - period
    let nearer = up - mirrored <= mirrored - down ? up : down
    let other = nearer == up ? down : up
    return 0..<count ~= nearer ? nearer : 0..<count ~= other ? other : mirrored
  }

  static func mirrored(_ index: Int, _ count: Int) -> Int {
    guard index < 0 || index >= count, count > 1 else { return min(max(index, 0), count - 1) }
    let period = 2 * (count - 1)
    let rest = index % period
    let positive = rest < 0 ? rest + period : rest
    return positive < count ? positive : period - positive
  }
}
