import Foundation
import HeadroomColor
import HeadroomGraphics
import HeadroomPixels
import Testing

enum TestBuffers {
  static let codes: [OSType] = [
    kCVPixelFormatType_24RGB, kCVPixelFormatType_24BGR, kCVPixelFormatType_32ARGB, kCVPixelFormatType_32BGRA,
    kCVPixelFormatType_32ABGR, kCVPixelFormatType_32RGBA, kCVPixelFormatType_64ARGB, kCVPixelFormatType_64RGBALE,
    kCVPixelFormatType_48RGB, kCVPixelFormatType_16Gray, kCVPixelFormatType_30RGB,
    kCVPixelFormatType_30RGBLEPackedWideGamut, kCVPixelFormatType_ARGB2101010LEPacked, kCVPixelFormatType_64RGBAHalf,
    kCVPixelFormatType_128RGBAFloat, kCVPixelFormatType_OneComponent8, kCVPixelFormatType_OneComponent10,
    kCVPixelFormatType_OneComponent12, kCVPixelFormatType_OneComponent16, kCVPixelFormatType_OneComponent16Half,
    kCVPixelFormatType_OneComponent32Float, kCVPixelFormatType_TwoComponent8, kCVPixelFormatType_TwoComponent16,
    kCVPixelFormatType_TwoComponent16Half, kCVPixelFormatType_TwoComponent32Float,
    kCVPixelFormatType_DisparityFloat16, kCVPixelFormatType_DisparityFloat32, kCVPixelFormatType_DepthFloat16,
    kCVPixelFormatType_DepthFloat32, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
    kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange,
    kCVPixelFormatType_422YpCbCr8BiPlanarFullRange, kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange,
    kCVPixelFormatType_444YpCbCr8BiPlanarFullRange, kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange,
    kCVPixelFormatType_420YpCbCr10BiPlanarFullRange, kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange,
    kCVPixelFormatType_422YpCbCr10BiPlanarFullRange, kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange,
    kCVPixelFormatType_444YpCbCr10BiPlanarFullRange,
  ]

  static func make(
    _ width: Int, _ height: Int, _ code: OSType, attributes: CFDictionary? = nil
  ) throws -> CVPixelBuffer {
    var buffer: CVPixelBuffer?
    let status = unsafe CVPixelBufferCreate(kCFAllocatorDefault, width, height, code, attributes, &buffer)
    try #require(status == kCVReturnSuccess)
    return try #require(buffer)
  }
}

@Suite struct CVPixelBufferTests {
  @Test(arguments: TestBuffers.codes) func `what is rendered into a buffer is read back`(_ code: OSType) throws {
    let buffer = try TestBuffers.make(6, 4, code)
    #expect(CVPixelBufferGetPixelFormatType(buffer) == code)
    #expect(CVPixelBufferGetWidth(buffer) == 6 && CVPixelBufferGetHeight(buffer) == 4)
    let target = try buffer.renderTarget()
    let scratch = RowBuffer(capacity: 6)
    let rows = unsafe scratch.rows
    for row in 0..<4 {
      // Chroma is shared by 2 by 2 pixels, so colours are equal in such blocks.
      for x in 0..<6 {
        unsafe rows.r[x] = 0.2 + 0.2 * Float(x / 2)
        unsafe rows.g[x] = 0.4
        unsafe rows.b[x] = 0.3 + 0.2 * Float(row / 2)
        unsafe rows.a[x] = 1
      }
      unsafe RowCodec.pack(rows, count: 6, into: target, row: row, x: 0)
    }
    buffer.commit(target)
    let found = TestImages.numbers(try buffer.readableBitmap(), column: 4, row: 2)
    let format = target.format
    let isLumaChroma = CVPixelBufferIsPlanar(buffer)
    // Interpolated chroma differs from that of the block; luma stays within a code or two.
    let tolerance: Float = isLumaChroma ? 0.12 : code == kCVPixelFormatType_30RGBLEPackedWideGamut ? 0.001 : 0.0021
    #expect(abs(found.x - 0.6) <= tolerance, "\(found)")
    if !format.isGray, format.layout != .redGreen {
      #expect(abs(found.y - 0.4) <= tolerance && abs(found.z - 0.5) <= tolerance, "\(found)")
    }
    #expect(abs(found.w - 1) < 1e-6)
  }

  @Test func `codes are the four characters`() {
    #expect(kCVPixelFormatType_32BGRA == 1_111_970_369 && kCVPixelFormatType_32ARGB == 32)
    #expect(kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange == 0x7834_3230)
    #expect(kCVPixelFormatType_64RGBAHalf == 0x5247_6841 && kCVPixelFormatType_24RGB == 24)
  }

