package import HeadroomContainers

extension MediaContainer {
  /// Bytes that suffice.
  static let headCount = 4096

  /// The kind of a file by its first bytes; nil where it is no film of a known kind.
  package init?(sniffing bytes: FileBytes) {
    let head = unsafe bytes.withUnsafeBytes { source in unsafe Array(source.prefix(Self.headCount)) }
    if let kind = Self.boxes(head) ?? Self.ebml(head) ?? Self.fixed(head) ?? Self.bitstream(head) {
      self = kind
    } else {
      return nil
    }
  }

  /// Boxes of ISO/IEC 14496-12; QuickTime's brand, or none at all, is a `.mov` file.
  private static func boxes(_ head: [UInt8]) -> MediaContainer? {
    guard head.count >= 12 else { return nil }
    let type = String(decoding: head[4..<8], as: UTF8.self)
    if type == "ftyp" || type == "styp" {
      let brand = String(decoding: head[8..<12], as: UTF8.self)
      return pictureBrands.contains(brand) ? nil : brand == "qt  " ? .mov : .mp4
    }
    return ["moov", "mdat", "wide", "free", "skip", "pnot"].contains(type) ? .mov : nil
  }

  /// Still pictures are boxes too: HEIF (ISO/IEC 23008-12, annex B), AVIF, and Canon's CR3.
  private static let pictureBrands = [
    "mif1", "mif2", "miaf", "heic", "heix", "heim", "heis", "jpeg", "avif", "crx ",
  ]

  /// An EBML header, which names the kind of document.
  private static func ebml(_ head: [UInt8]) -> MediaContainer? {
    guard head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) else { return nil }
    let start = String(decoding: head.prefix(256), as: UTF8.self)
    return start.contains("webm") ? .webm : start.contains("matroska") ? .matroska : nil
  }

  private static func fixed(_ head: [UInt8]) -> MediaContainer? {
    // The key of a header partition pack (SMPTE ST 377-1).
    if head.starts(with: [0x06, 0x0E, 0x2B, 0x34, 0x02, 0x05, 0x01, 0x01, 0x0D, 0x01, 0x02]) { return .mxf }
    return head.starts(with: Array("DKIF".utf8)) ? .ivf : nil
  }

  /// Coded frames alone. HEVC begins with a start code, AV1 with a temporal
  /// delimiter.
  private static func bitstream(_ head: [UInt8]) -> MediaContainer? {
    if head.starts(with: [0x12, 0x00]) { return .obu }
    let zeros = head.prefix { $0 == 0 }.count
    guard (2...3).contains(zeros), head.count > zeros + 2, head[zeros] == 1 else { return nil }
    // A parameter set, a delimiter or a message before a picture, with layer 0 and temporal layer 0.
    let header = (head[zeros + 1], head[zeros + 2])
    return [32, 33, 34, 35, 39].contains(header.0 >> 1) && header.0 & 1 == 0 && header.1 == 1 ? .hevc : nil
  }
}
