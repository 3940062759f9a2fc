import Foundation
import HeadroomGraphics
import HeadroomVideo
import Synchronization
import Testing

@Suite("Block buffers")
struct BlockBufferTests {
  /// Bytes in a block of their own.
  private static func buffer(_ bytes: [UInt8]) throws -> CMBlockBuffer {
    let buffer = try CMBlockBuffer(length: bytes.count)
    try unsafe bytes.withUnsafeBytes { try unsafe buffer.replaceDataBytes(with: $0) }
    return buffer
  }

  @Test("join blocks, and give any part of them")
  func parts() throws {
    let whole = try CMBlockBuffer()
    #expect(whole.isEmpty && whole.dataLength == 0)
    try whole.append(bufferReference: Self.buffer([1, 2, 3]))
    try whole.append(bufferReference: Self.buffer([4, 5, 6, 7])[1...2])
    #expect(whole.dataLength == 5 && !whole.isContiguous)
    #expect(try whole.dataBytes() == Data([1, 2, 3, 5, 6]))
    for start in 0...5 {
      for end in start...5 {
        #expect(try whole[start..<end].dataBytes() == Data([1, 2, 3, 5, 6][start..<end]))
      }
    }
    #expect(try whole[1...].dataBytes() == Data([2, 3, 5, 6]))
    #expect(whole[..<3].isContiguous && !whole[2..<4].isContiguous)
  }

  @Test("share bytes where they refer to each other, and do not where they copy")
  func sharing() throws {
    let first = try Self.buffer([1, 2, 3, 4])
    let shared = try CMBlockBuffer(bufferReference: first[1..<3])
    let copied = try CMBlockBuffer(bufferReference: first[1..<3], flags: .alwaysCopyData)
    try first.fillDataBytes(with: 9)
    #expect(try shared.dataBytes() == Data([9, 9]))
    #expect(try copied.dataBytes() == Data([2, 3]))
    let joined = try CMBlockBuffer()
    try joined.append(bufferReference: first)
    try joined.append(bufferReference: copied)
    let whole = try joined.makeContiguous()
    #expect(whole.isContiguous)
    #expect(try whole.dataBytes() == Data([9, 9, 9, 9, 2, 3]))
    #expect(try unsafe joined.withContiguousStorage { unsafe Array($0) } == [9, 9, 9, 9, 2, 3])
  }

  @Test("give memory back once, when nothing refers to it any more")
  func release() throws {
    let count = Mutex(0)
    let counter = { @Sendable in count.withLock { $0 += 1 } }
    var reference: CMBlockBuffer?
    try withExtendedLifetime(0) {
      let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 8, alignment: 8)
      unsafe memory.initializeMemory(as: UInt8.self, repeating: 7)
      let buffer = try unsafe CMBlockBuffer(
        buffer: memory,
        deallocator: { base, size in
          #expect(size == 8)
          unsafe base.deallocate()
          counter()
        })
      reference = try CMBlockBuffer(bufferReference: buffer[4...])
    }
    #expect(count.withLock { $0 } == 0)
    #expect(try reference?.dataBytes() == Data([7, 7, 7, 7]))
    reference = nil
    #expect(count.withLock { $0 } == 1)
  }

  @Test("work by their functions in C's style")
  func functions() throws {
    var bytes: [UInt8] = [1, 2, 3, 4, 5, 6]
    try unsafe bytes.withUnsafeMutableBytes { memory in
      var buffer: CMBlockBuffer?
      let code = unsafe CMBlockBufferCreateWithMemoryBlock(
        allocator: kCFAllocatorDefault, memoryBlock: memory.baseAddress, blockLength: 6,
        blockAllocator: kCFAllocatorNull, customBlockSource: nil, offsetToData: 1, dataLength: 4, flags: 0,
        blockBufferOut: &buffer)
      #expect(code == kCMBlockBufferNoErr)
      let made = try #require(buffer)
      #expect(CMBlockBufferGetDataLength(made) == 4)
      var (length, total) = (0, 0)
      var pointer: UnsafeMutablePointer<CChar>?
      #expect(
        unsafe CMBlockBufferGetDataPointer(
          made, atOffset: 1, lengthAtOffsetOut: &length, totalLengthOut: &total, dataPointerOut: &pointer) == noErr)
      #expect(length == 3 && total == 4)
      #expect(unsafe pointer?.pointee == 3)
      var copied: [UInt8] = [0, 0]
      #expect(unsafe CMBlockBufferCopyDataBytes(made, atOffset: 2, dataLength: 2, destination: &copied) == noErr)
      #expect(copied == [4, 5])
      #expect(CMBlockBufferFillDataBytes(with: -1, blockBuffer: made, offsetIntoDestination: 0, dataLength: 2) == noErr)
    }
    #expect(bytes == [1, 255, 255, 4, 5, 6])
  }

  @Test("refuse what lies outside, by Core Media's codes")
  func refusals() throws {
    let buffer = try Self.buffer([1, 2, 3])
    var byte: UInt8 = 0
    #expect(
      unsafe CMBlockBufferCopyDataBytes(buffer, atOffset: 3, dataLength: 1, destination: &byte)
        == kCMBlockBufferBadOffsetParameterErr)
    #expect(
      unsafe CMBlockBufferCopyDataBytes(buffer, atOffset: 2, dataLength: 2, destination: &byte)
        == kCMBlockBufferBadLengthParameterErr)
    #expect(
      unsafe CMBlockBufferCopyDataBytes(buffer, atOffset: -1, dataLength: 1, destination: &byte)
        == kCMBlockBufferBadOffsetParameterErr)
    #expect(
      unsafe CMBlockBufferCopyDataBytes(buffer, atOffset: 0, dataLength: .max, destination: &byte)
        == kCMBlockBufferBadLengthParameterErr)
    let later = try CMBlockBuffer(length: 4)
    #expect(throws: CMBlockBuffer.Error.unallocatedBlock) { try later.dataBytes() }
    #expect(throws: CMBlockBuffer.Error.badLengthParameter) { try CMBlockBuffer(length: 0) }
    #expect(throws: CMBlockBuffer.Error.emptyBlockBuffer) {
      try CMBlockBuffer(bufferReference: try CMBlockBuffer())
    }
    #expect(try CMBlockBuffer(bufferReference: try CMBlockBuffer(), flags: .permitEmptyReference).isEmpty)
    #expect(throws: CMBlockBuffer.Error.badLengthParameter) { try buffer[1..<9].dataBytes() }
  }
}
