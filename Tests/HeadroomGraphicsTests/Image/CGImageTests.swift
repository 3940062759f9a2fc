import Foundation
import HeadroomColor
import HeadroomGraphics
import HeadroomPixels
import Testing

@Suite struct CGImageTests {
  private func gray(_ space: String = CGColorSpace.linearGray) throws -> CGImage {
    try #require(
      TestImages.image(
        [1, 2, 3, 4, 5, 6], width: 3, height: 2, bits: 8, pixelBits: 8, space: try TestImages.space(space), info: []))
  }

  @Test func `cropping counts from the top left corner and shares the headroom`() throws {
    let image = try #require(try gray().copy(contentAverageLightLevel: 0.25))
    let part = try #require(image.cropping(to: CGRect(x: 1, y: 1, width: 5, height: 5)))
    #expect(part.width == 2 && part.height == 1)
    #expect(abs(TestImages.numbers(part, 1, 0).x - 6.0 / 255) < 1e-6)
    #expect(part.contentAverageLightLevel == 0.25)
    #expect(image.cropping(to: CGRect(x: 3, y: 0, width: 1, height: 1)) == nil)
    #expect(image.cropping(to: .null) == nil)
    let whole = try #require(image.cropping(to: CGRect(x: 0.4, y: 0.4, width: 1, height: 1)))
    #expect(whole.width == 2 && whole.height == 2, "grown to whole pixels")
  }

  @Test func `the bytes of a crop are those of its rows`() throws {
    let part = try #require(try gray().cropping(to: CGRect(x: 1, y: 0, width: 1, height: 2)))
    let data = try #require(part.dataProvider?.data)
    #expect(data[data.startIndex] == 2 && data[data.startIndex + part.bytesPerRow] == 5)
  }

  @Test func `headroom follows the colour space where none is given`() throws {
    #expect(try gray().contentHeadroom == 1)
    let rgb = CGBitmapInfo(alpha: .noneSkipLast)
    func headroom(_ name: String, given: Float = 0) throws -> Float? {
      TestImages.image(
        [0, 0, 0, 0], width: 1, height: 1, bits: 8, pixelBits: 32, space: try TestImages.space(name), info: rgb,
        headroom: given
      )?.contentHeadroom
    }
    #expect(try headroom(CGColorSpace.itur_2100_PQ) == 4.926_108_4)
    #expect(try headroom(CGColorSpace.displayP3_HLG) == kCGDefaultHDRImageContentHeadroom)
    #expect(try headroom(CGColorSpace.extendedLinearSRGB) == 0)
    #expect(try headroom(CGColorSpace.itur_2100_PQ, given: 2) == 2)
    #expect(try headroom(CGColorSpace.sRGB, given: 0.5) == nil, "between 0 and 1")
    #expect(try headroom(CGColorSpace.sRGB, given: -1) == nil)
    #expect(try headroom(CGColorSpace.sRGB, given: .nan) == nil)
    #expect(try headroom(CGColorSpace.sRGB, given: .infinity) == nil)
  }

  @Test func `copies carry another headroom`() throws {
    let image = try TestImages.floatImage([[[1, 1, 1, 1]]], space: CGColorSpace.extendedLinearSRGB)
    let bright = try #require(CGImageCreateCopyWithContentHeadroom(3, image))
    #expect(CGImageGetContentHeadroom(bright) == 3 && CGImageShouldToneMap(bright))
    #expect(CGImageCreateCopyWithContentHeadroom(0.9, image) == nil)
    #expect(!image.shouldToneMap && !CGImageContainsImageSpecificToneMappingMetadata(bright))
    let level = CGImageCreateCopyWithContentAverageLightLevel(bright, 0.5)
    #expect(level.map(CGImageGetContentAverageLightLevel) == 0.5 && level?.contentHeadroom == 3)
  }

  @Test func `a copy in another space has the same numbers`() throws {
    let image = try gray()
    let copy = try #require(image.copy(colorSpace: try TestImages.space(CGColorSpace.genericGrayGamma2_2)))
    #expect(copy.colorSpace?.name == CGColorSpace.genericGrayGamma2_2)
    #expect(TestImages.numbers(copy, 2, 1) == TestImages.numbers(image, 2, 1))
    #expect(image.copy(colorSpace: try TestImages.space(CGColorSpace.sRGB)) == nil)
    #expect(image.copy() === image)
  }

  @Test func `statistics are those of linear light`() throws {
    let image = try TestImages.floatImage(
      [[[3, 1, 0, 1], [0.5, -2, 0.25, 1]], [[.nan, 9, 9, 1], [0.1, 0.2, 0.5, 1]]],
      space: CGColorSpace.extendedLinearSRGB)
    #expect(CGImageCalculateContentHeadroom(image) == 3)
    #expect(abs(CGImageCalculateContentAverageLightLevel(image) - 4.0 / 3) < 1e-6)
    let measured = try #require(CGImageCreateCopyWithCalculatedHDRStats(image))
    #expect(measured.contentHeadroom == 3 && abs(measured.contentAverageLightLevel - 4.0 / 3) < 1e-6)
  }

  @Test func `reference white of PQ has headroom 1 and dark pictures have no less`() throws {
    func pq(_ nits: Double) throws -> CGImage {
      let code = UInt16((TransferFunction.pq.encode(nits / 203) * 65535).rounded())
      let bytes = [code, code, code].flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
      return try #require(
        TestImages.image(
          bytes, width: 1, height: 1, bits: 16, pixelBits: 48, space: try TestImages.space(CGColorSpace.itur_2100_PQ),
          info: .byteOrder16Little))
    }
    #expect(abs(try pq(406).calculatedContentHeadroom - 2) < 1e-3)
    #expect(try pq(20).calculatedContentHeadroom == 1)
    #expect(abs(try pq(20).calculatedContentAverageLightLevel - 20 / 203) < 1e-4)
  }

  @Test func `premultiplied pixels count with their own light`() throws {
    let image = try TestImages.floatImage(
      [[[1, 1, 1, 0.5]]], space: CGColorSpace.extendedLinearSRGB, alpha: .premultiplied)
    #expect(image.calculatedContentHeadroom == 2)
  }

  @Test func `providers give back what they were made of`() throws {
    let bytes: [UInt8] = [1, 2, 3, 4]
    let provider = try #require(CGDataProvider(data: Data(bytes)))
    #expect(provider.data == Data(bytes) && provider.bytes == bytes)
    #expect(CGDataProvider(filename: "/no/such/file") == nil)
    let file = FileManager.default.temporaryDirectory.appending(path: "provider-\(UUID().uuidString)")
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(CGDataProvider(url: file)?.data == Data(bytes))
  }

  @Test func `lent memory is used in place and given back when the last image is gone`() throws {
    let flag = Flag()
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 9, count: 64)
    defer { unsafe memory.deallocate() }
    func scope() throws {
      let info = unsafe Unmanaged.passUnretained(flag).toOpaque()
      let provider = unsafe CGDataProvider(dataInfo: info, data: memory, size: 64) { info, _, size in
        guard let info = unsafe info else { return }
        unsafe Unmanaged<Flag>.fromOpaque(info).takeUnretainedValue().count += size
      }
      let image = unsafe CGImage(
        width: 4, height: 4, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 16,
        space: try TestImages.space(CGColorSpace.sRGB), bitmapInfo: CGBitmapInfo(alpha: .last),
        provider: try #require(provider), decode: nil, shouldInterpolate: false, intent: .perceptual)
      let made = try #require(image)
      #expect(unsafe made.bitmap.rowAddress(0) == memory)
      #expect(!made.shouldInterpolate && made.renderingIntent == .perceptual)
      #expect(flag.count == 0)
    }
    try scope()
    #expect(flag.count == 64)
  }
}

/// Counts how often memory was given back.
private final class Flag: @unchecked Sendable { var count = 0 }
