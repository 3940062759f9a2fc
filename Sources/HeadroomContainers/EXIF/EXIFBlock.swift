/// An EXIF block: a small TIFF file with camera and picture facts, the same in every container.
///
///     'II' or 'MM' | u16 42 | u32 offset of IFD 0
///     IFD: u16 n | n x (u16 tag, u16 type, u32 count, 4 bytes value or offset) | u32 offset of the next IFD
///
/// Offsets count from the byte-order mark. A field that cannot be read is left out and the rest is kept: cameras and
/// editors write damaged blocks, and the picture is worth more than its caption.
package struct EXIFBlock: Hashable, Sendable {
  /// Fields by tag.
  package typealias Directory = [UInt16: TIFFValue]

  /// Tags this library reads or writes by number.
  package enum Tag {
    package static let compression: UInt16 = 0x0103
    package static let make: UInt16 = 0x010F
    package static let model: UInt16 = 0x0110
    package static let orientation: UInt16 = 0x0112
    package static let xResolution: UInt16 = 0x011A
    package static let yResolution: UInt16 = 0x011B
    package static let resolutionUnit: UInt16 = 0x0128
    package static let exifDirectory: UInt16 = 0x8769
    package static let gpsDirectory: UInt16 = 0x8825
    package static let interoperabilityDirectory: UInt16 = 0xA005
    package static let makerNote: UInt16 = 0x927C
    package static let thumbnailOffset: UInt16 = 0x0201
    package static let thumbnailLength: UInt16 = 0x0202
  }

  /// IFD 0: the picture.
  package var image: Directory = [:]
  /// The EXIF directory: how it was taken.
  package var exif: Directory = [:]
  /// The GPS directory: where.
  package var gps: Directory = [:]
  /// The interoperability directory.
  package var interoperability: Directory = [:]
  /// IFD 1: the embedded preview, without the fields that locate its bytes.
  package var preview: Directory = [:]
  /// The embedded JPEG preview.
  package var previewBytes: [UInt8]?

  /// An empty block.
  package init() {}

  /// Reads a block that starts at its byte-order mark.
  ///
  /// - Throws: ``ImageIOError`` when the header is not TIFF's; damaged fields are skipped.
  package init(parsing bytes: [UInt8]) throws(ImageIOError) {
    let file = FileBytes(bytes)
    var head = ByteReader(file, part: "Exif")
    head.byteOrder = try Self.byteOrder(&head)
    guard try head.u16() == 42 else { throw .malformed(part: "Exif", text: "no TIFF header", offset: 2) }
    let first = try head.u32()
    var parser = Parser(file: file, byteOrder: head.byteOrder)
    var (fields, next) = parser.directory(at: first, part: "Exif/IFD0")
    if let offset = parser.remove(Tag.exifDirectory, from: &fields) {
      exif = parser.directory(at: offset, part: "Exif/ExifIFD").fields
      if let deeper = parser.remove(Tag.interoperabilityDirectory, from: &exif) {
        interoperability = parser.directory(at: deeper, part: "Exif/InteropIFD").fields
      }
    }
    if let offset = parser.remove(Tag.gpsDirectory, from: &fields) {
      gps = parser.directory(at: offset, part: "Exif/GPSIFD").fields
    }
    image = fields
    if next != 0 {
      preview = parser.directory(at: next, part: "Exif/IFD1").fields
      let offset = parser.remove(Tag.thumbnailOffset, from: &preview)
      let length = parser.remove(Tag.thumbnailLength, from: &preview)
      if let offset, let length, UInt64(offset) + UInt64(length) <= UInt64(file.count), length > 0 {
        previewBytes = file.copy(Int(offset)..<Int(offset) + Int(length))
      }
    }
  }

  private static func byteOrder(_ reader: inout ByteReader) throws(ImageIOError) -> ByteReader.ByteOrder {
    switch try reader.u16() {
    case 0x4949: return .little
    case 0x4D4D: return .big
    default: throw .malformed(part: "Exif", text: "no byte-order mark", offset: 0)
    }
  }
}

extension EXIFBlock {
  /// How the stored picture has to be turned, 1...8 as in `CGImagePropertyOrientation`; 1 (upright) when the block
  /// states none or an invalid one.
  package var orientation: UInt32 {
    get {
      guard let value = image[Tag.orientation]?.integers.first, (1...8).contains(value) else { return 1 }
      return UInt32(value)
    }
    set { image[Tag.orientation] = .shorts([UInt16(truncatingIfNeeded: newValue)]) }
  }

  /// Whether there is nothing in the block.
  package var isEmpty: Bool {
    image.isEmpty && exif.isEmpty && gps.isEmpty && interoperability.isEmpty && previewBytes == nil
  }