  @Test func `components lie in memory as the format's name says`() throws {
    func bytes(_ code: OSType, _ count: Int) throws -> [UInt8] {
      let buffer = try TestBuffers.make(1, 1, code)
      let target = try buffer.renderTarget()
      let scratch = RowBuffer(capacity: 1)
      let rows = unsafe scratch.rows
      unsafe rows.r[0] = 0.2
      unsafe rows.g[0] = 0.4
      unsafe rows.b[0] = 0.6
      unsafe rows.a[0] = 1
      unsafe RowCodec.pack(rows, count: 1, into: target, row: 0, x: 0)
      buffer.commit(target)
      let base = unsafe CVPixelBufferGetBaseAddress(buffer)
      return unsafe [UInt8](UnsafeRawBufferPointer(start: base, count: count))
    }
    #expect(try bytes(kCVPixelFormatType_32BGRA, 4) == [153, 102, 51, 255])
    #expect(try bytes(kCVPixelFormatType_32ARGB, 4) == [255, 51, 102, 153])
    #expect(try bytes(kCVPixelFormatType_64ARGB, 8) == [255, 255, 51, 51, 102, 102, 153, 153])
    #expect(try bytes(kCVPixelFormatType_64RGBALE, 8) == [51, 51, 102, 102, 153, 153, 255, 255])
    #expect(try bytes(kCVPixelFormatType_48RGB, 6) == [51, 51, 102, 102, 153, 153])
    // 0.2 of 1023 is 205 (204.6), in the upper bits of a little-endian word.
    #expect(try bytes(kCVPixelFormatType_OneComponent10, 2) == [UInt8(205 << 6 & 255), UInt8(205 >> 2)])
    let wide = try bytes(kCVPixelFormatType_30RGBLEPackedWideGamut, 4)
    let word = wide.enumerated().reduce(UInt32(0)) { $0 | UInt32($1.element) << UInt32(8 * $1.offset) }
    #expect(word >> 20 == 486 && word >> 10 & 1023 == 588 && word & 1023 == 691)
    let packed = try bytes(kCVPixelFormatType_ARGB2101010LEPacked, 4)
    let ten = packed.enumerated().reduce(UInt32(0)) { $0 | UInt32($1.element) << UInt32(8 * $1.offset) }
    #expect(ten >> 30 == 3 && ten >> 20 & 1023 == 205 && ten >> 10 & 1023 == 409 && ten & 1023 == 614)
  }

  @Test func `wide-gamut codes hold values outside 0 to 1`() throws {
    let buffer = try TestBuffers.make(1, 1, kCVPixelFormatType_30RGBLEPackedWideGamut)
    let target = try buffer.renderTarget()
    let row = unsafe target.rowAddress(0).assumingMemoryBound(to: Float.self)
    unsafe row[0] = -0.5
    unsafe row[1] = 1.2
    unsafe row[2] = 9
    buffer.commit(target)
    let found = TestImages.numbers(try buffer.readableBitmap(), column: 0, row: 0)
    #expect(abs(found.x + 0.5) < 0.001 && abs(found.y - 1.2) < 0.001 && abs(found.z - 639.0 / 511) < 1e-5)
  }

  @Test func `planes of a 10-bit 4-2-0 buffer of odd size cover it`() throws {
    let buffer = try TestBuffers.make(7, 5, kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange)
    #expect(CVPixelBufferIsPlanar(buffer) && CVPixelBufferGetPlaneCount(buffer) == 2)
    #expect(CVPixelBufferGetWidthOfPlane(buffer, 0) == 7 && CVPixelBufferGetHeightOfPlane(buffer, 0) == 5)
    #expect(CVPixelBufferGetWidthOfPlane(buffer, 1) == 4 && CVPixelBufferGetHeightOfPlane(buffer, 1) == 3)
    #expect(CVPixelBufferGetBytesPerRowOfPlane(buffer, 1) >= 16)
    #expect(CVPixelBufferGetWidthOfPlane(buffer, 2) == 0)
    #expect(unsafe CVPixelBufferGetBaseAddressOfPlane(buffer, 2) == nil)
    let first = unsafe Int(bitPattern: CVPixelBufferGetBaseAddressOfPlane(buffer, 0))
    let second = unsafe Int(bitPattern: CVPixelBufferGetBaseAddressOfPlane(buffer, 1))
    #expect(second - first >= 5 * CVPixelBufferGetBytesPerRowOfPlane(buffer, 0))
    #expect(unsafe Int(bitPattern: CVPixelBufferGetBaseAddress(buffer)) == first)
  }

