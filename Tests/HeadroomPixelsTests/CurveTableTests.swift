import Foundation
import HeadroomColor
import HeadroomPixels
import HeadroomTestSupport
import Testing

@Suite struct CurveTableTests {
  static let functions: [TransferFunction] = [
    .sRGB, .bt709, .bt1886, .gamma(1.8), .gamma(2.2), .gamma(2.6), .adobeRGB, .romm, .pq, .hlg, .smpte240, .smpte428,
    .linear,
  ]

  @Test(arguments: functions)
  func everyCodeOfEveryDepthSurvivesDecodingAndEncoding(_ function: TransferFunction) {
    let table = CurveTable(encoding: function)
    for bits in [8, 10, 12, 16] {
      let count = 1 << bits
      let largest = Float(count - 1)
      let decoded = DecodeTable(codeCount: count, decoding: function)
      let row = RowOperation.table(table)((0..<count).map { decoded[code: $0] })
      let worst = row.indices.filter { Int((row[$0] * largest).rounded(.toNearestOrEven)) != $0 }
      #expect(worst.isEmpty, "\(bits) bits: codes \(worst.prefix(5))")
    }
  }

  @Test(arguments: functions)
  func encodingErrsByLessThanATenthOfASixteenBitCode(_ function: TransferFunction) {
    let table = CurveTable(encoding: function)
    let top = function.decode(1)
    var generator = SeededGenerator(seed: 5)
    var light = (0..<20000).map { _ in Float(top * pow(2, Double.random(in: -50...0, using: &generator))) }
    light += (0...20000).map { Float(top) * Float($0) / 20000 }
    let signals = RowOperation.table(table)(light)
    let worst = zip(light, signals).map { abs(Double($1) - function.encode(Double($0))) }.max() ?? 1
    #expect(worst * 65535 < 0.1)
    #expect(signals[light.count - 20001] == 0, "black stays black")
  }

  @Test(arguments: functions)
  func negativeLightIsMirrored(_ function: TransferFunction) {
    let table = CurveTable(encoding: function)
    for x in [0.25, 1, 1e-5] as [Float] { #expect(table.value(-x) == -table.value(x)) }
    #expect(table.value(.nan).isNaN)
    #expect(table.value(.infinity) == table.value(256))
  }

  @Test func aTableGivesTheSameBitsForAnySplitOfARow() {
    let table = CurveTable(encoding: .pq)
    let values = extremeRows(count: 300, seed: 8).r
    #expect(RowOperation.table(table).cutsThatShow(values) == [])
  }

  @Test func aGainThatIsOneIsExactlyOne() {
    let table = CurveTable(exponents: -14...6, isMirrored: false) { $0 < 0.5 ? 1 : 0.5 / $0 }
    for x in [-3, 0, 1e-9, 1e-3, 0.1, 0.49] as [Float] { #expect(table.value(x) == 1) }
    for x in [0.6, 1, 2, 17, 60] as [Float] { #expect(abs(table.value(x) * x - 0.5) < 5e-6) }
  }

  @Test func toneGainsKeepHueAndLimit() {
    let table = CurveTable(exponents: -30...6, isMirrored: false, isContinuous: true) { $0 / (1 + $0) }
    var rows = extremeRows(count: 513, seed: 3)
    for x in 0..<513 where !(abs(rows.r[x]) < 60 && abs(rows.g[x]) < 60 && abs(rows.b[x]) < 60) {
      (rows.r[x], rows.g[x], rows.b[x]) = (0.1, 0.2, 50)
    }
    let before = rows
    unsafe rows.withPointers {
      unsafe GainRow.apply(results: table, smallest: 0x1p-30, limit: 0.9, $0.r, $0.g, $0.b, 513)
    }
    for x in 0..<513 {
      let top = Double(max(before.r[x], before.g[x], before.b[x], 0))
      let gain = 1 / (1 + top)
      #expect(abs(Double(rows.g[x]) - min(Double(before.g[x]) * gain, 0.9)) < 2e-5)
      #expect(rows.b[x] <= 0.9)
    }
  }

  @Test func aContinuousTableOfARisingCurveRises() {
    let table = CurveTable(exponents: -20...1, isMirrored: false, isContinuous: true) { 1 - 1 / (1 + 30 * $0) }
    var last: Float = -1
    for step in 0...200_000 {
      let value = table.value(Float(exp2(Double(step) / 10_000 - 19)))
      #expect(value >= last - 1.2e-7)
      last = max(last, value)
    }
  }

  @Test func packingWithATableEncodesAndRounds() throws {
    let table = CurveTable(encoding: .sRGB)
    for format in [PixelFormat.rgba8, .rgb16, .gray8, .bgr10a2] {
      let bitmap = try PixelBitmap(width: 700, height: 1, format: format, alpha: .straight)
      var rows = TestRows(count: 700)
      for x in 0..<700 {
        (rows.r[x], rows.g[x], rows.b[x], rows.a[x]) = (Float(x) / 699, 1 - Float(x) / 699, Float(x) / 300, 0.5)
      }
      let linear = rows
      rows.pack(count: 700, into: bitmap, row: 0, x: 0, encodeTable: table)
      #expect(rows.isIdentical(to: linear), "the caller's rows stay linear")
      let largest = Double((1 << format.bitsPerComponent) - 1)
      for x in 0..<700 {
        let stored = ReferenceCodec.read(bitmap, x, 0)
        let exact = TransferFunction.sRGB.encode(Double(linear.r[x])) * largest
        #expect(abs(Double(stored.r) * largest - exact) < 0.6)
        if format.hasAlpha { #expect(abs(stored.a - 0.5) < 0.2) }
      }
    }
  }

  @Test func theCacheMakesEachTableOnceAndForgetsTheOldest() {
    let cache = CurveTableCache(limit: 2)
    let first = cache.encodeTable(for: .sRGB)
    #expect(cache.encodeTable(for: .sRGB) === first)
    let decode = cache.decodeTable(for: .sRGB, codeCount: 256)
    #expect(decode.count == 256 && decode[code: 255] == 1)
    #expect(cache.encodeTable(for: .sRGB) === first)
    _ = cache.encodeTable(for: .pq)
    #expect(cache.decodeTable(for: .sRGB, codeCount: 256) !== decode)
  }
}
