internal import HeadroomPixels

/// Full-resolution colour of a mosaic with a repeated pattern whose rows and columns all have green.
struct PeriodicDevelopment: Sendable {
  let source: MosaicSource
  private let pattern: PeriodicPattern
  private let offset: Float

  /// - Parameter offset: what is added to light before its root is taken.
  init(source: MosaicSource, pattern: ColorFilterArray, offset: Float) {
    self.source = source
    self.pattern = PeriodicPattern(pattern)
    self.offset = offset
  }

  /// Whether this is for a pattern: every row and column of it has green, and none is longer than what is kept ready.
  static func suits(_ pattern: ColorFilterArray) -> Bool {
    let (rows, columns) = (0..<pattern.rows, 0..<pattern.columns)
    return pattern.rows <= 6 && pattern.columns <= 6
      && rows.allSatisfy { row in columns.contains { pattern.plane(row: row, column: $0) == 1 } }
      && columns.allSatisfy { column in rows.contains { pattern.plane(row: $0, column: column) == 1 } }
  }

  /// Develops a rectangle no larger than a tile's inside, in pixels of the active area.
  func render(_ rect: PixelRect, tile: borrowing PeriodicTile, to target: ColorPlanes) {
    let margin = PeriodicTile.margin
    // More to the left and above so that a tile starts where the pattern does.
    let left = margin + Self.rest(rect.minX - margin, pattern.pattern.columns)
    let top = margin + Self.rest(rect.minY - margin, pattern.pattern.rows)
    let width = left + rect.width + margin
    let height = top + rect.height + margin
    let padded = PixelRect(x: rect.minX - left, y: rect.minY - top, width: width, height: height)
    let mosaic = unsafe tile.row(PeriodicTile.Plane.mosaic, 0)
    unsafe source.fill(padded, into: mosaic, stride: PeriodicTile.stride)
    for y in 0..<height { unsafe RootEncoding.encode(mosaic + y * PeriodicTile.stride, width, offset: offset) }
    PeriodicColor(pattern: pattern, width: width, height: height).run(tile)
    for y in 0..<rect.height { unsafe write(tile, top + y, left, rect.width, target.moved(x: 0, y: y)) }
  }

  private static func rest(_ value: Int, _ period: Int) -> Int {
    let rest = value % period
    return rest < 0 ? rest + period : rest
  }

  private func write(_ tile: borrowing PeriodicTile, _ y: Int, _ from: Int, _ count: Int, _ target: ColorPlanes) {
    let green = unsafe tile.row(PeriodicTile.Plane.green, y) + from
    let red = unsafe tile.row(PeriodicTile.Plane.red, y) + from
    let blue = unsafe tile.row(PeriodicTile.Plane.blue, y) + from
    let (redTarget, greenTarget, blueTarget) = unsafe (target.red, target.green, target.blue)
    for x in 0..<count {
      let root = unsafe green[x]
      unsafe greenTarget[x] = RootEncoding.light(root, offset)
      unsafe redTarget[x] = RootEncoding.light(root - red[x], offset)
      unsafe blueTarget[x] = RootEncoding.light(root - blue[x], offset)
    }
  }
}
