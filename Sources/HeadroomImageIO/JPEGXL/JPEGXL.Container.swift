internal import HeadroomContainers

extension JPEGXL {
  /// A box of a container:
  ///
  ///     u32 size | 4cc type | [u64 size, when the first is 1] | content
  ///
  /// Size 0 means "to the end of the file".
  struct Box: Hashable, Sendable {
    /// The type; bytes outside ASCII are question marks.
    var type: String
    /// Offset of the header.
    var offset: Int
    /// The content, cut to the file.
    var content: Range<Int>
    /// Whether it is complete.
    var isComplete: Bool
  }

  /// The boxes of a file; none for a bare codestream.
  struct Container: Sendable {
    private(set) var boxes: [Box] = []
    /// Bytes after the last box that are not a box.
    private(set) var leftover: Range<Int>?

    /// Walks the boxes.
    ///
    /// - Throws: `ImageIOError/overLimit(part:quantity:declared:limit:offset:)` for more than `maxFrames` boxes.
    init(_ bytes: FileBytes, limits: DecodeLimits) throws(ImageIOError) {
      guard !bytes.hasBytes(JPEGXL.codestreamSignature, at: 0) else { return }
      var position = 0
      while position < bytes.count {
        guard boxes.count < limits.maxFrames else {
          throw .overLimit(
            part: "file", quantity: "box count", declared: UInt64(boxes.count) + 1, limit: UInt64(limits.maxFrames),
            offset: position)
        }
        guard let box = Self.box(at: position, of: bytes) else {
          leftover = position..<bytes.count
          return
        }
        boxes.append(box)
        position = box.content.upperBound
      }
    }

    private static func box(at offset: Int, of bytes: FileBytes) -> Box? {
      var reader = ByteReader(bytes, range: offset..<bytes.count, part: "box")
      guard let short = try? reader.u32(), let type = try? reader.fourCC() else { return nil }
      var size = UInt64(short)
      if short == 1 {
        guard let long = try? reader.u64() else { return nil }
        size = long
      }
      if size == 0 { size = UInt64(bytes.count - offset) }
      let headerSize = reader.position - offset
      guard size >= UInt64(headerSize) else { return nil }
      let isComplete = size <= UInt64(bytes.count - offset)
      let end = isComplete ? offset + Int(size) : bytes.count
      return Box(type: type, offset: offset, content: reader.position..<end, isComplete: isComplete)
    }

    /// The first box of a type, plain or compressed with brotli: `brob` holds the type and the compressed content.
    func first(_ type: String, in bytes: FileBytes) -> (box: Box, isCompressed: Bool)? {
      for box in boxes {
        if box.type == type { return (box, false) }
        if box.type == "brob", bytes.hasBytes(Array(type.utf8), at: box.content.lowerBound) { return (box, true) }
      }
      return nil
    }

    /// The content of the first box of a type, expanded where it is compressed; nil without such a box.
    func content(
      _ type: String, of bytes: FileBytes, limits: DecodeLimits
    ) throws(ImageIOError) -> [UInt8]? {
      guard let (box, isCompressed) = first(type, in: bytes) else { return nil }
      guard box.isComplete else {
        throw .truncated(
          part: type, needed: UInt64(box.content.count) + 1, available: UInt64(box.content.count), offset: box.offset)
      }
      guard box.content.count <= limits.maxMetadataBytes else {
        throw .overLimit(
          part: type, quantity: "size", declared: UInt64(box.content.count), limit: UInt64(limits.maxMetadataBytes),
          offset: box.offset)
      }
      guard isCompressed else { return bytes.copy(box.content) }
      return try JPEGXL.expandBrotli(
        bytes.copy(box.content.lowerBound + 4..<max(box.content.lowerBound + 4, box.content.upperBound)),
        limit: limits.maxDecompressedMetadataBytes, part: "brob/\(type)", offset: box.offset)
    }
  }
}
