extension JPEGStream {
  /// The quality, 1...100, at which libjpeg's scaling of the standard luminance table gives the picture's table. Other
  /// tables are compared by their sums. Nil where there is no table for luminance.
  package var estimatedQuality: Double? {
    guard let wanted = frame?.components.first?.quantizer, let table = quantizer(wanted) else { return nil }
    let percent = 100 * Double(table.reduce(0, +)) / Double(Self.standardSum)
    let quality = percent <= 100 ? (200 - percent) / 2 : 5000 / percent
    return min(max(quality.rounded(), 1), 100)
  }

  /// The sum of table K.1 of ITU-T T.81.
  private static let standardSum = 3688

  /// ```
  /// u4 precision, u4 table | 64 x u8 or u16, one table after the other
  /// ```
  private func quantizer(_ wanted: UInt8) -> [Int]? {
    var found: [Int]?
    for var reader in payloads(JPEGMarker.quantizers, []) {
      while let head = try? reader.u8() {
        let isDeep = head >> 4 != 0
        guard let bytes = try? reader.take(isDeep ? 128 : 64) else { break }
        guard head & 15 == wanted else { continue }
        found = isDeep ? (0..<64).map { Int(bytes[2 * $0]) << 8 | Int(bytes[2 * $0 + 1]) } : bytes.map { Int($0) }
      }
    }
    return found
  }
}
