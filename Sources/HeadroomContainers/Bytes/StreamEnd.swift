/// Finds the end of a file from its container's structure, while it arrives through a pipe.
///
/// | container | its end |
/// |---|---|
/// | PNG | after IEND |
/// | RIFF (WebP) | the size in its head |
/// | HEIF, AVIF, JPEG XL in boxes | after the last box that has a size and a name |
///
/// Other containers do not state it, or not in a fixed place.
struct StreamEnd {
  private enum Layout {
    case unknown
    case chunks
    case boxes
  }

  private var layout: Layout?
  /// The first header that has not been examined.
  private var next = 0
  private(set) var end: Int?

  /// Bytes that identify the container, and the longest header.
  private static let headLength = 16

  /// Examines the headers among the bytes that have arrived.
  mutating func advance(over bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= Self.headLength else { return }
    if layout == nil { unsafe recognize(bytes) }
    while end == nil, layout != .unknown, next <= bytes.count - Self.headLength {
      let place = next
      unsafe layout == .chunks ? readChunk(bytes) : readBox(bytes)
      // Sizes are not negative, and a place beyond all memory is never reached.
      if next <= place { layout = .unknown }
    }
  }

  private mutating func recognize(_ bytes: UnsafeRawBufferPointer) {
    layout = .unknown
    if unsafe bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      layout = .chunks
      next = 8
    } else if unsafe Self.name(bytes, at: 0) == "RIFF" {
      let size = unsafe Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self)))
      end = 8 + size + size % 2
    } else if let name = unsafe Self.name(bytes, at: 4), name == "ftyp" || name == "JXL " {
      layout = .boxes
    }
  }

  /// u32 length, name, data, u32 check. The shortest chunk before another one has 12 bytes; so has IEND.
  private mutating func readChunk(_ bytes: UnsafeRawBufferPointer) {
    let length = unsafe Self.size(bytes, at: next)
    let name = unsafe Self.name(bytes, at: next + 4)
    next += 12 + length
    if name == "IEND" { end = next }
    if name == nil { layout = .unknown }
  }

  /// u32 size, name; size 1 stands for a u64 after them, 0 for all that follows.
  private mutating func readBox(_ bytes: UnsafeRawBufferPointer) {
    let size = unsafe Self.size(bytes, at: next)
    guard unsafe Self.name(bytes, at: next + 4) != nil, size != 0 else {
      if unsafe Self.name(bytes, at: next + 4) == nil { end = next } else { layout = .unknown }
      return
    }
    if size > 1 {
      next += size
    } else {
      let large = unsafe UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: next + 8, as: UInt64.self))
      if large < 1 << 48 { next += Int(large) } else { layout = .unknown }
    }
  }

  private static func size(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int {
    unsafe Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
  }

  /// Four printable characters; nil where there are others.
  private static func name(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> String? {
    let characters = unsafe bytes[offset..<offset + 4]
    guard unsafe characters.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
    return unsafe String(decoding: characters, as: UTF8.self)
  }
}
