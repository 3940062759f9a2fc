import Foundation
import HeadroomColor
import HeadroomDisplay
import HeadroomGraphics
import Testing

struct CAMetalLayerTests {
  private func layer(_ format: MTLPixelFormat, _ space: CFString?) -> CAMetalLayer {
    let layer = CAMetalLayer()
    layer.device = MTLCreateSystemDefaultDevice()
    layer.drawableSize = CGSize(width: 4, height: 2)
    layer.wantsExtendedDynamicRangeContent = true
    layer.pixelFormat = format
    layer.colorspace = space.flatMap { CGColorSpace(name: $0) }
    return layer
  }

  private static let videoSpaces = [
    CGColorSpace.itur_709_PQ, CGColorSpace.displayP3_PQ, CGColorSpace.itur_2100_PQ, CGColorSpace.displayP3_HLG,
    CGColorSpace.itur_2100_HLG,
  ]
  private static let linearSpaces = [
    CGColorSpace.extendedLinearSRGB, CGColorSpace.extendedLinearDisplayP3, CGColorSpace.extendedLinearITUR_2020,
  ]

  @Test(arguments: MTLPixelFormat.allCases) func `HDR spaces go with their formats only`(format: MTLPixelFormat) throws
  {
    for space in Self.videoSpaces {
      #expect((layer(format, space).nextDrawable() != nil) == (format == .bgr10a2Unorm))
    }
    for space in Self.linearSpaces {
      #expect((layer(format, space).nextDrawable() != nil) == (format == .rgba16Float))
    }
    let shown: [MTLPixelFormat] = [
      .bgra8Unorm, .bgra8Unorm_srgb, .rgba16Float, .rgb10a2Unorm, .bgr10a2Unorm, .bgra10_xr, .bgra10_xr_srgb,
      .bgr10_xr, .bgr10_xr_srgb,
    ]
    for space in [CGColorSpace.sRGB, CGColorSpace.displayP3, CGColorSpace.linearSRGB, nil] {
      #expect((layer(format, space).nextDrawable() != nil) == shown.contains(format))
    }
  }

  @Test func `a refusal says what does not go together, and setters come in any order`() throws {
    let layer = layer(.bgra8Unorm, CGColorSpace.itur_2100_PQ)
    #expect(layer.nextDrawable() == nil)
    #expect(layer.drawableFailureReason == "colorspace itur_2100_PQ needs pixelFormat bgr10a2Unorm, not bgra8Unorm")
    layer.pixelFormat = .bgr10a2Unorm
    #expect(layer.nextDrawable() != nil && layer.drawableFailureReason == nil)
    for (space, word) in [(CGColorSpace.itur_709_HLG, "displayP3_HLG"), (CGColorSpace.extendedSRGB, "xr")] {
      layer.colorspace = CGColorSpace(name: space)
      #expect(layer.nextDrawable() == nil && layer.drawableFailureReason?.contains(word) == true)
    }
    layer.colorspace = CGColorSpace(name: CGColorSpace.genericGrayGamma2_2)
    #expect(layer.nextDrawable() == nil)
    layer.colorspace = nil
    layer.device = nil
    #expect(layer.nextDrawable() == nil && layer.drawableFailureReason == "no device is set")
    layer.device = MTLCreateSystemDefaultDevice()
    for side in [0, -1, 16_385, CGFloat.nan, .infinity] {
      layer.drawableSize = CGSize(width: side, height: 4)
      #expect(layer.nextDrawable() == nil)
    }
    layer.drawableSize = CGSize(width: 4, height: 4)
    layer.pixelFormat = .bgra8Unorm
    layer.edrMetadata = .hlg
    #expect(layer.nextDrawable() == nil && layer.drawableFailureReason?.hasPrefix("edrMetadata needs") == true)
  }

  @Test func `nothing is shown before the first frame, then the one presented last`() throws {
    let layer = layer(.rgba16Float, CGColorSpace.extendedLinearSRGB)
    #expect(layer.emission(on: .showing(4)) == nil)
    layer.drawableSize = CGSize(width: 2, height: 1)
    for value in [2, 3] as [Float] {
      let image = try floatImage(width: 2) { _, _ in gray(value) }
      let before = layer.emission(on: .showing(4)).map { $0.width }
      let drawable = try #require(layer.nextDrawable())
      #expect(layer.emission(on: .showing(4)).map { $0.width } == before)
      #expect(drawable.layer === layer && drawable.texture.isFramebufferOnly)
      try show(image, on: layer)
      #expect(try layer.light(headroom: 4).reds == [value, value])
    }
  }

  @Test func `drawables are limited, and come back when they are let go`() throws {
    let layer = layer(.bgra8Unorm, nil)
    layer.maximumDrawableCount = 2
    var held = [layer.nextDrawable(), layer.nextDrawable()]
    #expect(held.allSatisfy { $0 != nil })
    #expect(layer.nextDrawable() == nil && layer.drawableFailureReason?.contains("in use") == true)
    held.removeLast()
    #expect(layer.nextDrawable() != nil)
  }

