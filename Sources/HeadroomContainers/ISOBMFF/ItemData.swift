/// The bytes of an item: ranges of the file, one after the other.
package struct ItemData: Hashable, Sendable {
  /// Ranges of the file, none empty.
  package private(set) var ranges: [Range<Int>]
  /// Whether the file ends inside.
  package private(set) var isCut: Bool

  /// Number of existing bytes.
  package var byteCount: Int { ranges.reduce(0) { $0 + $1.count } }

  /// Deepest chain of items that are cut from items.
  private static let largestDepth = 4
  /// The most items that one item is cut from, directly or through others: a few levels of many extents each multiply.
  private static let largestOriginCount = 256

  /// Finds the bytes of an item.
  ///
  /// - Throws: ``ImageIOError`` when there are none, when they lie outside their origin, or when an item is cut from
  ///   itself. A file that ends inside them is not an error here; see ``isCut``.
  package init(of id: UInt32, in meta: MetaBox, _ bytes: FileBytes) throws(ImageIOError) {
    var lookups = 0
    self = try Self.find(id, meta, bytes.count, depth: 0, &lookups)
  }

  private init(ranges: [Range<Int>], isCut: Bool) {
    self.ranges = ranges
    self.isCut = isCut
  }

  private static func find(
    _ id: UInt32, _ meta: MetaBox, _ fileSize: Int, depth: Int, _ lookups: inout Int
  ) throws(ImageIOError) -> ItemData {
    guard let location = meta.locations[id], !location.extents.isEmpty else {
      throw .malformed(part: "meta/iloc", text: "item \(id) has no data", offset: meta.box.start)
    }
    guard depth < largestDepth else {
      throw .malformed(part: "meta/iloc", text: "item \(id) is cut from items too deep", offset: location.offset)
    }
    lookups += 1
    guard lookups <= largestOriginCount else {
      throw .overLimit(
        part: "meta/iloc", quantity: "count of items that one is cut from", declared: UInt64(lookups),
        limit: UInt64(largestOriginCount), offset: location.offset)
    }
    var result = ItemData(ranges: [], isCut: false)
    // Each item that this one is cut from is looked up once: a chain of many extents each would cost their product.
    var origins: [UInt32: ItemData] = [:]
    for extent in location.extents {
      let source: ItemData
      switch location.construction {
      case .file: source = ItemData(ranges: [0..<fileSize], isCut: false)
      case .itemData:
        guard let range = meta.itemData else {
          throw .malformed(part: "meta/iloc", text: "item \(id) is in a missing idat box", offset: location.offset)
        }
        source = ItemData(ranges: [range], isCut: false)
      case .item:
        let other = try origin(of: id, extent, meta, location)
        if let known = origins[other] {
          source = known
        } else {
          source = try find(other, meta, fileSize, depth: depth + 1, &lookups)
          origins[other] = source
        }
      }
      try result.append(extent, of: source, location, id: id)
      guard result.byteCount <= fileSize else {
        throw .malformed(part: "meta/iloc", text: "item \(id) is longer than the file", offset: location.offset)
      }
    }
    return result
  }

  /// The item that an extent is cut from.
  private static func origin(
    of id: UInt32, _ extent: ItemLocation.Extent, _ meta: MetaBox, _ location: ItemLocation
  ) throws(ImageIOError) -> UInt32 {
    let targets = meta.references.first { $0.type == "iloc" && $0.from == id }?.to ?? []
    let index = max(extent.index, 1)
    guard index <= UInt64(targets.count) else {
      throw .malformed(
        part: "meta/iloc", text: "item \(id) is cut from reference \(index) of \(targets.count)",
        offset: location.offset)
    }
    return targets[Int(index) - 1]
  }

  private mutating func append(
    _ extent: ItemLocation.Extent, of source: ItemData, _ location: ItemLocation, id: UInt32
  ) throws(ImageIOError) {
    let size = UInt64(source.byteCount)
    let (end, overflow) = extent.offset.addingReportingOverflow(extent.length)
    guard !overflow, extent.length > 0 ? extent.offset < size : extent.offset <= size else {
      if !overflow, location.construction == .file {
        // The file ends before this extent begins.
        isCut = true
        return
      }
      throw .truncated(
        part: "meta/iloc", needed: extent.length, available: size - min(extent.offset, size), offset: location.offset)
    }
    if end > size {
      guard location.construction == .file || source.isCut else {
        throw .truncated(
          part: "meta/iloc", needed: extent.length, available: size - extent.offset, offset: location.offset)
      }
      isCut = true
    }
    isCut = isCut || source.isCut
    let wanted = extent.length == 0 ? Int(extent.offset)..<Int(size) : Int(extent.offset)..<Int(min(end, size))
    ranges += source.cut(wanted)
    guard ranges.count <= 4096 else {
      throw .overLimit(
        part: "meta/iloc", quantity: "extent count of item \(id)", declared: UInt64(ranges.count), limit: 4096,
        offset: location.offset)
    }
  }

  /// The ranges of the file that hold a range of this item's bytes.
  private func cut(_ wanted: Range<Int>) -> [Range<Int>] {
    var start = 0
    var pieces: [Range<Int>] = []
    for range in ranges {
      let inside = wanted.clamped(to: start..<start + range.count)
      if !inside.isEmpty {
        let shift = range.lowerBound - start
        pieces.append(inside.lowerBound + shift..<inside.upperBound + shift)
      }
      start += range.count
    }
    return pieces
  }

  /// A copy of the bytes.
  package func copy(from bytes: FileBytes) -> [UInt8] { ranges.flatMap { bytes.copy($0) } }

  /// The bytes as one piece of memory: the file's own where they lie together, else a copy.
  package func contiguous(in bytes: FileBytes) -> (bytes: FileBytes, range: Range<Int>) {
    if ranges.count == 1 { return (bytes, ranges[0]) }
    let copy = copy(from: bytes)
    return (FileBytes(copy), 0..<copy.count)
  }
}

extension ItemData {
  /// A copy of the first bytes, `count` at most.
  package func head(_ count: Int, of bytes: FileBytes) -> [UInt8] {
    var head: [UInt8] = []
    for range in ranges where head.count < count {
      head += bytes.copy(range.prefix(count - head.count))
    }
    return head
  }
}
