internal import HeadroomContainers

extension WebP {
  /// One picture: the whole of a still, or a part of an animation's canvas.
  struct Frame: Hashable, Sendable {
    var x = 0
    var y = 0
    let width: Int
    let height: Int
    /// `ALPH` and `VP8 ` or `VP8L`, with their headers.
    let chunks: Range<Int>
    let hasAlpha: Bool
    let isLossless: Bool
    /// Whether the file ends inside the bitstream.
    let isCut: Bool
    /// Whether it is blended over the existing pixels, instead of replacing them.
    var isBlended = false
    /// Whether its rectangle becomes transparent afterwards.
    var isDisposed = false
    /// Milliseconds until the next frame.
    var duration = 0

    var part: String { isLossless ? "VP8L" : "VP8" }
    var pixelCount: Int { width * height }
  }

  /// The header of a bitstream.
  private struct Head {
    let width: Int
    let height: Int
    let hasAlpha: Bool
  }

  /// Finds the picture among the chunks of a range: of the whole file, or of one frame.
  ///
  /// - Returns: nil where there is no bitstream.
  static func picture(in range: Range<Int>, of bytes: FileBytes) throws(ImageIOError) -> Frame? {
    var walker = ChunkWalker(bytes, range)
    var alpha: Chunk?
    while let chunk = try walker.next() {
      switch chunk.name {
      case "ALPH": alpha = alpha ?? chunk
      case "VP8 ":
        let head = try lossyHead(chunk, bytes)
        return Frame(
          width: head.width, height: head.height, chunks: (alpha ?? chunk).offset..<chunk.data.upperBound,
          hasAlpha: alpha != nil, isLossless: false, isCut: !chunk.isComplete)
      case "VP8L":
        let head = try losslessHead(chunk, bytes)
        return Frame(
          width: head.width, height: head.height, chunks: chunk.offset..<chunk.data.upperBound,
          hasAlpha: head.hasAlpha, isLossless: true, isCut: !chunk.isComplete)
      default: break
      }
    }
    return nil
  }

  /// ```
  /// 3 bytes frame tag (bit 0: not a key frame) | 9D 01 2A | u16: 14 bits width | u16: 14 bits height
  /// ```
  private static func lossyHead(_ chunk: Chunk, _ bytes: FileBytes) throws(ImageIOError) -> Head {
    var reader = ByteReader(bytes, range: chunk.data, part: "VP8", byteOrder: .little)
    let tag = try reader.u8()
    try reader.skip(2)
    guard tag & 1 == 0, try reader.take(3) == [0x9D, 0x01, 0x2A] else {
      throw .malformed(
        part: "VP8", text: "the bitstream does not start with a key frame", offset: chunk.data.lowerBound)
    }
    let (width, height) = (Int(try reader.u16() & 0x3FFF), Int(try reader.u16() & 0x3FFF))
    guard width > 0, height > 0 else {
      throw .malformed(
        part: "VP8", text: "picture size \(width)x\(height) is empty", offset: chunk.data.lowerBound + 6)
    }
    return Head(width: width, height: height, hasAlpha: false)
  }

  /// ```
  /// 2F | 14 bits width - 1 | 14 bits height - 1 | 1 bit alpha | 3 bits version
  /// ```
  private static func losslessHead(_ chunk: Chunk, _ bytes: FileBytes) throws(ImageIOError) -> Head {
    var reader = ByteReader(bytes, range: chunk.data, part: "VP8L", byteOrder: .little)
    let signature = try reader.u8()
    let bits = try reader.u32()
    guard signature == 0x2F, bits >> 29 == 0 else {
      throw .malformed(part: "VP8L", text: "no lossless bitstream of version 0", offset: chunk.data.lowerBound)
    }
    return Head(
      width: Int(bits & 0x3FFF) + 1, height: Int(bits >> 14 & 0x3FFF) + 1, hasAlpha: bits >> 28 & 1 == 1)
  }
}
