/// The bytes of one tag. Indices of `bytes` are offsets in the profile; positions given to the readers count from the
/// tag's start.
struct ICCTag {
  let signature: ICCSignature
  let bytes: ArraySlice<UInt8>

  var offset: Int { bytes.startIndex }

  func number(at position: Int, _ count: Int) throws(ICCError) -> UInt32 {
    guard position >= 0, position <= bytes.count, bytes.count - position >= count else {
      throw .tagTooShort(
        tag: signature, offset: offset + position, needed: count, available: max(bytes.count - position, 0))
    }
    var value: UInt32 = 0
    for index in 0..<count { value = value << 8 | UInt32(bytes[offset + position + index]) }
    return value
  }

  func unsigned32(at position: Int) throws(ICCError) -> UInt32 { try number(at: position, 4) }

  func unsigned16(at position: Int) throws(ICCError) -> UInt16 {
    UInt16(truncatingIfNeeded: try number(at: position, 2))
  }

  func unsigned8(at position: Int) throws(ICCError) -> UInt8 { UInt8(truncatingIfNeeded: try number(at: position, 1)) }

  /// An `s15Fixed16Number`.
  func fixed(at position: Int) throws(ICCError) -> Double {
    Double(Int32(bitPattern: try unsigned32(at: position))) / 65536
  }

  func type() throws(ICCError) -> ICCSignature { ICCSignature(code: try unsigned32(at: 0)) }

  func expectType(_ expected: ICCSignature) throws(ICCError) {
    let found = try type()
    guard found == expected else { throw .unexpectedType(tag: signature, offset: offset, found: found) }
  }

  func bad(_ reason: String) -> ICCError { .badValue(tag: signature, offset: offset, reason: reason) }

  /// `XYZType`: type, 4 bytes, three numbers.
  func xyz() throws(ICCError) -> SIMD3<Double> {
    try expectType("XYZ ")
    return SIMD3(try fixed(at: 8), try fixed(at: 12), try fixed(at: 16))
  }

  /// `s15Fixed16ArrayType` with nine numbers.
  func matrix() throws(ICCError) -> Matrix3x3 {
    try expectType("sf32")
    var rows: [SIMD3<Double>] = []
    for row in 0..<3 {
      let start = 8 + row * 12
      rows.append(SIMD3(try fixed(at: start), try fixed(at: start + 4), try fixed(at: start + 8)))
    }
    return Matrix3x3(rows: rows[0], rows[1], rows[2])
  }

  /// `signatureType`: type, 4 bytes, a signature.
  func signatureValue() throws(ICCError) -> ICCSignature {
    try expectType("sig ")
    return ICCSignature(code: try unsigned32(at: 8))
  }

  /// `cicpType`: type, 4 bytes, primaries, transfer, matrix, range.
  func cicp() throws(ICCError) -> CICP {
    try expectType("cicp")
    return CICP(
      primaries: try unsigned8(at: 8), transfer: try unsigned8(at: 9), matrix: try unsigned8(at: 10),
      fullRange: try unsigned8(at: 11) != 0)
  }
}
