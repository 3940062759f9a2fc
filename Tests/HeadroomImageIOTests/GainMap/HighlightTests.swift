import Foundation
import HeadroomColor
import HeadroomContainers
import HeadroomGraphics
import HeadroomImageIO
import HeadroomPixels
import HeadroomTestSupport
import Testing

/// What becomes of small lights in a file with a gain map.
@Suite struct HighlightTests {
  private static let linear = ColorEncoding.extendedLinearDisplayP3

  /// A scene, and its SDR base: the light up to white, colours kept unless `clips`.
  private struct Scene {
    let width: Int
    let height: Int
    let base: PixelBitmap
    let alternate: PixelBitmap

    init(_ width: Int, _ height: Int, clips: Bool = false, _ light: (Int, Int) -> SIMD3<Float>) throws {
      (self.width, self.height) = (width, height)
      base = try PixelBitmap(width: width, height: height, format: .rgb8, alpha: .opaque)
      alternate = try PixelBitmap(width: width, height: height, format: .rgbaHalf, alpha: .opaque)
      let buffer = RowBuffer(capacity: width)
      let rows = unsafe buffer.rows
      func pack(_ bitmap: PixelBitmap, _ y: Int, _ value: (SIMD3<Float>) -> SIMD3<Float>) {
        for x in 0..<width {
          let pixel = value(light(x, y))
          (unsafe rows.r[x], unsafe rows.g[x], unsafe rows.b[x], unsafe rows.a[x]) = (pixel.x, pixel.y, pixel.z, 1)
        }
        unsafe RowCodec.pack(rows, count: width, into: bitmap, row: y, x: 0)
      }
      for y in 0..<height {
        pack(alternate, y) { $0 }
        pack(base, y) { light in
          let shown = clips ? light.clamped(lowerBound: .zero, upperBound: .one) : light / max(light.max(), 1)
          return SIMD3((0..<3).map { Float(TransferFunction.sRGB.encode(Double(shown[$0]))) })
        }
      }
    }

    func written(
      _ writer: any ImageWriter = JPEGWriter(), _ options: GainMapOptions = GainMapOptions()
    ) throws -> (light: [SIMD3<Float>], map: GainMapImage, fidelity: GainMapFidelity) {
      let pair = AdaptivePicture(
        base: StillImage(base: base, encoding: .displayP3), alternate: alternate,
        alternateEncoding: HighlightTests.linear, mapOptions: options)
      let file = try pair.encoded(by: writer, options: EncodeOptions())
      let still = try ImageFormats.open(FileBytes(file.bytes)).decode(DecodeRequest())
      let rendition = try GainMapRendition.make(still: still, displayHeadroomStops: .infinity, format: .rgbaFloat)
      let buffer = RowBuffer(capacity: width)
      let rows = unsafe buffer.rows
      var light: [SIMD3<Float>] = []
      for y in 0..<height {
        unsafe RowCodec.unpack(rendition.bitmap, row: y, x: 0, count: width, into: rows)
        for x in 0..<width { unsafe light.append(SIMD3(rows.r[x], rows.g[x], rows.b[x])) }
      }
      return (light, try #require(still.gainMap), try #require(file.fidelity))
    }
  }

  /// Lamps of a width in pixels at 33 times white on a wall in the dark.
  private static func lamps(_ size: Int, color: SIMD3<Float> = .one, clips: Bool = false) throws -> Scene {
    try Scene(192, 128, clips: clips) { x, y in
      let isLamp = (x + 7) % 32 < size && (y + 5) % 32 < size
      return isLamp ? color * 33 : SIMD3(repeating: 0.02 + 0.0001 * Float(x))
    }
  }

  private static let writers: [any ImageWriter] = [JPEGFormat.writer, HEICFormat.writer, AVIFFormat.writer]
    .compactMap { $0 }

  @Test(arguments: [1, 2, 3, 5], 0..<3)
  func `lamps of few pixels keep their light and do not light up the dark`(_ size: Int, _ writer: Int) throws {
    let scene = try Self.lamps(size)
    let found = try scene.written(Self.writers[writer])
    #expect(found.fidelity.losses == [])
    var kept: [Float] = []
    var dark: [Float] = []
    for y in 0..<scene.height {
      for x in 0..<scene.width {
        let light = found.light[y * scene.width + x].y
        let (across, down) = ((x + 7) % 32, (y + 5) % 32)
        if across < size, down < size { kept.append(light / 33) }
        // Far from lamps; around them the codecs ring.
        if (16..<24).contains(across), (16..<24).contains(down) { dark.append(light / (0.02 + 0.0001 * Float(x))) }
      }
    }
    kept.sort()
    #expect(kept[kept.count / 2] > 0.93)
    #expect(kept[0] > 0.75)
    let mean = dark.reduce(0, +) / Float(dark.count)
    #expect((mean - 1).magnitude < 0.05)
  }

