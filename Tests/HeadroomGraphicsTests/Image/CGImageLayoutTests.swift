import Foundation
import HeadroomColor
import HeadroomGraphics
import HeadroomPixels
import Testing

@Suite struct CGImageLayoutTests {
  /// One pixel of red 1/4, green 1/2, blue 3/4 and alpha 1 (or 4/5) in some layout.
  struct Sample: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    let bits: Int
    let pixelBits: Int
    let info: CGBitmapInfo
    var expected: SIMD4<Float> = [64 / 255, 128 / 255, 191 / 255, 1]
    var tolerance: Float = 1e-6
    var testDescription: String { name }
  }

  private static func half(_ values: Float...) -> [UInt8] {
    values.flatMap { value in
      let bits = Float16(value).bitPattern
      return [UInt8(bits & 255), UInt8(bits >> 8)]
    }
  }

  private static func float(_ values: [Float], isBig: Bool = false) -> [UInt8] {
    values.flatMap { value in
      let bytes = (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> UInt32(8 * $0)) }
      return isBig ? bytes.reversed() : bytes
    }
  }

  private static func info(
    _ alpha: CGImageAlphaInfo, _ order: CGImageByteOrderInfo = .orderDefault,
    _ component: CGImageComponentInfo = .integer, _ format: CGImagePixelFormatInfo = .packed
  ) -> CGBitmapInfo {
    CGBitmapInfo(alpha: alpha, component: component, byteOrder: order, pixelFormat: format)
  }

  static let samples: [Sample] = {
    let quarter: SIMD4<Float> = [0.25, 0.5, 0.75, 1]
    let words: SIMD4<Float> = [0x1234 / 65535, 0x5678 / 65535, 0x9ABC / 65535, 1]
    let ten: SIMD4<Float> = [256 / 1023, 512 / 1023, 768 / 1023, 1]
    let withAlpha: SIMD4<Float> = [64 / 255, 128 / 255, 191 / 255, 204 / 255]
    let word10: UInt32 = 256 << 20 | 512 << 10 | 768
    let little10 = (0..<4).map { UInt8(truncatingIfNeeded: word10 >> UInt32(8 * $0)) }
    return [
      Sample(name: "RGB 8", bytes: [64, 128, 191], bits: 8, pixelBits: 24, info: info(.none)),
      Sample(name: "RGBX 8", bytes: [64, 128, 191, 7], bits: 8, pixelBits: 32, info: info(.noneSkipLast)),
      Sample(name: "XRGB 8", bytes: [7, 64, 128, 191], bits: 8, pixelBits: 32, info: info(.noneSkipFirst)),
      Sample(
        name: "BGRX 8", bytes: [191, 128, 64, 7], bits: 8, pixelBits: 32, info: info(.noneSkipFirst, .order32Little)),
      Sample(
        name: "XBGR 8", bytes: [7, 191, 128, 64], bits: 8, pixelBits: 32, info: info(.noneSkipLast, .order32Little)),
      Sample(
        name: "RGBA 8", bytes: [64, 128, 191, 204], bits: 8, pixelBits: 32, info: info(.last), expected: withAlpha),
      Sample(
        name: "ARGB 8 premultiplied", bytes: [204, 64, 128, 191], bits: 8, pixelBits: 32,
        info: info(.premultipliedFirst), expected: withAlpha),
      Sample(
        name: "BGRA 8 premultiplied", bytes: [191, 128, 64, 204], bits: 8, pixelBits: 32,
        info: info(.premultipliedFirst, .order32Little), expected: withAlpha),
      Sample(
        name: "ABGR 8", bytes: [204, 191, 128, 64], bits: 8, pixelBits: 32, info: info(.last, .order32Little),
        expected: withAlpha),
      Sample(
        name: "8 bits in swapped pairs", bytes: [128, 64, 7, 191], bits: 8, pixelBits: 32,
        info: info(.noneSkipLast, .order16Little)),
      Sample(
        name: "RGB 16 little", bytes: [0x34, 0x12, 0x78, 0x56, 0xBC, 0x9A], bits: 16, pixelBits: 48,
        info: info(.none, .order16Little), expected: words),
      Sample(
        name: "RGB 16 big", bytes: [0x12, 0x34, 0x56, 0x78, 0x9A, 0xBC], bits: 16, pixelBits: 48,
        info: info(.none, .order16Big), expected: words),
      Sample(
        name: "RGB 16 default is big", bytes: [0x12, 0x34, 0x56, 0x78, 0x9A, 0xBC], bits: 16, pixelBits: 48,
        info: info(.none), expected: words),
      Sample(
        name: "RGBA 16 in little-endian 32-bit units", bytes: [0x78, 0x56, 0x34, 0x12, 0xFF, 0xFF, 0xBC, 0x9A],
        bits: 16, pixelBits: 64, info: info(.last, .order32Little), expected: words),
      Sample(
        name: "RGB half", bytes: half(0.25, 0.5, 0.75), bits: 16, pixelBits: 48,
        info: info(.none, .order16Little, .float), expected: quarter),
      Sample(
        name: "RGBA half without order is the machine's", bytes: half(0.25, 0.5, 0.75, 1), bits: 16, pixelBits: 64,
        info: info(.premultipliedLast, .orderDefault, .float), expected: quarter),
      Sample(
        name: "RGB float", bytes: float([0.25, 0.5, 0.75]), bits: 32, pixelBits: 96,
        info: info(.none, .order32Little, .float), expected: quarter),
      Sample(
        name: "RGBA float big", bytes: float([0.25, 0.5, 0.75, 1], isBig: true), bits: 32, pixelBits: 128,
        info: info(.last, .order32Big, .float), expected: quarter),
      Sample(
        name: "float above 1", bytes: float([4, -0.5, 0.75, 1]), bits: 32, pixelBits: 128,
        info: info(.noneSkipLast, .order32Little, .float), expected: [4, -0.5, 0.75, 1]),
      Sample(
        name: "RGB 10 little", bytes: little10, bits: 10, pixelBits: 32,
        info: info(.noneSkipFirst, .order32Little, .integer, .RGB101010), expected: ten),
      Sample(
        name: "RGB 10 big, spare bits last", bytes: (0..<4).map { UInt8((word10 << 2) >> UInt32(24 - 8 * $0) & 255) },
        bits: 10, pixelBits: 32, info: info(.noneSkipLast, .order32Big, .integer, .RGB101010), expected: ten),
      Sample(
        name: "RGB 10 big, spare bits first", bytes: little10.reversed(), bits: 10, pixelBits: 32,
        info: info(.noneSkipFirst, .order32Big, .integer, .RGB101010), expected: ten, tolerance: 1e-5),
      Sample(
        name: "RGB 555", bytes: [0b0010_0010, 0b0001_1000], bits: 5, pixelBits: 16,
        info: info(.noneSkipFirst, .order16Big, .integer, .RGB555), expected: [8 / 31, 16 / 31, 24 / 31, 1],
        tolerance: 1e-5),
      Sample(
        name: "RGB 565 little", bytes: [0b0001_1000, 0b0100_0100], bits: 5, pixelBits: 16,
        info: info(.none, .order16Little, .integer, .RGB565), expected: [8 / 31, 32 / 63, 24 / 31, 1],
        tolerance: 1e-5),
    ]
  }()

  @Test(arguments: samples) func `every layout gives the numbers it holds`(_ sample: Sample) throws {
    let image = try #require(
      TestImages.image(
        sample.bytes, width: 1, height: 1, bits: sample.bits, pixelBits: sample.pixelBits,
        space: try TestImages.space(CGColorSpace.extendedSRGB), info: sample.info))
    let found = TestImages.numbers(image)
    #expect(isNear(found, sample.expected, sample.tolerance), "\(found)")
    #expect(image.dataProvider?.data == Data(sample.bytes))
    #expect(image.bitmapInfo == sample.info && image.alphaInfo == sample.info.alpha)
    #expect(image.bitsPerComponent == sample.bits && image.bitsPerPixel == sample.pixelBits)
    #expect(image.byteOrderInfo == sample.info.byteOrder && image.pixelFormatInfo == sample.info.pixelFormat)
  }

  @Test(
    arguments: [(1, [0b1010_0000]), (2, [0b1100_0110]), (4, [0xF0, 0x50]), (8, [255, 0, 85])] as [(Int, [UInt8])])
  func `gray of few bits fills the range`(_ bits: Int, _ bytes: [UInt8]) throws {
    let image = try #require(
      TestImages.image(
        bytes, width: 3, height: 1, bits: bits, pixelBits: bits, space: try TestImages.space(CGColorSpace.linearGray),
        info: []))
    let values = (0..<3).map { TestImages.numbers(image, $0).x }
    let last: Float = bits == 1 ? 1 : 1 / 3
    #expect(values[0] == 1 && values[1] == 0 && abs(values[2] - last) < 1e-6, "\(values)")
  }

  @Test func `gray with alpha and alpha alone`() throws {
    let gray = try TestImages.space(CGColorSpace.genericGrayGamma2_2)
    let both = TestImages.image(
      [51, 204], width: 1, height: 1, bits: 8, pixelBits: 16, space: gray, info: CGBitmapInfo(alpha: .last))
    #expect(isNear(TestImages.numbers(try #require(both)), [0.2, 0.2, 0.2, 0.8]))
    let mask = TestImages.image(
      [204], width: 1, height: 1, bits: 8, pixelBits: 8, space: gray, info: CGBitmapInfo(alpha: .alphaOnly))
    #expect(isNear(TestImages.numbers(try #require(mask)), [0, 0, 0, 0.8]))
  }

  @Test func `a decode array maps codes`() throws {
    let image = TestImages.image(
      [0, 255, 51], width: 1, height: 1, bits: 8, pixelBits: 24, space: try TestImages.space(CGColorSpace.sRGB),
      info: [], decode: [1, 0, 0, 0.5, 0, 1])
    let made = try #require(image)
    #expect(isNear(TestImages.numbers(made), [1, 128.0 / 255, 0.2, 1], 1e-3))
    let decode = unsafe made.decode
    #expect(unsafe decode?[3] == 0.5)
  }

  @Test func `rows may be padded and the last one need not be`() throws {
    let bytes: [UInt8] = [10, 20, 99, 99, 30, 40]
    let image = try #require(
      TestImages.image(
        bytes, width: 2, height: 2, bits: 8, pixelBits: 8, rowBytes: 4,
        space: try TestImages.space(CGColorSpace.linearGray), info: []))
    #expect(abs(TestImages.numbers(image, 1, 1).x - 40.0 / 255) < 1e-6)
    #expect(image.bytesPerRow == 4)
  }

  @Test func `a row length that splits components is copied`() throws {
    let bytes: [UInt8] = [0x34, 0x12, 0, 0x78, 0x56]
    let image = try #require(
      TestImages.image(
        bytes, width: 1, height: 2, bits: 16, pixelBits: 16, rowBytes: 3,
        space: try TestImages.space(CGColorSpace.linearGray), info: .byteOrder16Little))
    #expect(abs(TestImages.numbers(image, 0, 1).x - 22136.0 / 65535) < 1e-6)
    #expect(image.dataProvider?.data == Data(bytes))
  }

  @Test func `descriptions that contradict themselves give nil`() throws {
    let rgb = try TestImages.space(CGColorSpace.sRGB)
    let bytes = [UInt8](repeating: 0, count: 64)
    func make(
      _ width: Int = 2, _ height: Int = 2, bits: Int = 8, pixelBits: Int = 32, rowBytes: Int? = nil,
      space: CGColorSpace? = nil, info: CGBitmapInfo = CGBitmapInfo(alpha: .last)
    ) -> CGImage? {
      TestImages.image(
        bytes, width: width, height: height, bits: bits, pixelBits: pixelBits, rowBytes: rowBytes, space: space ?? rgb,
        info: info)
    }
    #expect(make() != nil)
    #expect(make(0) == nil && make(2, -1) == nil)
    #expect(make(5, 4) == nil, "bytes are missing")
    #expect(make(rowBytes: 7) == nil, "rows overlap")
    #expect(make(pixelBits: 24) == nil, "four components do not fit")
    #expect(make(bits: 7) == nil && make(bits: 64, pixelBits: 256) == nil)
    #expect(make(bits: 8, info: CGBitmapInfo(alpha: .last, component: .float)) == nil)
    #expect(make(space: try TestImages.space(CGColorSpace.genericCMYK)) == nil)
    #expect(make(Int.max / 8, 2, rowBytes: Int.max / 2) == nil)
    #expect(make(info: CGBitmapInfo(alpha: .last, pixelFormat: .RGBCIF10)) == nil)
  }

  @Test(arguments: PixelFormat.allCases)
  func `a bitmap of any format can be told in Core Graphics' words`(_ format: PixelFormat) throws {
    let bitmap = try PixelBitmap(width: 4, height: 2, format: format, alpha: .premultiplied)
    let buffer = RowBuffer(capacity: 4)
    let rows = unsafe buffer.rows
    for row in 0..<2 {
      for x in 0..<4 {
        let value = Float(x) / 4
        unsafe rows.r[x] = value
        unsafe rows.g[x] = value
        unsafe rows.b[x] = value
        unsafe rows.a[x] = 1
      }
      unsafe RowCodec.pack(rows, count: 4, into: bitmap, row: row, x: 0)
    }
    let image = CGImage(bitmap: bitmap, colorSpace: try TestImages.space(CGColorSpace.extendedSRGB))
    let data = try #require(image.dataProvider?.data)
    let isGray = [.gray, .grayAlpha, .red].contains(format.layout)
    let space = try TestImages.space(isGray ? CGColorSpace.extendedGray : CGColorSpace.extendedSRGB)
    let back = try #require(
      TestImages.image(
        [UInt8](data), width: 4, height: 2, bits: image.bitsPerComponent, pixelBits: image.bitsPerPixel,
        rowBytes: image.bytesPerRow, space: space, info: image.bitmapInfo))
    let found = TestImages.numbers(back, 2, 1)
    let original = TestImages.numbers(bitmap, column: 2, row: 1)
    let tolerance: Float = format.isYCbCr ? 0.004 : 1e-6
    #expect(abs(found.x - original.x) < tolerance && abs(found.w - original.w) < tolerance, "\(found) \(original)")
  }
}
