import Foundation
import HeadroomColor
import HeadroomContainers
import HeadroomGraphics
import HeadroomImageIO
import HeadroomPixels
import HeadroomTestSupport
import Testing

@Suite struct JPEGXLWritingTests {
  /// A picture without symmetry whose integer samples are codes of `bits`, spread over the component.
  static func picture(
    _ format: PixelFormat, bits: Int, encoding: ColorEncoding = .sRGB, width: Int = 37, height: Int = 29
  ) throws -> StillImage {
    let isFloat = format.isFloatingPoint
    let bitmap = try PixelBitmap(
      width: width, height: height, format: format, alpha: format.hasAlpha ? .straight : .opaque)
    let top = (1 << min(bits, 16)) - 1
    for y in 0..<height {
      let row = unsafe bitmap.rowAddress(y)
      for index in 0..<width * format.channelCount {
        let code = (index * 7919 + y * 104_729 + index * y) % (top + 1)
        switch format.component {
        case .uint8: unsafe row.assumingMemoryBound(to: UInt8.self)[index] = UInt8(code * 255 / top)
        case .uint16:
          unsafe row.assumingMemoryBound(to: UInt16.self)[index] = UInt16((code * 65535 * 2 + top) / (top * 2))
        case .half:
          // Every kind of finite half: negative, tiny, above 1; but for the subnormals that have a test of their own.
          let pattern = UInt16(truncatingIfNeeded: code &* 40503)
          let value = pattern & 0x7E00 == 0x0200 ? 0.5 : Float16(bitPattern: pattern)
          unsafe row.assumingMemoryBound(to: Float16.self)[index] = value.isFinite ? value : -0.25
        default:
          let value = Float(bitPattern: UInt32(truncatingIfNeeded: code &* 2_654_435_761))
          unsafe row.assumingMemoryBound(to: Float.self)[index] = value.isFinite ? value : 16
        }
      }
    }
    return StillImage(base: bitmap, encoding: isFloat ? encoding.extended : encoding)
  }

  /// A smooth picture, as lossy coding is made for.
  static func smooth(_ encoding: ColorEncoding, _ format: PixelFormat = .rgb16, size: Int = 96) throws -> StillImage {
    let bitmap = try PixelBitmap(width: size, height: size, format: format, alpha: .opaque)
    for y in 0..<size {
      for x in 0..<size {
        let place = SIMD2(Float(x), Float(y)) / Float(size)
        let values = [
          0.1 + 0.6 * place.x, 0.15 + 0.5 * place.y, 0.2 + 0.25 * (place.x + place.y), 1,
        ]
        for channel in 0..<format.channelCount {
          let index = x * format.channelCount + channel
          switch format.component {
          case .uint8:
            unsafe bitmap.rowAddress(y).assumingMemoryBound(to: UInt8.self)[index] = UInt8(values[channel] * 255)
          case .uint16:
            unsafe bitmap.rowAddress(y).assumingMemoryBound(to: UInt16.self)[index] = UInt16(values[channel] * 65535)
          case .half:
            unsafe bitmap.rowAddress(y).assumingMemoryBound(to: Float16.self)[index] = Float16(values[channel] * 4)
          default: unsafe bitmap.rowAddress(y).assumingMemoryBound(to: Float.self)[index] = values[channel] * 4
          }
        }
      }
    }
    return StillImage(base: bitmap, encoding: format.isFloatingPoint ? encoding.extended : encoding)
  }

  static func encode(_ picture: StillImage, _ options: EncodeOptions) throws -> [UInt8] {
    try #require(JPEGXLFormat.writer).encode(picture, options: options)
  }

  static func roundTrip(
    _ picture: StillImage, _ options: EncodeOptions, warnings: [String] = []
  ) throws -> (StillInfo, StillImage) {
    let reader = try ImageFormats.open(FileBytes(encode(picture, options)))
    #expect(reader.info.warnings == warnings)
    return (reader.info, try reader.decode(DecodeRequest()))
  }

