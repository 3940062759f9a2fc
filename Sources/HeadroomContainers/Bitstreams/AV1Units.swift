/// The open bitstream units of AV1 in order (AV1 specification section 5.3), up to the first incomplete one.
///
/// ```
/// u1 0 | u4 type | u1 has extension | u1 has size | u1 0 | [u8 extension] | [leb128 size] | payload
/// ```
package struct AV1Units: Sequence, IteratorProtocol {
  package static let sequenceHeader: UInt8 = 1
  package static let temporalDelimiter: UInt8 = 2
  package static let metadata: UInt8 = 5

  private let bytes: [UInt8]
  private var offset = 0

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// `whole` is header and payload.
  package mutating func next() -> (type: UInt8, whole: ArraySlice<UInt8>, payload: ArraySlice<UInt8>)? {
    guard offset < bytes.count else { return nil }
    let start = offset
    let header = bytes[offset]
    let type = header >> 3 & 15
    offset += header & 4 != 0 ? 2 : 1
    guard header & 2 != 0 else {
      // Without a size the unit goes to the end.
      guard offset < bytes.count else { return nil }
      defer { offset = bytes.count }
      return (type, bytes[start...], bytes[offset...])
    }
    guard let (size, length) = Self.leb128(bytes, at: offset) else { return nil }
    offset += length
    guard size <= UInt64(bytes.count - offset) else {
      offset = bytes.count
      return nil
    }
    defer { offset += Int(size) }
    return (type, bytes[start..<offset + Int(size)], bytes[offset..<offset + Int(size)])
  }

  private static func leb128(_ bytes: [UInt8], at offset: Int) -> (value: UInt64, length: Int)? {
    var value: UInt64 = 0
    for index in 0..<8 {
      guard offset + index < bytes.count else { return nil }
      let byte = bytes[offset + index]
      value |= UInt64(byte & 0x7F) << UInt64(7 * index)
      if byte & 0x80 == 0 { return (value, index + 1) }
    }
    return nil
  }
}
