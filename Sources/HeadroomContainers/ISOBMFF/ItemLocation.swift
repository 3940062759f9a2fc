/// The location of an item's bytes, from `iloc`.
///
/// ```
/// u4 offset_size  u4 length_size  u4 base_offset_size  u4 index_size (version 1, 2)
/// u16|u32 item_count, then per item:
///   u16|u32 id  [u12 0 u4 construction_method (1, 2)]  u16 data_reference  base_offset
///   u16 extent_count, per extent: [index (1, 2)]  offset  length
/// ```
package struct ItemLocation: Hashable, Sendable {
  /// The origin of offsets.
  package enum Construction: UInt8, Hashable, Sendable {
    case file = 0
    case itemData = 1
    case item = 2
  }

  /// A piece of an item. A length of 0 reaches to the end of its origin.
  package struct Extent: Hashable, Sendable {
    /// The `iloc` reference that it is cut from, counted from 1 (``Construction/item`` only); 0 where not stated.
    package let index: UInt64
    /// From the start of file, `idat` or the other item.
    package let offset: UInt64
    package let length: UInt64
  }

  package let construction: Construction
  package let extents: [Extent]
  /// Offset of the entry in the file.
  package let offset: Int

  /// Most extents of one item.
  static let largestExtentCount = 64

  /// Reads the entries of an `iloc` box.
  package static func parse(
    _ reader: inout ByteReader, limits: DecodeLimits
  ) throws(ImageIOError) -> [(UInt32, ItemLocation)] {
    let version = try reader.fullBoxHeader().version
    guard version <= 2 else {
      throw .unsupported(part: reader.part, text: "version \(version) of the box is not known")
    }
    let sizes = try reader.u16()
    let fields = FieldSizes(
      offset: UInt8(sizes >> 12), length: UInt8(sizes >> 8 & 15), base: UInt8(sizes >> 4 & 15),
      index: version == 0 ? 0 : UInt8(sizes & 15))
    let count = version < 2 ? UInt32(try reader.u16()) : try reader.u32()
    guard count <= UInt32(clamping: limits.maxFrames) else {
      throw .overLimit(
        part: reader.part, quantity: "item count", declared: UInt64(count), limit: UInt64(max(limits.maxFrames, 0)),
        offset: reader.start)
    }
    var entries: [(UInt32, ItemLocation)] = []
    for _ in 0..<count {
      let id = version < 2 ? UInt32(try reader.u16()) : try reader.u32()
      entries.append((id, try entry(&reader, id: id, version: version, fields)))
    }
    return entries
  }

  private struct FieldSizes {
    let offset, length, base, index: UInt8
  }

  private static func entry(
    _ reader: inout ByteReader, id: UInt32, version: UInt8, _ fields: FieldSizes
  ) throws(ImageIOError) -> ItemLocation {
    let place = reader.position
    let method = version == 0 ? 0 : UInt8(truncatingIfNeeded: try reader.u16() & 15)
    guard let construction = Construction(rawValue: method) else {
      throw .unsupported(part: reader.part, text: "construction method \(method) of item \(id) is not known")
    }
    guard try reader.u16() == 0 else {
      throw .unsupported(part: reader.part, text: "the data of item \(id) is in another file")
    }
    let base = try reader.number(ofSize: fields.base)
    let count = try reader.u16()
    guard count <= largestExtentCount else {
      throw .overLimit(
        part: reader.part, quantity: "extent count", declared: UInt64(count), limit: UInt64(largestExtentCount),
        offset: place)
    }
    var extents: [Extent] = []
    for _ in 0..<count {
      let index = version == 0 ? 0 : try reader.number(ofSize: fields.index)
      let offset = try reader.number(ofSize: fields.offset)
      let length = try reader.number(ofSize: fields.length)
      let (sum, overflow) = base.addingReportingOverflow(offset)
      guard !overflow else {
        throw .malformed(part: reader.part, text: "an offset of item \(id) is beyond 64 bits", offset: place)
      }
      extents.append(Extent(index: index, offset: sum, length: length))
    }
    return ItemLocation(construction: construction, extents: extents, offset: place)
  }
}
