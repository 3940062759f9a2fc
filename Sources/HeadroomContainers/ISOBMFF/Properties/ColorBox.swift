package import HeadroomColor

/// What a `colr` box says, of items and of sample entries (ISO/IEC 14496-12 section 12.1.5, QuickTime's `nclc`).
///
/// ```
/// 'nclx'            u16 primaries, transfer, matrix | u1 full range, u7 0
/// 'nclc'            u16 primaries, transfer, matrix
/// 'prof' 'rICC'     an ICC profile
/// ```
package enum ColorBox: Hashable, Sendable {
  /// The codes; `hasRange` is false where the box ends before the range, which is narrow then: in `nclc`, and in what
  /// some writers call `nclx`.
  case codePoints(CICP, hasRange: Bool)
  case profile([UInt8])
  /// A kind that nobody knows here.
  case other(FourCC)

  /// - Throws: where it ends inside the codes, or a profile is larger than `limits` allow.
  package init(_ reader: inout ByteReader, limits: DecodeLimits) throws(ImageIOError) {
    let start = reader.position
    let kind = try reader.type()
    switch kind {
    case "nclx", "nclc":
      let codes = [try reader.u16(), try reader.u16(), try reader.u16()].map { UInt8(exactly: $0) ?? CICP.unspecified }
      let hasRange = !reader.isAtEnd
      let isFull = hasRange ? try reader.u8() & 0x80 != 0 : false
      self = .codePoints(
        CICP(primaries: codes[0], transfer: codes[1], matrix: codes[2], fullRange: isFull), hasRange: hasRange)
    case "prof", "rICC":
      guard reader.remaining <= limits.maxMetadataBytes else {
        throw .overLimit(
          part: reader.part, quantity: "ICC profile size", declared: UInt64(reader.remaining),
          limit: UInt64(max(limits.maxMetadataBytes, 0)), offset: start)
      }
      self = .profile(reader.rest)
    default: self = .other(kind)
    }
  }
}
