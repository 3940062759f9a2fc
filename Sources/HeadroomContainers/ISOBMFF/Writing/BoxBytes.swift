/// The bytes of boxes of the ISO base media file format (ISO/IEC 14496-12).
///
/// ```
/// box:      u32 size (header included), 4 letters, body
/// large:    u32 1, 4 letters, u64 size, body
/// full box: u32 size, 4 letters, u8 version, u24 flags, body
/// ```
package enum BoxBytes {
  /// The header of a body of this many bytes; a size beyond 32 bits has a separate field.
  package static func header(_ type: String, bodyCount: UInt64) -> [UInt8] {
    var out = ByteWriter(reserving: 16)
    if let size = UInt32(exactly: bodyCount + 8) {
      out.u32(size)
      out.append(type.utf8)
    } else {
      out.u32(1)
      out.append(type.utf8)
      out.u64(bodyCount + 16)
    }
    return out.bytes
  }

  /// A box around a body.
  package static func box(_ type: String, _ body: [UInt8]) -> [UInt8] {
    var out = ByteWriter(reserving: body.count + 8)
    out.append(header(type, bodyCount: UInt64(body.count)))
    out.append(body)
    return out.bytes
  }

  /// A box around a body with version and flags in front.
  package static func fullBox(_ type: String, version: UInt8 = 0, flags: UInt32 = 0, _ body: [UInt8]) -> [UInt8] {
    var out = ByteWriter(reserving: body.count + 4)
    out.u32(UInt32(version) << 24 | flags & 0xFF_FFFF)
    out.append(body)
    return box(type, out.bytes)
  }

  /// Text with the zero byte at its end.
  package static func text(_ string: String) -> [UInt8] { Array(string.utf8) + [0] }
}
