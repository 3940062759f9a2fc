/// Separate curves for red, green and blue, as data: numbers at equal distances over a domain, straight lines between
/// them, and beyond it constant or continued with the slope of the ends.
package struct ColorCurves: PointOperation {
  /// Red, green and blue of one entry after the other.
  package let table: DataTable
  package let domain: (low: Float, high: Float)
  /// Whether the slopes of the first and the last step continue beyond the domain.
  package let extrapolates: Bool
  /// Single precision counts exactly to twice as many.
  private static let mostEntries = 1 << 22

  /// Nil without whole entries, or without a domain.
  package init?(_ table: DataTable, domain: (low: Float, high: Float), extrapolates: Bool = false) {
    let width = domain.high - domain.low
    guard table.data.count >= 12, table.data.count.isMultiple(of: 12), table.count / 3 <= Self.mostEntries,
      width.isFinite, width != 0, (1 / width).isFinite
    else { return nil }
    self.table = table
    self.domain = domain
    self.extrapolates = extrapolates && table.count >= 6
  }

  package var entryCount: Int { table.count / 3 }

  package var fingerprint: Fingerprint {
    Fingerprint(
      "color curves", [Double(domain.low), Double(domain.high), extrapolates ? 1 : 0],
      objects: [ObjectIdentifier(table.contents)])
  }

  package var alphaRule: AlphaRule { .straight }

  package func peak(of inputs: [Float?]) -> Float? {
    if extrapolates { return nil }
    return table.vectors.reduce(-.infinity) { Swift.max($0, $1.max()) }
  }
}