  static func bytes(_ bitmap: PixelBitmap) -> [[UInt8]] {
    let count = bitmap.width * bitmap.format.bytesPerPixel
    return (0..<bitmap.height).map { row in
      unsafe [UInt8](UnsafeRawBufferPointer(start: bitmap.rowAddress(row), count: count))
    }
  }

  struct Depth: Sendable, CustomTestStringConvertible {
    var format: PixelFormat
    var bits: Int
    var testDescription: String { "\(bits) bits in \(format)" }
  }

  static let depths: [Depth] = [
    .init(format: .rgb8, bits: 8), .init(format: .rgba8, bits: 8), .init(format: .gray8, bits: 8),
    .init(format: .grayAlpha8, bits: 8), .init(format: .rgb16, bits: 10), .init(format: .rgba16, bits: 10),
    .init(format: .rgb16, bits: 12), .init(format: .gray16, bits: 12), .init(format: .rgb16, bits: 16),
    .init(format: .rgba16, bits: 16), .init(format: .grayAlpha16, bits: 16), .init(format: .rgbHalf, bits: 16),
    .init(format: .rgbaHalf, bits: 16), .init(format: .grayHalf, bits: 16), .init(format: .rgbFloat, bits: 32),
    .init(format: .rgbaFloat, bits: 32), .init(format: .grayFloat, bits: 32),
  ]

  @Test(arguments: depths)
  func `without loss every sample comes back bit by bit`(_ depth: Depth) throws {
    let picture = try Self.picture(depth.format, bits: depth.bits)
    let (info, still) = try Self.roundTrip(picture, EncodeOptions(isLossless: true, bitDepth: depth.bits, speed: 6))
    #expect(info.bitDepth == depth.bits)
    #expect(still.base.format == depth.format)
    #expect(Self.bytes(still.base) == Self.bytes(picture.base))
  }

  @Test func `the largest subnormal halves come back as numbers, with a bit more for the exponent`() throws {
    let bitmap = try PixelBitmap(width: 64, height: 64, format: .grayHalf)
    for index in 0..<4096 {
      let samples = unsafe bitmap.rowAddress(index / 64).assumingMemoryBound(to: Float16.self)
      unsafe samples[index % 64] = Float16(bitPattern: UInt16(index / 2) | (index % 2 == 0 ? 0 : 0x8000))
    }
    let picture = StillImage(base: bitmap, encoding: .extendedLinearGray)
    let (info, still) = try Self.roundTrip(picture, EncodeOptions(isLossless: true))
    #expect(info.bitDepth == 17)
    #expect(still.base.format == .grayFloat)
    #expect(JPEGXLSamples.values(still.base) == JPEGXLSamples.values(bitmap))
  }

  static let encodings: [ColorEncoding] = [
    .sRGB, .displayP3, .itur2100PQ, .itur2100HLG, .displayP3PQ, .linearSRGB, .adobeRGB1998, .rommRGB, .itur709,
    .dciP3, .linearITUR2020, ColorEncoding(primaries: .ap1, transfer: .gamma(1.8)),
    // One of its coordinates is 0, another negative.
    ColorEncoding(primaries: .ap0, transfer: .linear),
  ]

  @Test(arguments: encodings, [true, false])
  func `the encoding comes back, stored or through XYB`(_ encoding: ColorEncoding, _ isLossless: Bool) throws {
    let picture = try Self.smooth(encoding)
    let isReplaced = !isLossless && !Self.hasNumber(encoding)
    let (info, still) = try Self.roundTrip(
      picture, EncodeOptions(quality: 97, isLossless: isLossless),
      warnings: isReplaced ? ["codestream/ICC: the profile's curve was replaced with sRGB's"] : [])
    if Self.hasNumber(encoding) {
      #expect(info.encoding == encoding)
      #expect(info.iccProfile == nil)
    } else {
      // Its curve has no number: a profile says it, and what comes out of XYB gets the nearest that has one.
      #expect(info.encoding.primaries == encoding.primaries)
    }
    guard !isReplaced else { return }
    let difference = JPEGXLSamples.difference(
      JPEGXLSamples.values(still.base), JPEGXLSamples.values(picture.base))
    #expect(isLossless ? difference.peak == 0 : difference.rms < 0.006, "RMS \(difference.rms)")
  }

