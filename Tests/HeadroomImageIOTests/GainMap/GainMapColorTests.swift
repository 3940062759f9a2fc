import HeadroomColor
import HeadroomContainers
import HeadroomImageIO
import HeadroomPixels
import Testing

/// Colours of saturated lamps in files with a gain map: what a coded base loses of them, one gain multiplies.
@Suite struct GainMapColorTests {
  private static let linear = ColorEncoding.extendedLinearDisplayP3
  private static let (width, height) = (320, 192)
  private static let lamps: [(x: Int, y: Int, radius: Int, color: SIMD3<Float>)] = [
    (40, 40, 12, [0, 0.02, 1]), (110, 50, 6, [1, 0.02, 0]), (180, 40, 9, [0.02, 1, 0]), (250, 60, 4, [1, 0, 1]),
    (60, 120, 3, [0, 0, 1]), (140, 130, 14, [1, 0.8, 0]), (220, 140, 2, [1, 0, 0]), (280, 130, 10, [0, 0.9, 1]),
  ]

  /// Lamps of 12 times white on a dim wall, grey ones where they are to have no colour.
  private static func light(_ x: Int, _ y: Int, isGray: Bool) -> SIMD3<Float> {
    let wall = SIMD3<Float>(1, 0.95, 0.85) * (0.06 + 0.1 * Float(x * 7 % 50 + y * 13 % 50) / 100)
    for lamp in lamps {
      let (u, v) = (x - lamp.x, y - lamp.y)
      guard u * u + v * v <= lamp.radius * lamp.radius else { continue }
      return 12 * (isGray ? SIMD3(repeating: lamp.color.max()) : lamp.color)
    }
    return wall
  }

  /// Its base has the same hues, as those of tone mapping.
  private static func pair(isGray: Bool, _ options: GainMapOptions) throws -> AdaptivePicture {
    func bitmap(_ format: PixelFormat, _ value: (SIMD3<Float>) -> SIMD3<Float>) throws -> PixelBitmap {
      let result = try PixelBitmap(width: width, height: height, format: format, alpha: .opaque)
      let buffer = RowBuffer(capacity: width)
      let rows = unsafe buffer.rows
      for y in 0..<height {
        for x in 0..<width {
          let pixel = value(light(x, y, isGray: isGray))
          (unsafe rows.r[x], unsafe rows.g[x], unsafe rows.b[x], unsafe rows.a[x]) = (pixel.x, pixel.y, pixel.z, 1)
        }
        unsafe RowCodec.pack(rows, count: width, into: result, row: y, x: 0)
      }
      return result
    }
    let base = try bitmap(.rgb8) { light in
      let shown = light / max(light.max(), 1)
      return SIMD3((0..<3).map { Float(TransferFunction.sRGB.encode(Double(shown[$0]))) })
    }
    return AdaptivePicture(
      base: StillImage(base: base, encoding: .displayP3), alternate: try bitmap(.rgbaFloat) { $0 },
      alternateEncoding: linear, mapOptions: options)
  }

  private struct Written {
    let channels: Int
    let fidelity: GainMapFidelity
    /// Delta E ITP of the means of blocks of 16 x 16 pixels, found without any of our own measuring of blocks.
    let differences: [Double]
    /// The largest channel of any pixel, over the one wanted.
    let peak: Float
  }

  private static func written(
    isGray: Bool = false, _ options: GainMapOptions = GainMapOptions(), by writer: any ImageWriter = JPEGWriter()
  ) throws -> Written {
    let file = try pair(isGray: isGray, options).encoded(by: writer, options: EncodeOptions(quality: 85))
    let still = try ImageFormats.open(FileBytes(file.bytes)).decode(DecodeRequest())
    let rendition = try GainMapRendition.make(still: still, displayHeadroomStops: .infinity, format: .rgbaFloat)
    var found: [SIMD3<Float>] = []
    let buffer = RowBuffer(capacity: width)
    let rows = unsafe buffer.rows
    for y in 0..<height {
      unsafe RowCodec.unpack(rendition.bitmap, row: y, x: 0, count: width, into: rows)
      for x in 0..<width { unsafe found.append(SIMD3(rows.r[x], rows.g[x], rows.b[x])) }
    }
    var differences: [Double] = []
    for (left, top) in blocks {
      var (here, there) = (SIMD3<Double>.zero, SIMD3<Double>.zero)
      for index in 0..<256 {
        let (x, y) = (left + index % 16, top + index / 16)
        here += SIMD3<Double>(light(x, y, isGray: isGray)) / 256
        there += SIMD3<Double>(found[y * width + x]) / 256
      }
      let matrix = ColorPrimaries.p3D65.matrix(to: .bt2020)
      let nits = { (color: SIMD3<Double>) in
        let wide = matrix.apply(color)
        return 203 * SIMD3(max(wide.x, 0), max(wide.y, 0), max(wide.z, 0))
      }
      differences.append(DeltaEITP.difference(nits(here), nits(there)))
    }
    return Written(
      channels: try #require(still.gainMap).bitmap.format.channelCount, fidelity: try #require(file.fidelity),
      differences: differences, peak: (found.map { $0.max() }.max() ?? 0) / 12)
  }

  private static var blocks: [(Int, Int)] {
    stride(from: 0, to: height, by: 16).flatMap { y in stride(from: 0, to: width, by: 16).map { ($0, y) } }
  }

  private static let writers: [any ImageWriter] = [JPEGFormat.writer, HEICFormat.writer, AVIFFormat.writer]
    .compactMap { $0 }

  @Test(arguments: 0..<3) func `saturated lamps keep their colours`(_ index: Int) throws {
    let found = try Self.written(by: Self.writers[index])
    #expect(found.channels == 3)
    #expect(!found.fidelity.changesColors)
    #expect(found.differences.allSatisfy { $0 < 7 }, "\(found.differences.max() ?? 0)")
    // Rounding of a base under a large gain makes single pixels brighter; that is said.
    let isSaid = found.fidelity.losses.contains { $0.hasPrefix("its peak") }
    #expect((found.peak - 1).magnitude < 0.2 || isSaid, "\(found.peak)")
  }

  @Test func `one gain on request says which colours it loses`() throws {
    let found = try Self.written(GainMapOptions(channels: .luma))
    #expect(found.channels == 1)
    #expect(found.differences.contains { $0 > 7 })
    #expect(found.fidelity.changesColors)
    #expect(found.fidelity.losses.contains { $0.contains("have another colour (delta E ITP ") })
  }

  @Test func `lamps without colours need one gain`() throws {
    let found = try Self.written(isGray: true)
    #expect(found.channels == 1)
    #expect(!found.fidelity.changesColors)
  }
}
