extension TIFF {
  /// Lays out directories and their values, little-endian, classic or Big.
  package struct DirectoryWriter {
    /// A field with its value as bytes of the file's order.
    package struct Entry {
      package let tag: UInt16
      package let type: UInt16
      package let count: Int
      package let bytes: [UInt8]
    }

    package let isBig: Bool
    /// Offset in the file of ``bytes``.
    private let start: Int
    package private(set) var bytes: [UInt8] = []

    package init(isBig: Bool, start: Int) {
      self.isBig = isBig
      self.start = start
    }
  }
}

extension TIFF.DirectoryWriter {
  private var wordSize: Int { isBig ? 8 : 4 }

  /// The file's header with room for the offset of the first directory.
  package static func header(isBig: Bool) -> [UInt8] {
    isBig
      ? [0x49, 0x49, 43, 0, 8, 0, 0, 0] + [UInt8](repeating: 0, count: 8)
      : [0x49, 0x49, 42, 0] + [UInt8](repeating: 0, count: 4)
  }

  /// A number of `size` bytes, least significant first.
  package static func number(_ value: Int, size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// Appends a directory, values first, and returns its offset in the file.
  package mutating func append(_ entries: [Entry]) -> Int {
    let sorted = entries.sorted { $0.tag < $1.tag }
    var table: [UInt8] = Self.number(sorted.count, size: isBig ? 8 : 2)
    for entry in sorted {
      table += Self.number(Int(entry.tag), size: 2) + Self.number(Int(entry.type), size: 2)
      table += Self.number(entry.count, size: wordSize)
      if entry.bytes.count <= wordSize {
        table += entry.bytes + [UInt8](repeating: 0, count: wordSize - entry.bytes.count)
      } else {
        align()
        table += Self.number(start + bytes.count, size: wordSize)
        bytes += entry.bytes
      }
    }
    align()
    let offset = start + bytes.count
    bytes += table + [UInt8](repeating: 0, count: wordSize)
    return offset
  }

  /// Values and directories begin on even offsets.
  private mutating func align() {
    if (start + bytes.count) % 2 != 0 { bytes.append(0) }
  }

  /// Offsets or lengths in the file.
  package func places(_ tag: UInt16, _ values: [Int]) -> Entry {
    Entry(
      tag: tag, type: isBig ? 16 : 4, count: values.count, bytes: values.flatMap { Self.number($0, size: wordSize) })
  }

  /// The offset of another directory.
  package func pointer(_ tag: UInt16, to offset: Int) -> Entry {
    Entry(tag: tag, type: isBig ? 18 : 4, count: 1, bytes: Self.number(offset, size: wordSize))
  }
}

extension TIFF.DirectoryWriter.Entry {
  /// A field of an EXIF block.
  package init(_ tag: UInt16, _ value: TIFFValue) {
    let (count, bigEndian) = value.encoded
    let unit =
      switch value.typeCode {
      case 3, 8: 2
      case 4, 5, 9, 10, 11, 13: 4
      case 12: 8
      default: 1
      }
    var bytes = bigEndian
    if unit > 1 {
      for first in stride(from: 0, to: bytes.count - unit + 1, by: unit) { bytes[first..<first + unit].reverse() }
    }
    self.init(tag: tag, type: value.typeCode, count: count, bytes: bytes)
  }
}
