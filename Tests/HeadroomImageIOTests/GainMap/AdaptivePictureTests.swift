import Foundation
import HeadroomColor
import HeadroomContainers
import HeadroomGraphics
import HeadroomImageIO
import HeadroomPixels
import Testing

@Suite struct AdaptivePictureTests {
  /// Pixels as light in the primaries of `encoding`, by the definition in Double.
  private func light(_ bitmap: PixelBitmap, _ encoding: ColorEncoding, to primaries: ColorPrimaries) -> [SIMD3<Double>]
  {
    let buffer = RowBuffer(capacity: bitmap.width)
    let matrix = encoding.primaries.matrix(to: primaries)
    var result: [SIMD3<Double>] = []
    for row in 0..<bitmap.height {
      let rows = unsafe buffer.rows
      unsafe RowCodec.unpack(bitmap, row: row, x: 0, count: bitmap.width, into: rows)
      for x in 0..<bitmap.width {
        let code = unsafe SIMD3(Double(rows.r[x]), Double(rows.g[x]), Double(rows.b[x]))
        result.append(matrix.apply(encoding.decode(code)))
      }
    }
    return result
  }

  /// What the formula of ISO 21496-1 makes of a picture whose map has its size.
  private func rendition(_ still: StillImage, stops: Double) throws -> [SIMD3<Double>] {
    let map = try #require(still.gainMap)
    let metadata = try #require(map.metadata)
    let base = light(still.base, still.encoding, to: still.encoding.primaries)
    let codes = light(map.bitmap, .linearSRGB, to: .bt709)
    let isGray = map.bitmap.format.channelCount == 1
    return zip(base, codes).map { base, code in
      metadata.apply(
        base: base, gain: isGray ? SIMD3(repeating: code.x) : code,
        weight: metadata.weight(displayHeadroomStops: stops))
    }
  }

  private func pair(_ channels: GainMapOptions.Channels) throws -> StillImage {
    let scene = try GainMapComputerTests.scene(60, 40, darkest: 0.02)
    let map = try GainMapComputerTests.compute(
      scene, GainMapOptions(channels: channels, scale: 1, isDeep: true))
    return StillImage(base: scene.base, encoding: .displayP3, gainMap: map)
  }

  private func stopsApart(_ one: [SIMD3<Double>], _ other: [SIMD3<Double>]) -> Double {
    zip(one, other).map { a, b in
      (0..<3).map { log2((max(a[$0], 0) + 1.0 / 64) / (max(b[$0], 0) + 1.0 / 64)).magnitude }.max() ?? 0
    }.max() ?? 0
  }

  @Test func `an HDR base shows what the SDR base led to, and its map leads back`() throws {
    let sdrBased = try pair(.rgb)
    let swapped = try AdaptivePicture(swappingBaseOf: sdrBased)
    #expect(swapped.base.encoding == .itur2100PQ)
    #expect(swapped.base.gainMap == nil)
    var hdrBased = swapped.base
    hdrBased.gainMap = try swapped.gainMap(for: swapped.base.base).map
    let metadata = try #require(hdrBased.gainMap?.metadata)
    #expect(metadata.isBaseHDR)
    #expect(metadata.alternateHeadroom == 0)
    #expect((metadata.baseHeadroom - (sdrBased.gainMap?.metadata?.alternateHeadroom ?? 0)).magnitude < 1e-9)
    #expect(hdrBased.gainMap?.description.alternateEncoding == .displayP3)
    // HDR: the base as it is. The rendition passes half floats on its way: 2^-11 of a value are 0.0007 stops.
    let matrix = ColorPrimaries.p3D65.matrix(to: .bt2020)
    let hdr = try rendition(sdrBased, stops: .infinity).map { matrix.apply($0) }
    #expect(stopsApart(hdr, light(hdrBased.base, hdrBased.encoding, to: .bt2020)) < 0.002)
    // SDR: by the map. Half a code of 16 bits is nothing; the trimmed 0.05 % at either end of the range are.
    let sdr = light(sdrBased.base, sdrBased.encoding, to: .bt2020)
    #expect(stopsApart(sdr, try rendition(hdrBased, stops: 0)) < 0.03)
  }

  @Test func `base and alternate swapped twice are where they were`() throws {
    let sdrBased = try pair(.rgb)
    let there = try AdaptivePicture(swappingBaseOf: sdrBased)
    var hdrBased = there.base
    hdrBased.gainMap = try there.gainMap(for: there.base.base).map
    let back = try AdaptivePicture(swappingBaseOf: hdrBased, to: .displayP3)
    var again = back.base
    again.gainMap = try back.gainMap(for: back.base.base).map
    #expect(again.encoding == .displayP3)
    #expect(again.contentHeadroom == 1)
    let metadata = try #require(again.gainMap?.metadata)
    #expect(!metadata.isBaseHDR)
    #expect((metadata.alternateHeadroom - (sdrBased.gainMap?.metadata?.alternateHeadroom ?? 0)).magnitude < 1e-9)
    // The base went through an 8-bit code and dithering.
    let before = light(sdrBased.base, .displayP3, to: .p3D65)
    let after = light(again.base, .displayP3, to: .p3D65)
    for (one, other) in zip(before, after) {
      for channel in 0..<3 {
        let codes = (TransferFunction.sRGB.encode(one[channel]) - TransferFunction.sRGB.encode(other[channel])) * 255
        #expect(codes.magnitude < 4)
      }
    }
    let hdr = try rendition(sdrBased, stops: .infinity)
    #expect(stopsApart(hdr, try rendition(again, stops: .infinity)) < 0.06)
  }

  @Test func `an encoding that does not fit the new base is refused`() throws {
    let sdrBased = try pair(.luma)
    #expect(throws: ImageIOError.self) { try AdaptivePicture(swappingBaseOf: sdrBased, to: .displayP3) }
    var plain = sdrBased
    plain.gainMap = nil
    #expect(throws: ImageIOError.self) { try AdaptivePicture(swappingBaseOf: plain) }
  }
}
