package import HeadroomContainers

/// A ``GainTableMap`` prepared for the rows of a picture.
package struct GainTable: Sendable {
  let entries: Int
  let columns: Int
  let gamma: Float
  let weights: (Float, Float, Float, Float, Float)
  /// The map from a pixel's centre to the map's points, `scale * centre + offset`, by column and by row.
  let columnLine: (scale: Float, offset: Float)
  let rowLine: (scale: Float, offset: Float)
  let lastRow: Float
  /// The entries of two by two neighbouring points (upper left, upper right, lower left, lower right):
  /// `[row][column][entry]`.
  let quads: [SIMD4<Float>]

  /// - Parameters:
  ///   - width: columns of the active area (of the picture that is developed, if that is smaller).
  ///   - height: its rows.
  /// - Throws: `malformed` for a map whose numbers do not fit its axes.
  package init(_ map: GainTableMap, width: Int, height: Int) throws(ImageIOError) {
    guard Self.isSound(map), width > 0, height > 0 else {
      throw .malformed(
        part: "gain table map",
        text: "\(map.rows) x \(map.columns) x \(map.entries) with \(map.gains.count) gains over \(width) x \(height)",
        offset: nil)
    }
    entries = map.entries
    columns = map.columns
    gamma = map.gamma
    weights = (map.weights[0], map.weights[1], map.weights[2], map.weights[3], map.weights[4])
    columnLine = Self.line(points: map.columns, spacing: map.spacingH, origin: map.originH, size: width)
    rowLine = Self.line(points: map.rows, spacing: map.spacingV, origin: map.originV, size: height)
    lastRow = Float(map.rows - 1)
    quads = Self.quads(map)
  }

  private static func isSound(_ map: GainTableMap) -> Bool {
    guard map.rows > 0, map.columns > 0, map.entries > 0, map.weights.count == 5, map.gamma > 0, map.gamma.isFinite,
      map.weights.allSatisfy(\.isFinite), map.originH.isFinite, map.originV.isFinite,
      map.columns == 1 || map.spacingH > 0 && map.spacingH.isFinite,
      map.rows == 1 || map.spacingV > 0 && map.spacingV.isFinite
    else { return false }
    let (places, overflow) = map.rows.multipliedReportingOverflow(by: map.columns)
    let (count, more) = places.multipliedReportingOverflow(by: map.entries)
    return !overflow && !more && count == map.gains.count
  }

  private static func line(
    points: Int, spacing: Double, origin: Double, size: Int
  ) -> (scale: Float, offset: Float) {
    points == 1 ? (0, 0) : (Float(1 / (Double(size) * spacing)), Float(-origin / spacing))
  }

  private static func quads(_ map: GainTableMap) -> [SIMD4<Float>] {
    func gain(_ row: Int, _ column: Int, _ entry: Int) -> Float {
      let place = min(row, map.rows - 1) * map.columns + min(column, map.columns - 1)
      let gain = map.gains[place * map.entries + entry]
      return gain.isFinite ? min(max(gain, 0), 65504) : 1
    }
    var result: [SIMD4<Float>] = []
    result.reserveCapacity(map.gains.count)
    for row in 0..<map.rows {
      for column in 0..<map.columns {
        for entry in 0..<map.entries {
          result.append(
            SIMD4(
              gain(row, column, entry), gain(row, column + 1, entry), gain(row + 1, column, entry),
              gain(row + 1, column + 1, entry)))
        }
      }
    }
    return result
  }
}
