internal import Glibc
internal import HeadroomContainers

/// The lines of a file, or names that a zero byte ends, one after the other: memory is that of one line. `-` is standard
/// input.
package struct LineReader: ~Copyable {
  /// A piece of the file up to a separator, which is not part of it.
  package struct Line: Sendable {
    /// Empty where the line is over the limit.
    package let bytes: [UInt8]
    /// From 1.
    package let number: Int
    /// Bytes of the file before it.
    package let offset: Int
    /// Whether the separator follows; only the last line may have none.
    package let isEnded: Bool
    /// Whether it has more bytes than the limit.
    package let isTooLong: Bool
  }

  private let path: String
  private let separator: UInt8
  private let longest: Int
  private let descriptor: Int32
  private var block = [UInt8](repeating: 0, count: Self.blockSize)
  /// Bytes of the block that were read, and how many of them are behind.
  private var filled = 0
  private var position = 0
  private var number = 0
  private var offset = 0

  /// Bytes that are read at once.
  private static let blockSize = 1 << 20

  /// - Parameters:
  ///   - path: the file.
  ///   - separator: what ends a line.
  ///   - longest: bytes of a line that are kept; the rest of a longer one is passed over.
  /// - Throws: ``BatchError`` of kind `input`.
  package init(path: String, separator: UInt8 = UInt8(ascii: "\n"), longest: Int) throws(BatchError) {
    (self.path, self.separator, self.longest) = (path, separator, longest)
    descriptor = path == "-" ? dup(0) : unsafe SystemPath.withCString(path) { unsafe open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw .system(.input, file: path) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// The next line; nil at the end. An empty piece behind the last separator is no line.
  ///
  /// - Throws: ``BatchError`` of kind `input` where the file cannot be read.
  package mutating func next() throws(BatchError) -> Line? {
    var bytes: [UInt8] = []
    var count = 0
    while true {
      if position == filled, try !fill() {
        return count == 0 ? nil : line(bytes, count: count, isEnded: false)
      }
      let end = endOfPiece
      let piece = position..<end
      count += piece.count
      if count <= longest { bytes += block[piece] } else { bytes = [] }
      position = end
      guard end < filled else { continue }
      position += 1
      return line(bytes, count: count, isEnded: true)
    }
  }

  private mutating func line(_ bytes: [UInt8], count: Int, isEnded: Bool) -> Line {
    number += 1
    defer { offset += count + (isEnded ? 1 : 0) }
    return Line(bytes: bytes, number: number, offset: offset, isEnded: isEnded, isTooLong: count > longest)
  }

  /// Where the separator or the end of what was read is.
  private var endOfPiece: Int {
    unsafe block.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress,
        let found = unsafe memchr(start + position, Int32(separator), filled - position)
      else { return filled }
      return unsafe UnsafeRawPointer(found) - start
    }
  }

  /// Whether there is more.
  private mutating func fill() throws(BatchError) -> Bool {
    (position, filled) = (0, 0)
    while true {
      let count = unsafe block.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        filled = count
        return count > 0
      }
      if errno != EINTR { throw .system(.input, file: path) }
    }
  }
}
