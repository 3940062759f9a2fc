package import HeadroomColor

/// Mastering display, light level and viewing environment as HEVC and AV1 carry them inside the coded picture, for files
/// whose boxes state none.
package enum CodedStreamMetadata {
  /// Enough for parameter sets and messages, which precede a picture.
  package static let headBytes = 16 << 10

  /// Message types of H.265 table D.1.
  private enum Message {
    static let masteringDisplay = 137
    static let lightLevel = 144
    static let ambientViewing = 148
    static let colorVolume = 149
  }

  /// The metadata in the supplemental enhancement information among NAL units; of several messages of
  /// a kind the first counts.
  package static func hevc(_ units: [[UInt8]]) -> HDRMetadata {
    var found = HDRMetadata()
    for unit in units where HEVCUnit.type(unit) == HEVCUnit.supplementalInformation {
      readMessages(HEVCUnit.withoutEmulationPrevention(unit.dropFirst(2))[...], into: &found)
    }
    return found
  }

  /// The NAL units before the first slice of an item or sample.
  ///
  /// - Parameters:
  ///   - head: the first bytes.
  ///   - lengthSize: bytes of the length before each unit.
  package static func leadingUnits(_ head: [UInt8], lengthSize: Int) -> [[UInt8]] {
    var units: [[UInt8]] = []
    var rest = head[...]
    while rest.count > lengthSize {
      let length = rest.prefix(lengthSize).reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(lengthSize)
      let unit = Array(rest.prefix(length))
      // Those below are slices.
      guard unit.count == length, let type = HEVCUnit.type(unit), type >= HEVCUnit.videoParameterSet else { break }
      units.append(unit)
      rest = rest.dropFirst(length)
    }
    return units
  }

  /// Each message: type and size, both as any number of 255s and a last byte, then the payload. The last one is followed by
  /// a stop bit.
  private static func readMessages(_ bytes: ArraySlice<UInt8>, into found: inout HDRMetadata) {
    var rest = bytes
    func number() -> Int? {
      var sum = 0
      while let byte = rest.popFirst() {
        sum += Int(byte)
        if byte != 255 { return sum }
      }
      return nil
    }
    while rest.count > 2, let type = number(), let size = number(), size <= rest.count {
      let payload = rest.prefix(size)
      rest = rest.dropFirst(size)
      switch type {
      case Message.masteringDisplay: found.mastering = found.mastering ?? (try? .init(seiBytes: payload))
      case Message.lightLevel: found.lightLevel = found.lightLevel ?? (try? .init(seiBytes: payload))
      case Message.ambientViewing: found.ambient = found.ambient ?? (try? .init(seiBytes: payload))
      // The first bit cancels the previous message.
      case Message.colorVolume where (payload.first ?? 0x80) & 0x80 == 0:
        found.colorVolume = found.colorVolume ?? (try? .init(boxBody: payload))
      default: break
      }
    }
  }

  /// The metadata in OBUs (AV1 specification section 5.8); of several of a kind the first counts.
  package static func av1(_ bytes: [UInt8]) -> HDRMetadata {
    var found = HDRMetadata()
    for unit in AV1Units(bytes) where unit.type == AV1Units.metadata {
      // leb128 type: 1 light level, 2 mastering display, of one byte each. A stop bit follows the values.
      let values = unit.payload.dropFirst()
      switch unit.payload.first {
      case 1: found.lightLevel = found.lightLevel ?? (try? .init(seiBytes: values.prefix(4)))
      case 2: found.mastering = found.mastering ?? (try? .init(av1Bytes: values.prefix(24)))
      default: break
      }
    }
    return found
  }
}

extension HDRMetadata {
  /// These parts, with missing ones filled from `other`.
  package func completed(by other: HDRMetadata) -> HDRMetadata {
    HDRMetadata(
      mastering: mastering ?? other.mastering, lightLevel: lightLevel ?? other.lightLevel,
      ambient: ambient ?? other.ambient, diffuseWhite: diffuseWhite ?? other.diffuseWhite,
      reference: reference ?? other.reference, colorVolume: colorVolume ?? other.colorVolume)
  }
}
