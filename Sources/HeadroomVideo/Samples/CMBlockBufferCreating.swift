public import HeadroomGraphics

/// Where a block's memory is from, and who takes it back.
@unsafe public struct CMBlockBufferCustomBlockSource {
  /// Makes memory of so many bytes.
  public typealias Allocate =
    @convention(c) (_ refCon: UnsafeMutableRawPointer?, _ sizeInBytes: Int) -> UnsafeMutableRawPointer?
  /// Takes memory back.
  public typealias Free =
    @convention(c) (
      _ refCon: UnsafeMutableRawPointer?, _ doomedMemoryBlock: UnsafeMutableRawPointer, _ sizeInBytes: Int
    ) -> Void

  /// ``kCMBlockBufferCustomBlockSourceVersion``.
  public var version: UInt32
  /// Called when memory is first needed; nil where a block is given.
  public var AllocateBlock: Allocate?
  /// Called once, when nothing refers to the block any more.
  public var FreeBlock: Free?
  /// Passed on to both.
  public var refCon: UnsafeMutableRawPointer?

  public init() { unsafe self.init(version: 0, AllocateBlock: nil, FreeBlock: nil, refCon: nil) }

  public init(version: UInt32, AllocateBlock: Allocate?, FreeBlock: Free?, refCon: UnsafeMutableRawPointer?) {
    unsafe (self.version, self.AllocateBlock) = unsafe (version, AllocateBlock)
    unsafe (self.FreeBlock, self.refCon) = unsafe (FreeBlock, refCon)
  }
}

/// The version of ``CMBlockBufferCustomBlockSource``.
public let kCMBlockBufferCustomBlockSourceVersion: UInt32 = 0

/// Makes a buffer over a block, or one whose memory is allocated when it is first written.
///
/// - Parameters:
///   - structureAllocator: nil.
///   - memoryBlock: memory of `blockLength` bytes that the buffer takes over; nil makes some.
///   - blockLength: bytes of the block.
///   - blockAllocator: who frees the block; `kCFAllocatorNull` is nobody, otherwise `free` is called.
///   - customBlockSource: allocates and frees the block in place of the allocator.
///   - offsetToData: the first byte of the block that belongs to the buffer.
///   - dataLength: bytes that belong to the buffer.
///   - flags: with ``kCMBlockBufferAssureMemoryNowFlag`` memory is allocated at once.
///   - blockBufferOut: takes the buffer.
/// - Returns: ``kCMBlockBufferNoErr``, or an error code; then the block stays the caller's.
@discardableResult
public func CMBlockBufferCreateWithMemoryBlock(
  allocator structureAllocator: CFAllocator?, memoryBlock: UnsafeMutableRawPointer?, blockLength: Int,
  blockAllocator: CFAllocator?, customBlockSource: UnsafePointer<CMBlockBufferCustomBlockSource>?, offsetToData: Int,
  dataLength: Int, flags: CMBlockBufferFlags, blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
  unsafe create(blockBufferOut) { buffer throws(CMBlockBuffer.Error) in
    unsafe try buffer.append(
      memoryBlock, blockLength, blockAllocator, customBlockSource, offsetToData, dataLength, flags)
  }
}

/// Makes a buffer without bytes, to which blocks are added.
@discardableResult
public func CMBlockBufferCreateEmpty(
  allocator structureAllocator: CFAllocator?, capacity subBlockCapacity: UInt32, flags: CMBlockBufferFlags,
  blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
  unsafe create(blockBufferOut) { _ in }
}

/// Makes a buffer that refers to a part of another one.
@discardableResult
public func CMBlockBufferCreateWithBufferReference(
  allocator structureAllocator: CFAllocator?, referenceBuffer: CMBlockBuffer, offsetToData: Int, dataLength: Int,
  flags: CMBlockBufferFlags, blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
  unsafe create(blockBufferOut) { buffer in
    try buffer.append(reference: referenceBuffer, offsetToData, dataLength, flags)
  }
}

/// Makes a buffer of one block with the bytes of a part of another one: a reference where these lie in one, else a copy.
///
/// - Parameter dataLength: 0 is all from the offset on.
@discardableResult
public func CMBlockBufferCreateContiguous(
  allocator structureAllocator: CFAllocator?, sourceBuffer: CMBlockBuffer, blockAllocator: CFAllocator?,
  customBlockSource: UnsafePointer<CMBlockBufferCustomBlockSource>?, offsetToData: Int, dataLength: Int,
  flags: CMBlockBufferFlags, blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
  unsafe create(blockBufferOut) { buffer in
    let count = dataLength == 0 ? max(sourceBuffer.dataLength - offsetToData, 0) : dataLength
    guard count >= 0, offsetToData >= 0 else { throw CMBlockBuffer.Error.badLengthParameter }
    let part = sourceBuffer[offsetToData..<offsetToData + count]
    try buffer.append(bufferReference: try part.makeContiguous(flags: CMBlockBuffer.Flags(rawValue: flags)))
  }
}

