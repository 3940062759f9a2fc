public import HeadroomGraphics
internal import Synchronization

extension CMBlockBuffer {
  /// A buffer without bytes, to which blocks are added.
  ///
  /// - Parameter capacity: of blocks; without effect, any number can be added.
  public convenience init(capacity: Int = 0, flags: Flags = []) throws { self.init([]) }

  /// A buffer of a length, whose memory is allocated when it is first written.
  ///
  /// - Parameters:
  ///   - length: bytes of the block.
  ///   - allocator: nil.
  ///   - range: the part of the block that belongs to the buffer; nil is all.
  ///   - flags: with ``Flags/assureMemoryNow`` memory is allocated at once.
  /// - Throws: ``CMBlockBuffer/Error``.
  public convenience init(
    length: Int, allocator: CFAllocator? = kCFAllocatorDefault, range: Range<Int>? = nil, flags: Flags = []
  ) throws {
    self.init([])
    try append(length: length, allocator: allocator, range: range, flags: flags)
  }

  /// A buffer over memory.
  ///
  /// - Parameters:
  ///   - buffer: memory that `malloc` made, which the buffer frees; or with `kCFAllocatorNull` any that stays.
  ///   - allocator: nil, or `kCFAllocatorNull`.
  /// - Throws: ``CMBlockBuffer/Error``.
  public convenience init(
    buffer: UnsafeMutableRawBufferPointer, allocator: CFAllocator? = kCFAllocatorDefault, flags: Flags = []
  ) throws {
    self.init([])
    try unsafe append(buffer: buffer, allocator: allocator, flags: flags)
  }

  /// A buffer over memory that a closure takes back, once, when nothing refers to it any more.
  ///
  /// - Throws: ``CMBlockBuffer/Error``.
  public convenience init(
    buffer: UnsafeMutableRawBufferPointer, deallocator: @escaping CustomBlockDeallocator, flags: Flags = []
  ) throws {
    self.init([])
    try unsafe append(buffer: buffer, deallocator: deallocator, flags: flags)
  }

  /// A buffer that refers to the bytes of another one, or of a part.
  ///
  /// - Throws: ``CMBlockBuffer/Error``.
  public convenience init(bufferReference: some CMBlockBufferProtocol, flags: Flags = []) throws {
    self.init([])
    try append(bufferReference: bufferReference, flags: flags)
  }

  /// Adds memory that is allocated when it is first written.
  ///
  /// - Parameter range: the part that is added; nil is all.
  /// - Throws: ``CMBlockBuffer/Error``.
  public func append(
    length: Int, allocator: CFAllocator? = kCFAllocatorDefault, range: Range<Int>? = nil, flags: Flags = []
  ) throws {
    try append(length, range, flags) { unsafe SampleMemory(count: length) }
  }

  /// Adds memory that closures make, when it is first written, and take back.
  ///
  /// - Throws: ``CMBlockBuffer/Error``.
  public func append(
    length: Int, allocator: @escaping CustomBlockAllocator, deallocator: @escaping CustomBlockDeallocator,
    range: Range<Int>? = nil, flags: Flags = []
  ) throws {
    try append(length, range, flags) {
      unsafe SampleMemory(count: length, allocate: allocator, release: deallocator)
    }
  }

  /// Adds memory that `malloc` made, which is freed; or with `kCFAllocatorNull` any that stays.
  ///
  /// - Throws: ``CMBlockBuffer/Error``.
  public func append(
    buffer: UnsafeMutableRawBufferPointer, allocator: CFAllocator? = kCFAllocatorDefault, flags: Flags = []
  ) throws {
    guard let base = buffer.baseAddress else { throw Error.badPointerParameter }
    let count = buffer.count
    let isKept = allocator === kCFAllocatorNull
    try append(count, nil, flags) {
      unsafe isKept ? SampleMemory(base, count: count, release: SampleMemory.keeps) : SampleMemory(base, count: count)
    }
  }

  /// Adds memory that a closure takes back.
  ///
  /// - Throws: ``CMBlockBuffer/Error``.
  public func append(
    buffer: UnsafeMutableRawBufferPointer, deallocator: @escaping CustomBlockDeallocator, flags: Flags = []
  ) throws {
    guard let base = buffer.baseAddress else { throw Error.badPointerParameter }
    let count = buffer.count
    try append(count, nil, flags) { unsafe SampleMemory(base, count: count, release: deallocator) }
  }

  /// Adds the bytes of another buffer, or of a part, without a copy.
  ///
  /// - Throws: ``CMBlockBuffer/Error``: an empty buffer needs ``Flags/permitEmptyReference``.
  public func append(bufferReference: some CMBlockBufferProtocol, flags: Flags = []) throws {
    if bufferReference.dataLength == 0, flags.contains(.permitEmptyReference) { return }
    let count = bufferReference.dataLength
    let found = try bufferReference.owner.pieces(offset: bufferReference.startIndex, count: count)
    if flags.contains(.assureMemoryNow) {
      for piece in found { try piece.memory.assure() }
    }
    if flags.contains(.alwaysCopyData) {
      let copy = try bufferReference.makeContiguous(allocator: nil, flags: .alwaysCopyData)
      let copied = copy.pieces.withLock { $0 }
      pieces.withLock { $0 += copied }
    } else {
      pieces.withLock { $0 += found }
    }
  }

  /// Allocates the memory of all blocks.
  ///
  /// - Throws: ``CMBlockBuffer/Error``.
  public func assureBlockMemory() throws {
    let all = pieces.withLock { $0 }
    guard !all.isEmpty else { throw Error.emptyBlockBuffer }
    for piece in all { try piece.memory.assure() }
  }

  /// Calls `body` with the bytes from a place on that lie in one block; memory is allocated where there is none.
  ///
  /// - Throws: ``CMBlockBuffer/Error``, and what `body` throws.
  public func withUnsafeMutableBytes<R>(
    atOffset offset: Int = 0, _ body: (UnsafeMutableRawBufferPointer) throws -> R
  ) throws -> R {
    guard let piece = try pieces(offset: offset, count: max(endIndex - offset, 0)).first else {
      return try unsafe body(UnsafeMutableRawBufferPointer(start: nil, count: 0))
    }
    try piece.memory.assure()
    guard let bytes = unsafe piece.bytes else { throw Error.unallocatedBlock }
    return try withExtendedLifetime(self) { try unsafe body(bytes) }
  }

  /// - Parameter make: the block, once what is asked for has been checked.
  func append(
    _ length: Int, _ range: Range<Int>?, _ flags: Flags, _ make: () -> SampleMemory
  ) throws(Error) {
    guard length > 0 else { throw .badLengthParameter }
    let range = range ?? 0..<length
    guard range.lowerBound >= 0, range.lowerBound < length else { throw .badOffsetParameter }
    guard range.upperBound <= length, !range.isEmpty else { throw .badLengthParameter }
    let memory = make()
    if flags.contains(.assureMemoryNow) { try memory.assure() }
    pieces.withLock { $0.append(Piece(memory: memory, range: range)) }
  }
}
