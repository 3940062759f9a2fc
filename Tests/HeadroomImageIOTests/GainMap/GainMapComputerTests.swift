import Foundation
import HeadroomColor
import HeadroomContainers
import HeadroomGraphics
import HeadroomImageIO
import HeadroomPixels
import HeadroomTestSupport
import Testing

@Suite struct GainMapComputerTests {
  /// A smooth HDR scene with a highlight, and a tone mapped SDR picture of it.
  static func scene(_ width: Int, _ height: Int, darkest: Float = 0) throws -> (base: PixelBitmap, hdr: PixelBitmap) {
    let hdr = try PixelBitmap(width: width, height: height, format: .rgbaFloat, alpha: .opaque)
    let base = try PixelBitmap(width: width, height: height, format: .rgb8, alpha: .opaque)
    let buffer = RowBuffer(capacity: width)
    let toneMapped: (Float) -> Float = { light in
      Float(TransferFunction.sRGB.encode(Double(min(max(light * (1 + light / 49) / (1 + light), 0), 1))))
    }
    for y in 0..<height {
      let rows = unsafe buffer.rows
      for x in 0..<width {
        let (u, v) = (Float(x) / Float(width), Float(y) / Float(height))
        let glow = 6 * exp(-20 * ((u - 0.7) * (u - 0.7) + (v - 0.3) * (v - 0.3)))
        unsafe rows.r[x] = 0.05 + 0.9 * u + glow
        unsafe rows.g[x] = 0.02 + 0.5 * v + 0.8 * glow
        unsafe rows.b[x] = darkest + 0.3 * (1 - u) + 0.5 * glow
        unsafe rows.a[x] = 1
      }
      unsafe RowCodec.pack(rows, count: width, into: hdr, row: y, x: 0)
      for x in 0..<width {
        unsafe rows.r[x] = toneMapped(rows.r[x])
        unsafe rows.g[x] = toneMapped(rows.g[x])
        unsafe rows.b[x] = toneMapped(rows.b[x])
      }
      unsafe RowCodec.pack(rows, count: width, into: base, row: y, x: 0)
    }
    return (base, hdr)
  }

  static let linear = ColorEncoding.extendedLinearDisplayP3

  static func compute(
    _ scene: (base: PixelBitmap, hdr: PixelBitmap), _ options: GainMapOptions, pool: ThreadPool = .shared
  ) throws -> GainMapImage {
    try GainMapComputer.compute(
      base: scene.base, baseEncoding: .displayP3, alternate: scene.hdr, alternateEncoding: linear, options: options,
      pool: pool)
  }

  /// PU21-PSNR in dB of all channels, peak 10000 cd/m².
  static func psnr(_ one: PixelBitmap, _ other: PixelBitmap) -> Double {
    let first = RowBuffer(capacity: one.width)
    let second = RowBuffer(capacity: one.width)
    var sum = 0.0
    for row in 0..<one.height {
      let (a, b) = unsafe (first.rows, second.rows)
      unsafe RowCodec.unpack(one, row: row, x: 0, count: one.width, into: a)
      unsafe RowCodec.unpack(other, row: row, x: 0, count: one.width, into: b)
      for x in 0..<one.width {
        sum += unsafe squaredDifference(a.r[x], b.r[x]) + squaredDifference(a.g[x], b.g[x])
        sum += unsafe squaredDifference(a.b[x], b.b[x])
      }
    }
    return 10 * log10(PU21.peak * PU21.peak / (sum / Double(3 * one.width * one.height)))
  }

  private static func squaredDifference(_ one: Float, _ other: Float) -> Double {
    let difference = PU21.encode(nits: Double(one) * 203) - PU21.encode(nits: Double(other) * 203)
    return difference * difference
  }

  static func rebuilt(_ base: PixelBitmap, _ map: GainMapImage) throws -> PixelBitmap {
    let still = StillImage(base: base, encoding: .displayP3, gainMap: map)
    return try GainMapRendition.make(still: still, displayHeadroomStops: .infinity, format: .rgbaFloat).bitmap
  }

  @Test(
    arguments: [
      (GainMapOptions.Channels.rgb, 1, 60.0), (.rgb, 2, 55), (.rgb, 4, 45), (.luma, 1, 33), (.luma, 2, 33),
      (.luma, 4, 33), (.rgb, 3, 50),
    ])
  func `base and map rebuild the HDR picture`(
    _ channels: GainMapOptions.Channels, _ scale: Int, _ bound: Double
  ) throws {
    let scene = try Self.scene(161, 97)
    let map = try Self.compute(scene, GainMapOptions(channels: channels, scale: scale))
    #expect(map.bitmap.width == (161 + scale - 1) / scale)
    #expect(map.bitmap.format == (channels == .rgb ? .rgb8 : .gray8))
    let quality = Self.psnr(scene.hdr, try Self.rebuilt(scene.base, map))
    #expect(quality >= bound)
    let deep = try Self.compute(scene, GainMapOptions(channels: channels, scale: scale, isDeep: true))
    #expect(Self.psnr(scene.hdr, try Self.rebuilt(scene.base, deep)) >= quality - 0.5)
  }

  @Test func `a whole file at quality 95 keeps 45 dB`() throws {
    let scene = try Self.scene(160, 96)
    let picture = StillImage(base: scene.base, encoding: .displayP3)
    let options = EncodeOptions(quality: 95, gainMapQuality: 95)
    let bytes = try JPEGWriter().encode(picture, options: options) { base throws(ImageIOError) in
      try GainMapComputer.compute(
        base: base, baseEncoding: .displayP3, alternate: scene.hdr, alternateEncoding: Self.linear,
        options: GainMapOptions(channels: .rgb, scale: 1))
    }
    let still = try JPEGFixture.open(bytes).decode(DecodeRequest())
    let map = try #require(still.gainMap)
    #expect(Self.psnr(scene.hdr, try Self.rebuilt(still.base, map)) >= 45)
  }

