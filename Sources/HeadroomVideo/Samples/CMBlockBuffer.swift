internal import Synchronization

/// Bytes in one or several blocks of memory, which may belong to other buffers too.
///
/// Blocks are not copied when buffers refer to each other. Memory that was only announced is allocated when bytes are first
/// written. Bytes may be read from any thread; who writes them has to be alone.
///
/// Source: Core Media's documentation of `CMBlockBuffer`.
public final class CMBlockBuffer: Sendable {
  /// Makes memory of so many bytes; nil where there is none.
  public typealias CustomBlockAllocator = @Sendable (Int) -> UnsafeMutableRawPointer?
  /// Takes memory back, with its number of bytes.
  public typealias CustomBlockDeallocator = @Sendable (UnsafeMutableRawPointer, Int) -> Void

  /// Bytes of a block.
  struct Piece: Sendable {
    var memory: SampleMemory
    var range: Range<Int>

    var count: Int { range.count }
    /// Nil where the block has no memory yet.
    var bytes: UnsafeMutableRawBufferPointer? {
      guard let base = unsafe memory.base else { return nil }
      return unsafe UnsafeMutableRawBufferPointer(start: base + range.lowerBound, count: range.count)
    }
  }

  let pieces: Mutex<[Piece]>
  let carried = CarriedAttachmentsBox()

  init(_ pieces: [Piece]) { self.pieces = Mutex(pieces) }

  /// All bytes of a block.
  convenience init(_ memory: SampleMemory) { self.init([Piece(memory: memory, range: 0..<memory.count)]) }

  /// Bytes that are copied.
  package convenience init(copying bytes: UnsafeRawBufferPointer) throws(Error) {
    let memory = unsafe SampleMemory(count: bytes.count)
    try memory.assure()
    self.init(memory)
    if let base = unsafe memory.base, let start = bytes.baseAddress {
      unsafe base.copyMemory(from: start, byteCount: bytes.count)
    }
  }

  /// Bytes in memory that an object keeps, and that nobody may change.
  package convenience init(reading bytes: UnsafeRawBufferPointer, owner: any AnyObject & Sendable) {
    if let start = bytes.baseAddress, bytes.count > 0 {
      unsafe self.init(SampleMemory(reading: start, count: bytes.count, owner: owner))
    } else {
      self.init([])
    }
  }

  /// Whether it has no bytes at all.
  public var isEmpty: Bool { pieces.withLock { $0.isEmpty } }

  /// The pieces of a part.
  ///
  /// - Throws: where it lies outside.
  func pieces(offset: Int, count: Int) throws(Error) -> [Piece] {
    let all = pieces.withLock { $0 }
    let total = all.reduce(0) { $0 + $1.count }
    guard !all.isEmpty else { throw .emptyBlockBuffer }
    guard offset >= 0, offset < total || offset == total && count == 0 else { throw .badOffsetParameter }
    guard count >= 0, count <= total - offset else { throw .badLengthParameter }
    var found: [Piece] = []
    var start = 0
    for piece in all {
      let first = max(offset - start, 0)
      let last = min(offset + count - start, piece.count)
      if first < last {
        let lower = piece.range.lowerBound
        found.append(Piece(memory: piece.memory, range: lower + first..<lower + last))
      }
      start += piece.count
    }
    return found
  }

  /// Calls `body` with the bytes of a part, block by block, and their place in the part.
  ///
  /// - Parameter allocates: whether blocks without memory get some; otherwise they are an error.
  func forEach(
    offset: Int, count: Int, allocates: Bool, _ body: (UnsafeMutableRawBufferPointer, Int) -> Void
  ) throws(Error) {
    var place = 0
    let found = try pieces(offset: offset, count: count)
    for piece in found where allocates { try piece.memory.assure() }
    for piece in found where unsafe piece.bytes == nil { throw .unallocatedBlock }
    for piece in found {
      if let bytes = unsafe piece.bytes { unsafe body(bytes, place) }
      place += piece.count
    }
  }
}

extension CMBlockBuffer: Hashable {
  /// Whether both are the same object.
  public static func == (a: CMBlockBuffer, b: CMBlockBuffer) -> Bool { a === b }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
