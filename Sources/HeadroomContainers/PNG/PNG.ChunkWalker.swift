internal import CHeadroomDeflate

extension PNG {
  /// One chunk as it lies in the file.
  ///
  ///     u32 length | 4 letters | length bytes | u32 CRC-32 of letters and bytes
  package struct Chunk: Hashable, Sendable {
    package let type: ChunkType
    /// Where the length field starts.
    package let offset: Int
    /// The data, cut to the file.
    package let data: Range<Int>
    /// The length the chunk declares.
    package let declaredLength: Int
    /// Whether data and CRC are all in the file.
    package let isComplete: Bool
  }

  /// Walks through the chunks of a file. It checks structure only; CRCs are checked when a chunk's data is used.
  package struct ChunkWalker {
    private let bytes: FileBytes
    package private(set) var position: Int

    /// The length field counts up to 2^31 - 1.
    package static let maximumLength: UInt32 = 0x7FFF_FFFF

    package init(_ bytes: FileBytes) throws(ImageIOError) {
      guard bytes.hasBytes(signature, at: 0) else {
        if bytes.count < signature.count, bytes.hasBytes(signature.prefix(bytes.count), at: 0) {
          throw .truncated(part: "signature", needed: 8, available: UInt64(bytes.count), offset: 0)
        }
        throw .malformed(part: "signature", text: "not a PNG file", offset: 0)
      }
      self.bytes = bytes
      position = signature.count
    }

    /// The next chunk, or nil at the end of the file. A cut chunk ends the walk.
    package mutating func next() throws(ImageIOError) -> Chunk? {
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
  package func check(in bytes: FileBytes) throws(ImageIOError) {
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

  /// A chunk can be as large as the file; it is read in pieces, so that not all of a mapped file stays in memory.
  private static let pieceBytes = 4 << 20

  private func computedCRC(in bytes: FileBytes) -> UInt32 {
    var crc: UInt32 = 0
    for start in stride(from: data.lowerBound - 4, to: data.upperBound, by: Self.pieceBytes) {
      let piece = start..<min(start + Self.pieceBytes, data.upperBound)
      unsafe bytes.withUnsafeBytes { (all: UnsafeRawBufferPointer) in
        let covered = unsafe UnsafeRawBufferPointer(rebasing: all[piece])
        crc = unsafe hr_crc32(crc, covered.baseAddress?.assumingMemoryBound(to: UInt8.self), covered.count)
      }
      if piece.count == Self.pieceBytes { bytes.release(piece) }
    }
    return crc
  }
}

extension PNG {
  package static func bigEndian(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }

  /// A whole chunk with length and CRC.
  package static func chunk(_ type: ChunkType, _ data: [UInt8]) -> [UInt8] {
    let covered = type.bytes + data
    let crc = unsafe hr_crc32(0, covered, covered.count)
    return bigEndian(UInt32(truncatingIfNeeded: data.count)) + covered + bigEndian(crc)
  }
}
