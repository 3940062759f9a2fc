extension PNG {
  /// The keyword of an XMP packet.
  package static let xmpKeyword = "XML:com.adobe.xmp"

  /// The chunk with an XMP packet. It is not compressed, so that tools that search the bytes for the packet find it.
  package static func xmpChunk(_ packet: [UInt8]) -> [UInt8] {
    chunk(.internationalText, Array(xmpKeyword.utf8) + [0, 0, 0, 0, 0] + packet)
  }

  /// Reads a text chunk of any of the three kinds.
  ///
  ///     tEXt  keyword 0 text
  ///     zTXt  keyword 0 | u8 method 0 | zlib stream
  ///     iTXt  keyword 0 | u8 is compressed | u8 method 0 | language 0 | translated keyword 0 | text or zlib stream
  ///
  /// - Parameters:
  ///   - type: the kind.
  ///   - bytes: the chunk's data.
  ///   - limit: the most bytes that a compressed text may unpack to.
  ///   - budget: the bytes left for compressed texts, reduced by those of this one.
  static func textItem(
    _ type: ChunkType, _ bytes: [UInt8], limit: Int, budget: inout Int
  ) throws(ImageIOError) -> MetadataText {
    var rest = bytes[...]
    var item = MetadataText(keyword: latin(try field(&rest, part: type.name)), utf8: [])
    var isLatin = true
    if type == .compressedText {
      item.isCompressed = true
      try expectDeflate(&rest, part: type.name)
    } else if type == .internationalText {
      isLatin = false
      item.isCompressed = rest.popFirst() == 1
      try expectDeflate(&rest, part: type.name)
      item.language = latin(try field(&rest, part: type.name))
      item.translatedKeyword = String(decoding: try field(&rest, part: type.name), as: UTF8.self)
    }
    item.utf8 = Array(rest)
    if item.isCompressed {
      item.utf8 = try inflate(item.utf8, limit: limit, budget: &budget, part: type.name)
    }
    // An XMP packet is UTF-8 in any chunk.
    if isLatin, item.keyword != latin(Array(xmpKeyword.utf8)) { item.utf8 = utf8(latin: item.utf8) }
    return item
  }

  /// The chunk of a text: tEXt or zTXt where ASCII suffices, else iTXt. Nil where the keyword is not valid in PNG: 1 to
  /// 79 characters of Latin-1.
  package static func textChunk(_ item: MetadataText) -> [UInt8]? {
    let keyword = item.keyword.unicodeScalars.map { UInt8(exactly: $0.value) ?? 0 }
    guard (1...79).contains(keyword.count), keyword.allSatisfy({ $0 >= 0x20 && !(0x7F...0xA0).contains($0) }) else {
      return nil
    }
    let text = item.utf8.filter { $0 != 0 }
    let stored = item.isCompressed ? deflate(text) : text
    let isPlain = text.allSatisfy { $0 < 0x80 } && item.language.isEmpty && item.translatedKeyword.isEmpty
    if isPlain {
      return item.isCompressed
        ? chunk(.compressedText, keyword + [0, 0] + stored) : chunk(.text, keyword + [0] + stored)
    }
    let head = keyword + [0, item.isCompressed ? 1 : 0, 0]
    let names = Array(item.language.utf8) + [0] + Array(item.translatedKeyword.utf8) + [0]
    return chunk(.internationalText, head + names + stored)
  }

  /// The keyword that a text chunk begins with.
  package static func keyword(of bytes: [UInt8], part: String) throws(ImageIOError) -> String {
    var rest = bytes[...]
    return latin(try field(&rest, part: part))
  }

  /// Takes the bytes up to the next NUL.
  private static func field(_ rest: inout ArraySlice<UInt8>, part: String) throws(ImageIOError) -> [UInt8] {
    guard let end = rest.firstIndex(of: 0) else {
      throw .malformed(part: part, text: "a keyword has no end", offset: nil)
    }
    defer { rest = rest[(end + 1)...] }
    return Array(rest[..<end])
  }

  private static func expectDeflate(_ rest: inout ArraySlice<UInt8>, part: String) throws(ImageIOError) {
    guard let method = rest.popFirst(), method == 0 else {
      throw .malformed(part: part, text: "unknown compression method", offset: nil)
    }
  }

  /// ISO 8859-1 as a string: each byte is the scalar of its value.
  package static func latin(_ bytes: [UInt8]) -> String {
    var text = ""
    text.unicodeScalars.append(contentsOf: bytes.lazy.map { Unicode.Scalar($0) })
    return text
  }

  /// ISO 8859-1 as UTF-8.
  private static func utf8(latin bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for byte in bytes {
      if byte < 0x80 {
        result.append(byte)
      } else {
        result.append(0xC0 | byte >> 6)
        result.append(0x80 | byte & 0x3F)
      }
    }
    return result
  }

  /// The bytes of a "Raw profile type" text: ImageMagick's way to keep EXIF and XMP before PNG had chunks for them.
  ///
  ///     newline | name | newline | blanks and decimal length | newline | hexadecimal digits in lines
  static func rawProfile(_ item: MetadataText) -> [UInt8]? {
    let lines = item.utf8.split(separator: UInt8(ascii: "\n"))
    guard lines.count >= 3 else { return nil }
    var declared = 0
    for digit in lines[1] where digit != UInt8(ascii: " ") {
      guard digit >= 0x30, digit <= 0x39, declared < 1 << 40 else { return nil }
      declared = declared * 10 + Int(digit - 0x30)
    }
    var nibbles: [UInt8] = []
    nibbles.reserveCapacity(item.utf8.count)
    for byte in lines[2...].joined() {
      switch byte {
      case 0x30...0x39: nibbles.append(byte - 0x30)
      case 0x41...0x46: nibbles.append(byte - 0x37)
      case 0x61...0x66: nibbles.append(byte - 0x57)
      case 0x0D, 0x20: continue
      default: return nil
      }
    }
    guard nibbles.count == 2 * declared else { return nil }
    return stride(from: 0, to: nibbles.count, by: 2).map { nibbles[$0] << 4 | nibbles[$0 + 1] }
  }
}

extension PNG {
  /// The text keywords that the standard names and Image I/O has keys for.
  package static let describingKeywords: Set<String> = [
    "Author", "Comment", "Copyright", "Creation Time", "Description", "Disclaimer", "Software", "Source", "Title",
    "Warning",
  ]
}
