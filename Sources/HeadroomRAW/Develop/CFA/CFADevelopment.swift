internal import HeadroomPixels

/// Full-resolution colour of a mosaic with a repeated pattern whose rows and columns all have green.
struct CFADevelopment: Sendable {
  let source: MosaicSource
  private let pattern: CFAPatternTables
  private let offset: Float
  private let offsets: CFAOffsets

  init(source: MosaicSource, pattern: ColorFilterArray, roots: RootEncoding) {
    self.source = source
    self.pattern = CFAPatternTables(pattern)
    offset = roots.offset
    offsets = CFAOffsets(roots, pattern.kind)
  }

  /// Whether a pattern is supported: every row and column of it has green, and none is longer than the prepared tables.
  static func suits(_ pattern: ColorFilterArray) -> Bool {
    let (rows, columns) = (0..<pattern.rows, 0..<pattern.columns)
    return pattern.rows <= 6 && pattern.columns <= 6
      && rows.allSatisfy { row in columns.contains { pattern.plane(row: row, column: $0) == 1 } }
      && columns.allSatisfy { column in rows.contains { pattern.plane(row: $0, column: column) == 1 } }
  }

  /// Develops a rectangle no larger than a tile's inside, in pixels of the active area.
  func render(_ rect: PixelRect, tile: borrowing CFATile, to target: ColorPlanes) {
    let margin = CFATile.margin
    // Extends to the left and above so that a tile starts where the pattern does.
    let left = margin + Self.rest(rect.minX - margin, pattern.pattern.columns)
    let top = margin + Self.rest(rect.minY - margin, pattern.pattern.rows)
    let width = left + rect.width + margin
    let height = top + rect.height + margin
    let padded = PixelRect(x: rect.minX - left, y: rect.minY - top, width: width, height: height)
    let mosaic = unsafe tile.row(CFATile.Plane.mosaic, 0)
    unsafe source.fill(padded, into: mosaic, stride: CFATile.stride)
    for y in 0..<height { unsafe RootEncoding.encode(mosaic + y * CFATile.stride, width, offset: offset) }
    CFADemosaic(pattern: pattern, width: width, height: height).run(tile)
    for y in 0..<rect.height { unsafe write(tile, top + y, left, rect.width, target.moved(x: 0, y: y)) }
  }

  private static func rest(_ value: Int, _ period: Int) -> Int {
    let rest = value % period
    return rest < 0 ? rest + period : rest
  }

  private func write(_ tile: borrowing CFATile, _ y: Int, _ from: Int, _ count: Int, _ target: ColorPlanes) {
    let green = unsafe tile.row(CFATile.Plane.green, y) + from
    for plane in 0..<3 {
      // The row of estimates is not needed any more.
      let roots = unsafe tile.row(CFATile.Plane.estimate, y)
      if plane == 1 {
        unsafe roots.update(from: green, count: count)
      } else {
        let difference = unsafe tile.row(plane == 0 ? CFATile.Plane.red : CFATile.Plane.blue, y) + from
        for x in 0..<count { unsafe roots[x] = green[x] - difference[x] }
      }
      unsafe squares(roots, plane, y, from, count, target.plane(plane))
    }
  }

  private func squares(
    _ roots: UnsafePointer<Float>, _ plane: Int, _ y: Int, _ from: Int, _ count: Int,
    _ target: UnsafeMutablePointer<Float>
  ) {
    let (atRed, atGreen, atBlue) = offsets[plane]
    let (isRed, isBlue) = unsafe (pattern.mask(0, y) + from, pattern.mask(2, y) + from)
    let (redStep, blueStep) = (atRed - atGreen, atBlue - atGreen)
    for x in 0..<count {
      let offset = unsafe atGreen + (isRed[x] * redStep + isBlue[x] * blueStep)
      unsafe target[x] = RootEncoding.light(roots[x], offset)
    }
  }
}
