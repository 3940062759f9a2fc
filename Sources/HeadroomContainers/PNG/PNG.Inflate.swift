internal import CHeadroomDeflate

extension PNG {
  /// Inflates a zlib stream of a metadata chunk, at most `limit` bytes.
  static func inflate(_ bytes: [UInt8], limit: Int, part: String) throws(ImageIOError) -> [UInt8] {
    var capacity = min(max(bytes.count &* 4, 16 << 10), max(limit, 0))
    while true {
      let (code, result) = inflateOnce(bytes, capacity: capacity)
      switch code {
      case HR_DEFLATE_OK: return result
      case HR_DEFLATE_NO_MEMORY where capacity < limit: capacity = min(capacity * 4, limit)
      case HR_DEFLATE_NO_MEMORY:
        throw .overLimit(
          part: part, quantity: "decompressed size", declared: UInt64(limit) + 1, limit: UInt64(limit), offset: nil)
      case HR_DEFLATE_ENDED: throw .malformed(part: part, text: "the compressed data is cut", offset: nil)
      default: throw .malformed(part: part, text: "the compressed data is damaged", offset: nil)
      }
    }
  }

  /// Inflates a zlib stream of a metadata chunk, at most `limit` and `budget` bytes; the budget is reduced.
  ///
  /// The chunks of a file share one budget: a small file can hold very many that are each just within the limit.
  static func inflate(
    _ bytes: [UInt8], limit: Int = .max, budget: inout Int, part: String
  ) throws(ImageIOError) -> [UInt8] {
    let limit = min(limit, budget)
    do throws(ImageIOError) {
      let result = try inflate(bytes, limit: limit, part: part)
      budget -= result.count
      return result
    } catch {
      // The amount before the failure is not known, but is at most what deflate can produce.
      budget -= min(limit, bytes.count * largestExpansion)
      throw error
    }
  }

  /// The most bytes that deflate makes of one.
  private static let largestExpansion = 1032

  private static func inflateOnce(_ bytes: [UInt8], capacity: Int) -> (code: Int, result: [UInt8]) {
    var code = HR_DEFLATE_FAILED
    let result = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      code = unsafe Int(hr_inflate(bytes, bytes.count, buffer.baseAddress, capacity, &count))
    }
    return (code, result)
  }

  /// Deflates metadata as a zlib stream.
  package static func deflate(_ bytes: [UInt8]) -> [UInt8] {
    let capacity = hr_deflate_bound(bytes.count)
    let body = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      _ = unsafe hr_deflate_band(
        nil, 0, bytes, bytes.count, 9, Int32(HR_DEFLATE_STRATEGY_DEFAULT), 1, buffer.baseAddress, capacity, &count)
    }
    let check = unsafe hr_adler32(bytes, bytes.count)
    return [0x78, 0xDA] + body + (0..<4).map { UInt8(truncatingIfNeeded: check >> UInt32(24 - 8 * $0)) }
  }
}
