/// The parts common to all NAL units of H.265 (section 7.3.1).
package enum HEVCUnit {
  package static let videoParameterSet: UInt8 = 32
  package static let sequenceParameterSet: UInt8 = 33
  package static let pictureParameterSet: UInt8 = 34
  /// Supplemental enhancement information before a picture.
  package static let supplementalInformation: UInt8 = 39

  /// The type of the unit; nil for an empty one.
  package static func type(_ unit: some Collection<UInt8>) -> UInt8? { unit.first.map { $0 >> 1 & 0x3F } }

  /// The bytes without emulation prevention: without each 3 after two zeros, which only prevents a start code.
  package static func withoutEmulationPrevention(_ unit: some Collection<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(unit.count)
    var zeros = 0
    for byte in unit {
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros + 1 : 0
      bytes.append(byte)
    }
    return bytes
  }

  /// The bytes with emulation prevention: with a 3 between two zeros and what would make a start code of them.
  static func withEmulationPrevention(_ plain: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(plain.count + 8)
    var zeros = 0
    for byte in plain {
      if zeros >= 2, byte <= 3 {
        bytes.append(3)
        zeros = 0
      }
      zeros = byte == 0 ? zeros + 1 : 0
      bytes.append(byte)
    }
    return bytes
  }
}