  @Test func `without the wish for headroom, and in spaces without it, light ends at white`() throws {
    let image = try floatImage(width: 4) { x, _ in gray([-0.5, 0.5, 1, 3][x]) }
    let layer = try metalLayer(image)
    #expect(try layer.light(headroom: 2).reds == [-0.5, 0.5, 1, 2])
    layer.wantsExtendedDynamicRangeContent = false
    #expect(try layer.light(headroom: 2).reds == [-0.5, 0.5, 1, 1])
    let plain = try metalLayer(image, space: CGColorSpace.linearSRGB)
    #expect(try plain.light(headroom: 8).reds == [0, 0.5, 1, 1])
  }

  @Test func `colours are cut in the primaries of the layer`() throws {
    let image = try floatImage(width: 1) { _, _ in SIMD4(1, 0, 0, 1) }
    let layer = try metalLayer(image, space: CGColorSpace.extendedLinearDisplayP3)
    let wanted = ColorPrimaries.p3D65.matrix(to: .bt709).apply(SIMD3(1, 0, 0))
    let red = try layer.light(headroom: 1)[0, 0]
    for part in 0..<3 { #expect(abs(Double(red[part]) - wanted[part]) < 1e-5) }
  }

  @Test func `ten bits of PQ are light up to the headroom`() throws {
    let layer = layer(.bgr10a2Unorm, CGColorSpace.itur_709_PQ)
    layer.drawableSize = CGSize(width: 1024, height: 1)
    let drawable = try #require(layer.nextDrawable())
    var words = (0..<1024).map { UInt32($0) * 0x100401 | 3 << 30 }
    unsafe drawable.texture.replace(
      region: MTLRegionMake2D(0, 0, 1024, 1), mipmapLevel: 0, withBytes: &words, bytesPerRow: 4096)
    drawable.present()
    let light = try layer.light(headroom: 6).reds
    for (code, value) in light.enumerated() {
      let p = pow(Double(code) / 1023, 32.0 / 2523)
      let wanted = 10_000 / 203 * pow(max(p - 107.0 / 128, 0) / (2413.0 / 128 - 2392.0 / 128 * p), 16_384.0 / 2610)
      #expect(abs(Double(value) - min(wanted, 6)) < 1e-5 * wanted + 1e-6)
    }
  }

  @Test func `HDR10 metadata tone maps by BT 2390 in the luminance that 1.0 stands for`() throws {
    let values = (0...200).map { Float($0) / 16 }
    let image = try floatImage(width: values.count) { x, _ in gray(values[x]) }
    let layer = layer(.rgba16Float, CGColorSpace.extendedLinearITUR_2020)
    layer.drawableSize = CGSize(width: values.count, height: 1)
    layer.edrMetadata = .hdr10(minLuminance: 0.005, maxLuminance: 1000, opticalOutputScale: 100)
    try show(image, on: layer)
    for headroom in [1.0, 2, 5, 10, 16] {
      let light = try layer.light(headroom: headroom).reds
      let eetf = BT2390(sourcePeakNits: 1000, targetPeakNits: headroom * 100)
      for (value, shown) in zip(values, light) {
        let nits = Double(value) * 100
        let wanted = headroom < 10 ? min(eetf.map(nits: nits) / 100, headroom) : min(Double(value), headroom)
        #expect(abs(Double(shown) - wanted) < 3e-4 * wanted + 1e-5)
      }
    }
    layer.toneMapMode = .never
    #expect(try layer.light(headroom: 5).reds.max().map { abs($0 - 5) < 1e-5 } == true)
    #expect(try layer.light(on: .reference).reds.max().map { abs($0 - 10) < 1e-5 } == true)
  }

  @Test func `HLG metadata shows the peak of the signal at the peak of the screen`() throws {
    let image = try floatImage(width: 2) { x, _ in gray(x == 0 ? 0 : 1000 / 203) }
    let layer = layer(.rgba16Float, CGColorSpace.extendedLinearITUR_2020)
    layer.drawableSize = CGSize(width: 2, height: 1)
    layer.edrMetadata = .hlg
    try show(image, on: layer)
    for headroom in [1.0, 3] {
      let light = try layer.light(headroom: headroom).reds
      #expect(light[0] == 0 && abs(Double(light[1]) - headroom) < 2e-3 * headroom)
    }
  }

  @Test func `asked to, a metal layer tone maps without metadata`() throws {
    let image = try floatImage(width: 2) { x, _ in gray([1, 10][x]) }
    let layer = try metalLayer(image)
    layer.contentsHeadroom = 10
    layer.toneMapMode = .ifSupported
    let core = try brightLayer(floatImage(width: 2, headroom: 10) { x, _ in gray([1, 10][x]) }).light(headroom: 2)
    #expect(try layer.light(headroom: 2).values == core.values)
  }
}
