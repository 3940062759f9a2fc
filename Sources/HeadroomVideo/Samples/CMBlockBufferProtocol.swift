public import Foundation
public import HeadroomGraphics
internal import Synchronization

/// A block buffer, or a part of one.
public protocol CMBlockBufferProtocol {
  /// The buffer that has the bytes.
  var owner: CMBlockBuffer { get }
  /// The place of the first byte in it.
  var startIndex: Int { get }
  /// The place behind the last byte.
  var endIndex: Int { get }
}

extension CMBlockBuffer: CMBlockBufferProtocol {
  public var owner: CMBlockBuffer { self }
  /// 0.
  public var startIndex: Int { 0 }
  /// As many as there are bytes.
  public var endIndex: Int { pieces.withLock { $0.reduce(0) { $0 + $1.count } } }

  /// A part of a block buffer; it keeps the buffer.
  public struct Slice: CMBlockBufferProtocol, Sendable {
    public let owner: CMBlockBuffer
    public let startIndex: Int
    public let endIndex: Int
  }
}

extension CMBlockBufferProtocol {
  /// Number of bytes.
  public var dataLength: Int { endIndex - startIndex }

  /// Whether all bytes lie in one block of memory.
  public var isContiguous: Bool {
    ((try? owner.pieces(offset: startIndex, count: dataLength))?.count).map { $0 <= 1 } ?? false
  }

  /// A part, by places in the owner; what lies outside is found when bytes are asked for.
  public subscript(bounds: Range<Int>) -> CMBlockBuffer.Slice {
    CMBlockBuffer.Slice(owner: owner, startIndex: bounds.lowerBound, endIndex: bounds.upperBound)
  }
  /// A part, by places in the owner.
  public subscript(bounds: ClosedRange<Int>) -> CMBlockBuffer.Slice { self[bounds.lowerBound..<bounds.upperBound + 1] }
  /// The part from a place in the owner on.
  public subscript(bounds: PartialRangeFrom<Int>) -> CMBlockBuffer.Slice {
    self[bounds.lowerBound..<max(endIndex, bounds.lowerBound)]
  }
  /// The part before a place in the owner.
  public subscript(bounds: PartialRangeUpTo<Int>) -> CMBlockBuffer.Slice {
    self[min(startIndex, bounds.upperBound)..<bounds.upperBound]
  }
  /// The part to a place in the owner.
  public subscript(bounds: PartialRangeThrough<Int>) -> CMBlockBuffer.Slice { self[..<(bounds.upperBound + 1)] }

  /// Copies all bytes.
  ///
  /// - Parameter destination: at least ``dataLength`` bytes.
  /// - Throws: ``CMBlockBuffer/Error``.
  public func copyDataBytes(to destination: UnsafeMutableRawBufferPointer) throws {
    guard destination.count >= dataLength else { throw CMBlockBuffer.Error.badLengthParameter }
    unsafe try owner.forEach(offset: startIndex, count: dataLength, allocates: false) { bytes, place in
      unsafe UnsafeMutableRawBufferPointer(rebasing: destination[place...]).copyMemory(
        from: UnsafeRawBufferPointer(bytes))
    }
  }

  /// A copy of all bytes.
  ///
  /// - Throws: ``CMBlockBuffer/Error``.
  public func dataBytes() throws -> Data {
    guard dataLength > 0 else { return Data() }
    var data = Data(count: dataLength)
    try unsafe data.withUnsafeMutableBytes { try unsafe copyDataBytes(to: $0) }
    return data
  }

  /// Writes bytes over the first ones; memory is allocated where there is none.
  ///
  /// - Throws: ``CMBlockBuffer/Error``.
  public func replaceDataBytes(with sourceBytes: UnsafeRawBufferPointer) throws {
    guard sourceBytes.count <= dataLength else { throw CMBlockBuffer.Error.badLengthParameter }
    unsafe try owner.forEach(offset: startIndex, count: sourceBytes.count, allocates: true) { bytes, place in
      unsafe bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: sourceBytes[place..<place + bytes.count]))
    }
  }

  /// Makes all bytes the same; memory is allocated where there is none.
  ///
  /// - Throws: ``CMBlockBuffer/Error``.
  public func fillDataBytes(with fillByte: UInt8) throws {
    unsafe try owner.forEach(offset: startIndex, count: dataLength, allocates: true) { bytes, _ in
      unsafe bytes.initializeMemory(as: UInt8.self, repeating: fillByte)
    }
  }

  /// Calls `body` with all bytes, copied into one block if they lie in several.
  ///
  /// - Throws: ``CMBlockBuffer/Error``, and what `body` throws.
  public func withContiguousStorage<R>(_ body: (UnsafeRawBufferPointer) throws -> R) throws -> R {
    let whole = try isContiguous ? owner : makeContiguous(allocator: nil, flags: [])
    let first = whole === owner ? startIndex : 0
    guard let piece = try whole.pieces(offset: first, count: dataLength).first else {
      return try unsafe body(UnsafeRawBufferPointer(start: nil, count: 0))
    }
    guard let bytes = unsafe piece.bytes else { throw CMBlockBuffer.Error.unallocatedBlock }
    return try withExtendedLifetime(whole) { try unsafe body(UnsafeRawBufferPointer(bytes)) }
  }

  /// A buffer with the same bytes in one block: a reference where they lie in one, otherwise a copy.
  ///
  /// - Parameters:
  ///   - allocator: nil.
  ///   - flags: with ``CMBlockBuffer/Flags/alwaysCopyData`` it is a copy in any case.
  /// - Throws: ``CMBlockBuffer/Error``.
  public func makeContiguous(
    allocator: CFAllocator? = kCFAllocatorDefault, flags: CMBlockBuffer.Flags = []
  ) throws -> CMBlockBuffer {
    if isContiguous, !flags.contains(.alwaysCopyData) {
      return CMBlockBuffer(try owner.pieces(offset: startIndex, count: dataLength))
    }
    let memory = unsafe SampleMemory(count: dataLength)
    try memory.assure()
    guard let base = unsafe memory.base else { throw CMBlockBuffer.Error.blockAllocationFailed }
    try unsafe copyDataBytes(to: UnsafeMutableRawBufferPointer(start: base, count: dataLength))
    return CMBlockBuffer(memory)
  }
}
