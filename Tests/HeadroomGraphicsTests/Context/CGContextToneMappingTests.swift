import Foundation
import HeadroomColor
import HeadroomGraphics
import HeadroomPixels
import HeadroomTestSupport
import Testing

@Suite struct CGContextToneMappingTests {
  private let all = CGRect(x: 0, y: 0, width: 4, height: 1)

  private func bright(_ headroom: Float = 6, space: String = CGColorSpace.extendedLinearSRGB) throws -> CGImage {
    try TestImages.floatImage(
      [[[0.18, 0.18, 0.18, 1], [1, 1, 1, 1], [3, 2, 1, 1], [6, 6, 6, 1]]], space: space, headroom: headroom)
  }

  /// PQ as 16-bit integers of random light up to 10,000 cd/m², saturated colours among them.
  private func pqNoise(_ width: Int, _ height: Int, headroom: Float = 0) throws -> CGImage {
    var random = SeededGenerator(seed: 11)
    let bytes = (0..<width * height * 3).flatMap { _ -> [UInt8] in
      let code = UInt16.random(in: 0...65535, using: &random)
      return [UInt8(code & 255), UInt8(code >> 8)]
    }
    return try #require(
      TestImages.image(
        bytes, width: width, height: height, bits: 16, pixelBits: 48,
        space: try TestImages.space(CGColorSpace.itur_2100_PQ), info: .byteOrder16Little, headroom: headroom))
  }

  @Test func `HDR drawn into SDR follows the reference-white operator`() throws {
    let context = try TestImages.floatContext(4, 1, space: CGColorSpace.linearSRGB)
    context.draw(try bright(), in: all)
    let curve = ToneCurve(contentHeadroom: 6, targetHeadroom: 1)
    for (column, light) in [0.18, 1, 6].enumerated() {
      let found = try TestImages.numbers(context, [0, 1, 3][column], 0)
      let expected = Float(light * curve.gain(at: light))
      #expect(isNear(found, [expected, expected, expected, 1], 2e-5), "\(found) against \(expected)")
    }
    #expect(try TestImages.numbers(context, 3, 0).x <= 1)
  }

  @Test(arguments: [CGColorSpace.sRGB, CGColorSpace.linearSRGB, CGColorSpace.displayP3, CGColorSpace.linearGray])
  func `tone-mapped drawing never exceeds SDR`(_ space: String) throws {
    for quality in [CGInterpolationQuality.none, .medium, .high] {
      for headroom in [Float(0), 1.5, 49.26] {
        let context =
          space == CGColorSpace.linearGray
          ? try TestImages.context(
            30, 20, space: space, info: CGBitmapInfo(alpha: .none, component: .float), bits: 32)
          : try TestImages.floatContext(30, 20, space: space)
        context.interpolationQuality = quality
        context.draw(try pqNoise(40, 30, headroom: headroom), in: CGRect(x: 0, y: 0, width: 30, height: 20))
        let image = try #require(context.makeImage())
        for row in 0..<20 {
          for column in 0..<30 {
            let found = TestImages.numbers(image, column, row)
            #expect(found.max() <= 1 && found.min() >= 0, "\(found)")
          }
        }
      }
    }
  }

  @Test func `contexts with room keep the values`() throws {
    for space in [CGColorSpace.extendedLinearSRGB, CGColorSpace.extendedLinearDisplayP3] {
      let context = try TestImages.floatContext(4, 1, space: space)
      context.draw(try bright(), in: all)
      #expect(isNear(try TestImages.numbers(context, 3, 0), [6, 6, 6, 1], 1e-5))
    }
    let pq = try TestImages.context(
      4, 1, space: CGColorSpace.itur_2100_PQ, info: CGBitmapInfo(alpha: .noneSkipLast, byteOrder: .order16Little),
      bits: 16)
    pq.draw(try bright(), in: all)
    let expected = Float(TransferFunction.pq.encode(6))
    #expect(isNear(try TestImages.numbers(pq, 3, 0), [expected, expected, expected, 1], 2e-5))
  }

  @Test func `a context's headroom is honoured`() throws {
    let context = try TestImages.floatContext(4, 1, space: CGColorSpace.extendedLinearSRGB)
    #expect(CGContextGetEDRTargetHeadroom(context) == 0)
    #expect(!context.setEDRTargetHeadroom(0.5) && !context.setEDRTargetHeadroom(.infinity))
    #expect(CGContextSetEDRTargetHeadroom(context, 2))
    #expect(context.edrTargetHeadroom == 2)
    context.draw(try bright(), in: all)
    let curve = ToneCurve(contentHeadroom: 6, targetHeadroom: 2)
    let white = Float(curve.gain(at: 1))
    #expect(isNear(try TestImages.numbers(context, 1, 0), [white, white, white, 1], 2e-5))
    let peak = try TestImages.numbers(context, 3, 0)
    #expect(peak.x <= 2 && peak.x > 1.99)
    #expect(context.makeImage()?.contentHeadroom == 2)
    let sdr = try TestImages.context(1, 1)
    #expect(!sdr.setEDRTargetHeadroom(2) && sdr.edrTargetHeadroom == 0)
  }

  @Test func `content that fits is not touched`() throws {
    let context = try TestImages.floatContext(4, 1, space: CGColorSpace.extendedLinearSRGB)
    context.setEDRTargetHeadroom(8)
    context.draw(try bright(), in: all)
    #expect(isNear(try TestImages.numbers(context, 2, 0), [3, 2, 1, 1], 1e-6))
  }

  @Test func `content of unknown headroom is cut, not mapped`() throws {
    let context = try TestImages.floatContext(4, 1, space: CGColorSpace.linearSRGB)
    context.draw(try bright(0), in: all)
    #expect(isNear(try TestImages.numbers(context, 0, 0), [0.18, 0.18, 0.18, 1], 1e-6))
    #expect(try TestImages.numbers(context, 2, 0) == [1, 1, 1, 1])
  }

  @Test func `the methods differ and none of them exceeds the target`() throws {
    var results: [CGToneMapping: SIMD4<Float>] = [:]
    for method in CGToneMapping.allCases where method != .imageSpecificLumaScaling {
      let context = try TestImages.floatContext(4, 1, space: CGColorSpace.linearSRGB)
      #expect(context.draw(try bright(), in: all, by: method, options: nil))
      for column in 0..<4 {
        let found = try TestImages.numbers(context, column, 0)
        #expect(found.max() <= 1, "\(method) \(found)")
      }
      results[method] = try TestImages.numbers(context, 1, 0)
    }
    #expect(results[.default] == results[.referenceWhiteBased])
    #expect(results[.none] == [1, 1, 1, 1])
    #expect(Set([.default, .none, .ituRecommended, .exrGamma].compactMap { results[$0]?.x }).count == 4)
  }

  @Test func `an image without a gain map cannot be drawn by one`() throws {
    let context = try TestImages.floatContext(4, 1, space: CGColorSpace.linearSRGB)
    let image = try bright()
    #expect(!context.draw(image, in: all, by: .imageSpecificLumaScaling, options: nil))
    #expect(!CGContextDrawImageApplyingToneMapping(context, all, image, .imageSpecificLumaScaling, nil))
    #expect(try TestImages.numbers(context, 0, 0) == [0, 0, 0, 0])
  }

  @Test func `the preferred dynamic range limits the headroom used`() throws {
    func peak(_ range: String) throws -> Float {
      let context = try TestImages.floatContext(4, 1, space: CGColorSpace.extendedLinearSRGB)
      context.setEDRTargetHeadroom(4)
      context.draw(try bright(), in: all, by: .default, options: [kCGPreferredDynamicRange: range])
      return try TestImages.numbers(context, 3, 0).x
    }
    #expect(abs(try peak(kCGDynamicRangeHigh) - 4) < 1e-4)
    #expect(abs(try peak(kCGDynamicRangeConstrained) - 2) < 1e-4)
    #expect(abs(try peak(kCGDynamicRangeStandard) - 1) < 1e-4)
  }

  @Test func `OpenEXR's curve takes options and puts middle gray where its viewer does`() throws {
    func value(_ options: CFDictionary?) throws -> Float {
      let context = try TestImages.floatContext(4, 1, space: CGColorSpace.linearSRGB)
      context.draw(try bright(), in: all, by: .exrGamma, options: options)
      return try TestImages.numbers(context, 0, 0).x
    }
    // 0.18 stays below the knee: 0.18 * 2^2.47393 * (84.66/255)^2.2.
    #expect(abs(try value(nil) - 0.0884) < 0.001)
    #expect(abs(try value([kCGEXRToneMappingGammaExposure: -1.0]) - 0.0442) < 0.0005)
    #expect(CGEXRToneMappingGammaGetDefaultOptions()[kCGEXRToneMappingGammaKneeHigh] as? Float == 5)
  }

  @Test func `a context draws with the tone mapping set on it`() throws {
    let context = try TestImages.floatContext(4, 1, space: CGColorSpace.linearSRGB)
    #expect(CGContextGetContentToneMappingInfo(context) == .default)
    CGContextSetContentToneMappingInfo(context, .none)
    context.draw(try bright(), in: all)
    #expect(isNear(try TestImages.numbers(context, 0, 0), [0.18, 0.18, 0.18, 1], 1e-6))
    #expect(context.contentToneMappingInfo.method == .none)
  }

  @Test func `hue stays where saturated highlights are mapped`() throws {
    let image = try TestImages.floatImage([[[6, 0.6, 0.6, 1]]], space: CGColorSpace.extendedLinearSRGB, headroom: 6)
    let context = try TestImages.floatContext(1, 1, space: CGColorSpace.linearSRGB)
    context.draw(image, in: CGRect(x: 0, y: 0, width: 1, height: 1))
    let found = try TestImages.numbers(context, 0, 0)
    #expect(abs(found.y - found.z) < 0.05 && found.x > found.y * 2, "\(found)")
  }

  @Test func `HLG drawn into an extended context has passed its OOTF`() throws {
    let code = UInt16((0.75 * 65535).rounded())
    let image = try #require(
      TestImages.image(
        [code, code, code].flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }, width: 1, height: 1, bits: 16, pixelBits: 48,
        space: try TestImages.space(CGColorSpace.itur_2100_HLG), info: .byteOrder16Little))
    let context = try TestImages.floatContext(1, 1, space: CGColorSpace.extendedLinearITUR_2020)
    context.draw(image, in: CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(isNear(try TestImages.numbers(context, 0, 0), [1.0007, 1.0007, 1.0007, 1], 2e-4))
    let back = try TestImages.context(
      1, 1, space: CGColorSpace.itur_2100_HLG, info: CGBitmapInfo(alpha: .noneSkipLast, byteOrder: .order16Little),
      bits: 16)
    back.draw(try #require(context.makeImage()), in: CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(isNear(try TestImages.numbers(back, 0, 0), [0.75, 0.75, 0.75, 1], 2e-5))
  }

  @Test func `the result does not depend on the number of threads`() throws {
    let image = try pqNoise(61, 47)
    func render() throws -> Data {
      let context = try TestImages.context(37, 91)
      context.interpolationQuality = .high
      context.draw(image, in: CGRect(x: 0, y: 0, width: 37, height: 91))
      return try #require(context.makeImage()?.dataProvider?.data)
    }
    let several = try render()
    let count = ThreadPool.shared.workerCount
    ThreadPool.shared.workerCount = 1
    defer { ThreadPool.shared.workerCount = count }
    #expect(try render() == several)
  }
}
