internal import CHeadroomCodecs
internal import HeadroomContainers

extension JPEGXL {
  /// Expands a brotli stream of at most `limit` bytes.
  static func expandBrotli(
    _ packed: [UInt8], limit: Int, part: String, offset: Int
  ) throws(ImageIOError) -> [UInt8] {
    var out: UnsafeMutablePointer<UInt8>?
    var count = 0
    let code = unsafe Int(hr_jxl_brotli(packed, packed.count, max(limit, 0), &out, &count))
    switch code {
    case HR_JXL_OK: break
    case HR_JXL_OVER_LIMIT:
      throw .overLimit(
        part: part, quantity: "expanded size", declared: UInt64(max(limit, 0)) + 1, limit: UInt64(max(limit, 0)),
        offset: offset)
    case HR_JXL_FAILED: throw .malformed(part: part, text: "the brotli stream is damaged", offset: offset)
    case HR_JXL_TRUNCATED: throw .malformed(part: part, text: "the brotli stream has no end", offset: offset)
    default: throw JPEGXL.error(Int32(code), part: part, end: offset) ?? .internalError("brotli code \(code)")
    }
    defer { unsafe hr_jxl_free(out) }
    return unsafe [UInt8](UnsafeBufferPointer(start: out, count: count))
  }
}
