import Foundation
import HeadroomColor
import HeadroomGraphics
import HeadroomPixels
import Testing

@Suite struct CGContextTests {
  private let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)

  @Test func `a context starts transparent and its origin is at the lower left`() throws {
    let context = try TestImages.context(3, 2)
    context.setFillColor(red)
    context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(try TestImages.numbers(context, 0, 1) == [1, 0, 0, 1])
    #expect(try TestImages.numbers(context, 0, 0) == [0, 0, 0, 0])
    #expect(context.width == 3 && context.height == 2 && context.bitsPerPixel == 32 && context.bitsPerComponent == 8)
    #expect(context.alphaInfo == .premultipliedLast && context.colorSpace?.name == CGColorSpace.sRGB)
  }

  @Test func `half of a pixel is covered by half`() throws {
    let context = try TestImages.context(2, 2)
    context.setFillColor(gray: 1, alpha: 1)
    context.fill(CGRect(x: 0.5, y: 0, width: 1, height: 1))
    #expect(abs(try TestImages.numbers(context, 0, 1).w - 0.5) < 0.003)
    context.clear(.infinite)
    #expect(try TestImages.numbers(context, 0, 1) == [0, 0, 0, 0])
    context.setShouldAntialias(false)
    context.fill(CGRect(x: 0.4, y: 0, width: 1, height: 1))
    #expect(try TestImages.numbers(context, 0, 1).w == 1 && TestImages.numbers(context, 1, 1).w == 0)
  }

  @Test func `transparent colour mixes with what is there in the numbers of the space`() throws {
    let context = try TestImages.context(1, 1)
    let all = CGRect(x: 0, y: 0, width: 1, height: 1)
    context.setFillColor(red: 1, green: 1, blue: 1, alpha: 1)
    context.fill(all)
    context.setFillColor(red: 0, green: 0, blue: 0, alpha: 0.5)
    context.fill(all)
    #expect(isNear(try TestImages.numbers(context, 0, 0), [0.5, 0.5, 0.5, 1], 0.003))
  }

  @Test(arguments: CGBlendMode.allCases)
  func `blend modes are those of Porter and Duff, and of W3C where colours are mixed`(_ mode: CGBlendMode) throws {
    let context = try TestImages.floatContext(1, 1, space: CGColorSpace.extendedLinearSRGB)
    let all = CGRect(x: 0, y: 0, width: 1, height: 1)
    let space = try TestImages.space(CGColorSpace.extendedLinearSRGB)
    func color(_ value: CGFloat, _ alpha: CGFloat) throws -> CGColor {
      unsafe try #require(CGColor(colorSpace: space, components: [value, value, value, alpha]))
    }
    context.setFillColor(try color(0.8, 0.75))
    context.fill(all)
    context.setBlendMode(mode)
    context.setFillColor(try color(0.4, 0.5))
    context.fill(all)
    // Premultiplied: R = 0.6 with Ra = 0.75, S = 0.2 with Sa = 0.5.
    let expected: (value: Float, alpha: Float) =
      switch mode {
      case .normal: (0.5, 0.875)
      case .clear: (0, 0)
      case .copy: (0.2, 0.5)
      case .sourceIn: (0.15, 0.375)
      case .sourceOut: (0.05, 0.125)
      case .sourceAtop: (0.45, 0.75)
      case .destinationOver: (0.65, 0.875)
      case .destinationIn: (0.3, 0.375)
      case .destinationOut: (0.3, 0.375)
      case .destinationAtop: (0.35, 0.5)
      case .xor: (0.35, 0.5)
      case .plusLighter: (0.8, 1)
      case .plusDarker: (0.55, 1)
      // Cb = 0.8 and Cs = 0.4: 0.05 + 0.3 + 0.375 B.
      case .multiply: (0.35 + 0.375 * 0.32, 0.875)
      case .screen: (0.35 + 0.375 * 0.88, 0.875)
      case .overlay: (0.35 + 0.375 * 0.76, 0.875)
      case .darken, .luminosity: (0.35 + 0.375 * 0.4, 0.875)
      case .lighten, .hue, .saturation, .color: (0.35 + 0.375 * 0.8, 0.875)
      case .colorDodge: (0.35 + 0.375, 0.875)
      case .colorBurn: (0.35 + 0.375 * 0.5, 0.875)
      case .softLight: (0.35 + 0.375 * 0.768, 0.875)
      case .hardLight: (0.35 + 0.375 * 0.64, 0.875)
      case .difference: (0.35 + 0.375 * 0.4, 0.875)
      case .exclusion: (0.35 + 0.375 * 0.56, 0.875)
      }
    let found = try TestImages.numbers(context, 0, 0)
    #expect(isNear(found, [expected.value, expected.value, expected.value, expected.alpha], 1e-6), "\(found)")
  }

  @Test func `saved state comes back`() throws {
    let context = try TestImages.context(4, 4)
    context.saveGState()
    context.translateBy(x: 2, y: 0)
    context.scaleBy(x: 2, y: 1)
    context.setFillColor(red)
    context.interpolationQuality = .none
    #expect(context.ctm == CGAffineTransform(a: 2, b: 0, c: 0, d: 1, tx: 2, ty: 0))
    context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    context.restoreGState()
    #expect(context.ctm.isIdentity && context.interpolationQuality == .default)
    #expect(try TestImages.numbers(context, 3, 3).x == 1 && TestImages.numbers(context, 1, 3).w == 0)
    context.restoreGState()
  }

  @Test func `a clip limits drawing until it is taken away`() throws {
    let context = try TestImages.context(4, 1)
    context.setFillColor(red)
    context.clip(to: CGRect(x: 1, y: 0, width: 2, height: 1))
    context.clip(to: CGRect(x: 0, y: 0, width: 2, height: 1))
    context.fill([CGRect(x: 0, y: 0, width: 4, height: 1)])
    let alphas = try (0..<4).map { try TestImages.numbers(context, $0, 0).w }
    #expect(alphas == [0, 1, 0, 0])
    context.resetClip()
    context.fill(CGRect(x: 0, y: 0, width: 4, height: 1))
    #expect(try TestImages.numbers(context, 3, 0).w == 1)
  }

  @Test func `a turned rectangle covers what lies inside it`() throws {
    let context = try TestImages.context(11, 11)
    context.translateBy(x: 5.5, y: 5.5)
    context.rotate(by: .pi / 4)
    context.setFillColor(red)
    context.fill(CGRect(x: -3, y: -3, width: 6, height: 6))
    #expect(try TestImages.numbers(context, 5, 5).w == 1)
    #expect(try TestImages.numbers(context, 5, 2).w == 1 && TestImages.numbers(context, 1, 1).w == 0)
    #expect(try TestImages.numbers(context, 2, 2).w == 0)
    // The area of the square is 36 pixels.
    var area: Float = 0
    let image = try #require(context.makeImage())
    for row in 0..<11 { for column in 0..<11 { area += TestImages.numbers(image, column, row).w } }
    #expect(abs(area - 36) < 0.05, "\(area)")
  }

  @Test func `colours are converted to the context's space and kept in its range`() throws {
    let context = try TestImages.context(1, 1, space: CGColorSpace.displayP3)
    context.setFillColor(red)
    context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(isNear(try TestImages.numbers(context, 0, 0), [0.9175, 0.2003, 0.1386, 1], 0.003))
    let gray = try TestImages.context(1, 1, space: CGColorSpace.linearGray, info: [])
    gray.setFillColor(red)
    gray.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(abs(try TestImages.numbers(gray, 0, 0).x - 0.2126) < 0.003)
    let extended = try TestImages.floatContext(1, 1, space: CGColorSpace.extendedLinearSRGB)
    let bright = CGColor(
      headroom: 4, colorSpace: try #require(extended.colorSpace), red: 4, green: -1, blue: 0, alpha: 1)
    extended.setFillColor(try #require(bright))
    extended.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(try TestImages.numbers(extended, 0, 0) == [4, -1, 0, 1])
  }

  @Test func `an image made of a context does not change with it`() throws {
    let context = try TestImages.context(1, 1)
    let before = try #require(context.makeImage())
    context.setFillColor(red)
    context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(TestImages.numbers(before) == [0, 0, 0, 0] && before.colorSpace == context.colorSpace)
    #expect(before.bitmapInfo == context.bitmapInfo)
  }

  struct Layout: Sendable, CustomTestStringConvertible {
    let info: CGBitmapInfo
    let bits: Int
    var space = CGColorSpace.sRGB
    var testDescription: String { "\(bits) \(info.rawValue) \(space)" }
  }

  static let layouts: [Layout] = [
    Layout(info: CGBitmapInfo(alpha: .premultipliedLast), bits: 8),
    Layout(info: CGBitmapInfo(alpha: .premultipliedFirst), bits: 8),
    Layout(info: CGBitmapInfo(alpha: .premultipliedFirst, byteOrder: .order32Little), bits: 8),
    Layout(info: CGBitmapInfo(alpha: .noneSkipLast), bits: 8),
    Layout(info: CGBitmapInfo(alpha: .noneSkipFirst, byteOrder: .order32Little), bits: 8),
    Layout(info: CGBitmapInfo(alpha: .premultipliedLast, byteOrder: .order16Little), bits: 16),
    Layout(info: CGBitmapInfo(alpha: .premultipliedLast), bits: 16),
    Layout(info: CGBitmapInfo(alpha: .noneSkipLast, byteOrder: .order16Big), bits: 16),
    Layout(info: CGBitmapInfo(alpha: .premultipliedLast, component: .float, byteOrder: .order16Little), bits: 16),
    Layout(info: CGBitmapInfo(alpha: .premultipliedLast, component: .float), bits: 32),
    Layout(
      info: CGBitmapInfo(alpha: .noneSkipFirst, byteOrder: .order32Little, pixelFormat: .RGB101010), bits: 10),
    Layout(info: [], bits: 8, space: CGColorSpace.genericGrayGamma2_2),
    Layout(info: .byteOrder16Little, bits: 16, space: CGColorSpace.linearGray),
  ]

  @Test(arguments: layouts) func `every layout can be drawn into`(_ layout: Layout) throws {
    let context = try TestImages.context(3, 2, space: layout.space, info: layout.info, bits: layout.bits)
    context.setFillColor(red: 0.5, green: 0.5, blue: 0.5, alpha: 1)
    context.fill(CGRect(x: 1, y: 0, width: 1, height: 1))
    let expected: Float = layout.space == CGColorSpace.linearGray ? 0.214 : layout.space.contains("Gray") ? 0.496 : 0.5
    let found = try TestImages.numbers(context, 1, 1)
    #expect(abs(found.x - expected) < 0.004 && found.w == 1, "\(found)")
    #expect(try TestImages.numbers(context, 0, 0).x == 0)
    #expect(context.bitmapInfo == layout.info)
  }

  @Test func `alpha alone takes the alpha of what is drawn`() throws {
    let info = CGBitmapInfo(alpha: .alphaOnly)
    let context = unsafe CGContext(
      data: nil, width: 2, height: 1, bitsPerComponent: 8, bytesPerRow: 0, space: nil, bitmapInfo: info)
    let made = try #require(context)
    made.setFillColor(red: 1, green: 1, blue: 1, alpha: 0.6)
    made.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(abs(try TestImages.numbers(made, 0, 0).w - 0.6) < 0.003)
    #expect(try TestImages.numbers(made, 1, 0).w == 0)
  }

  @Test func `the caller's memory is drawn into and given back`() throws {
    let flag = Flag()
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 24, alignment: 16)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: 24)
    defer { unsafe memory.deallocate() }
    func scope() throws {
      let context = unsafe CGContext(
        data: memory, width: 2, height: 2, bitsPerComponent: 8, bytesPerRow: 12,
        space: try TestImages.space(CGColorSpace.sRGB), bitmapInfo: CGBitmapInfo(alpha: .noneSkipLast),
        releaseCallback: { info, _ in
          guard let info = unsafe info else { return }
          unsafe Unmanaged<Flag>.fromOpaque(info).takeUnretainedValue().count += 1
        }, releaseInfo: Unmanaged.passUnretained(flag).toOpaque())
      let made = try #require(context)
      #expect(unsafe made.data == memory && made.bytesPerRow == 12)
      made.setFillColor(red)
      made.fill(CGRect(x: 1, y: 0, width: 1, height: 1))
    }
    try scope()
    #expect(flag.count == 1)
    #expect(unsafe memory.load(fromByteOffset: 16, as: UInt8.self) == 255)
  }

  @Test func `contexts that cannot be drawn into are refused`() throws {
    func make(
      _ width: Int = 2, bits: Int = 8, rowBytes: Int = 0, space: String = CGColorSpace.sRGB,
      info: CGBitmapInfo = CGBitmapInfo(alpha: .premultipliedLast)
    ) throws -> CGContext? {
      unsafe CGContext(
        data: nil, width: width, height: 2, bitsPerComponent: bits, bytesPerRow: rowBytes,
        space: try TestImages.space(space), bitmapInfo: info)
    }
    #expect(try make() != nil)
    #expect(try make(0) == nil && make(-3) == nil && make(Int.max) == nil)
    #expect(try make(rowBytes: 7) == nil)
    #expect(try make(info: CGBitmapInfo(alpha: .last)) == nil, "straight alpha")
    #expect(try make(space: CGColorSpace.genericLab) == nil)
    #expect(try make(bits: 5) == nil && make(bits: 64) == nil)
    let number = unsafe CGContext(
      data: nil, width: 2, height: 2, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
    #expect(number != nil)
  }
}

/// Counts how often memory was given back.
private final class Flag: @unchecked Sendable { var count = 0 }
