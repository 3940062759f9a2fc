import Foundation
import HeadroomColor
import HeadroomDisplay
import HeadroomGraphics
import HeadroomViewer
import Synchronization
import Testing

/// A program's own layer, seen by a page. The source looks at it on the main queue, as programs do.
@MainActor struct ProgramSourceTests {
  private let display = SimulatedDisplay(potentialHeadroom: 64, currentHeadroom: 4)
  private let queue = ViewerQueue(threads: 1, waiting: 16)

  /// Light of one colour, in extended linear sRGB.
  private func light(_ red: Double, _ green: Double, _ blue: Double, width: Int = 6, height: Int = 4) -> CGImage? {
    let context = unsafe CGContext(
      data: nil, width: width, height: height, bitsPerComponent: 32, bytesPerRow: 0,
      space: CGColorSpace(encoding: .extendedLinearSRGB),
      bitmapInfo: CGBitmapInfo(alpha: .premultipliedLast, component: .float, byteOrder: .order32Little))
    let color = unsafe CGColor(
      colorSpace: CGColorSpace(encoding: .extendedLinearSRGB), components: [red, green, blue, 1].map { CGFloat($0) })
    if let color { context?.setFillColor(color) }
    context?.fill(CGRect(x: 0, y: 0, width: width, height: height))
    return context?.makeImage()
  }

  private func next(_ source: ProgramSource, after last: Int = 0) async throws -> LiveFrame {
    try await withCheckedThrowingContinuation { done in
      source.next(LiveRequest(screen: PageScreen(), time: 0, last: last), on: queue) { done.resume(with: $0) }
    }
  }

  /// The PQ codes of the first pixel.
  private func codes(_ frame: LiveFrame) -> SIMD3<Int> {
    let word = (0..<4).reduce(0) { $0 | Int(frame.pixels[$1]) << (8 * $1) }
    return SIMD3(word & 1023, word >> 10 & 1023, word >> 20 & 1023)
  }

  /// The codes that a display's light comes to, by the formulas alone.
  private func codes(_ light: SIMD3<Double>) -> SIMD3<Int> {
    let wide = ColorPrimaries.bt709.matrix(to: .bt2020).apply(light)
    return SIMD3<Int>(
      (0..<3).map { index in
        let y = pow(max(wide[index], 0) * 203 / 10_000, 0.1593017578125)
        return Int((pow((0.8359375 + 18.8515625 * y) / (1 + 18.6875 * y), 78.84375) * 1023).rounded())
      })
  }

  private func isClose(_ a: SIMD3<Int>, _ b: SIMD3<Int>) -> Bool { (0..<3).allSatisfy { abs(a[$0] - b[$0]) <= 1 } }

  @Test func `A layer is sent as the display emits it`() async throws {
    let layer = CALayer()
    layer.contents = light(0.5, 1, 0.25)
    layer.preferredDynamicRange = .high
    let source = ProgramSource(display)
    source.show(layer)
    let frame = try await next(source)
    #expect(frame.version == 1)
    #expect(frame.width == 6 && frame.height == 4 && frame.format == .rgb10a2 && frame.pixels.count == 96)
    #expect(isClose(codes(frame), codes(SIMD3(0.5, 1, 0.25))))
  }

  @Test func `Nothing is sent again before it has changed`() async throws {
    let layer = CALayer()
    layer.contents = light(0.5, 0.5, 0.5)
    let source = ProgramSource(display)
    source.show(layer)
    let first = try await next(source)
    let isThere = Mutex(false)
    let waiting = Task { @MainActor in
      let frame = try await next(source, after: first.version)
      isThere.withLock { $0 = true }
      return frame
    }
    try await Task.sleep(for: .milliseconds(100))
    let isEarly = isThere.withLock { $0 }
    #expect(!isEarly)
    layer.contents = light(0.25, 0.25, 0.25)
    let second = try await waiting.value
    #expect(second.version == first.version + 1)
    #expect(isClose(codes(second), codes(SIMD3(repeating: 0.25))))
  }

  @Test func `A page that comes later gets what is there`() async throws {
    let layer = CALayer()
    layer.contents = light(1, 1, 1)
    let source = ProgramSource(display)
    source.show(layer)
    let first = try await next(source)
    let again = try await next(source)
    #expect(again.version == first.version)
    #expect(again.pixels == first.pixels)
  }

  @Test func `A slider that is moved changes what a metal layer's frame becomes`() async throws {
    let layer = CAMetalLayer()
    layer.device = MTLCreateSystemDefaultDevice()
    layer.pixelFormat = .rgba16Float
    layer.colorspace = CGColorSpace(name: CGColorSpace.extendedLinearSRGB)
    layer.wantsExtendedDynamicRangeContent = true
    layer.drawableSize = CGSize(width: 2, height: 1)
    let drawable = try #require(layer.nextDrawable())
    let pixels = [Float16](repeating: 8, count: 8)
    unsafe pixels.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      unsafe drawable.texture.replace(
        region: MTLRegionMake2D(0, 0, 2, 1), mipmapLevel: 0, withBytes: base, bytesPerRow: 16)
    }
    drawable.present()
    let source = ProgramSource(display)
    source.show(layer)
    let first = try await next(source)
    #expect(isClose(codes(first), codes(SIMD3(repeating: 4))))
    let emitted = try #require(display.emitted(by: layer)?.dataProvider?.data)
    let light = unsafe emitted.withUnsafeBytes { bytes in
      (0..<3).map { unsafe bytes.load(fromByteOffset: 4 * $0, as: Float.self) }
    }
    #expect(isClose(codes(first), codes(SIMD3(light.map { Double($0) }))))
    var screen = PageScreen()
    (screen.headroom, screen.width, screen.height, screen.density) = (2, 800, 600, 2)
    source.screenChanged(screen)
    let second = try await next(source, after: first.version)
    #expect(isClose(codes(second), codes(SIMD3(repeating: 2))))
    #expect(display.screen.currentEDRHeadroom == 2)
    #expect(display.screen.bounds == CGRect(x: 0, y: 0, width: 400, height: 300) && display.screen.scale == 2)
  }

  @Test func `What nobody wants any more is not answered`() async throws {
    let layer = CALayer()
    layer.contents = light(1, 1, 1)
    let source = ProgramSource(display)
    source.show(layer)
    let answers = Mutex(0)
    source.next(LiveRequest(screen: PageScreen(), time: 0, isWanted: { false }), on: queue) { _ in
      answers.withLock { $0 += 1 }
    }
    _ = try await next(source)
    let count = answers.withLock { $0 }
    #expect(count == 0)
  }

  @Test func `A frame that no page takes is refused`() async throws {
    let layer = CALayer()
    layer.contents = light(1, 1, 1, width: 8193, height: 1)
    let source = ProgramSource(display)
    source.show(layer)
    await #expect(throws: ViewerError.self) { try await next(source) }
  }
}
