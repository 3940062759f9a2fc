/// The value of one field of a TIFF directory, in the type that the file stores.
package enum TIFFValue: Hashable, Sendable {
  /// A numerator and a denominator, as RATIONAL stores them.
  package struct Fraction: Hashable, Sendable {
    package var numerator: UInt32
    package var denominator: UInt32
    package init(_ numerator: UInt32, _ denominator: UInt32) {
      self.numerator = numerator
      self.denominator = denominator
    }
  }

  /// A signed numerator and denominator, as SRATIONAL stores them.
  package struct SignedFraction: Hashable, Sendable {
    package var numerator: Int32
    package var denominator: Int32
    package init(_ numerator: Int32, _ denominator: Int32) {
      self.numerator = numerator
      self.denominator = denominator
    }
  }

  case bytes([UInt8])
  case ascii(String)
  case shorts([UInt16])
  case longs([UInt32])
  case rationals([Fraction])
  case signedBytes([Int8])
  case undefined([UInt8])
  case signedShorts([Int16])
  case signedLongs([Int32])
  case signedRationals([SignedFraction])
  case floats([Float])
  case doubles([Double])
}

extension TIFFValue {
  /// The values as integers; empty for text and fractions.
  package var integers: [Int] {
    switch self {
    case .bytes(let values), .undefined(let values): values.map { Int($0) }
    case .shorts(let values): values.map { Int($0) }
    case .longs(let values): values.map { Int($0) }
    case .signedBytes(let values): values.map { Int($0) }
    case .signedShorts(let values): values.map { Int($0) }
    case .signedLongs(let values): values.map { Int($0) }
    case .ascii, .rationals, .signedRationals, .floats, .doubles: []
    }
  }

  /// The values as numbers; a fraction over 0 is left out. Empty for text.
  package var numbers: [Double] {
    switch self {
    case .rationals(let values):
      values.compactMap { $0.denominator == 0 ? nil : Double($0.numerator) / Double($0.denominator) }
    case .signedRationals(let values):
      values.compactMap { $0.denominator == 0 ? nil : Double($0.numerator) / Double($0.denominator) }
    case .floats(let values): values.map { Double($0) }
    case .doubles(let values): values
    default: integers.map { Double($0) }
    }
  }

  /// The text, when this is text.
  package var text: String? {
    if case .ascii(let text) = self { return text }
    return nil
  }

  /// The stored bytes of BYTE and UNDEFINED fields.
  package var opaqueBytes: [UInt8]? {
    switch self {
    case .bytes(let values), .undefined(let values): values
    default: nil
    }
  }
}

extension TIFFValue {
  /// TIFF's number for the type.
  var typeCode: UInt16 {
    switch self {
    case .bytes: 1
    case .ascii: 2
    case .shorts: 3
    case .longs: 4
    case .rationals: 5
    case .signedBytes: 6
    case .undefined: 7
    case .signedShorts: 8
    case .signedLongs: 9
    case .signedRationals: 10
    case .floats: 11
    case .doubles: 12
    }
  }

  /// Bytes of one element of a type; nil for a type TIFF does not define.
  static func elementSize(typeCode: UInt16) -> Int? {
    switch typeCode {
    case 1, 2, 6, 7: 1
    case 3, 8: 2
    case 4, 9, 11, 13: 4
    case 5, 10, 12: 8
    default: nil
    }
  }

  /// Reads `count` elements of a type; `count` has been compared with the bytes the reader has left.
  package init(typeCode: UInt16, count: Int, from reader: inout ByteReader) throws(ImageIOError) {
    switch typeCode {
    case 1: self = .bytes(try reader.take(count))
    case 2: self = .ascii(Self.text(try reader.take(count)))
    case 3: self = .shorts(try Self.array(count) { () throws(ImageIOError) in try reader.u16() })
    case 4, 13: self = .longs(try Self.array(count) { () throws(ImageIOError) in try reader.u32() })
    case 5:
      self = .rationals(
        try Self.array(count) { () throws(ImageIOError) in Fraction(try reader.u32(), try reader.u32()) })
    case 6: self = .signedBytes(try reader.take(count).map { Int8(bitPattern: $0) })
    case 7: self = .undefined(try reader.take(count))
    case 8:
      self = .signedShorts(try Self.array(count) { () throws(ImageIOError) in Int16(bitPattern: try reader.u16()) })
    case 9: self = .signedLongs(try Self.array(count) { () throws(ImageIOError) in try reader.s32() })
    case 10:
      self = .signedRationals(
        try Self.array(count) { () throws(ImageIOError) in SignedFraction(try reader.s32(), try reader.s32()) })
    case 11: self = .floats(try Self.array(count) { () throws(ImageIOError) in Float(bitPattern: try reader.u32()) })
    case 12: self = .doubles(try Self.array(count) { () throws(ImageIOError) in Double(bitPattern: try reader.u64()) })
    default: throw .unsupported(part: reader.part, text: "field type \(typeCode)")
    }
  }

  private static func array<Element>(
    _ count: Int, _ next: () throws(ImageIOError) -> Element
  ) throws(ImageIOError) -> [Element] {
    var values: [Element] = []
    values.reserveCapacity(count)
    for _ in 0..<count { values.append(try next()) }
    return values
  }

  /// Text up to the first NUL, trailing blanks removed: cameras pad their names.
  private static func text(_ bytes: [UInt8]) -> String {
    var end = bytes.firstIndex(of: 0) ?? bytes.count
    while end > 0, bytes[end - 1] == UInt8(ascii: " ") { end -= 1 }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }

  /// The number of elements and their bytes, big-endian.
  package var encoded: (count: Int, bytes: [UInt8]) {
    switch self {
    case .bytes(let values), .undefined(let values): (values.count, values)
    case .ascii(let text): (text.utf8.count + 1, Array(text.utf8) + [0])
    case .shorts(let values): (values.count, values.flatMap { Self.bigEndian($0) })
    case .longs(let values): (values.count, values.flatMap { Self.bigEndian($0) })
    case .rationals(let values):
      (values.count, values.flatMap { Self.bigEndian($0.numerator) + Self.bigEndian($0.denominator) })
    case .signedBytes(let values): (values.count, values.map { UInt8(bitPattern: $0) })
    case .signedShorts(let values): (values.count, values.flatMap { Self.bigEndian(UInt16(bitPattern: $0)) })
    case .signedLongs(let values): (values.count, values.flatMap { Self.bigEndian(UInt32(bitPattern: $0)) })
    case .signedRationals(let values):
      (
        values.count,
        values.flatMap {
          Self.bigEndian(UInt32(bitPattern: $0.numerator)) + Self.bigEndian(UInt32(bitPattern: $0.denominator))
        }
      )
    case .floats(let values): (values.count, values.flatMap { Self.bigEndian($0.bitPattern) })
    case .doubles(let values): (values.count, values.flatMap { Self.bigEndian($0.bitPattern) })
    }
  }

  private static func bigEndian<Number: FixedWidthInteger>(_ value: Number) -> [UInt8] {
    (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> (Number.bitWidth - 8 - 8 * $0)) }
  }
}
