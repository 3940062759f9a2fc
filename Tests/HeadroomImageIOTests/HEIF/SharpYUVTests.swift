import HeadroomColor
import HeadroomContainers
import HeadroomImageIO
import HeadroomPixels
import HeadroomTestSupport
import Testing

/// Small saturated lights in pictures with halved chroma.
@Suite struct SharpYUVTests {
  /// Squares of up to 12 pixels of pure colours, 203 to 4000 cd/m², on 5 cd/m², anywhere on the grid of chroma.
  private static func lights(
    _ encoding: ColorEncoding, peak: Double, seed: UInt64
  ) throws -> (signals: PixelBitmap, light: [Double]) {
    let (width, height) = (203, 149)
    var random = SeededGenerator(seed: seed)
    var light = [Double](repeating: 5 / 203.0, count: width * height * 3)
    let colors = [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0], [1, 0, 1], [0, 1, 1]]
    for top in stride(from: 4, to: height - 16, by: 18) {
      for left in stride(from: 4, to: width - 16, by: 18) {
        let (color, side) = (colors[Int.random(in: 0..<6, using: &random)], Int.random(in: 3...12, using: &random))
        let (x0, y0) = (left + Int.random(in: 0..<4, using: &random), top + Int.random(in: 0..<4, using: &random))
        let level = peak * [0.05, 0.25, 1][Int.random(in: 0..<3, using: &random)]
        for y in y0..<min(y0 + side, height) {
          for x in x0..<min(x0 + side, width) {
            for channel in 0..<3 { light[(y * width + x) * 3 + channel] = Double(color[channel]) * level + 0.01 }
          }
        }
      }
    }
    let signals = try makeBitmap(width, height, .rgb16) { x, y, channel in
      let signal = encoding.transfer.encode(light[(y * width + x) * 3 + channel])
      return UInt16((min(max(signal, 0), 1) * 65535).rounded())
    }
    return (signals, light)
  }

  /// Mean light of squares of 16 pixels, three channels each.
  private static func means(_ light: [Double], _ width: Int, _ height: Int) -> [[Double]] {
    var result: [[Double]] = []
    for top in stride(from: 0, to: height - 15, by: 16) {
      for left in stride(from: 0, to: width - 15, by: 16) {
        var sums = [0.0, 0.0, 0.0]
        for y in top..<top + 16 {
          for x in left..<left + 16 { for c in 0..<3 { sums[c] += light[(y * width + x) * 3 + c] / 256 } }
        }
        result.append(sums)
      }
    }
    return result
  }

  @Test(
    arguments: [(ColorEncoding.itur2100PQ, 20.0), (.itur2100HLG, 1.0), (.displayP3, 1.0)],
    [EncodeOptions.Chroma.quarter, .half])
  func blocksKeepTheirLight(_ form: (encoding: ColorEncoding, peak: Double), _ chroma: EncodeOptions.Chroma) throws {
    for seed in UInt64(1)...6 {
      let (signals, light) = try Self.lights(form.encoding, peak: form.peak, seed: seed)
      for name in ["heic", "avif"] { try Self.check(name, signals, light, form.encoding, chroma) }
    }
  }

  private static func check(
    _ name: String, _ signals: PixelBitmap, _ light: [Double], _ encoding: ColorEncoding,
    _ chroma: EncodeOptions.Chroma
  ) throws {
    let writer = try #require(ImageFormats.named(name)?.writer)
    let bytes = try writer.encode(
      StillImage(base: signals, encoding: encoding),
      options: EncodeOptions(quality: 98, chroma: chroma, bitDepth: 10, speed: 8))
    let decoded = try ImageFormats.open(FileBytes(bytes)).decode(DecodeRequest()).base
    let found = samples(of: decoded).map { encoding.transfer.decode(Double($0) / 65535) }
    let weights = encoding.primaries.luminanceWeights
    for (wanted, got) in zip(means(light, signals.width, signals.height), means(found, signals.width, signals.height)) {
      let (before, after) = (SIMD3(wanted[0], wanted[1], wanted[2]), SIMD3(got[0], got[1], got[2]))
      let error = abs((weights * (after - before)).sum()) / (weights * before).sum()
      // Coded too: 2.1 % at most; 48 to 86 % with chroma averaged as signals, 9.7 % with luma of two steps each time.
      #expect(error < 0.03, "\(name): luminance")
      // In 4:2:2 of HEIC, whose chroma lies on pixels, squares with only the edge of a light have up to 19.8 %; else 12.8 %.
      for channel in 0..<3 { #expect(abs(got[channel] - wanted[channel]) < 0.2 * before.max(), "\(name): colour") }
    }
  }

  @Test func oddSizesAndThinPicturesComeBackAsTheyAre() throws {
    let writer = try #require(ImageFormats.named("avif")?.writer)
    for (width, height) in [(1, 1), (1, 9), (9, 1), (3, 70), (257, 65), (255, 2)] {
      let flat = try makeBitmap(width, height, .rgb16) { _, _, channel in [30_000, 20_000, 25_000][channel] }
      let bytes = try writer.encode(
        StillImage(base: flat, encoding: .itur2100PQ), options: EncodeOptions(quality: 100, chroma: .quarter, speed: 10)
      )
      let decoded = samples(of: try ImageFormats.open(FileBytes(bytes)).decode(DecodeRequest()).base)
      for (index, sample) in decoded.enumerated() {
        #expect(abs(Int(sample) - [30_000, 20_000, 25_000][index % 3]) < 200, "\(width)x\(height)")
      }
    }
  }
}