  @Test func `a ramp of light comes back over its whole length`() throws {
    let scene = try Scene(512, 64) { x, _ in SIMD3(repeating: 0.05 * exp2(Float(x) / 512 * 9.3)) }
    let found = try scene.written()
    #expect(found.fidelity.losses == [])
    for x in stride(from: 8, to: 504, by: 8) {
      let block = (0..<64).flatMap { y in (0..<8).map { found.light[y * 512 + x + $0].y } }
      let wanted = (0..<8).map { 0.05 * exp2(Float(x + $0) / 512 * 9.3) }.reduce(0, +) / 8
      #expect((block.reduce(0, +) / Float(block.count) / wanted - 1).magnitude < 0.03)
    }
  }

  @Test func `colours that one gain cannot give back get three`() throws {
    let color = SIMD3<Float>(1, 0.2, 0.03)
    let clipped = try Self.lamps(5, color: color, clips: true)
    let found = try clipped.written()
    #expect(found.map.bitmap.format.channelCount == 3)
    #expect(found.fidelity.losses == [])
    let lamp = found.light[(27 + 2) * clipped.width + 25 + 2]
    for channel in 0..<3 { #expect((lamp[channel] / (33 * color[channel]) - 1).magnitude < 0.2) }
    // Where the base has kept the colour one is enough.
    let kept = try Self.lamps(5, color: color)
    #expect(try kept.written().map.bitmap.format.channelCount == 1)
    // One gain on request says what it loses.
    let one = try clipped.written(JPEGWriter(), GainMapOptions(channels: .luma))
    #expect(one.fidelity.losses.contains { $0.contains("colours") })
  }

  @Test func `the map is as small as the light allows`() throws {
    let smooth = try Scene(512, 256) { x, y in
      let (u, v) = (Float(x) / 512 - 0.6, Float(y) / 256 - 0.4)
      return SIMD3(repeating: 0.3 + 8 * exp(-20 * (u * u + v * v)))
    }
    #expect(try smooth.written().map.bitmap.width == 256)
    #expect(try Self.lamps(2).written().map.bitmap.width == 192)
    #expect(try Self.lamps(2).written(JPEGWriter(), GainMapOptions(scale: 2)).map.bitmap.width == 96)
  }

  @Test func `a smaller map on request keeps what it can and says what it loses`() throws {
    let scene = try Self.lamps(3)
    let found = try scene.written(JPEGWriter(), GainMapOptions(channels: .luma, scale: 4))
    #expect(found.fidelity.losses.contains { $0.contains("highlights") || $0.contains("peak") })
    // Two of three stops of a lamp would be lost by averages without weights.
    let highlights = try #require(found.fidelity.highlights)
    #expect(highlights > 0.25)
  }

  @Test func `auto choices do not depend on the number of workers`() throws {
    let scene = try Self.lamps(5, color: SIMD3(1, 0.2, 0.03), clips: true)
    func map(_ workers: Int) throws -> GainMapImage {
      try GainMapComputer.compute(
        base: scene.base, baseEncoding: .displayP3, alternate: scene.alternate, alternateEncoding: Self.linear,
        pool: ThreadPool(workerCount: workers))
    }
    let one = try map(1)
    for workers in [2, 5] {
      let other = try map(workers)
      #expect(other.description == one.description)
      for y in stride(from: 0, to: one.bitmap.height, by: 5) {
        for x in 0..<one.bitmap.width {
          #expect(JPEGFixture.pixel(one.bitmap, x: x, y: y) == JPEGFixture.pixel(other.bitmap, x: x, y: y))
        }
      }
    }
  }

  @Test func `one hot pixel is kept and does not set the headroom`() throws {
    let scene = try Scene(256, 256) { x, y in x == 100 && y == 77 ? SIMD3(repeating: 40) : SIMD3(repeating: 1.5) }
    let found = try scene.written()
    #expect(found.light[77 * 256 + 100].y > 34)
    #expect((try #require(found.map.metadata).alternateHeadroom - log2(1.5)).magnitude < 0.05)
  }
}
