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

  /// A scene, and its SDR base: the light up to white, colours kept unless `clips`, darker by `dimming`.
  private struct Scene {
    let width: Int
    let height: Int
    let base: PixelBitmap
    let alternate: PixelBitmap

    init(
      _ width: Int, _ height: Int, clips: Bool = false, dimming: (Int, Int) -> Float = { _, _ in 1 },
      _ light: (Int, Int) -> SIMD3<Float>
    ) throws {
      (self.width, self.height) = (width, height)
      base = try PixelBitmap(width: width, height: height, format: .rgb8, alpha: .opaque)
      alternate = try PixelBitmap(width: width, height: height, format: .rgbaHalf, alpha: .opaque)
      let buffer = RowBuffer(capacity: width)
      let rows = unsafe buffer.rows
      func pack(_ bitmap: PixelBitmap, _ y: Int, _ value: (SIMD3<Float>, Float) -> SIMD3<Float>) {
        for x in 0..<width {
          let pixel = value(light(x, y), dimming(x, y))
          (unsafe rows.r[x], unsafe rows.g[x], unsafe rows.b[x], unsafe rows.a[x]) = (pixel.x, pixel.y, pixel.z, 1)
        }
        unsafe RowCodec.pack(rows, count: width, into: bitmap, row: y, x: 0)
      }
      for y in 0..<height {
        pack(alternate, y) { light, _ in light }
        pack(base, y) { light, dims in
          let full = clips ? light.clamped(lowerBound: .zero, upperBound: .one) : light / max(light.max(), 1)
          let shown = full * dims
          return SIMD3((0..<3).map { Float(TransferFunction.sRGB.encode(Double(shown[$0]))) })
        }
      }
    }

    func written(
      _ writer: any ImageWriter = JPEGWriter(), _ options: GainMapOptions = GainMapOptions(),
      coding: EncodeOptions = EncodeOptions()
    ) throws -> (light: [SIMD3<Float>], map: GainMapImage, fidelity: GainMapFidelity) {
      let pair = AdaptivePicture(
        base: StillImage(base: base, encoding: .displayP3), alternate: alternate,
        alternateEncoding: HighlightTests.linear, mapOptions: options)
      let file = try pair.encoded(by: writer, options: coding)
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

  private static let weights = SIMD3<Float>(ColorPrimaries.p3D65.luminanceWeights)

  /// The largest channel of a colour of Display P3 in BT.2020.
  private static func level(_ color: SIMD3<Float>) -> Float {
    max(
      (SIMD3(0.753833, 0.198597, 0.047570) * color).sum(), (SIMD3(0.045744, 0.941777, 0.012479) * color).sum(),
      (SIMD3(-0.001210, 0.017602, 0.983609) * color).sum())
  }

  /// How much more light blocks of 16 x 16 pixels have than they had, as shares, and the levels that a ten-thousandth of
  /// the pixels exceeds: found without any of our own measuring.
  private static func compare(
    _ scene: Scene, _ found: [SIMD3<Float>], _ light: (Int, Int) -> SIMD3<Float>
  ) -> (blocks: [Float], wanted: Float, level: Float) {
    var blocks: [Float] = []
    for top in stride(from: 0, to: scene.height - 15, by: 16) {
      for left in stride(from: 0, to: scene.width - 15, by: 16) {
        var (wanted, back): (Float, Float) = (0, 0)
        for index in 0..<256 {
          let (x, y) = (left + index % 16, top + index / 16)
          wanted += (weights * light(x, y)).sum() / 256
          back += (weights * found[y * scene.width + x]).sum() / 256
        }
        blocks.append((back - wanted) / max(wanted, 0.05))
      }
    }
    let pixels = (0..<scene.width * scene.height).map { level(light($0 % scene.width, $0 / scene.width)) }.sorted()
    let place = pixels.count - 1 - pixels.count / 10_000
    return (blocks, pixels[place], found.map(level).sorted()[place])
  }

  /// A number of 0...1 for each pixel, without any pattern.
  private static func noise(_ x: Int, _ y: Int) -> Float {
    var bits = UInt32(truncatingIfNeeded: x &* 73_856_093 ^ y &* 19_349_663)
    bits = (bits ^ bits >> 15) &* 2_246_822_519
    return Float((bits ^ bits >> 13) & 0xFFFF) / 65_535
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
    #expect(one.fidelity.losses.contains { $0.contains("another colour") })
  }

  @Test func `weak channels that a base shows otherwise get gains of their own`() throws {
    func scene(_ color: SIMD3<Float>) throws -> Scene {
      try Scene(256, 128) { x, _ in color * (0.5 + 3 * Float(x) / 256) }
    }
    let (picture, other) = (try scene(SIMD3(1, 0.6, 0.1)), try scene(SIMD3(1, 0.6, 0.18)))
    func channels(_ base: PixelBitmap) throws -> Int {
      try GainMapComputer.compute(
        base: base, baseEncoding: .displayP3, alternate: picture.alternate, alternateEncoding: Self.linear
      ).bitmap.format.channelCount
    }
    #expect(try channels(picture.base) == 1)
    // Little light, which no share of the light would tell.
    #expect(try channels(other.base) == 3)
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

  @Test func `light of colours outside the base's gamut keeps its luminance`() throws {
    func light(_ x: Int, _ y: Int) -> SIMD3<Float> { SIMD3(-0.1, 1, 0.3) * (0.5 + 7.5 * Float(x) / 256) }
    let scene = try Scene(256, 128, light)
    let found = try scene.written(JPEGWriter(), GainMapOptions(channels: .rgb), coding: EncodeOptions(quality: 85))
    let blocks = Self.compare(scene, found.light, light).blocks
    #expect(blocks.allSatisfy { $0.magnitude < 0.03 })
    #expect((blocks.reduce(0, +) / Float(blocks.count)).magnitude < 0.01)
    // Their colour is that of the gamut's border, and said to be another.
    #expect(found.fidelity.losses.count == 1 && found.fidelity.losses[0].contains("have another colour"))
  }

  /// The last is what rounding makes of (0.2, -1e10, 0.2) on its way through the working space, in half floats.
  @Test(arguments: [SIMD3<Float>(repeating: -40), SIMD3(-40, 0.2, 0.2), SIMD3(312, -65_504, 0.04)])
  func `light below 0 is none`(_ pixel: SIMD3<Float>) throws {
    let scene = try Scene(256, 128, clips: true) { x, y in
      x == 100 && y == 77 ? pixel : SIMD3(repeating: 0.2 + 4 * Float(x) / 256)
    }
    for channels in [GainMapOptions.Channels.luma, .rgb] {
      let found = try scene.written(JPEGWriter(), GainMapOptions(channels: channels))
      #expect(found.fidelity.losses == [])
      // The base's coding smears a pixel over its block.
      #expect(found.light[77 * 256 + 100].max() < 2)
    }
  }

  /// Dark bars before a window whose light a camera has cut.
  private static func window(_ x: Int, _ y: Int) -> SIMD3<Float> {
    SIMD3(repeating: (x + y / 4) % 60 < 12 ? 0.05 + 0.4 * noise(x, y) : 4)
  }

  @Test func `light that is cut at one level comes back at that level, beside edges too`() throws {
    let scene = try Scene(512, 256, clips: true, Self.window)
    let found = try scene.written(coding: EncodeOptions(quality: 85))
    let (blocks, wanted, level) = Self.compare(scene, found.light, Self.window)
    #expect((wanted - 4).magnitude < 1e-5)
    #expect((level / wanted - 1).magnitude < 0.05)
    #expect(blocks.allSatisfy { $0.magnitude < 0.03 })
    #expect(found.fidelity.losses == [])
  }

  @Test func `no gain is higher than white needs where only ringing asks for it, in any container`() throws {
    let scene = try Scene(512, 256, clips: true, Self.window)
    for writer in Self.writers {
      let found = try scene.written(writer, GainMapOptions(), coding: EncodeOptions(quality: 85))
      #expect(try #require(found.map.metadata).max.max() < log2(4 * 1.05))
      #expect(try #require(found.fidelity.level).ratio < 1.05)
    }
  }

  @Test func `places that the base shows darker keep the higher gains that they need`() throws {
    func isDim(_ x: Int, _ y: Int) -> Bool { (64..<96).contains(x) && (64..<96).contains(y) }
    func light(_ x: Int, _ y: Int) -> SIMD3<Float> { SIMD3(repeating: isDim(x, y) ? 3 : 4) }
    let scene = try Scene(256, 256, dimming: { isDim($0, $1) ? 0.4 : 1 }, light)
    let found = try scene.written()
    #expect((found.light[80 * 256 + 80].y / 3 - 1).magnitude < 0.03)
    #expect(found.fidelity.losses == [])
  }

  /// Light of ten stops in every block.
  private static func sparks(_ x: Int, _ y: Int) -> SIMD3<Float> {
    SIMD3(exp2(10 * noise(x, y) - 6), exp2(10 * noise(y, x) - 6), 0.2) * (1 + Float(x) / 512)
  }

  @Test func `light that does not come back is measured and said`() throws {
    let scene = try Scene(512, 256, Self.sparks)
    let coding = EncodeOptions(quality: 85, gainMapQuality: 4)
    let found = try scene.written(JPEGWriter(), GainMapOptions(channels: .rgb), coding: coding)
    let (errors, wanted, level) = Self.compare(scene, found.light, Self.sparks)
    let (measured, blocks) = (try #require(found.fidelity.level), try #require(found.fidelity.blocks))
    #expect((measured.ratio / Double(level / wanted) - 1).magnitude < 0.02)
    #expect((blocks.tooBright - Double(errors.count { $0 > 0.03 }) / Double(errors.count)).magnitude < 0.01)
    #expect((blocks.tooDark - Double(errors.count { $0 < -0.03 }) / Double(errors.count)).magnitude < 0.01)
    #expect(blocks.error > 0.03)
    #expect(found.fidelity.losses.contains { $0.hasPrefix("of its blocks of 16 x 16 pixels ") })
    #expect(measured.ratio < 0.95)
    #expect(found.fidelity.losses.contains { $0.contains("99.99 % level") })
  }

  @Test func `light that is too bright is said as what is too dark is`() throws {
    let scene = try Scene(512, 256) { x, y in SIMD3(repeating: 0.3 + 6 * Float(x * y) / (512 * 256)) }
    let pair = AdaptivePicture(
      base: StillImage(base: scene.base, encoding: .displayP3), alternate: scene.alternate,
      alternateEncoding: Self.linear, mapOptions: GainMapOptions())
    var (map, record) = try pair.gainMap(for: scene.base)
    #expect(try record.fidelity(of: map, base: scene.base).losses == [])
    var metadata = try #require(map.metadata)
    metadata.max += 0.25
    map.description.formula = .iso(metadata)
    let found = try record.fidelity(of: map, base: scene.base)
    #expect((try #require(found.level).ratio - exp2(0.25)).magnitude < 0.02)
    #expect(found.blocks.map { $0.tooBright > 0.3 && $0.tooDark == 0 } == true)
    // Light that is off is another colour too.
    #expect(found.losses.count >= 3 && found.losses.contains { $0.contains("more than 3 % too bright") })
  }

  @Test func `losses are told in numbers`() {
    let fidelity = GainMapFidelity(
      peak: GainMapFidelity.Pair(49.26, 71.06), level: GainMapFidelity.Pair(4.0221, 4.666), highlights: 0.7,
      blocks: GainMapFidelity.Blocks(tooBright: 0.4594, tooDark: 0.001, error: 0.0671),
      colors: GainMapFidelity.Colors(off: 0.12, brightOff: 0.5, error: 13.7), isLuma: false)
    #expect(
      fidelity.losses == [
        "its peak of 49.3 times white comes back as 71.1",
        "its 99.99 % level of 4.02 times white comes back as 4.67", "highlights keep 70 % of their light",
        "of its blocks of 16 x 16 pixels 46 % are more than 3 % too bright and 0.1 % are more than 3 % too dark "
          + "(6.7 % in the worst but a thousandth)",
        "of its blocks of 16 x 16 pixels 12 %, 50 % of those with highlights have another colour "
          + "(delta E ITP 13.7 in the worst but a thousandth)",
      ])
  }

  @Test func `one hot pixel is kept and does not set the headroom`() throws {
    let scene = try Scene(256, 256) { x, y in x == 100 && y == 77 ? SIMD3(repeating: 40) : SIMD3(repeating: 1.5) }
    let found = try scene.written()
    #expect(found.light[77 * 256 + 100].y > 34)
    #expect((try #require(found.map.metadata).alternateHeadroom - log2(1.5)).magnitude < 0.05)
  }
}
