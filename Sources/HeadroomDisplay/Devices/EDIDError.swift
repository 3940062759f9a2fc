internal import HeadroomContainers

/// Why a screen's EDID cannot be used. Offsets count from its first byte.
package enum EDIDError: Error, Hashable, Sendable {
  /// It is shorter than one block, or ends inside a block.
  case truncated(needed: Int, available: Int)
  /// It is longer than 256 blocks, the most that it can count.
  case tooLarge(byteCount: Int)
  /// It does not begin with the EDID signature.
  case notEDID
  /// The bytes of a block do not add up to a multiple of 256.
  case checksum(part: String, offset: Int)
  /// The base block states a different number of extensions than there are.
  case extensionCount(declared: Int, found: Int)
  /// A part ends after the one that contains it.
  case pastEnd(part: String, length: Int, available: Int, offset: Int)
  /// A part has an impossible value.
  case malformed(part: String, text: String, offset: Int)

  /// Where it was found.
  package var offset: Int {
    switch self {
    case .truncated(_, let available): available
    case .tooLarge, .notEDID: 0
    case .extensionCount: EDIDBlock.extensionCountOffset
    case .checksum(_, let offset), .pastEnd(_, _, _, let offset), .malformed(_, _, let offset): offset
    }
  }
}

extension EDIDError: CustomStringConvertible {
  package var description: String { "\(text) (offset 0x\(PrintableText.hexadecimal(UInt32(offset), digits: 2)))" }

  private var text: String {
    switch self {
    case .truncated(let needed, let available): "\(needed) bytes are needed, \(available) are there"
    case .tooLarge(let count): "\(count) bytes are more than 256 blocks"
    case .notEDID: "does not begin as an EDID does"
    case .checksum(let part, _): "\(part): wrong checksum"
    case .extensionCount(let declared, let found): "\(declared) extensions are promised, \(found) are there"
    case .pastEnd(let part, let length, let available, _): "\(part): \(length) bytes, where \(available) are left"
    case .malformed(let part, let text, _): "\(part): \(text)"
    }
  }
}
