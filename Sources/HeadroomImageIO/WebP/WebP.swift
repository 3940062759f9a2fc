internal import HeadroomContainers

/// WebP (RFC 9649): chunks are read and written here, bitstreams by libwebp, which is loaded when it is first needed.
///
///     'RIFF' | u32 length | 'WEBP' | chunks
///     chunk: 4 letters | u32 length | length bytes | a zero where the length is odd
///
/// Numbers have their least significant byte first.
package enum WebP {
  package static let riff = Array("RIFF".utf8)
  package static let form = Array("WEBP".utf8)
  /// Where the first chunk lies.
  static let headerSize = 12
  /// Longest side of a bitstream's picture.
  static let maximumSide = 16_383

  /// One chunk as it lies in the file.
  struct Chunk: Hashable, Sendable {
    let name: String
    /// Where its name starts.
    let offset: Int
    /// The data, cut to its container.
    let data: Range<Int>
    let declaredLength: Int
    var isComplete: Bool { data.count == declaredLength }
  }

  /// Walks through the chunks of a range of the file. A cut chunk ends the walk.
  struct ChunkWalker {
    private let bytes: FileBytes
    private let end: Int
    private(set) var position: Int

    init(_ bytes: FileBytes, _ range: Range<Int>) {
      self.bytes = bytes
      position = range.lowerBound
      end = range.upperBound
    }

    mutating func next() throws(ImageIOError) -> Chunk? {
      guard end - position >= 8 else { return nil }
      var reader = ByteReader(bytes, range: position..<end, part: "chunk header", byteOrder: .little)
      let start = position
      let name = try reader.fourCC()
      let length = Int(try reader.u32())
      let data = start + 8..<start + 8 + min(length, end - start - 8)
      position = min(data.upperBound + length % 2, end)
      return Chunk(name: name, offset: start, data: data, declaredLength: length)
    }
  }

  /// A whole chunk.
  static func chunk(_ name: StaticString, _ content: some Collection<UInt8>) -> [UInt8] {
    Array(name.description.utf8) + number(content.count, bytes: 4) + content + (content.count % 2 == 1 ? [0] : [])
  }

  static func number(_ value: Int, bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
