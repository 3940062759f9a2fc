import Foundation
import HeadroomGraphics
import HeadroomPixels
import Testing

@Suite("Masks of images")
struct MaskingTests {
  private static func image(
    _ pixels: [Float], width: Int, alpha: CGImageAlphaInfo = .noneSkipLast
  ) throws -> CGImage {
    let data = unsafe pixels.withUnsafeBytes { unsafe Data($0) }
    let provider = try #require(CGDataProvider(data: data))
    let space = try #require(CGColorSpace(name: CGColorSpace.extendedLinearSRGB))
    let info = CGBitmapInfo(
      rawValue: alpha.rawValue | CGBitmapInfo.floatComponents.rawValue | CGBitmapInfo.byteOrder32Little.rawValue)
    let image = unsafe CGImage(
      width: width, height: pixels.count / 4 / width, bitsPerComponent: 32, bitsPerPixel: 128, bytesPerRow: 16 * width,
      space: space, bitmapInfo: info, provider: provider, decode: nil, shouldInterpolate: true, intent: .defaultIntent)
    return try #require(image)
  }

  private static func mask(
    _ samples: [UInt8], width: Int, interpolates: Bool = false, decode: [CGFloat]? = nil
  ) throws -> CGImage {
    let provider = try #require(CGDataProvider(data: Data(samples)))
    func made(_ decode: UnsafePointer<CGFloat>?) -> CGImage? {
      unsafe CGImage(
        maskWidth: width, height: samples.count / width, bitsPerComponent: 8, bitsPerPixel: 8, bytesPerRow: width,
        provider: provider, decode: decode, shouldInterpolate: interpolates)
    }
    let image = decode.map { unsafe $0.withUnsafeBufferPointer { unsafe made($0.baseAddress) } } ?? made(nil)
    return try #require(image)
  }

  private static func floats(_ image: CGImage) throws -> [Float] {
    let data = try #require(image.dataProvider?.data)
    return unsafe data.withUnsafeBytes { bytes in
      (0..<image.height).flatMap { row in
        (0..<4 * image.width).map {
          unsafe bytes.loadUnaligned(fromByteOffset: row * image.bytesPerRow + 4 * $0, as: Float.self)
        }
      }
    }
  }

  @Test func `a mask lets through where it is 0, and light above white keeps its numbers`() throws {
    let mask = try Self.mask([0, 255, 51, 0], width: 2)
    #expect(mask.isMask && mask.colorSpace == nil && mask.bitsPerComponent == 8 && mask.bitsPerPixel == 8)
    let image = try Self.image([8, 4, -0.5, 1, 1, 1, 1, 1, 2, 2, 2, 1, 0, 0, 0, 1], width: 2)
    let masked = try #require(image.masking(mask))
    #expect(!masked.isMask && masked.alphaInfo == .last && masked.width == 2 && masked.colorSpace == image.colorSpace)
    let floats = try Self.floats(masked)
    #expect(floats[0...3] == [8, 4, -0.5, 1])
    #expect(floats[7] == 0 && abs(floats[11] - 0.8) < 1e-6 && floats[8] == 2)
    let turned = try Self.mask([0, 255, 51, 0], width: 2, decode: [1, 0])
    let other = try Self.floats(try #require(image.masking(turned)))
    #expect(other[3] == 0 && other[7] == 1 && abs(other[11] - 0.2) < 1e-6)
  }

  @Test func `a gray image is alpha, stretched over the picture`() throws {
    let provider = try #require(CGDataProvider(data: Data([0, 255])))
    let made = unsafe CGImage(
      width: 2, height: 1, bitsPerComponent: 8, bitsPerPixel: 8, bytesPerRow: 2, space: CGColorSpaceCreateDeviceGray(),
      bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.none.rawValue), provider: provider, decode: nil,
      shouldInterpolate: true, intent: .defaultIntent)
    let gray = try #require(made)
    let image = try Self.image([Float](repeating: 1, count: 32), width: 8)
    let floats = try Self.floats(try #require(image.masking(gray)))
    let alphas = (0..<8).map { floats[4 * $0 + 3] }
    // A ramp between the centres of the two samples.
    for (found, wanted) in zip(alphas, [0, 0, 0.125, 0.375, 0.625, 0.875, 1, 1] as [Float]) {
      #expect(abs(found - wanted) < 1e-6)
    }
    #expect(image.masking(image) == nil)
    #expect(try Self.mask([0, 1], width: 2).masking(gray) == nil)
  }

  @Test func `premultiplied colour is multiplied too`() throws {
    let image = try Self.image([2, 1, 0.5, 0.5], width: 1, alpha: .premultipliedLast)
    let masked = try #require(image.masking(try Self.mask([127], width: 1)))
    let floats = try Self.floats(masked)
    let share = Float(128) / 255
    #expect(masked.alphaInfo == .premultipliedLast)
    for (found, wanted) in zip(floats, [2 * share, share, share / 2, share / 2]) {
      #expect(abs(found - wanted) < 1e-6)
    }
  }

  @Test func `colours inside a range become transparent`() throws {
    let bytes: [UInt8] = [10, 20, 30, 255, 11, 20, 30, 255, 10, 20, 31, 255]
    let provider = try #require(CGDataProvider(data: Data(bytes)))
    let made = unsafe CGImage(
      width: 3, height: 1, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 12, space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.noneSkipLast.rawValue), provider: provider, decode: nil,
      shouldInterpolate: false, intent: .defaultIntent)
    let image = try #require(made)
    let masked = try #require(image.copy(maskingColorComponents: [9, 10, 20, 20, 0, 30]))
    #expect(
      [UInt8](try #require(masked.dataProvider?.data)).prefix(12) == [10, 20, 30, 0, 11, 20, 30, 255, 10, 20, 31, 255])
    #expect(image.copy(maskingColorComponents: [0, 1]) == nil)
    #expect(masked.copy(maskingColorComponents: [9, 10, 20, 20, 0, 30]) == nil)
  }

  @Test func `masks of few bits, too short data and wrong sizes`() throws {
    let provider = try #require(CGDataProvider(data: Data([0b1010_0000])))
    func made(_ width: Int, _ height: Int, _ bits: Int, _ rowBytes: Int) -> CGImage? {
      unsafe CGImage(
        maskWidth: width, height: height, bitsPerComponent: bits, bitsPerPixel: bits, bytesPerRow: rowBytes,
        provider: provider, decode: nil, shouldInterpolate: false)
    }
    #expect(try #require(made(4, 1, 1, 1)).maskValues == [0, 1, 0, 1])
    for (width, height, bits, rowBytes) in [(4, 2, 1, 1), (0, 1, 1, 1), (4, 1, 3, 1), (9, 1, 1, 1), (4, -1, 1, 1)] {
      #expect(made(width, height, bits, rowBytes) == nil)
    }
    let part = try #require(made(4, 1, 1, 1)?.cropping(to: CGRect(x: 1, y: 0, width: 2, height: 1)))
    #expect(part.isMask && part.maskValues == [1, 0])
  }

  @Test func `consumers take data and files`() throws {
    #expect(CGDataConsumer(data: NSMutableData()) != nil)
    #expect(CGDataConsumer(url: URL(fileURLWithPath: "/tmp/a.png")) != nil)
    #expect(CGDataConsumer(url: try #require(URL(string: "https://example.org/a.png"))) == nil)
  }
}