  @Test func `the result does not depend on the number of workers`() throws {
    let scene = try Self.scene(203, 141)
    for options in [
      GainMapOptions(channels: .rgb, scale: 1), GainMapOptions(channels: .luma, scale: 2),
    ] {
      let one = try Self.compute(scene, options, pool: ThreadPool(workerCount: 1))
      for workers in [2, 5] {
        let other = try Self.compute(scene, options, pool: ThreadPool(workerCount: workers))
        #expect(other.description == one.description)
        for y in 0..<one.bitmap.height {
          for x in 0..<one.bitmap.width {
            #expect(JPEGFixture.pixel(one.bitmap, x: x, y: y) == JPEGFixture.pixel(other.bitmap, x: x, y: y))
          }
        }
      }
    }
  }

  @Test func `headroom is measured or taken, and has a ceiling`() throws {
    let scene = try Self.scene(160, 96)
    let measured = try #require(try Self.compute(scene, GainMapOptions()).metadata)
    #expect((exp2(measured.alternateHeadroom) - 6.65).magnitude < 0.2)
    #expect(measured.baseHeadroom == 0)
    let taken = try #require(try Self.compute(scene, GainMapOptions(alternateHeadroom: 4)).metadata)
    #expect(taken.alternateHeadroom == 2)
    let most = try #require(try Self.compute(scene, GainMapOptions(alternateHeadroom: 1000)).metadata)
    #expect((exp2(most.alternateHeadroom) - 10000.0 / 203).magnitude < 1e-9)
  }

  @Test func `negative values raise the offsets of colour maps up to a thirty-second`() throws {
    func offset(_ darkest: Float, _ options: GainMapOptions) throws -> Double {
      let metadata = try #require(try Self.compute(Self.scene(160, 96, darkest: darkest), options).metadata)
      #expect(metadata.alternateOffset == metadata.baseOffset)
      return metadata.baseOffset.x
    }
    let colored = GainMapOptions(channels: .rgb)
    #expect(try offset(0, colored) == 1.0 / 64)
    let raised = try offset(-0.01, colored)
    #expect(raised > 0.02 && raised < 0.03)
    #expect(try offset(-0.5, colored) == 1.0 / 32)
    #expect(try offset(-0.5, GainMapOptions(channels: .luma)) == 1.0 / 256)
    #expect(try offset(-0.5, GainMapOptions(channels: .rgb, offset: 0.25)) == 0.25)
  }

  @Test func `colours outside the base's gamut do not take the range of the map`() throws {
    let scene = try Self.scene(160, 96, darkest: -0.5)
    let metadata = try #require(try Self.compute(scene, GainMapOptions(channels: .rgb)).metadata)
    // The least ratio is an eighth of the offset over a base of 1.
    #expect(metadata.min.x >= log2(1.0 / 8 / 33) - 0.01)
  }

  @Test func `equal pictures give a map that changes nothing`() throws {
    let base = try Self.scene(40, 30).base
    let map = try GainMapComputer.compute(
      base: base, baseEncoding: .displayP3, alternate: base, alternateEncoding: .displayP3)
    let metadata = try #require(map.metadata)
    #expect(metadata.min.x.magnitude <= 0.01 && metadata.max.x.magnitude <= 0.01)
    #expect(metadata.alternateHeadroom > 0)
    try metadata.validate()
  }

  @Test func `other primaries of the alternate are converted`() throws {
    let scene = try Self.scene(64, 48)
    let map = try GainMapComputer.compute(
      base: scene.base, baseEncoding: .sRGB, alternate: scene.hdr, alternateEncoding: Self.linear,
      options: GainMapOptions(channels: .rgb, scale: 1))
    let still = StillImage(base: scene.base, encoding: .sRGB, gainMap: map)
    let rendition = try GainMapRendition.make(still: still, displayHeadroomStops: .infinity, format: .rgbaFloat)
    let buffer = RowBuffer(capacity: 64)
    let matrix = rendition.encoding.primaries.matrix(to: .p3D65)
    for (x, y) in [(5, 5), (44, 14), (60, 40)] {
      unsafe RowCodec.unpack(rendition.bitmap, row: y, x: 0, count: 64, into: buffer.rows)
      let found = unsafe matrix.apply(
        SIMD3(Double(buffer.rows.r[x]), Double(buffer.rows.g[x]), Double(buffer.rows.b[x])))
      unsafe RowCodec.unpack(scene.hdr, row: y, x: 0, count: 64, into: buffer.rows)
      #expect(unsafe (found.x / Double(buffer.rows.r[x]) - 1).magnitude < 0.02)
      #expect(unsafe (found.y / Double(buffer.rows.g[x]) - 1).magnitude < 0.02)
    }
  }

  @Test func `pictures of different sizes are refused`() throws {
    let (one, other) = (try Self.scene(40, 30), try Self.scene(41, 30))
    #expect(throws: ImageIOError.self) {
      try GainMapComputer.compute(
        base: one.base, baseEncoding: .displayP3, alternate: other.hdr, alternateEncoding: Self.linear)
    }
  }

  @Test(arguments: [(1, 1), (1, 9), (3, 2)])
  func `tiny pictures work at every scale`(_ width: Int, _ height: Int) throws {
    let scene = try Self.scene(width, height)
    for scale in [1, 2, 4] {
      let map = try Self.compute(scene, GainMapOptions(channels: .rgb, scale: scale))
      #expect(map.bitmap.width == (width + scale - 1) / scale)
      _ = try Self.rebuilt(scene.base, map)
    }
  }
}
