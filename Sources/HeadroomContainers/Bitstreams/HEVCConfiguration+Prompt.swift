extension HEVCConfiguration {
  /// A record by which a decoder gives each picture as soon as it is decoded, in the order of decoding; nil where the
  /// record does not allow it.
  ///
  /// Decoders hold pictures back while fewer than `sps_max_num_reorder_pics` others wait with them. That number becomes 0,
  /// and the field behind it, which decoders of files do not use, takes the bits that this saves. Pictures stay as they are.
  package static func withoutReordering(_ record: [UInt8]) -> [UInt8]? {
    guard record.count > 22, record[0] == 1 else { return nil }
    var changed = record
    var (position, hasSequence) = (23, false)
    for _ in 0..<record[22] {
      guard position + 3 <= record.count else { return nil }
      let count = Int(record[position + 1]) << 8 | Int(record[position + 2])
      position += 3
      for _ in 0..<count {
        guard position + 2 <= record.count else { return nil }
        let start = position + 2
        position = start + (Int(record[position]) << 8 | Int(record[position + 1]))
        guard position <= record.count else { return nil }
        guard isSequence(record[start..<position]) else { continue }
        guard let unit = HEVCSequence.withoutReordering(Array(record[start..<position])) else { return nil }
        changed.replaceSubrange(start..<position, with: unit)
        hasSequence = true
      }
    }
    return hasSequence ? changed : nil
  }

  /// Whether a unit is a sequence parameter set of the layer that every decoder shows.
  private static func isSequence(_ unit: ArraySlice<UInt8>) -> Bool {
    HEVCUnit.type(unit) == HEVCUnit.sequenceParameterSet && unit.count > 2 && unit[unit.startIndex] & 1 == 0
      && unit[unit.startIndex + 1] >> 3 == 0
  }
}

extension HEVCSequence {
  /// A NAL unit of the same length by which no picture waits for others; nil where it cannot be read or changed.
  fileprivate static func withoutReordering(_ unit: [UInt8]) -> [UInt8]? {
    var plain = HEVCUnit.withoutEmulationPrevention(unit)
    var bits = BitReader(plain)
    let layers = HEVCSequenceHead(&bits).layers
    _ = bits.unsignedGolomb()
    let first = bits.flag() ? 0 : layers
    for _ in first...layers {
      // Pictures that the decoder holds; pictures that are shown later; a limit for the wait.
      _ = bits.unsignedGolomb()
      let start = bits.position
      for _ in 0..<2 { _ = bits.unsignedGolomb() }
      let length = bits.position - start - 1
      guard !bits.isExhausted, length < 64 else { return nil }
      // Two numbers of Exp-Golomb: a 1 alone is 0; then as many zeros as there are bits behind the next 1.
      for place in 0...length { plain.setBit(start + place, to: place == 0 || place == 1 + length / 2) }
    }
    let changed = HEVCUnit.withEmulationPrevention(plain)
    return changed.count == unit.count ? changed : nil
  }
}

extension [UInt8] {
  /// Sets a bit, the most significant of each byte counted first.
  fileprivate mutating func setBit(_ position: Int, to isSet: Bool) {
    let mask = UInt8(0x80) >> UInt8(position % 8)
    if isSet { self[position / 8] |= mask } else { self[position / 8] &= ~mask }
  }
}
