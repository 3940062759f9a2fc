/// A box of the ISO base media file format (ISO/IEC 14496-12): its place, not its content.
///
/// ```
/// u32 size | 4cc type | [u64 size when size is 1] | [16 bytes when type is uuid] | payload
/// ```
/// A size of 0 means "to the end of the file", at the top level only.
package struct ISOBox: Hashable, Sendable {
  /// The box type.
  package let type: FourCC
  /// Types from the top level down, as `meta/iprp/ipco`.
  package let path: String
  /// Offset of the header in the file.
  package let start: Int
  /// Offsets of the bytes after the header.
  package let payload: Range<Int>
  /// Whether the box reaches beyond the end of the file, where ``payload`` ends.
  package let isCut: Bool

  /// Bytes of header and payload.
  package var byteCount: Int { payload.upperBound - start }
}

/// The place of a list of boxes: a part of a file, its container, and its depth.
package struct ISOBoxList: Sendable {
  package let bytes: FileBytes
  package let range: Range<Int>
  /// Path of the container; empty at the top level.
  package let path: String
  package let depth: Int
  package let limits: DecodeLimits

  /// Most boxes of one list.
  package static let largestCount = 65_536

  /// The boxes of a file.
  package init(of bytes: FileBytes, limits: DecodeLimits) {
    self.init(bytes: bytes, range: 0..<bytes.count, path: "", depth: 0, limits: limits)
  }

  package init(bytes: FileBytes, range: Range<Int>, path: String, depth: Int, limits: DecodeLimits) {
    self.bytes = bytes
    self.range = range
    self.path = path
    self.depth = depth
    self.limits = limits
  }

  /// The boxes inside `box`, `skipping` bytes after its header.
  package func inside(_ box: ISOBox, skipping: Int = 0) throws(ImageIOError) -> ISOBoxList {
    guard depth < limits.maxBoxDepth else {
      throw .overLimit(
        part: box.path, quantity: "box depth", declared: UInt64(depth + 1), limit: UInt64(max(limits.maxBoxDepth, 0)),
        offset: box.start)
    }
    guard skipping <= box.payload.count else {
      throw .truncated(
        part: box.path, needed: UInt64(skipping), available: UInt64(box.payload.count), offset: box.payload.lowerBound)
    }
    let inner = box.payload.lowerBound + skipping..<box.payload.upperBound
    return ISOBoxList(bytes: bytes, range: inner, path: box.path, depth: depth + 1, limits: limits)
  }

  /// The boxes in file order.
  ///
  /// - Throws: ``ImageIOError/malformed(part:text:offset:)`` naming the box that is shorter than its header or
  ///   reaches out of its container. At the top level a box may reach beyond the file's end; the file is then cut.
  package func boxes() throws(ImageIOError) -> [ISOBox] {
    let (boxes, damage) = boxesBeforeDamage()
    if let damage { throw damage }
    return boxes
  }

  /// The boxes in file order up to the first broken one, and the error in that one.
  package func boxesBeforeDamage() -> (boxes: [ISOBox], damage: ImageIOError?) {
    var boxes: [ISOBox] = []
    var walker = walk()
    do throws(ImageIOError) {
      while let box = try walker.next() {
        guard boxes.count < Self.largestCount else {
          let error = ImageIOError.overLimit(
            part: path, quantity: "box count", declared: UInt64(boxes.count + 1), limit: UInt64(Self.largestCount),
            offset: box.start)
          return (boxes, error)
        }
        boxes.append(box)
      }
    } catch {
      return (boxes, error)
    }
    return (boxes, nil)
  }

  /// The boxes one by one, without a limit of their number.
  package func walk() -> ISOBoxWalker { ISOBoxWalker(self) }

  /// The box whose header is at `offset`.
  fileprivate func box(at offset: Int) throws(ImageIOError) -> ISOBox {
    var reader = ByteReader(bytes, range: offset..<range.upperBound, part: path.isEmpty ? "box" : path)
    var size = UInt64(try reader.u32())
    let type = try reader.type()
    let name = path.isEmpty ? "\(type)" : "\(path)/\(type)"
    reader.part = name
    if size == 1 {
      size = try reader.u64()
    } else if size == 0 {
      guard depth == 0 else {
        throw .malformed(part: name, text: "box length 0 is for the top level", offset: offset)
      }
      size = UInt64(range.upperBound - offset)
    }
    if type == "uuid" { try reader.skip(16) }
    guard size >= UInt64(reader.position - offset) else {
      throw .malformed(part: name, text: "box length \(size) is shorter than the header", offset: offset)
    }
    let available = UInt64(range.upperBound - offset)
    guard size <= available || depth == 0 else {
      throw .malformed(part: name, text: "box length \(size) exceeds its parent", offset: offset)
    }
    let end = size <= available ? offset + Int(size) : range.upperBound
    return ISOBox(
      type: type, path: name, start: offset, payload: reader.position..<end, isCut: size > available)
  }
}

/// Steps from box to box of a list.
package struct ISOBoxWalker: Sendable {
  private let list: ISOBoxList
  private var offset: Int

  init(_ list: ISOBoxList) {
    self.list = list
    offset = list.range.lowerBound
  }

  /// The next box; nil after the last.
  ///
  /// - Throws: as ``ISOBoxList/boxes()``; nothing can be read behind a broken box.
  package mutating func next() throws(ImageIOError) -> ISOBox? {
    // A few bytes of padding after the last box are harmless.
    guard list.range.upperBound - offset >= 8 else { return nil }
    let box = try list.box(at: offset)
    offset = box.payload.upperBound
    return box
  }
}

extension ISOBoxList {
  /// The first of the list's boxes that has one of these types.
  ///
  /// - Throws: where there is none.
  func required(_ types: FourCC..., among boxes: [ISOBox]) throws(ImageIOError) -> ISOBox {
    if let box = boxes.first(where: { types.contains($0.type) }) { return box }
    throw .malformed(part: path, text: "the box '\(types[0])' is missing", offset: range.lowerBound)
  }

  /// A reader of a box's payload.
  package func reader(of box: ISOBox) -> ByteReader { ByteReader(bytes, range: box.payload, part: box.path) }
}

/// Version and flags at the start of a full box.
package struct FullBoxHeader: Hashable, Sendable {
  package let version: UInt8
  package let flags: UInt32
}

extension ByteReader {
  /// Reads version and flags.
  package mutating func fullBoxHeader() throws(ImageIOError) -> FullBoxHeader {
    let word = try u32()
    return FullBoxHeader(version: UInt8(word >> 24), flags: word & 0xFF_FFFF)
  }
}
