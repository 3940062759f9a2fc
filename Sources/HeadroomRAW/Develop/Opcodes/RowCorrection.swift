internal import HeadroomContainers
internal import HeadroomPixels

/// One opcode that changes each sample by itself, prepared for rows of an image.
struct RowCorrection: Sendable {
  enum Change: Sendable {
    /// Summands, then factors, by row or by column of the area.
    case delta([Float], isByRow: Bool)
    case scale([Float], isByRow: Bool)
    /// Coefficients from the constant up.
    case polynomial([Float])
    /// Over 0 ... 65535.
    case table([UInt16])
    case gains(GainGrid)
    case vignette(RadialGain)
  }

  let area: DNGOpcode.Area
  let change: Change
  /// The value of a sample that stands for 1.
  let unit: Float

  /// A value beyond this limit means that something is wrong with the file.
  private static let limit: Float = 65_504

  /// Applies the opcode to samples of a row, interleaved planes.
  func apply(row: Int, sample: Int, count: Int, planes: Int, to target: UnsafeMutablePointer<Float>) {
    guard area.rect.rows.contains(row), (row - area.rect.minY) % area.rowPitch == 0 else { return }
    let line = (row - area.rect.minY) / area.rowPitch
    let pixels = sample / planes..<(sample + count) / planes
    let rest = max(pixels.lowerBound - area.rect.minX, 0)
    let first = area.rect.minX + (rest + area.columnPitch - 1) / area.columnPitch * area.columnPitch
    let end = min(pixels.upperBound, area.rect.maxX)
    let last = min(area.plane + area.planes, planes)
    guard first < end, area.plane < last else { return }
    for plane in area.plane..<last {
      let span = Span(
        first: first, end: end, step: area.columnPitch, planes: planes, offset: plane - sample, row: row, line: line,
        plane: plane)
      unsafe apply(span, to: target)
    }
  }

  /// The pixels to change, and the index of the first sample of a pixel.
  struct Span {
    let first: Int
    let end: Int
    let step: Int
    let planes: Int
    let offset: Int
    let row: Int
    let line: Int
    let plane: Int
  }

  private func apply(_ span: Span, to target: UnsafeMutablePointer<Float>) {
    switch change {
    case .delta(let values, true): unsafe each(span, target) { value, _ in value + values[span.line] * unit }
    case .scale(let values, true): unsafe each(span, target) { value, _ in value * values[span.line] }
    case .delta(let values, false):
      unsafe each(span, target) { value, x in value + values[(x - area.rect.minX) / span.step] * unit }
    case .scale(let values, false):
      unsafe each(span, target) { value, x in value * values[(x - area.rect.minX) / span.step] }
    case .polynomial(let coefficients):
      unsafe each(span, target) { value, _ in Self.polynomial(value / unit, coefficients) * unit }
    case .table(let table): unsafe each(span, target) { value, _ in Self.look(value / unit, table) * unit }
    case .gains(let grid):
      let row = grid.row(span.row, plane: span.plane)
      unsafe each(span, target) { value, x in value * grid.gain(row, column: x) }
    case .vignette(let radial):
      let down = radial.squaredDistance(row: span.row)
      unsafe each(span, target) { value, x in value * radial.gain(down, column: x) }
    }
  }

  @inline(__always)
  private func each(
    _ span: Span, _ target: UnsafeMutablePointer<Float>, _ change: (_ value: Float, _ x: Int) -> Float
  ) {
    let limit = Self.limit * unit
    for x in stride(from: span.first, to: span.end, by: span.step) {
      let index = x * span.planes + span.offset
      let value = unsafe change(target[index], x)
      let above = value > -limit ? value : value == value ? -limit : 0
      unsafe target[index] = above < limit ? above : limit
    }
  }

  @inline(__always)
  private static func polynomial(_ x: Float, _ coefficients: [Float]) -> Float {
    let clamped = x > 0 ? min(x, 1) : 0
    var sum: Float = 0
    for coefficient in coefficients.reversed() { sum = sum * clamped + coefficient }
    return sum > 0 ? min(sum, 1) : 0
  }

  @inline(__always)
  private static func look(_ x: Float, _ table: [UInt16]) -> Float {
    let index = Int((x > 0 ? min(x, 1) : 0) * 65_535 + 0.5)
    return Float(table[min(index, table.count - 1)]) / 65_535
  }
}
