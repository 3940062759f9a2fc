import Foundation
import HeadroomColor
import HeadroomContainers
import HeadroomImageIO
import HeadroomPixels
import HeadroomTestSupport
import Testing

/// Matrices that mix light and signals, on the lossless picture of three planes: luma 16y, Cb 255 - 8x - 8y, Cr 16x.
@Suite struct LightMatrixTests {
  private static func decode(primaries: UInt16 = 9, transfer: UInt16, matrix: UInt16) throws -> PixelBitmap {
    var builder = HEIFBuilder.picture()
    builder.properties[2].box = HEIFBuilder.nclx(primaries, transfer, matrix)
    return try HEIFDecodingTests.open(builder).decode(DecodeRequest()).base
  }

  private static func signals(_ x: Int, _ y: Int) -> SIMD3<Double> {
    SIMD3(Double(16 * y) / 255, Double(255 - 8 * x - 8 * y - 128) / 255, Double(16 * x - 128) / 255)
  }

  private func expect(
    _ bitmap: PixelBitmap, sourceLocation: SourceLocation = #_sourceLocation,
    _ formula: (SIMD3<Double>) -> SIMD3<Double>
  ) {
    for y in 0..<16 {
      for x in 0..<16 {
        let wanted = formula(Self.signals(x, y))
        let found = HEIFDecodingTests.pixel(bitmap, x, y)
        for channel in 0..<3 {
          let code = min(max(wanted[channel], 0), 1) * 255
          #expect(
            (Double(found[channel]) - code).magnitude <= 0.51, "\(x), \(y), \(channel)",
            sourceLocation: sourceLocation)
        }
      }
    }
  }

  @Test(arguments: [1, 14, 15] as [UInt16])
  func `constant luminance is that of BT 2020 for its own curve`(_ transfer: UInt16) throws {
    expect(try Self.decode(transfer: transfer, matrix: 10)) {
      let light = ConstantLuminanceYCbCr.decode($0)
      return SIMD3(light.x, light.y, light.z).mapped(SceneCurve.exact.encode)
    }
  }

  @Test(arguments: [(16, TransferFunction.pq), (18, .hlg)] as [(UInt16, TransferFunction)])
  func `constant luminance takes green from the light of its curve`(
    _ transfer: UInt16, _ curve: TransferFunction
  ) throws {
    expect(try Self.decode(transfer: transfer, matrix: 10)) { signals in
      let blue = signals.x + signals.y * (signals.y <= 0 ? 1.9404 : 1.5820)
      let red = signals.x + signals.z * (signals.z <= 0 ? 1.7182 : 0.9938)
      let light = SIMD3(red, signals.x, blue).mapped(curve.decode)
      return SIMD3(red, curve.encode((light.y - 0.2627 * light.x - 0.0593 * light.z) / 0.6780), blue)
    }
  }

  @Test func `weights of matrices 12 and 13 are derived from the primaries`() throws {
    // BT.2020's own weights with more digits: the difference to matrix 9 is below a code, so DCI P3 is compared too.
    for (primaries, space) in [(9, ColorPrimaries.bt2020), (12, .p3D65), (1, .bt709)] as [(UInt16, ColorPrimaries)] {
      let weights = space.luminanceWeights
      let (kr, kg, kb) = (weights.x, weights.y, weights.z)
      expect(try Self.decode(primaries: primaries, transfer: 13, matrix: 12)) { signals in
        let red = signals.x + 2 * (1 - kr) * signals.z
        let blue = signals.x + 2 * (1 - kb) * signals.y
        return SIMD3(red, (signals.x - kr * red - kb * blue) / kg, blue)
      }
      let curve = TransferFunction.sRGB
      expect(try Self.decode(primaries: primaries, transfer: 13, matrix: 13)) { signals in
        let blue = signals.x + signals.y * 2 * (signals.y <= 0 ? curve.encode(1 - kb) : 1 - curve.encode(kb))
        let red = signals.x + signals.z * 2 * (signals.z <= 0 ? curve.encode(1 - kr) : 1 - curve.encode(kr))
        let light = (curve.decode(signals.x) - kr * curve.decode(red) - kb * curve.decode(blue)) / kg
        return SIMD3(red, curve.encode(light), blue)
      }
    }
  }

  /// BT.2020 table 4 rounds what the derivation gives for its primaries and curve.
  @Test func `matrix 13 of BT 2020 is matrix 10`() throws {
    let (derived, stated) = (try Self.decode(transfer: 14, matrix: 13), try Self.decode(transfer: 14, matrix: 10))
    for (one, other) in zip(samples(of: derived), samples(of: stated)) { #expect(abs(Int(one) - Int(other)) <= 1) }
  }

  @Test func `ICtCp is decoded for PQ and HLG, and refused for other curves`() throws {
    expect(try Self.decode(transfer: 16, matrix: 14)) { ICtCp.decodePQ($0).mapped(PQCurve.signal(nits:)) }
    expect(try Self.decode(transfer: 18, matrix: 14)) { ICtCp.decodeHLG($0).mapped(TransferFunction.hlg.encode) }
    #expect(throws: ImageIOError.self) { try Self.decode(transfer: 1, matrix: 14) }
  }

  @Test(.enabled(if: TestData.isAvailable, "the real photos are not here"))
  func `a real picture of constant luminance has a blue sky`() throws {
    let path = "avif-pq/Chimera_10bit_cropped_to_1920x1008_with_HDR_metadata.avif"
    let still = try ImageFormats.open(FileBytes(path: TestData.still(path).path)).decode(DecodeRequest())
    #expect((still.base.width, still.base.height) == (1920, 1008))
    let row = unsafe still.base.rowAddress(40).assumingMemoryBound(to: UInt16.self)
    for x in stride(from: 0, to: 1920, by: 160) {
      let (red, green, blue) = unsafe (row[3 * x], row[3 * x + 1], row[3 * x + 2])
      #expect(red < green && green < blue)
    }
  }
}

extension SIMD3<Double> {
  fileprivate func mapped(_ transform: (Double) -> Double) -> SIMD3<Double> {
    SIMD3(transform(x), transform(y), transform(z))
  }
}
