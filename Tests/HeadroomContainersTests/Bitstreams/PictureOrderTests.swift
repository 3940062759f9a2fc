import HeadroomContainers
import Testing

/// The order of pictures in H.265: which wait for others, and which are kept.
@Suite("Order of pictures")
struct PictureOrderTests {
  private static func golomb(_ value: Int) -> String {
    let bits = String(value + 1, radix: 2)
    return String(repeating: "0", count: bits.count - 1) + bits
  }

  private static func unit(_ head: [UInt8], _ bits: String) -> [UInt8] {
    let whole = bits + "1" + String(repeating: "0", count: 7 - bits.count % 8)
    return head
      + stride(from: 0, to: whole.count, by: 8).map { UInt8(whole.dropFirst($0).prefix(8), radix: 2) ?? 0 }
  }

  /// A sequence parameter set of 16x16, whose places have 8 bits.
  ///
  /// - Parameters:
  ///   - waiting: the bits of the numbers of pictures that are held and that wait, and of the limit of the wait.
  ///   - sets: of references, with their number before them.
  private static func sequence(waiting: String = "111", sets: String = golomb(0), longTerm: String = "0") -> [UInt8] {
    var bits = "00000001" + String(repeating: "1", count: 96)
    bits += [0, 1, 16, 16].map(golomb).joined() + "0" + "11" + golomb(4) + "1" + waiting
    return unit([0x42, 1], bits + "111111" + "0" + "00" + "0" + sets + longTerm + "00" + "0" + "0")
  }

  private static func record(_ sequence: [UInt8]) -> [UInt8] {
    let picture = unit([0x44, 1], "11" + "0" + "0" + "000")
    return CodedStreams.bytes("0103700000009000000000001ef000fcfdf8f800000f02") + CodedStreams.array(33, sequence)
      + CodedStreams.array(34, picture)
  }

  private static func reader(_ sequence: [UInt8]) throws -> HEVCPictureOrderReader? {
    let bytes = FileBytes(record(sequence))
    var reader = ByteReader(bytes, range: 0..<bytes.count, part: "hvcC")
    return HEVCPictureOrderReader(try HEVCConfiguration(&reader))
  }

  private static func order(_ reader: HEVCPictureOrderReader, _ units: [UInt8]...) -> HEVCPictureOrder? {
    unsafe units.flatMap(CodedStreams.framed).withUnsafeBytes { unsafe reader.picture(of: $0) }
  }

  /// The first slice of a picture.
  private static func slice(_ type: UInt8, place: Int, references: String) -> [UInt8] {
    let low = String(place, radix: 2)
    let bits = "1" + "1" + golomb(1) + String(repeating: "0", count: 8 - low.count) + low + references
    return unit([type << 1, 1], bits + String(repeating: "0", count: 64))
  }

  // MARK: - Waiting

  @Test("No picture waits where a record is changed so, and nothing else changes")
  func prompt() throws {
    // Four pictures are held, two wait, for five: the two numbers take 8 bits, a 0 and a number of 7 bits.
    let before = Self.sequence(waiting: Self.golomb(4) + Self.golomb(2) + Self.golomb(5))
    let after = Self.sequence(waiting: Self.golomb(4) + "1" + "0001000")
    #expect(before.count == after.count && before != after)
    #expect(HEVCConfiguration.withoutReordering(Self.record(before)) == Self.record(after))
    // What waits for nothing stays.
    #expect(HEVCConfiguration.withoutReordering(Self.record(Self.sequence())) == Self.record(Self.sequence()))
  }

  @Test("Records without a sequence, or cut ones, are not changed")
  func damagedRecords() {
    let record = Self.record(Self.sequence())
    for count in 0..<record.count {
      #expect(HEVCConfiguration.withoutReordering(Array(record.prefix(count))) == nil, "\(count)")
    }
    var none = Array(record.prefix(23))
    none[22] = 0
    #expect(HEVCConfiguration.withoutReordering(none) == nil)
  }

  // MARK: - References

  @Test("A picture's own set names what is kept")
  func ownSet() throws {
    let reader = try #require(try Self.reader(Self.sequence()))
    // Two before, at 1 and 3; one after, at 2.
    let counts = [2, 1].map(Self.golomb).joined()
    let set = "0" + counts + Self.golomb(0) + "1" + Self.golomb(1) + "0" + Self.golomb(1) + "1"
    let order = try #require(Self.order(reader, [0x4E, 1, 5], Self.slice(1, place: 5, references: set)))
    #expect(order.kept == [-1, -3, 2] && order.lowPlace == 5 && order.lowBits == 8)
    #expect(order.isAnchor && !order.isFresh)
    // The even types are nobody's anchor, nor are those that precede a key picture.
    for type: UInt8 in [0, 6, 7, 8, 9] {
      #expect(Self.order(reader, Self.slice(type, place: 5, references: set))?.isAnchor == false)
    }
  }

  @Test("A set of the sequence may follow from another one")
  func derivedSet() throws {
    // -4 and 4; then the same moved by 2, the picture itself included and the one behind left out: -2 and 2.
    let first = [1, 1].map(Self.golomb).joined() + Self.golomb(3) + "1" + Self.golomb(3) + "1"
    let second = "1" + "0" + Self.golomb(1) + "1" + "00" + "1"
    let reader = try #require(try Self.reader(Self.sequence(sets: Self.golomb(2) + first + second)))
    func kept(_ index: String) -> [Int]? {
      Self.order(reader, Self.slice(1, place: 9, references: "1" + index))?.kept
    }
    #expect(kept("0") == [-4, 4] && kept("1") == [-2, 2])
  }

  @Test("Places go on where their low bits begin anew")
  func places() throws {
    let reader = try #require(try Self.reader(Self.sequence()))
    let none = "0" + [0, 0].map(Self.golomb).joined()
    func place(_ low: Int, after anchor: Int?) throws -> Int {
      try #require(Self.order(reader, Self.slice(1, place: low, references: none))).place(after: anchor)
    }
    #expect(try place(250, after: nil) == 250 && place(2, after: 250) == 258 && place(250, after: 258) == 250)
    #expect(try place(128, after: 0) == 128 && place(129, after: 0) == -127 && place(0, after: 128) == 256)
    let key = try #require(Self.order(reader, Self.unit([19 << 1, 1], "1" + "0" + "1" + Self.golomb(2))))
    #expect(key.isFresh && key.isAnchor && key.kept.isEmpty && key.place(after: 77) == 0)
  }

  @Test("What is not known is said")
  func unknown() throws {
    // Pictures that are kept for long.
    #expect(try Self.reader(Self.sequence(longTerm: "1")) == nil)
    let reader = try #require(try Self.reader(Self.sequence()))
    let slice = Self.slice(1, place: 1, references: "0" + [0, 0].map(Self.golomb).joined())
    #expect(Self.order(reader, slice) != nil)
    #expect(Self.order(reader, Self.sequence(), slice) == nil && Self.order(reader, [0x4E, 1]) == nil)
    for count in 0..<4 { #expect(Self.order(reader, Array(slice.prefix(count))) == nil, "\(count)") }
    // Sets of the sequence where it has none.
    #expect(Self.order(reader, Self.slice(1, place: 1, references: "1")) == nil)
  }
}
