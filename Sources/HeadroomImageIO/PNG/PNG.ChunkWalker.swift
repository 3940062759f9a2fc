internal import CHeadroomCodecs

extension PNG {
  /// One chunk as it lies in the file.
  ///
  ///     u32 length | 4 letters | length bytes | u32 CRC-32 of letters and bytes
  struct Chunk: Hashable, Sendable {
    let type: ChunkType
    /// Where the length field starts.
    let offset: Int
    /// The data, cut to the file.
    let data: Range<Int>
    /// The length the chunk declares.
    let declaredLength: Int
    /// Whether data and CRC are all in the file.
    let isComplete: Bool
  }

  /// Goes through the chunks of a file. It checks structure only; CRCs are checked when a chunk's data is used.
  struct ChunkWalker {
    private let bytes: FileBytes
    private(set) var position: Int

    /// The length field counts up to 2^31 - 1.
    static let maximumLength: UInt32 = 0x7FFF_FFFF

    init(_ bytes: FileBytes) throws(ImageIOError) {
      guard bytes.hasBytes(signature, at: 0) else {
        if bytes.count < signature.count, bytes.hasBytes(signature.prefix(bytes.count), at: 0) {
          throw .truncated(part: "signature", needed: 8, available: UInt64(bytes.count), offset: 0)
        }
        throw .malformed(part: "signature", text: "not a PNG file", offset: 0)
      }
      self.bytes = bytes
      position = signature.count
    }

    /// The next chunk, or nil at the end of the file. After a chunk that is cut the walk is at the end.
    mutating func next() throws(ImageIOError) -> Chunk? {
      guard position < bytes.count else { return nil }
      let start = position
      var reader = ByteReader(bytes, range: start..<bytes.count, part: "chunk header")
      let length = try reader.u32()
      let type = ChunkType(code: try reader.u32())
      guard type.isLetters else {
        throw .malformed(part: "chunk header", text: "chunk type \(type.name) is not four letters", offset: start + 4)
      }
      guard length <= Self.maximumLength else {
        throw .malformed(part: type.name, text: "length \(length) is over 2147483647", offset: start)
      }
      let dataStart = start + 8
      let available = bytes.count - dataStart
      let isComplete = Int(length) + 4 <= available
      position = isComplete ? dataStart + Int(length) + 4 : bytes.count
      return Chunk(
        type: type, offset: start, data: dataStart..<dataStart + min(Int(length), available),
        declaredLength: Int(length), isComplete: isComplete)
    }
  }
}

extension PNG.Chunk {
  /// Throws when the chunk is cut or its CRC is not that of its bytes.
  func check(in bytes: FileBytes) throws(ImageIOError) {
    guard isComplete else {
      throw .truncated(
        part: type.name, needed: UInt64(declaredLength) + 4, available: UInt64(bytes.count - data.lowerBound),
        offset: offset)
    }
    let found = computedCRC(in: bytes)
    var reader = ByteReader(bytes, range: data.upperBound..<data.upperBound + 4, part: type.name)
    let declared = try reader.u32()
    guard declared == found else {
      throw .malformed(
        part: type.name,
        text: "CRC is 0x\(String(declared, radix: 16)) but that of the data is 0x\(String(found, radix: 16))",
        offset: data.upperBound)
    }
  }

  /// A chunk can be as large as the file; it goes by in pieces, so that not all of a mapped file is held.
  private static let pieceBytes = 4 << 20

  private func computedCRC(in bytes: FileBytes) -> UInt32 {
    var crc: UInt32 = 0
    for start in stride(from: data.lowerBound - 4, to: data.upperBound, by: Self.pieceBytes) {
      let piece = start..<min(start + Self.pieceBytes, data.upperBound)
      unsafe bytes.withUnsafeBytes { (all: UnsafeRawBufferPointer) in
        let covered = unsafe UnsafeRawBufferPointer(rebasing: all[piece])
        crc = unsafe hr_png_crc32(crc, covered.baseAddress?.assumingMemoryBound(to: UInt8.self), covered.count)
      }
      if piece.count == Self.pieceBytes { bytes.release(piece) }
    }
    return crc
  }
}
