internal import HeadroomContainers
internal import HeadroomPixels

extension RowCorrection {
  /// The correction of an opcode for an image's size; nil for opcodes that do not change each sample by itself.
  ///
  /// - Parameters:
  ///   - list: the list's name, for messages.
  ///   - unit: the value of a sample that stands for 1.
  init?(_ opcode: DNGOpcode, list: String, width: Int, height: Int, unit: Float) throws(ImageIOError) {
    let whole = PixelRect(width: width, height: height)
    let everything = DNGOpcode.Area(rect: whole, plane: 0, planes: 3, rowPitch: 1, columnPitch: 1)
    var area = everything
    switch opcode.operation {
    case .mapTable(let place, let table):
      area = place
      change = .table(table)
      try Self.require(!table.isEmpty, list, "a table without entries")
    case .mapPolynomial(let place, let coefficients):
      area = place
      try Self.require(coefficients.allSatisfy(\.isFinite), list, "a coefficient that is no number")
      change = .polynomial(coefficients.map(Float.init))
    case .gainMap(let place, let map):
      area = place
      try Self.check(map, list)
      change = .gains(GainGrid(map, width: width, height: height))
    case .deltaPerRow(let place, let values): (area, change) = (place, .delta(values, isByRow: true))
    case .deltaPerColumn(let place, let values): (area, change) = (place, .delta(values, isByRow: false))
    case .scalePerRow(let place, let values): (area, change) = (place, .scale(values, isByRow: true))
    case .scalePerColumn(let place, let values): (area, change) = (place, .scale(values, isByRow: false))
    case .fixVignetteRadial(let coefficients, let x, let y):
      try Self.require((coefficients + [x, y]).allSatisfy(\.isFinite), list, "a vignette of what is no number")
      change = .vignette(RadialGain(coefficients, centerX: x, centerY: y, width: width, height: height))
    case .warpRectilinear, .warpFisheye, .warpRectilinear2, .fixBadPixelsConstant, .fixBadPixelsList, .trimBounds,
      .unknown:
      return nil
    }
    self.unit = unit
    self.area = try Self.clamped(area, to: whole, list)
    try checkCounts(list)
  }

  private static func require(_ isRight: Bool, _ list: String, _ text: String) throws(ImageIOError) {
    guard isRight else { throw .malformed(part: list, text: text, offset: nil) }
  }

  /// The area inside the image; its steps still count from where it starts.
  private static func clamped(
    _ area: DNGOpcode.Area, to whole: PixelRect, _ list: String
  ) throws(ImageIOError) -> DNGOpcode.Area {
    let limit = 1 << 32
    try require(
      1..<limit ~= area.rowPitch && 1..<limit ~= area.columnPitch && 0..<limit ~= area.plane
        && 0..<limit ~= area.planes,
      list, "an area with steps of \(area.columnPitch)x\(area.rowPitch) and planes \(area.plane) + \(area.planes)")
    try require(
      0..<limit ~= area.rect.minX && 0..<limit ~= area.rect.minY, list, "an area that starts at \(area.rect)")
    var clamped = area
    clamped.rect.maxX = min(area.rect.maxX, whole.maxX)
    clamped.rect.maxY = min(area.rect.maxY, whole.maxY)
    return clamped
  }

  private static func check(_ map: DNGOpcode.PlaneGains, _ list: String) throws(ImageIOError) {
    let (points, overflow) = map.rows.multipliedReportingOverflow(by: map.columns)
    let (count, tooMany) = points.multipliedReportingOverflow(by: map.planes)
    try require(
      map.rows > 0 && map.columns > 0 && map.planes > 0 && !overflow && !tooMany && map.gains.count == count, list,
      "\(map.gains.count) gains for a map of \(map.columns)x\(map.rows)x\(map.planes)")
    let isSpaced = map.spacingH > 0 && map.spacingV > 0 && map.spacingH.isFinite && map.spacingV.isFinite
    try require(
      (isSpaced || points == 1) && map.originH.isFinite && map.originV.isFinite, list, "a gain map without spacing")
    try require(map.gains.allSatisfy(\.isFinite), list, "a gain that is no number")
  }

  private func checkCounts(_ list: String) throws(ImageIOError) {
    let rows = (area.rect.height + area.rowPitch - 1) / area.rowPitch
    let columns = (area.rect.width + area.columnPitch - 1) / area.columnPitch
    switch change {
    case .delta(let values, let isByRow), .scale(let values, let isByRow):
      let needed = isByRow ? rows : columns
      try Self.require(values.count >= needed, list, "\(values.count) values for \(needed) rows or columns")
      try Self.require(values.allSatisfy(\.isFinite), list, "a value that is no number")
    default: break
    }
  }
}
