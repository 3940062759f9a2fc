import Foundation
import HeadroomContainers
import HeadroomGraphics
import HeadroomImageIO
import HeadroomPixels
import HeadroomTestSupport
import Testing

@Suite("Animations")
struct AnimationTests {
  /// A screen of 4 x 2 pixels: red everywhere, then a green column that goes again, then a blue one.
  private static func gif(loops: UInt16?) -> Data {
    func short(_ value: UInt16) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
    func control(_ disposal: UInt8, _ delay: UInt16) -> [UInt8] {
      [0x21, 0xF9, 4, disposal << 2] + short(delay) + [0, 0]
    }
    // Codes of three bits: clear, the pixels, end; the table is cleared before it grows.
    func picture(_ left: UInt16, _ width: UInt16, _ color: Int) -> [UInt8] {
      var bits = 0
      var count = 0
      func add(_ code: Int) {
        bits |= code << count
        count += 3
      }
      for _ in 0..<Int(width) * 2 {
        add(4)
        add(color)
      }
      add(5)
      let data = (0..<(count + 7) / 8).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) }
      return [0x2C] + short(left) + short(0) + short(width) + short(2) + [0, 2, UInt8(data.count)] + data + [0]
    }
    var bytes = Array("GIF89a".utf8) + short(4) + short(2) + [0x81, 0, 0]
    bytes += [255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0]
    if let loops { bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1] + short(loops) + [0] }
    bytes += control(1, 3) + picture(0, 4, 0) + control(3, 3) + picture(0, 1, 1) + control(1, 50) + picture(1, 1, 2)
    return Data(bytes + [0x3B])
  }

  private final class Shown: @unchecked Sendable {
    var pictures: [(index: Int, pixels: [UInt8])] = []
  }

  private static func pixels(_ image: CGImage) -> [UInt8] {
    let line = unsafe image.bitmap.rowAddress(0).assumingMemoryBound(to: UInt8.self)
    return (0..<12).map { unsafe line[$0 / 3 * 4 + $0 % 3] }
  }

  @MainActor @Test func `pictures come in time, each on what was kept of those before`() async throws {
    let shown = Shown()
    let result = unsafe CGAnimateImageDataWithBlock(
      Self.gif(loops: nil), [kCGImageAnimationDelayTime: 0.01]
    ) { index, image, _ in shown.pictures.append((index, Self.pixels(image))) }
    #expect(result == 0 && shown.pictures.isEmpty)
    for _ in 0..<400 where shown.pictures.count < 3 { try await Task.sleep(for: .milliseconds(10)) }
    try await Task.sleep(for: .milliseconds(60))
    let (red, green, blue): ([UInt8], [UInt8], [UInt8]) = ([255, 0, 0], [0, 255, 0], [0, 0, 255])
    #expect(shown.pictures.map(\.index) == [0, 1, 2])
    #expect(shown.pictures.map(\.pixels) == [red + red + red + red, green + red + red + red, red + blue + red + red])
  }

  @MainActor @Test func `the file's loops are played until the closure stops them`() async throws {
    let shown = Shown()
    let folder = try TemporaryFolder()
    let url = URL(fileURLWithPath: folder.path("a.gif"))
    try Self.gif(loops: 0).write(to: url)
    let result = unsafe CGAnimateImageAtURLWithBlock(
      url, [kCGImageAnimationDelayTime: 0.001, kCGImageAnimationStartIndex: 2]
    ) { index, image, stop in
      shown.pictures.append((index, []))
      if shown.pictures.count == 5 { unsafe stop.pointee = true }
    }
    #expect(result == 0)
    for _ in 0..<400 where shown.pictures.count < 5 { try await Task.sleep(for: .milliseconds(10)) }
    try await Task.sleep(for: .milliseconds(30))
    #expect(shown.pictures.map(\.index) == [2, 0, 1, 2, 0])
  }

  @Test func `what is not animated is refused`() throws {
    let never: CGImageSourceAnimationBlock = { _, _, _ in Issue.record("a picture came") }
    let png = try CopyingTests.file("public.png")
    let missing = URL(fileURLWithPath: "/nowhere/a.gif")
    let options: CFDictionary = [kCGImageAnimationStartIndex: 3]
    let results = unsafe [
      CGAnimateImageDataWithBlock(png, nil, never), CGAnimateImageAtURLWithBlock(missing, nil, never),
      CGAnimateImageDataWithBlock(Self.gif(loops: 1), options, never),
    ]
    let expected: [CGImageAnimationStatus] = [.unsupportedFormat, .parameterError, .parameterError]
    #expect(results == expected.map(\.rawValue))
  }

  @Test func `delays and loops are properties`() throws {
    let source = CGImageSource(data: Self.gif(loops: 7))
    let own = try #require(
      CGImageSourceCopyPropertiesAtIndex(source, 0, nil)?[kCGImagePropertyGIFDictionary] as? CFDictionary)
    #expect(own[kCGImagePropertyGIFDelayTime] as? Double == 0.03)
    let whole = try #require(CGImageSourceCopyProperties(source, nil)?[kCGImagePropertyGIFDictionary] as? CFDictionary)
    #expect(whole[kCGImagePropertyGIFLoopCount] as? Int == 7)
    #expect(whole[kCGImagePropertyGIFHasGlobalColorMap] as? Bool == true)
  }
}