/// Adds a block to a buffer; see ``CMBlockBufferCreateWithMemoryBlock(allocator:memoryBlock:blockLength:blockAllocator:customBlockSource:offsetToData:dataLength:flags:blockBufferOut:)``.
@discardableResult
public func CMBlockBufferAppendMemoryBlock(
  _ theBuffer: CMBlockBuffer, memoryBlock: UnsafeMutableRawPointer?, length blockLength: Int,
  blockAllocator: CFAllocator?, customBlockSource: UnsafePointer<CMBlockBufferCustomBlockSource>?, offsetToData: Int,
  dataLength: Int, flags: CMBlockBufferFlags
) -> OSStatus {
  status {
    unsafe try theBuffer.append(
      memoryBlock, blockLength, blockAllocator, customBlockSource, offsetToData, dataLength, flags)
  }
}

/// Adds a reference to a part of another buffer.
@discardableResult
public func CMBlockBufferAppendBufferReference(
  _ theBuffer: CMBlockBuffer, targetBBuf: CMBlockBuffer, offsetToData: Int, dataLength: Int, flags: CMBlockBufferFlags
) -> OSStatus {
  status { try theBuffer.append(reference: targetBBuf, offsetToData, dataLength, flags) }
}

/// The code of what a body throws.
func status(_ body: () throws -> Void) -> OSStatus {
  do {
    try body()
    return noErr
  } catch let error as CMBlockBuffer.Error {
    return error.status
  } catch let error as CMSampleBuffer.Error {
    return error.status
  } catch {
    return kCMBlockBufferStructureAllocationFailedErr
  }
}

private func create(
  _ result: UnsafeMutablePointer<CMBlockBuffer?>, _ fill: (CMBlockBuffer) throws -> Void
) -> OSStatus {
  let buffer = CMBlockBuffer([])
  let code = status { try fill(buffer) }
  unsafe result.pointee = code == noErr ? buffer : nil
  return code
}

extension CMBlockBuffer {
  fileprivate func append(
    reference other: CMBlockBuffer, _ offset: Int, _ count: Int, _ flags: CMBlockBufferFlags
  ) throws {
    // 0 is all from the offset on.
    let count = count == 0 ? other.dataLength - offset : count
    guard count >= 0, offset >= 0 else { throw Error.badLengthParameter }
    try append(bufferReference: other[offset..<offset + count], flags: Flags(rawValue: flags))
  }

  fileprivate func append(
    _ block: UnsafeMutableRawPointer?, _ length: Int, _ allocator: CFAllocator?,
    _ source: UnsafePointer<CMBlockBufferCustomBlockSource>?, _ offset: Int, _ count: Int, _ flags: CMBlockBufferFlags
  ) throws(Error) {
    guard offset >= 0 else { throw .badOffsetParameter }
    guard count >= 0, !offset.addingReportingOverflow(count).overflow else { throw .badLengthParameter }
    var custom: BlockSource?
    if let source = unsafe source { custom = unsafe try BlockSource(source.pointee, allocates: block == nil) }
    let (chosen, isKept) = (custom, allocator === kCFAllocatorNull)
    try append(length, offset..<offset + count, Flags(rawValue: flags)) {
      unsafe SampleMemory(block, length, chosen, isKept: isKept)
    }
  }
}

extension SampleMemory {
  /// - Parameter isKept: whether a block is never freed.
  fileprivate convenience init(_ block: UnsafeMutableRawPointer?, _ count: Int, _ source: BlockSource?, isKept: Bool) {
    var release: Release? = unsafe isKept ? Self.keeps : nil
    if let source { unsafe release = { unsafe source.free($0, $1) } }
    if let block = unsafe block {
      unsafe self.init(block, count: count, release: release)
    } else if let source {
      unsafe self.init(count: count, allocate: { unsafe source.allocate($0) }, release: release)
    } else {
      unsafe self.init(count: count)
    }
  }
}

/// A client's functions. Sendable: pointers are only passed back to them.
@safe private struct BlockSource: @unchecked Sendable {
  private let source: CMBlockBufferCustomBlockSource

  init(_ source: CMBlockBufferCustomBlockSource, allocates: Bool) throws(CMBlockBuffer.Error) {
    let isComplete = unsafe source.AllocateBlock != nil || !allocates
    guard unsafe source.version == kCMBlockBufferCustomBlockSourceVersion, isComplete else {
      throw .badCustomBlockSource
    }
    unsafe self.source = unsafe source
  }

  func allocate(_ count: Int) -> UnsafeMutableRawPointer? {
    unsafe source.AllocateBlock.flatMap { unsafe $0(source.refCon, count) }
  }

  func free(_ block: UnsafeMutableRawPointer, _ count: Int) { unsafe source.FreeBlock?(source.refCon, block, count) }
}