  static func hasNumber(_ encoding: ColorEncoding) -> Bool { encoding != .rommRGB }

  @Test func `a profile with tables stays with samples stored as they are`() throws {
    guard TestData.isAvailable else { return }
    let source = try JPEGXLSamples.decode("jxl-conformance/spot/input.jxl")
    let (info, still) = try Self.roundTrip(source, EncodeOptions(isLossless: true, speed: 8))
    #expect(info.encoding == source.encoding)
    #expect(Self.bytes(still.base) == Self.bytes(source.base))
  }

  @Test(arguments: [ColorEncoding.itur2100PQ, .itur2100HLG])
  func `PQ and HLG keep light and light level`(_ encoding: ColorEncoding) throws {
    var picture = try Self.smooth(encoding)
    picture.hdr.lightLevel = ContentLightLevel(maxCLL: 800, maxFALL: 120)
    let (info, still) = try Self.roundTrip(picture, EncodeOptions(quality: 95))
    #expect(info.kind == .isoHDR)
    let stated = ContentLightLevel(maxCLL: 800, maxFALL: 0)
    #expect(info.hdr.lightLevel == (encoding == ColorEncoding.itur2100PQ ? stated : nil))
    let difference = JPEGXLSamples.difference(
      JPEGXLSamples.values(still.base), JPEGXLSamples.values(picture.base))
    // In saturated colours the weakest channel is far below the others: its codes move much, its light does not.
    #expect(difference.peak < 0.2 && difference.rms < 0.005, "\(difference)")
  }

  @Test(arguments: [3.0, 42, 203, 2000])
  func `PQ says its own peak, below reference white too`(_ nits: Double) throws {
    var picture = try Self.smooth(.itur2100PQ)
    picture.hdr.lightLevel = ContentLightLevel(maxCLL: nits, maxFALL: nits / 2)
    for options in [EncodeOptions(quality: 95), EncodeOptions(isLossless: true)] {
      let (info, still) = try Self.roundTrip(picture, options)
      #expect(info.hdr.lightLevel == ContentLightLevel(maxCLL: nits, maxFALL: 0))
      let difference = JPEGXLSamples.difference(
        JPEGXLSamples.values(still.base), JPEGXLSamples.values(picture.base))
      #expect(difference.rms < 0.005, "\(difference)")
    }
  }

  @Test(arguments: [PixelFormat.rgbHalf, .rgbFloat])
  func `floats above white survive lossy coding`(_ format: PixelFormat) throws {
    let picture = try Self.smooth(.linearSRGB, format)
    let (info, still) = try Self.roundTrip(picture, EncodeOptions(quality: 95))
    #expect(info.kind == .float && info.encoding == .extendedLinearSRGB)
    #expect(still.base.format == format)
    let difference = JPEGXLSamples.difference(
      JPEGXLSamples.values(still.base), JPEGXLSamples.values(picture.base))
    #expect(difference.peak < 0.1, "\(difference)")
    #expect((JPEGXLSamples.values(still.base).max() ?? 0) > 2.7)
  }