  /// The block in `bytes` with another orientation, everything else byte for byte as it was.
  ///
  /// Maker notes hold offsets into the whole block, so moving them would break them. Only a block without an
  /// orientation field is rewritten.
  package static func settingOrientation(_ orientation: UInt32, in bytes: [UInt8]) -> [UInt8] {
    guard let place = Parser.orientationPlace(in: bytes) else {
      var block = (try? EXIFBlock(parsing: bytes)) ?? EXIFBlock()
      if orientation == 1, block.image[Tag.orientation] == nil { return bytes }
      block.orientation = orientation
      return block.serialized(over: bytes)
    }
    var changed = bytes
    let value = UInt8(truncatingIfNeeded: orientation)
    changed[place.offset] = place.byteOrder == .big ? 0 : value
    changed[place.offset + 1] = place.byteOrder == .big ? value : 0
    return changed
  }
}

/// Reads directories, each offset once, so that a loop in the file ends.
private struct Parser {
  let file: FileBytes
  let byteOrder: ByteReader.ByteOrder
  private var visited: Set<UInt32> = []
  /// Bytes that values outside of their entries may still have. Some writers let two fields share a value; thousands that
  /// share a long one would take memory without limit.
  private var budget: Int

  init(file: FileBytes, byteOrder: ByteReader.ByteOrder) {
    self.file = file
    self.byteOrder = byteOrder
    budget = 4 * file.count
  }

  mutating func directory(at offset: UInt32, part: String) -> (fields: EXIFBlock.Directory, next: UInt32) {
    guard offset >= 8, visited.insert(offset).inserted else { return ([:], 0) }
    var reader = ByteReader(file, part: part, byteOrder: byteOrder)
    guard (try? reader.seek(to: Int(offset))) != nil, let count = try? reader.u16() else { return ([:], 0) }
    var fields: EXIFBlock.Directory = [:]
    for _ in 0..<count {
      guard reader.remaining >= 12 else { return (fields, 0) }
      if let (tag, value) = try? field(&reader), fields[tag] == nil { fields[tag] = value }
    }
    return (fields, (try? reader.u32()) ?? 0)
  }

  private mutating func field(_ reader: inout ByteReader) throws(ImageIOError) -> (UInt16, TIFFValue) {
    var entry = try reader.part(12, named: reader.part)
    let tag = try entry.u16()
    let type = try entry.u16()
    let count = try entry.u32()
    guard let size = TIFFValue.elementSize(typeCode: type) else {
      throw .unsupported(part: reader.part, text: "field type \(type)")
    }
    let length = UInt64(count) * UInt64(size)
    if length > 4 {
      let offset = try entry.u32()
      guard UInt64(offset) + length <= UInt64(file.count) else {
        throw .truncated(
          part: reader.part, needed: length, available: UInt64(file.count) - min(UInt64(offset), UInt64(file.count)),
          offset: Int(offset))
      }
      guard length <= UInt64(budget) else {
        throw .malformed(part: reader.part, text: "the values of fields overlap", offset: Int(offset))
      }
      budget -= Int(length)
      entry = ByteReader(
        file, range: Int(offset)..<Int(offset) + Int(length), part: reader.part, byteOrder: byteOrder)
    }
    return (tag, try TIFFValue(typeCode: type, count: Int(count), from: &entry))
  }

  func remove(_ tag: UInt16, from fields: inout EXIFBlock.Directory) -> UInt32? {
    guard let value = fields.removeValue(forKey: tag)?.integers.first, value >= 0 else { return nil }
    return UInt32(truncatingIfNeeded: value)
  }

  /// Where the value of IFD 0's orientation lies.
  static func orientationPlace(in bytes: [UInt8]) -> (offset: Int, byteOrder: ByteReader.ByteOrder)? {
    let file = FileBytes(bytes)
    guard bytes.count >= 8, bytes[0] == bytes[1], bytes[0] == 0x49 || bytes[0] == 0x4D else { return nil }
    var reader = ByteReader(file, part: "Exif", byteOrder: bytes[0] == 0x49 ? .little : .big)
    do throws(ImageIOError) {
      try reader.seek(to: 4)
      try reader.seek(to: Int(try reader.u32()))
      for _ in 0..<(try reader.u16()) {
        let (tag, type, count) = (try reader.u16(), try reader.u16(), try reader.u32())
        if tag == EXIFBlock.Tag.orientation, type == 3, count == 1, reader.remaining >= 4 {
          return (reader.position, reader.byteOrder)
        }
        try reader.skip(4)
      }
      return nil
    } catch {
      return nil
    }
  }
}
