import HeadroomColor
import HeadroomContainers
import HeadroomGraphics
import HeadroomImageIO
import HeadroomPixels
import HeadroomTestSupport
import Testing

/// A picture made much smaller while it is decoded has the mean light of its pixels.
@Suite struct ShrinkingReaderTests {
  private static let size = (width: 403, height: 331)
  private static let small = (width: 24, height: 16)

  private struct Case: Sendable, CustomTestStringConvertible {
    var format: String
    var pixels: PixelFormat
    var encoding: ColorEncoding
    var testDescription: String { "\(format) \(pixels) \(encoding.transfer)" }
  }

  private static let cases: [Case] = [
    Case(format: "ppm", pixels: .rgb8, encoding: .sRGB),
    Case(format: "pfm", pixels: .rgbFloat, encoding: .extendedLinearSRGB),
    Case(format: "png", pixels: .rgba8, encoding: .sRGB), Case(format: "png", pixels: .rgb16, encoding: .itur2100PQ),
    Case(format: "png", pixels: .rgb16, encoding: .itur2100HLG),
    Case(format: "tiff", pixels: .rgba16, encoding: .displayP3),
    Case(format: "exr", pixels: .rgbaHalf, encoding: .extendedLinearSRGB),
    Case(format: "jxl", pixels: .rgb8, encoding: .sRGB), Case(format: "webp", pixels: .rgb8, encoding: .sRGB),
  ]

  private static func noise(_ format: PixelFormat) throws -> PixelBitmap {
    let bitmap = try PixelBitmap(width: size.width, height: size.height, format: format, alpha: .straight)
    var noise = SeededGenerator(seed: 7)
    let buffer = RowBuffer(capacity: size.width)
    let rows = unsafe buffer.rows
    for y in 0..<size.height {
      for x in 0..<size.width {
        let bits = noise.next()
        func value(_ shift: UInt64) -> Float { Float(bits >> shift & 0xFFF) / 4095 * Float(x + 100) / 600 }
        unsafe (rows.r[x], rows.g[x], rows.b[x]) = (value(0), value(12), value(24))
        unsafe rows.a[x] = y < 100 ? 0 : value(36)
      }
      unsafe RowCodec.pack(rows, count: size.width, into: bitmap, row: y, x: 0, dither: .none)
    }
    return bitmap
  }

  /// Premultiplied light, row by row.
  private static func light(_ still: StillImage) -> [SIMD4<Double>] {
    let bitmap = still.base
    let isLight = bitmap.alpha == .premultiplied
    let reader = LightConverter(bitmap, encoding: still.encoding)
    let buffer = RowBuffer(capacity: bitmap.width)
    let rows = unsafe buffer.rows
    return (0..<bitmap.height).flatMap { y in
      if isLight {
        unsafe RowCodec.unpack(bitmap, row: y, x: 0, count: bitmap.width, into: rows)
      } else {
        unsafe reader.read(row: y, x: 0, count: bitmap.width, into: rows)
      }
      return (0..<bitmap.width).map { x in
        let alpha = unsafe Double(rows.a[x])
        let color = unsafe SIMD3(Double(rows.r[x]), Double(rows.g[x]), Double(rows.b[x])) * (isLight ? 1 : alpha)
        return SIMD4(color, alpha)
      }
    }
  }

  /// Means of boxes whose edges may lie inside pixels.
  private static func boxes(_ light: [SIMD4<Double>], _ target: (width: Int, height: Int)) -> [SIMD4<Double>] {
    func overlap(_ pixel: Int, _ index: Int, _ source: Int, _ target: Int) -> Double {
      let (start, end) = (Double(index * source) / Double(target), Double((index + 1) * source) / Double(target))
      return max(min(end, Double(pixel + 1)) - max(start, Double(pixel)), 0)
    }
    return (0..<target.height * target.width).map { index in
      let (column, row) = (index % target.width, index / target.width)
      var (sum, weight) = (SIMD4<Double>.zero, 0.0)
      let rows = row * size.height / target.height..<min((row + 1) * size.height / target.height + 1, size.height)
      let columns = column * size.width / target.width..<min((column + 1) * size.width / target.width + 1, size.width)
      for y in rows {
        for x in columns {
          let part =
            overlap(x, column, size.width, target.width) * overlap(y, row, size.height, target.height)
          sum += light[y * size.width + x] * part
          weight += part
        }
      }
      return sum / weight
    }
  }

  @Test(arguments: cases.indices)
  func `Pixels are means of light`(_ index: Int) throws {
    let (name, pixels, encoding) = (Self.cases[index].format, Self.cases[index].pixels, Self.cases[index].encoding)
    let writer = try #require(ImageFormats.named(name)?.writer)
    let file = try writer.encode(
      StillImage(base: try Self.noise(pixels), encoding: encoding),
      options: EncodeOptions(isLossless: ["jxl", "webp"].contains(name)))
    let reader = try ImageFormats.open(FileBytes(file))
    let request = DecodeRequest()
    let shrinking = try #require(ShrinkingReader(reader, request, target: (3, 2)))
    #expect(shrinking.decodedSize(request) == Self.small)
    let still = try shrinking.decode(request)
    #expect((still.base.width, still.base.height) == Self.small)
    #expect(still.encoding == reader.info.encoding)
    let expected = Self.boxes(Self.light(try reader.decode(request)), Self.small)
    for (found, wanted) in zip(Self.light(still), expected) {
      let error = found - wanted
      let largest = max(abs(error.x), abs(error.y), abs(error.z), abs(error.w))
      #expect(largest < 1e-4 * max(1, wanted.max()), "\(found) for \(wanted)")
    }
  }

  @Test func `What is not much smaller is left alone, and so is each side`() throws {
    let writer = try #require(ImageFormats.named("ppm")?.writer)
    let file = try writer.encode(
      StillImage(base: try Self.noise(.rgb8), encoding: .sRGB), options: EncodeOptions())
    let reader = try ImageFormats.open(FileBytes(file))
    let request = DecodeRequest()
    #expect(ShrinkingReader(reader, request, target: (40, 40)) == nil)
    #expect(ShrinkingReader(reader, request, target: (1, 300))?.decodedSize(request) ?? (0, 0) == (8, 331))
  }
}