  @Test func `metadata and orientation are carried, or left out`() throws {
    var picture = try Self.picture(.rgb8, bits: 8)
    var block = EXIFBlock()
    block.image[EXIFBlock.Tag.make] = .ascii("Headroom")
    picture.metadata.exif = block.serialized()
    picture.metadata.xmp = Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>".utf8)
    picture.orientation = .right
    let (info, still) = try Self.roundTrip(picture, EncodeOptions(isLossless: true))
    #expect(info.orientation == .right && still.orientation == .right)
    #expect(info.width == 37 && info.height == 29)
    #expect(info.cameraMake == "Headroom")
    #expect(still.metadata.xmp == picture.metadata.xmp)
    let carried = try EXIFBlock(parsing: try #require(still.metadata.exif))
    #expect(carried.orientation == 6)
    let bare = try Self.encode(picture, EncodeOptions(isLossless: true, stripsMetadata: true))
    #expect(bare.starts(with: JPEGXL.codestreamSignature))
    #expect(try ImageFormats.open(FileBytes(bare)).info.orientation == .right)
  }

  @Test func `premultiplied floats are written straight`() throws {
    let bitmap = try PixelBitmap(width: 8, height: 8, format: .rgbaFloat, alpha: .premultiplied)
    for row in 0..<8 {
      let samples = unsafe bitmap.rowAddress(row).assumingMemoryBound(to: Float.self)
      for index in 0..<32 { unsafe samples[index] = index % 4 == 3 ? 0.25 : Float(index + row) }
    }
    let picture = StillImage(base: bitmap, encoding: .extendedLinearSRGB)
    let (_, still) = try Self.roundTrip(picture, EncodeOptions(isLossless: true))
    #expect(still.base.alpha == .straight)
    let straight = JPEGXLSamples.values(bitmap).enumerated().map { $0.offset % 4 == 3 ? $0.element : $0.element * 4 }
    #expect(JPEGXLSamples.values(still.base) == straight)
  }

  @Test func `other layouts are put in order`() throws {
    let picture = try Self.picture(.rgba8, bits: 8)
    let turned = try PixelBitmap(width: 37, height: 29, format: .bgra8, alpha: .straight)
    for y in 0..<29 {
      let from = unsafe picture.base.rowAddress(y).assumingMemoryBound(to: UInt8.self)
      let to = unsafe turned.rowAddress(y).assumingMemoryBound(to: UInt8.self)
      for index in 0..<37 * 4 { unsafe to[index] = unsafe from[index ^ [2, 0, 2, 0][index % 4]] }
    }
    let (_, still) = try Self.roundTrip(StillImage(base: turned, encoding: .sRGB), EncodeOptions(isLossless: true))
    #expect(Self.bytes(still.base) == Self.bytes(picture.base))
    let opaque = StillImage(base: picture.base.reading(alpha: .opaque), encoding: .sRGB)
    #expect(try Self.roundTrip(opaque, EncodeOptions(isLossless: true)).1.base.format == .rgb8)
  }

  @Test func `the same input gives the same bytes on any number of workers`() throws {
    let picture = try Self.smooth(.displayP3, .rgb8, size: 320)
    let workers = ThreadPool.shared.workerCount
    defer { ThreadPool.shared.workerCount = workers }
    for options in [EncodeOptions(quality: 80), EncodeOptions(isLossless: true)] {
      ThreadPool.shared.workerCount = 1
      let one = try Self.encode(picture, options)
      ThreadPool.shared.workerCount = 4
      #expect(try Self.encode(picture, options) == one)
    }
  }

  @Test func `quality sets size and speed sets effort`() throws {
    let picture = try Self.smooth(.sRGB, .rgb8, size: 128)
    let sizes = try [20.0, 60, 95].map { try Self.encode(picture, EncodeOptions(quality: $0)).count }
    #expect(sizes == sizes.sorted() && sizes[0] < sizes[2])
    let exact = try Self.roundTrip(picture, EncodeOptions(quality: 100)).1
    #expect(Self.bytes(exact.base) == Self.bytes(picture.base))
    #expect(try !Self.encode(picture, EncodeOptions(isLossless: true, speed: 10)).isEmpty)
    #expect(try !Self.encode(picture, EncodeOptions(isLossless: true, speed: 0)).isEmpty)
  }

  @Test func `what the format does not hold is said`() throws {
    let picture = try Self.picture(.rgb8, bits: 8)
    var other = picture
    other.encoding = .genericLab
    #expect(throws: ImageIOError.self) { try Self.encode(other, EncodeOptions()) }
    #expect(throws: ImageIOError.self) { try Self.encode(picture, EncodeOptions(bitDepth: 24)) }
  }
}
