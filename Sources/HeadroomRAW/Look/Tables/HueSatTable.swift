package import HeadroomContainers

/// A ``HueSatMap`` prepared for rows of linear ProPhoto light.
///
/// Hue wraps; saturation and value are clamped to the ends of the table. Light above the table's end is scaled like the
/// end instead of clipped, so that an SDR table serves HDR rendering. Negative components are left out and added again
/// afterwards, so that noise around black keeps its mean.
package struct HueSatTable: Sendable {
  /// The light that the table applies to.
  package enum Range: Hashable, Sendable {
    /// Linear light, 1 at the end of the table.
    case standard
    /// An HDR profile's table: ``HDRProfileEncoding`` around it (only for tables with a value axis).
    case high
  }

  let hues: Int
  let saturations: Int
  let values: Int
  let isValueEncoded: Bool
  let isHighRange: Bool
  /// Hue shift in sixths of a turn, saturation scale, value scale and padding: `[value][hue][saturation]`.
  let entries: [SIMD4<Float>]

  /// - Returns: nil for a table that changes nothing.
  /// - Throws: `malformed` for one whose size does not fit its axes.
  package init?(_ map: HueSatMap, range: Range = .standard) throws(ImageIOError) {
    guard map.hues > 0, map.saturations > 1, map.values > 0, Self.count(of: map) == map.entries.count else {
      throw .malformed(
        part: "hue and saturation table",
        text: "\(map.hues) x \(map.saturations) x \(map.values) with \(map.entries.count) numbers", offset: nil)
    }
    hues = map.hues
    saturations = map.saturations
    values = map.values
    isHighRange = range == .high && map.values > 1
    isValueEncoded = map.isValueEncoded && map.values > 1
    entries = (0..<map.entries.count / 3).map { index in
      let (shift, saturation, value) = (map.entries[3 * index], map.entries[3 * index + 1], map.entries[3 * index + 2])
      return SIMD4(
        Self.clamped(shift, 0, -360, 360) / 60, Self.clamped(saturation, 1, 0, 1000), Self.clamped(value, 1, 0, 1000), 0
      )
    }
    if entries.allSatisfy({ $0 == SIMD4(0, 1, 1, 0) }) { return nil }
  }

  /// The number of entries; nil where memory could not hold them.
  private static func count(of map: HueSatMap) -> Int? {
    let (plane, overflow) = map.hues.multipliedReportingOverflow(by: map.saturations)
    let (all, more) = plane.multipliedReportingOverflow(by: map.values)
    let (numbers, most) = all.multipliedReportingOverflow(by: 3)
    return overflow || more || most ? nil : numbers
  }

  private static func clamped(_ number: Float, _ neutral: Float, _ low: Float, _ high: Float) -> Float {
    number.isFinite ? min(max(number, low), high) : neutral
  }
}