  @Test func `impossible buffers give a code and no buffer`() throws {
    var buffer: CVPixelBuffer?
    #expect(unsafe CVPixelBufferCreate(nil, 4, 4, 0x1234_5678, nil, &buffer) == kCVReturnInvalidPixelFormat)
    #expect(unsafe CVPixelBufferCreate(nil, 0, 4, kCVPixelFormatType_32BGRA, nil, &buffer) == kCVReturnInvalidSize)
    #expect(
      unsafe CVPixelBufferCreate(nil, Int.max, 4, kCVPixelFormatType_32BGRA, nil, &buffer) == kCVReturnInvalidSize)
    let attributes: CFDictionary = [kCVPixelBufferBytesPerRowAlignmentKey: 3]
    #expect(
      unsafe CVPixelBufferCreate(nil, 4, 4, kCVPixelFormatType_32BGRA, attributes, &buffer)
        == kCVReturnInvalidPixelBufferAttributes)
    #expect(buffer == nil)
  }

  @Test func `rows are aligned as asked`() throws {
    let buffer = try TestBuffers.make(
      5, 2, kCVPixelFormatType_32BGRA, attributes: [kCVPixelBufferBytesPerRowAlignmentKey: 256])
    #expect(CVPixelBufferGetBytesPerRow(buffer) == 256)
    #expect(CVPixelBufferGetDataSize(buffer) == 512)
    let attributes = CVPixelBufferCopyCreationAttributes(buffer)
    #expect(attributes[kCVPixelBufferWidthKey] as? Int == 5)
    #expect(attributes[kCVPixelBufferBytesPerRowAlignmentKey] as? Int == 256)
  }

  @Test func `locks are counted`() throws {
    let buffer = try TestBuffers.make(2, 2, kCVPixelFormatType_32BGRA)
    #expect(CVPixelBufferUnlockBaseAddress(buffer, []) == kCVReturnError)
    #expect(CVPixelBufferLockBaseAddress(buffer, .readOnly) == kCVReturnSuccess)
    #expect(CVPixelBufferUnlockBaseAddress(buffer, .readOnly) == kCVReturnSuccess)
    #expect(CVPixelBufferUnlockBaseAddress(buffer, .readOnly) == kCVReturnError)
  }

  @Test func `lent bytes are used in place and given back`() throws {
    let flag = Flag()
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 64)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 51, count: 64)
    defer { unsafe memory.deallocate() }
    func scope() throws {
      var buffer: CVPixelBuffer?
      let status = unsafe CVPixelBufferCreateWithBytes(
        nil, 4, 4, kCVPixelFormatType_32BGRA, memory, 16,
        { refCon, _ in
          guard let refCon = unsafe refCon else { return }
          unsafe Unmanaged<Flag>.fromOpaque(refCon).takeUnretainedValue().count += 1
        }, Unmanaged.passUnretained(flag).toOpaque(), nil, &buffer)
      try #require(status == kCVReturnSuccess)
      let made = try #require(buffer)
      #expect(unsafe CVPixelBufferGetBaseAddress(made) == memory)
      #expect(isNear(TestImages.numbers(try made.readableBitmap(), column: 3, row: 3), [0.2, 0.2, 0.2, 0.2]))
    }
    try scope()
    #expect(flag.count == 1)
    var refused: CVPixelBuffer?
    #expect(
      unsafe CVPixelBufferCreateWithBytes(
        nil, 4, 4, kCVPixelFormatType_32BGRA, memory, 15, nil, nil, nil, &refused) == kCVReturnInvalidArgument)
    #expect(
      unsafe CVPixelBufferCreateWithBytes(
        nil, 4, 4, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, memory, 16, nil, nil, nil, &refused)
        == kCVReturnInvalidArgument)
  }

  @Test func `lent planes may lie anywhere`() throws {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 256, alignment: 64)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 128, count: 256)
    defer { unsafe memory.deallocate() }
    // Chroma first, luma behind it.
    var bases: [UnsafeMutableRawPointer?] = unsafe [memory + 128, memory]
    var (widths, heights, rowBytes) = ([4, 2], [4, 2], [16, 8])
    var buffer: CVPixelBuffer?
    let status = unsafe CVPixelBufferCreateWithPlanarBytes(
      nil, 4, 4, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, nil, 0, 2, &bases, &widths, &heights, &rowBytes, nil,
      nil, nil, &buffer)
    try #require(status == kCVReturnSuccess)
    let made = try #require(buffer)
    #expect(unsafe CVPixelBufferGetBaseAddressOfPlane(made, 0) == memory + 128)
    #expect(unsafe CVPixelBufferGetBaseAddressOfPlane(made, 1) == memory)
    let found = TestImages.numbers(try made.readableBitmap(), column: 1, row: 1)
    #expect(isNear(found, [128 / 255, 128 / 255, 128 / 255, 1], 0.003), "\(found)")
    widths[1] = 3
    #expect(
      unsafe CVPixelBufferCreateWithPlanarBytes(
        nil, 4, 4, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, nil, 0, 2, &bases, &widths, &heights, &rowBytes,
        nil, nil, nil, &buffer) == kCVReturnInvalidArgument)
  }
}

/// Counts how often memory was given back.
private final class Flag: @unchecked Sendable { var count = 0 }
