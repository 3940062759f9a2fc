/// Captions, keywords, names and rights as IPTC's Information Interchange Model 4.2 stores them: the press used it
/// before XMP, and many programs still write it.
///
///     1C | u8 record | u8 number | u16 length | bytes
///     1C | u8 record | u8 number | u16 0x8000 + n | n bytes: length | bytes
///
/// Record 1 is the envelope, with the character set in 1:90; record 2 describes the picture. Data sets of other records
/// are kept as they are.
package struct IPTCBlock: Hashable, Sendable {
  /// Which data set: `2:25` is a keyword.
  package struct Key: Hashable, Sendable {
    package var record: UInt8
    package var number: UInt8

    package init(_ record: UInt8, _ number: UInt8) {
      self.record = record
      self.number = number
    }
  }

  /// One data set. Repeatable ones occur several times.
  package struct DataSet: Hashable, Sendable {
    package var key: Key
    package var bytes: [UInt8]

    package init(_ key: Key, _ bytes: [UInt8]) {
      self.key = key
      self.bytes = bytes
    }
  }

  /// The data sets in the order of the file.
  package private(set) var sets: [DataSet] = []

  package init() {}

  static let marker: UInt8 = 0x1C
  /// Lengths above this have the extended form.
  private static let longestPlain = 0x7FFF
  /// Most data sets of a block; real ones have some dozens.
  package static let mostSets = 16_384
}

// MARK: - Reading

extension IPTCBlock {
  /// Reads a block.
  ///
  /// - Throws: ``ImageIOError`` with the offset in the block where a data set is damaged, or when there are too many.
  package init(parsing bytes: [UInt8], limits: DecodeLimits = .standard) throws(ImageIOError) {
    let (block, damage) = Self.reading(bytes, limits: limits)
    if let damage { throw damage }
    self = block
  }

  /// The data sets before the first damage, and the damage.
  package static func reading(
    _ bytes: [UInt8], limits: DecodeLimits = .standard
  ) -> (block: IPTCBlock, damage: ImageIOError?) {
    var block = IPTCBlock()
    do throws(ImageIOError) {
      try block.read(bytes, limits: limits)
      return (block, nil)
    } catch {
      return (block, error)
    }
  }

  private mutating func read(_ bytes: [UInt8], limits: DecodeLimits) throws(ImageIOError) {
    guard bytes.count <= limits.maxMetadataBytes else {
      throw .overLimit(
        part: "IPTC", quantity: "metadata size", declared: UInt64(bytes.count),
        limit: UInt64(max(limits.maxMetadataBytes, 0)), offset: nil)
    }
    var reader = ByteReader(FileBytes(bytes), part: "IPTC")
    // TIFF pads to whole words.
    while !reader.isAtEnd, bytes[reader.position...].contains(where: { $0 != 0 }) {
      guard sets.count < Self.mostSets else {
        throw .overLimit(
          part: "IPTC", quantity: "data set count", declared: UInt64(sets.count) + 1, limit: UInt64(Self.mostSets),
          offset: reader.position)
      }
      sets.append(try Self.dataSet(&reader))
    }
  }

  private static func dataSet(_ reader: inout ByteReader) throws(ImageIOError) -> DataSet {
    let start = reader.position
    guard try reader.u8() == marker else {
      throw .malformed(part: "IPTC", text: "a data set has to begin here", offset: start)
    }
    let key = Key(try reader.u8(), try reader.u8())
    var length = Int(try reader.u16())
    if length > longestPlain {
      let size = length - longestPlain - 1
      guard (1...8).contains(size) else {
        throw .malformed(part: "IPTC", text: "a length of \(size) bytes", offset: start)
      }
      var declared: UInt64 = 0
      for _ in 0..<size { declared = declared << 8 | UInt64(try reader.u8()) }
      guard declared <= UInt64(max(reader.remaining, 0)) else {
        throw .truncated(
          part: "IPTC", needed: declared, available: UInt64(max(reader.remaining, 0)), offset: start)
      }
      length = Int(declared)
    }
    return DataSet(key, try reader.take(length))
  }
}

// MARK: - Writing

extension IPTCBlock {
  package var isEmpty: Bool { sets.isEmpty }

  /// The block as bytes.
  package func serialized() -> [UInt8] {
    var out = ByteWriter()
    for set in sets {
      out.append([Self.marker, set.key.record, set.key.number])
      if set.bytes.count <= Self.longestPlain {
        out.u16(UInt16(set.bytes.count))
      } else {
        out.u16(0x8004)
        out.u32(UInt32(clamping: set.bytes.count))
      }
      out.append(set.bytes)
    }
    return out.bytes
  }

  /// The contents of all data sets of a kind.
  package subscript(key: Key) -> [[UInt8]] { sets.filter { $0.key == key }.map(\.bytes) }

  /// Removes the data sets that `isUnwanted` names.
  package mutating func remove(where isUnwanted: (Key) -> Bool) { sets.removeAll { isUnwanted($0.key) } }

  /// Puts data sets of one kind in the place of those of that kind, else in the order of their numbers; an
  /// empty list removes the kind.
  package mutating func set(_ contents: [[UInt8]], for key: Key) {
    let place = sets.firstIndex { $0.key == key }
    remove { $0 == key }
    let inOrder = sets.firstIndex { ($0.key.record, $0.key.number) > (key.record, key.number) } ?? sets.endIndex
    sets.insert(contentsOf: contents.map { DataSet(key, $0) }, at: place ?? inOrder)
  }
}
