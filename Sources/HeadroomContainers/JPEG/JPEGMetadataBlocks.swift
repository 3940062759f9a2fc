/// The metadata blocks of one JPEG picture, taken from its application segments.
package struct JPEGMetadataBlocks: Sendable {
  /// EXIF from its byte order mark on.
  package var exif: ByteReader?
  /// The XMP packet.
  package var xmp: [UInt8]?
  /// Extended XMP, assembled.
  package var extendedXMP: [UInt8]?
  /// The ICC profile, assembled.
  package var icc: [UInt8]?
  /// The multi-picture block from its byte order mark on.
  package var multiPicture: ByteReader?
  /// ISO gain map payload: 4 version bytes in the primary, the full metadata in the map.
  package var isoGainMap: ByteReader?
  /// Photoshop's image resources, IPTC among them: the payloads of all segments, without their prefix.
  package var photoshop: [UInt8]?
  /// The pixel density that JFIF states.
  package var density: PixelDensity?
  /// The errors of blocks that were left out.
  package var warnings: [String] = []

  package init(_ stream: JPEGStream, limits: DecodeLimits) {
    exif = stream.payloads(JPEGMarker.app1, JPEGSignature.exif).first
    exif?.part = "APP1/Exif"
    xmp = stream.payloads(JPEGMarker.app1, JPEGSignature.xmp).first?.rest
    multiPicture = stream.payloads(JPEGMarker.app2, JPEGSignature.multiPicture).first
    multiPicture?.part = "APP2/MPF"
    isoGainMap = stream.payloads(JPEGMarker.app2, JPEGSignature.isoGainMap).first
    isoGainMap?.part = "APP2/ISO 21496-1"
    icc = assembleICC(stream)
    extendedXMP = assembleExtendedXMP(stream, limits: limits)
    let resources = stream.payloads(JPEGMarker.app13, JPEGSignature.photoshop)
    if !resources.isEmpty { photoshop = resources.flatMap(\.rest) }
    density = stream.payloads(JPEGMarker.app0, JPEGSignature.jfif).first.flatMap(Self.density)
  }

  /// `u16 version | u8 unit: 0 none, 1 inch, 2 centimetre | u16 x | u16 y`
  private static func density(_ payload: ByteReader) -> PixelDensity? {
    var reader = payload
    guard (try? reader.skip(2)) != nil, let unit = try? reader.u8(), let x = try? reader.u16(),
      let y = try? reader.u16(),
      x > 0, y > 0
    else { return nil }
    switch unit {
    case 1: return PixelDensity(x: Double(x), y: Double(y), unit: .inch)
    case 2: return PixelDensity(x: Double(x), y: Double(y), unit: .centimetre)
    // Square pixels of unknown size are the default of files that state nothing.
    case 0 where x != y: return PixelDensity(x: Double(x), y: Double(y), unit: .none)
    default: return nil
    }
  }

  /// Chunks are `u8 sequence (from 1), u8 count, bytes`, in any order.
  private mutating func assembleICC(_ stream: JPEGStream) -> [UInt8]? {
    let chunks = stream.payloads(JPEGMarker.app2, JPEGSignature.icc)
    guard !chunks.isEmpty else { return nil }
    var parts: [Int: [UInt8]] = [:]
    var expected = 0
    for var chunk in chunks {
      guard let sequence = try? chunk.u8(), let count = try? chunk.u8() else { continue }
      if expected == 0 { expected = Int(count) }
      if parts[Int(sequence)] == nil { parts[Int(sequence)] = chunk.rest }
    }
    let present = parts.keys.filter { (1...max(expected, 1)).contains($0) }.count
    guard expected > 0, present == expected else {
      warnings.append("APP2/ICC: \(present) of \(expected) chunks are there; the profile is ignored")
      return nil
    }
    return (1...expected).flatMap { parts[$0] ?? [] }
  }

  /// Chunks are `32 hex digits GUID, u32 full length, u32 offset, bytes`. Only the packet whose GUID the main packet
  /// names counts; a file may contain remains of others.
  private mutating func assembleExtendedXMP(_ stream: JPEGStream, limits: DecodeLimits) -> [UInt8]? {
    let chunks = stream.payloads(JPEGMarker.app1, JPEGSignature.extendedXMP)
    guard !chunks.isEmpty, let xmp else { return nil }
    let named = Self.digests(in: xmp)
    // A length counts only as far as there are chunks to fill it.
    let available = chunks.reduce(0) { $0 + $1.count }
    var assembled: [UInt8] = []
    var covered = 0
    var total: Int?
    for var chunk in chunks {
      guard let guid = try? chunk.take(32), named.contains(guid[...]),
        let length = try? chunk.u32(), let offset = try? chunk.u32()
      else { continue }
      let size = total ?? Int(length)
      guard size == Int(length), size <= limits.maxDecompressedMetadataBytes else {
        warnings.append("APP1/extended XMP: length \(length) is refused")
        return nil
      }
      guard size <= available else { break }
      if total == nil { assembled = [UInt8](repeating: 0, count: size) }
      total = size
      let piece = chunk.rest
      guard Int(offset) <= size, piece.count <= size - Int(offset) else {
        warnings.append("APP1/extended XMP: a chunk lies outside the packet")
        return nil
      }
      assembled.replaceSubrange(Int(offset)..<Int(offset) + piece.count, with: piece)
      covered += piece.count
    }
    guard let total, covered == total else {
      warnings.append("APP1/extended XMP: chunks are missing; it is ignored")
      return nil
    }
    return assembled
  }

  /// The texts of 32 hexadecimal digits in a packet. A file can have very many chunks, so they are found once.
  private static func digests(in packet: [UInt8]) -> Set<ArraySlice<UInt8>> {
    Set(packet.split { Character(UnicodeScalar($0)).hexDigitValue == nil }.filter { $0.count == 32 })
  }
}
