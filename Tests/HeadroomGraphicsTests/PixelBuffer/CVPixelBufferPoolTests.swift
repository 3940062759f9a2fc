import Foundation
import HeadroomGraphics
import Testing

@Suite struct CVPixelBufferPoolTests {
  private func pool(shared: Bool) throws -> CVPixelBufferPool {
    var attributes: CFDictionary = [
      kCVPixelBufferWidthKey: 64, kCVPixelBufferHeightKey: 32,
      kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange,
    ]
    if shared { attributes[kCVPixelBufferIOSurfacePropertiesKey] = [String: Any]() }
    var pool: CVPixelBufferPool?
    let status = unsafe CVPixelBufferPoolCreate(nil, [kCVPixelBufferPoolMinimumBufferCountKey: 2], attributes, &pool)
    try #require(status == kCVReturnSuccess)
    return try #require(pool)
  }

  private func make(_ pool: CVPixelBufferPool) throws -> CVPixelBuffer {
    var buffer: CVPixelBuffer?
    try #require(unsafe CVPixelBufferPoolCreatePixelBuffer(nil, pool, &buffer) == kCVReturnSuccess)
    return try #require(buffer)
  }

  private func surface(of buffer: CVPixelBuffer) throws -> IOSurface {
    try #require(unsafe CVPixelBufferGetIOSurface(buffer)?.takeUnretainedValue())
  }

  @Test func `buffers are of the pool's kind`() throws {
    let pool = try pool(shared: false)
    let buffer = try make(pool)
    #expect(CVPixelBufferGetWidth(buffer) == 64 && CVPixelBufferGetPlaneCount(buffer) == 2)
    #expect(CVPixelBufferPoolGetAttributes(pool)?[kCVPixelBufferPoolMinimumBufferCountKey] as? Int == 2)
    #expect(CVPixelBufferPoolGetPixelBufferAttributes(pool)?[kCVPixelBufferWidthKey] as? Int == 64)
  }

  @Test func `the memory of a released buffer is used again without its attachments`() throws {
    let pool = try pool(shared: true)
    func use() throws -> Int {
      let buffer = try make(pool)
      #expect(CVBufferCopyAttachments(buffer, .shouldPropagate) == nil)
      CVBufferSetAttachment(buffer, "a", 1, .shouldPropagate)
      let surface = try surface(of: buffer)
      #expect(surface.allAttachments() == nil)
      surface.setAttachment(1, forKey: "b")
      return unsafe Int(bitPattern: surface.baseAddress)
    }
    let first = try use()
    #expect(try use() == first)
  }

  @Test func `memory that somebody still holds is not used again`() throws {
    let pool = try pool(shared: true)
    func keepSurface() throws -> IOSurface { try surface(of: make(pool)) }
    let kept = try keepSurface()
    let next = try make(pool)
    #expect(try surface(of: next) !== kept)
  }

  @Test func `two buffers at once have memory of their own`() throws {
    let pool = try pool(shared: true)
    let (first, second) = (try make(pool), try make(pool))
    #expect(try surface(of: first) !== surface(of: second))
  }

  @Test func `a threshold limits the buffers in use`() throws {
    let pool = try pool(shared: true)
    let limit: CFDictionary = [kCVPixelBufferPoolAllocationThresholdKey: 1]
    var buffer: CVPixelBuffer?
    #expect(
      unsafe CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(nil, pool, limit, &buffer) == kCVReturnSuccess)
    var second: CVPixelBuffer?
    #expect(
      unsafe CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(nil, pool, limit, &second)
        == kCVReturnWouldExceedAllocationThreshold)
    #expect(second == nil)
    buffer = nil
    #expect(
      unsafe CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(nil, pool, limit, &second) == kCVReturnSuccess)
  }

  @Test func `flushing lets memory go and a buffer outlives its pool`() throws {
    func buffer() throws -> CVPixelBuffer {
      let pool = try pool(shared: true)
      let buffer = try make(pool)
      CVPixelBufferPoolFlush(pool, .excessBuffers)
      return buffer
    }
    #expect(CVPixelBufferGetWidth(try buffer()) == 64)
  }

  @Test func `a pool without size or format is refused`() {
    var pool: CVPixelBufferPool?
    #expect(unsafe CVPixelBufferPoolCreate(nil, nil, nil, &pool) == kCVReturnInvalidPoolAttributes)
    let unknown: CFDictionary = [
      kCVPixelBufferWidthKey: 2, kCVPixelBufferHeightKey: 2, kCVPixelBufferPixelFormatTypeKey: 7,
    ]
    #expect(unsafe CVPixelBufferPoolCreate(nil, nil, unknown, &pool) == kCVReturnInvalidPoolAttributes)
    #expect(pool == nil)
  }
}
