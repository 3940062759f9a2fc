internal import HeadroomContainers

/// GIF, 87a and 89a, read without a library: giflib takes memory for pictures before the file is known to hold them,
/// and does not report where a file is cut and how many rows exist.
///
///     'GIF87a' or 'GIF89a' | u16 width | u16 height | u8 flags | u8 background | u8 pixel shape | [colour table]
///     ',' | u16 left, top, width, height | u8 flags | [colour table] | u8 code size | sub-blocks
///     '!' | u8 label | sub-blocks
///     ';'
///
///     sub-blocks: any number of (u8 length | length bytes) | u8 0
///     flags: 0x80 a table of 2^(n+1) colours follows, n in the low three bits; 0x40 interlaced, of a picture
///
/// Numbers have their least significant byte first.
enum GIF {
  static let signatures = ["GIF87a", "GIF89a"].map { Array($0.utf8) }
  /// Bytes before the first colour table.
  static let headerSize = 13
  /// Bytes of a picture's head before its colour table.
  static let descriptorSize = 10

  /// Labels of extensions.
  enum Label {
    static let plainText: UInt8 = 0x01
    static let control: UInt8 = 0xF9
    static let comment: UInt8 = 0xFE
    static let application: UInt8 = 0xFF
  }

  /// Bytes of the colour table that flags announce.
  static func tableSize(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }
}

extension GIF {
  /// A block of the file with its sub-blocks.
  struct Block: Sendable {
    enum Kind: Hashable, Sendable {
      case picture
      case `extension`(UInt8)
      case trailer
    }

    let kind: Kind
    /// All its bytes, cut to the file.
    let range: Range<Int>
    /// The start of its sub-blocks; the end of ``range`` where it has none.
    let content: Int
    let isComplete: Bool

    /// The bytes inside the sub-blocks.
    func contentBytes(of bytes: FileBytes, limit: Int) throws(ImageIOError) -> [UInt8] {
      guard range.upperBound - content <= limit else {
        throw .overLimit(
          part: name, quantity: "metadata bytes", declared: UInt64(range.upperBound - content),
          limit: UInt64(max(limit, 0)), offset: range.lowerBound)
      }
      var result: [UInt8] = []
      var position = content
      while let length = bytes[position], length > 0, position < range.upperBound {
        result += bytes.copy(position + 1..<min(position + 1 + Int(length), range.upperBound))
        position += 1 + Int(length)
      }
      return result
    }

    /// The block in reports and errors.
    var name: String {
      switch kind {
      case .picture: "image"
      case .trailer: "trailer"
      case .extension(Label.plainText): "plain text"
      case .extension(Label.control): "graphic control"
      case .extension(Label.comment): "comment"
      case .extension(Label.application): "application"
      case .extension(let label): "extension \(label)"
      }
    }
  }

  /// Walks through the blocks of a file. A cut block ends the walk.
  struct BlockWalker {
    private let bytes: FileBytes
    private(set) var position: Int

    /// - Parameter start: offset of the first block.
    init(_ bytes: FileBytes, from start: Int) {
      self.bytes = bytes
      position = start
    }

    /// Nil at the end of the file, and after the trailer.
    mutating func next() throws(ImageIOError) -> Block? {
      let start = position
      switch bytes[start] {
      case nil: return nil
      case UInt8(ascii: ";"):
        position = bytes.count
        return Block(kind: .trailer, range: start..<start + 1, content: start + 1, isComplete: true)
      case UInt8(ascii: "!"): return block(.extension(bytes[start + 1] ?? 0), at: start, content: start + 2)
      case UInt8(ascii: ","):
        let table = GIF.tableSize(bytes[start + GIF.descriptorSize - 1] ?? 0)
        return block(.picture, at: start, content: start + GIF.descriptorSize + table + 1)
      case let mark?:
        throw .malformed(part: "blocks", text: "byte \(mark) where a block has to begin", offset: start)
      }
    }

    private mutating func block(_ kind: Block.Kind, at start: Int, content: Int) -> Block {
      position = content
      var isComplete = false
      while let length = bytes[position], !isComplete {
        position += 1 + Int(length)
        isComplete = length == 0
      }
      isComplete = isComplete && position <= bytes.count
      position = min(position, bytes.count)
      return Block(
        kind: kind, range: start..<position, content: min(content, position), isComplete: isComplete)
    }
  }
}
