/// Header and tag table of a profile, all big-endian:
///
///     0 u32 size | 8 u8 major, u8 minor<<4 | 12 class | 16 data space | 20 connection space | 36 'acsp' | 128 u32 count
///     132: per tag: signature, u32 offset, u32 size
struct ICCTagTable {
  static let largestTagCount = 256

  let version: String
  let deviceClass: ICCSignature
  let dataColorSpace: ICCSignature
  let connectionSpace: ICCSignature
  let order: [ICCSignature]
  private let bytes: ArraySlice<UInt8>
  private let places: [ICCSignature: Range<Int>]

  init(_ profile: [UInt8]) throws(ICCError) {
    guard profile.count >= 132 else { throw .truncated(declared: 132, available: profile.count) }
    let declared = Int(try ICCTag(signature: "head", bytes: profile[...]).unsigned32(at: 0))
    guard declared <= profile.count, declared >= 132 else {
      throw .truncated(declared: declared, available: profile.count)
    }
    let header = ICCTag(signature: "head", bytes: profile[..<declared])
    let magic = ICCSignature(code: try header.unsigned32(at: 36))
    guard magic == "acsp" else { throw .notAProfile(found: magic) }
    let major = Int(try header.unsigned8(at: 8))
    guard (2...4).contains(major) else { throw .unsupportedVersion(major: major) }
    version = "\(major).\(try header.unsigned8(at: 9) >> 4)"
    deviceClass = ICCSignature(code: try header.unsigned32(at: 12))
    dataColorSpace = ICCSignature(code: try header.unsigned32(at: 16))
    connectionSpace = ICCSignature(code: try header.unsigned32(at: 20))
    bytes = header.bytes
    (order, places) = try Self.entries(header)
  }

  private static func entries(
    _ header: ICCTag
  ) throws(ICCError) -> (order: [ICCSignature], places: [ICCSignature: Range<Int>]) {
    let count = try header.unsigned32(at: 128)
    guard count <= largestTagCount else { throw .tooManyTags(count: count, limit: largestTagCount) }
    var order: [ICCSignature] = []
    var places: [ICCSignature: Range<Int>] = [:]
    for index in 0..<Int(count) {
      let entry = 132 + 12 * index
      let signature = ICCSignature(code: try header.unsigned32(at: entry))
      let offset = try header.unsigned32(at: entry + 4)
      let size = try header.unsigned32(at: entry + 8)
      guard UInt64(offset) + UInt64(size) <= UInt64(header.bytes.count) else {
        throw .tagOutOfBounds(tag: signature, offset: offset, size: size, available: header.bytes.count)
      }
      if places[signature] == nil { order.append(signature) }
      places[signature] = Int(offset)..<Int(offset + size)
    }
    return (order, places)
  }

  func tag(_ signature: ICCSignature) -> ICCTag? {
    places[signature].map { ICCTag(signature: signature, bytes: bytes[$0]) }
  }

  func required(_ signature: ICCSignature) throws(ICCError) -> ICCTag {
    guard let tag = tag(signature) else { throw .missingTag(signature) }
    return tag
  }
}
