import HeadroomColor
import HeadroomPixels
import HeadroomTestSupport
import Testing

/// The fast curves of video against the functions in double precision, in codes.
@Suite struct CodeLightTests {
  static let functions: [TransferFunction] = [
    .pq, .hlg, .bt709, .bt1886, .sRGB, .smpte240, .gamma(2.2), .gamma(1.961),
  ]

  private static func rows(_ values: [Float]) -> TestRows {
    var rows = TestRows(count: values.count)
    (rows.r, rows.g, rows.b) = (values, values, values)
    return rows
  }

  private static func decode(_ decoder: CodeDecoder, _ values: [Float]) -> [Float] {
    var rows = rows(values)
    unsafe rows.withPointers { unsafe decoder.apply($0, values.count) }
    #expect(rows.r.map(\.bitPattern) == rows.b.map(\.bitPattern))
    return rows.r
  }

  private static func encode(_ encoder: CodeEncoder, _ values: [Float]) -> [Float] {
    var rows = rows(values)
    unsafe rows.withPointers { unsafe encoder.apply($0, values.count) }
    return rows.r
  }

  @Test(arguments: functions, [8, 10, 12])
  func `light and signals are off by less than a tenth of a code`(_ function: TransferFunction, _ bits: Int) throws {
    let range = Double(219 << (bits - 8))
    // From black to the end of the codes, and fractions of them: chroma makes signals between codes.
    let signals = (0...5000).map { Float(1.09 * Double($0) / 5000) }
    let decoder = try #require(CodeDecoder(function, system: nil, bitDepth: bits))
    for (signal, light) in zip(signals, Self.decode(decoder, signals)) {
      #expect(abs(function.encode(Double(light)) - Double(signal)) * range < 0.1, "decoding \(signal)")
    }
    let encoder = try #require(CodeEncoder(system: nil, function, bitDepth: bits))
    let light = signals.map { Float(function.decode(Double($0))) }
    for (light, signal) in zip(light, Self.encode(encoder, light)) {
      #expect(abs(function.encode(Double(light)) - Double(signal)) * range < 0.1, "encoding \(light)")
    }
  }

  @Test(arguments: functions)
  func `curves are mirrored, keep zero and NaN, and give any split of a row the same bits`(
    _ function: TransferFunction
  ) throws {
    let decoder = try #require(CodeDecoder(function, system: .reference, bitDepth: 10))
    let encoder = try #require(CodeEncoder(system: .reference, function, bitDepth: 10))
    let values: [Float] =
      (0..<37).map { Float($0) / 30 } + [.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 0]
    for apply in [{ Self.decode(decoder, $0) }, { Self.encode(encoder, $0) }] {
      let positive = apply(values)
      #expect(positive[0] == 0 && positive[40] == 0)
      #expect(positive.allSatisfy { $0 >= 0 })
      #expect(apply(values.map(-)) == positive.map(-))
      #expect(apply([0.25, .nan, 0.5])[1].isNaN)
      #expect(apply([0.25, .nan, 0.5])[2] == apply([0.5])[0])
      for split in 1..<values.count {
        let parts = apply(Array(values[..<split])) + apply(Array(values[split...]))
        #expect(parts.map(\.bitPattern) == positive.map(\.bitPattern), "split at \(split)")
      }
    }
  }

  @Test func `HLG's colours keep their hue`() throws {
    let decoder = try #require(CodeDecoder(.hlg, system: .reference, bitDepth: 10))
    let encoder = try #require(CodeEncoder(system: .reference, .hlg, bitDepth: 10))
    // BT.2100, in units of the peak: video.md of the reference has the three numbers; red is 0.2627^0.2.
    let colors: [(signal: SIMD3<Float>, light: SIMD3<Float>)] = [
      ([0.8, 0.4, 0.2], [0.22687, 0.03530, 0.00882]), ([1, 0, 0], [0.76545, 0, 0]), ([1, 1, 1], [1, 1, 1]),
    ]
    for (signal, light) in colors {
      var rows = TestRows(count: 1)
      (rows.r, rows.g, rows.b) = ([signal.x], [signal.y], [signal.z])
      unsafe rows.withPointers { unsafe decoder.apply($0, 1) }
      let found = SIMD3(rows.r[0], rows.g[0], rows.b[0]) * 0.203
      for index in 0..<3 { #expect(abs(found[index] - light[index]) <= 0.001 * light[index], "\(found)") }
      unsafe rows.withPointers { unsafe encoder.apply($0, 1) }
      let back = SIMD3(rows.r[0], rows.g[0], rows.b[0])
      for index in 0..<3 { #expect(abs(back[index] - signal[index]) < 2e-5, "\(back)") }
    }
  }

  @Test func `functions without such curves, and deeper codes, are left to the exact ones`() {
    #expect(CodeDecoder(.log100, system: nil, bitDepth: 8) == nil && CodeDecoder(.pq, system: nil, bitDepth: 16) == nil)
    #expect(
      CodeEncoder(system: .reference, .hlg, bitDepth: 16) == nil
        && CodeEncoder(system: nil, .linear, bitDepth: 8) == nil)
  }
}
