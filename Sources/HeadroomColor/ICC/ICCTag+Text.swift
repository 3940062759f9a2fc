extension ICCTag {
  /// Longest text kept, in characters of the file.
  private static let largestText = 1024

  /// The text of a `desc`, `mluc` or `text` tag; nil when it is damaged; the profile stays usable.
  func text() -> String? {
    guard let type = try? type() else { return nil }
    return switch type {
    case "desc": asciiText(at: 12, length: (try? unsigned32(at: 8)) ?? 0)
    case "mluc": localizedText()
    case "text": asciiText(at: 8, length: UInt32(clamping: bytes.count - 8))
    default: nil
    }
  }

  // desc | 0 | u32 count with the NUL | ASCII ...
  private func asciiText(at position: Int, length: UInt32) -> String? {
    let available = bytes.count - position
    guard available > 0 else { return nil }
    let characters = bytes.dropFirst(position).prefix(min(Int(length), available, Self.largestText))
    return String(decoding: characters.prefix { $0 != 0 }, as: UTF8.self)
  }

  // mluc | 0 | u32 records | u32 record size | per record: u16 language, u16 country, u32 length, u32 offset in tag
  private func localizedText() -> String? {
    guard let count = try? unsigned32(at: 8), let recordSize = try? unsigned32(at: 12), recordSize >= 12 else {
      return nil
    }
    var first: String?
    for index in 0..<Int(min(count, 64)) {
      let record = 16 + index * Int(recordSize)
      guard let language = try? unsigned16(at: record), let length = try? unsigned32(at: record + 4),
        let start = try? unsigned32(at: record + 8), let text = utf16Text(at: start, length: length)
      else { return first }
      if language == 0x656E { return text }
      first = first ?? text
    }
    return first
  }

  private func utf16Text(at start: UInt32, length: UInt32) -> String? {
    let count = min(Int(length / 2), Self.largestText)
    guard UInt64(start) + UInt64(2 * count) <= UInt64(bytes.count) else { return nil }
    let units = (0..<count).map { index in
      let place = offset + Int(start) + 2 * index
      return UInt16(bytes[place]) << 8 | UInt16(bytes[place + 1])
    }
    return String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
  }
}
