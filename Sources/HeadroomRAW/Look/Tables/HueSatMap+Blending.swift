extension HueSatMap {
  /// The table interpolated between those of several lights.
  ///
  /// Tables of different sizes cannot be mixed; then the one with the largest weight stands for all. Nil for no tables.
  package static func blended(_ maps: [HueSatMap], weights: [Double]) -> HueSatMap? {
    let parts = zip(maps, weights).filter { $0.1 > 0 }
    guard let main = parts.max(by: { $0.1 < $1.1 })?.0 ?? maps.first else { return nil }
    guard parts.count > 1, parts.allSatisfy({ $0.0.hasShape(of: main) }) else { return main }
    let sum = parts.reduce(0) { $0 + $1.1 }
    var result = main
    result.entries = main.entries.indices.map { index in
      Float(parts.reduce(0) { $0 + Double($1.0.entries[index]) * $1.1 } / sum)
    }
    return result
  }

  private func hasShape(of other: HueSatMap) -> Bool {
    hues == other.hues && saturations == other.saturations && values == other.values
      && isValueEncoded == other.isValueEncoded && entries.count == other.entries.count
  }
}
