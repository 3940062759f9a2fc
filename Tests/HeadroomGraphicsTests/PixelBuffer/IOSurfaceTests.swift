import Foundation
import HeadroomGraphics
import HeadroomPixels
import Testing

@Suite struct IOSurfaceTests {
  private let shared: CFDictionary = [kCVPixelBufferIOSurfacePropertiesKey: [String: Any]()]

  private func surface(of buffer: CVPixelBuffer) throws -> IOSurface {
    try #require(unsafe CVPixelBufferGetIOSurface(buffer)?.takeUnretainedValue())
  }

  @Test func `the surface of a buffer is its memory`() throws {
    let buffer = try TestBuffers.make(8, 4, kCVPixelFormatType_64RGBAHalf, attributes: shared)
    let surface = try surface(of: buffer)
    #expect(surface.width == 8 && surface.height == 4 && surface.pixelFormat == kCVPixelFormatType_64RGBAHalf)
    #expect(surface.bytesPerRow == CVPixelBufferGetBytesPerRow(buffer) && surface.bytesPerElement == 8)
    #expect(unsafe surface.baseAddress == CVPixelBufferGetBaseAddress(buffer))
    #expect(surface.allocationSize == IOSurfaceGetAllocSize(surface))
    let plain = try TestBuffers.make(8, 4, kCVPixelFormatType_64RGBAHalf)
    #expect(unsafe CVPixelBufferGetIOSurface(plain) == nil)
  }

  @Test func `another mapping of the descriptor sees the same pixels`() throws {
    let buffer = try TestBuffers.make(300, 200, kCVPixelFormatType_32BGRA, attributes: shared)
    let surface = try surface(of: buffer)
    let descriptor = try #require(surface.fileDescriptor)
    let other = try #require(
      IOSurface(
        fileDescriptor: descriptor,
        properties: [
          .width: 300, .height: 200, .pixelFormat: kCVPixelFormatType_32BGRA, .bytesPerRow: surface.bytesPerRow,
        ]))
    #expect(unsafe other.baseAddress != surface.baseAddress)
    unsafe surface.lock(options: [], seed: nil)
    unsafe surface.baseAddress.storeBytes(of: 0xABCD_EF12, toByteOffset: 199 * surface.bytesPerRow, as: UInt32.self)
    unsafe surface.unlock(options: [], seed: nil)
    let seen = unsafe other.baseAddress.load(fromByteOffset: 199 * surface.bytesPerRow, as: UInt32.self)
    #expect(seen == 0xABCD_EF12)
  }

  @Test func `a descriptor of less memory than stated is refused`() throws {
    let surface = try #require(IOSurface(properties: [.width: 4, .height: 4, .pixelFormat: kCVPixelFormatType_32BGRA]))
    let descriptor = try #require(surface.fileDescriptor)
    let large: [IOSurfacePropertyKey: Any] = [
      .width: 4000, .height: 4000, .pixelFormat: kCVPixelFormatType_32BGRA,
    ]
    #expect(IOSurface(fileDescriptor: descriptor, properties: large) == nil)
    #expect(IOSurface(fileDescriptor: -1, properties: large) == nil)
  }

  @Test func `a surface starts as zeros`() throws {
    let surface = try #require(
      IOSurface(properties: [.width: 64, .height: 64, .pixelFormat: kCVPixelFormatType_32BGRA]))
    let bytes = unsafe UnsafeRawBufferPointer(start: surface.baseAddress, count: surface.allocationSize)
    #expect(unsafe bytes.allSatisfy { $0 == 0 })
  }

  @Test func `surfaces lack nothing that they need`() {
    #expect(IOSurface(properties: [.width: 4, .height: 4]) == nil)
    #expect(IOSurface(properties: [.width: 4, .height: 0, .pixelFormat: kCVPixelFormatType_32BGRA]) == nil)
    #expect(
      IOSurface(properties: [.width: 4, .height: 4, .pixelFormat: kCVPixelFormatType_32BGRA, .bytesPerRow: 8]) == nil)
    let made = IOSurfaceCreate([
      kIOSurfaceWidth: 4, kIOSurfaceHeight: 4, kIOSurfacePixelFormat: kCVPixelFormatType_32BGRA, kIOSurfaceName: "n",
    ])
    #expect(made?.attachment(forKey: kIOSurfaceName) as? String == "n")
  }

  @Test func `the seed changes with writing only`() throws {
    let surface = try #require(IOSurface(properties: [.width: 4, .height: 4, .pixelFormat: kCVPixelFormatType_32BGRA]))
    let seed = surface.seed
    IOSurfaceLock(surface, .readOnly, nil)
    IOSurfaceUnlock(surface, .readOnly, nil)
    #expect(surface.seed == seed)
    IOSurfaceLock(surface, [], nil)
    IOSurfaceUnlock(surface, [], nil)
    #expect(surface.seed != seed)
    #expect(IOSurfaceUnlock(surface, [], nil) != 0, "not locked")
  }

  @Test func `content headroom is a value of the surface and wins over the buffer's`() throws {
    let buffer = try TestBuffers.make(2, 2, kCVPixelFormatType_64RGBAHalf, attributes: shared)
    let surface = try surface(of: buffer)
    #expect(buffer.contentHeadroom == 0)
    IOSurfaceSetValue(surface, kIOSurfaceContentHeadroom, 3.5)
    #expect(surface.contentHeadroom == 3.5 && buffer.contentHeadroom == 3.5)
    surface.contentHeadroom = 2
    #expect(IOSurfaceCopyValue(surface, kIOSurfaceContentHeadroom) as? Float == 2)
    IOSurfaceRemoveValue(surface, kIOSurfaceContentHeadroom)
    #expect(surface.allAttachments() == nil)
  }

  @Test func `a buffer can be made of a surface`() throws {
    let surface = try #require(
      IOSurface(properties: [.width: 4, .height: 4, .pixelFormat: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange]))
    var made: Unmanaged<CVPixelBuffer>?
    #expect(unsafe CVPixelBufferCreateWithIOSurface(nil, surface, nil, &made) == kCVReturnSuccess)
    let buffer = try #require(unsafe made?.takeRetainedValue())
    #expect(unsafe CVPixelBufferGetBaseAddressOfPlane(buffer, 1) == surface.baseAddressOfPlane(at: 1))
    #expect(surface.planeCount == 2 && IOSurfaceGetHeightOfPlane(surface, 1) == 2)
  }
}
