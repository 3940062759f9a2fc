import HeadroomPixels
import HeadroomTestSupport
import Testing

@Suite struct RowCodecTests {
  static let interleaved = PixelFormat.allCases.filter { !$0.isYCbCr }
  static let integers = interleaved.filter { !$0.isFloatingPoint }

  @Test(arguments: interleaved)
  func unpackingAgreesWithTheDescriptionOfTheFormat(_ format: PixelFormat) throws {
    let bitmap = try PixelBitmap(width: 77, height: 3, format: format, alpha: .straight)
    bitmap.randomize(seed: 1)
    var rows = TestRows(count: 77)
    for row in 0..<3 {
      rows.unpack(bitmap, row: row, x: 0, count: 77)
      for x in 0..<77 { expectClose(rows[x], ReferenceCodec.read(bitmap, x, row)) }
    }
  }

  @Test(arguments: integers)
  func tablesMapColourCodesAndLeaveAlphaAlone(_ format: PixelFormat) throws {
    let count = try #require(format.codeCount)
    let table = (0..<count).map { Float($0 * 3 + 1) }
    let bitmap = try PixelBitmap(width: 53, height: 1, format: format, alpha: .straight)
    bitmap.randomize(seed: 2)
    var rows = TestRows(count: 53)
    rows.unpack(bitmap, row: 0, x: 0, count: 53, table: table)
    for x in 0..<53 { expectClose(rows[x], ReferenceCodec.read(bitmap, x, 0, table: table)) }
  }

  @Test(arguments: interleaved)
  func anIgnoredAlphaReadsAsOne(_ format: PixelFormat) throws {
    let bitmap = try PixelBitmap(width: 20, height: 1, format: format, alpha: .opaque)
    bitmap.randomize(seed: 3)
    var rows = TestRows(count: 20)
    rows.unpack(bitmap, row: 0, x: 0, count: 20)
    #expect(rows.a.allSatisfy { $0 == 1 })
  }

  @Test(arguments: integers)
  func theLargestCodeIsExactlyOneAndCodesSurviveUnpackingAndPacking(_ format: PixelFormat) throws {
    // Every 16-bit code appears in every component; other components of a pixel differ from it.
    let width = 65536
    let from = try PixelBitmap(width: width, height: 1, format: format, alpha: .straight)
    let to = try PixelBitmap(width: width, height: 1, format: format, alpha: .straight)
    to.storage.clear()
    fillWithAllCodes(from)
    var rows = TestRows(count: width)
    rows.unpack(from, row: 0, x: 0, count: width)
    rows.pack(count: width, into: to, row: 0, x: 0)
    #expect(from.bytes(row: 0) == to.bytes(row: 0))
    #expect((rows.r + rows.g + rows.b + rows.a).max() == 1)
    to.storage.clear()
    rows.pack(count: width, into: to, row: 0, x: 0, dither: .ordered)
    #expect(from.bytes(row: 0) == to.bytes(row: 0), "dither must leave codes as they are")
  }

  @Test(arguments: interleaved)
  func packingAgreesWithTheDescriptionOfTheFormat(_ format: PixelFormat) throws {
    var rows = extremeRows(count: 91, seed: 4)
    let bitmap = try PixelBitmap(width: 91, height: 1, format: format, alpha: .straight)
    rows.pack(count: 91, into: bitmap, row: 0, x: 0)
    for x in 0..<91 {
      let stored = ReferenceCodec.read(bitmap, x, 0)
      expectClose(stored, expected(rows[x], format))
    }
  }

  @Test(arguments: PixelFormat.allCases.filter { $0.subsampling.horizontal == 1 })
  func anySplitOfARowGivesTheSameBits(_ format: PixelFormat) throws {
    let width = 67
    let source = try PixelBitmap(width: width, height: 2, format: format, alpha: .straight)
    source.randomize(seed: 5)
    var whole = TestRows(count: width)
    whole.unpack(source, row: 1, x: 0, count: width)
    var values = extremeRows(count: width, seed: 6)
    let packed = try PixelBitmap(width: width, height: 2, format: format, alpha: .straight)
    values.pack(count: width, into: packed, row: 1, x: 0, dither: .ordered)
    let again = try PixelBitmap(width: width, height: 2, format: format, alpha: .straight)
    for split in 1..<width {
      var parts = TestRows(count: width)
      parts.unpack(source, row: 1, x: 0, count: split)
      parts.unpack(source, row: 1, x: split, count: width - split, at: split)
      #expect(parts.isIdentical(to: whole), "unpacked, split at \(split)")
      values.pack(count: split, into: again, row: 1, x: 0, dither: .ordered)
      values.pack(count: width - split, into: again, row: 1, x: split, at: split, dither: .ordered)
      #expect(again.bytes(row: 1) == packed.bytes(row: 1), "packed, split at \(split)")
    }
  }

  @Test(arguments: [PixelFormat.rgb8, .rgba8, .rgb16, .rgbaHalf, .gray16, .rgb10])
  func spansOfEveryLengthLeaveTheirNeighboursAlone(_ format: PixelFormat) throws {
    let bitmap = try PixelBitmap(width: 40, height: 1, format: format, alpha: .straight)
    var values = extremeRows(count: 40, seed: 7)
    for count in 0...33 {
      bitmap.randomize(seed: UInt64(count))
      let before = bitmap.bytes(row: 0)
      values.pack(count: count, into: bitmap, row: 0, x: 3)
      let after = bitmap.bytes(row: 0)
      let size = format.bytesPerPixel
      #expect(before.prefix(3 * size) == after.prefix(3 * size))
      #expect(before.dropFirst((3 + count) * size) == after.dropFirst((3 + count) * size))
      var rows = TestRows(count: 40)
      rows.unpack(bitmap, row: 0, x: 3, count: count, at: 2)
      let untouched = rows.r.prefix(2) + rows.r.dropFirst(2 + count) + rows.b.dropFirst(2 + count)
      #expect(untouched.allSatisfy { $0 == -7 })
    }
  }

  @Test func orderedDitherKeepsTheMeanAndFollowsAbsolutePositions() throws {
    let bitmap = try PixelBitmap(width: 64, height: 64, format: .gray8)
    var rows = TestRows(count: 64)
    rows.r = Array(repeating: 100.3 / 255, count: 64)
    for row in 0..<64 {
      rows.pack(count: 64, into: bitmap, row: row, x: 0, dither: .ordered)
    }
    let all = (0..<64).flatMap { bitmap.bytes(row: $0) }
    #expect(Set(all) == [100, 101])
    let mean = Double(all.reduce(0) { $0 + Int($1) }) / 4096
    #expect(abs(mean - 100.3) < 1.0 / 64)
    // The pattern repeats after eight pixels both ways and nowhere before.
    #expect(bitmap.bytes(row: 0) == bitmap.bytes(row: 8))
    #expect(Array(all[0..<8]) == Array(all[8..<16]))
  }

  @Test func ditherDoesNotLiftPremultipliedColourAboveAlpha() throws {
    let bitmap = try PixelBitmap(width: 64, height: 8, format: .rgba8)
    var rows = TestRows(count: 64)
    for x in 0..<64 {
      let value = Float(x) / 64
      (rows.r[x], rows.g[x], rows.b[x], rows.a[x]) = (value, value * 0.999, 0, value)
    }
    for row in 0..<8 {
      rows.pack(count: 64, into: bitmap, row: row, x: 0, dither: .ordered)
      let bytes = bitmap.bytes(row: row)
      for x in 0..<64 { #expect(bytes[4 * x] <= bytes[4 * x + 3] && bytes[4 * x + 1] <= bytes[4 * x + 3]) }
    }
  }

  private func expectClose(_ a: ReferenceCodec.Pixel, _ b: ReferenceCodec.Pixel) {
    func same(_ x: Float, _ y: Float) -> Bool {
      x.bitPattern == y.bitPattern || abs(x - y) <= max(x.ulp, y.ulp) || (x.isNaN && y.isNaN)
    }
    #expect(same(a.r, b.r) && same(a.g, b.g) && same(a.b, b.b) && same(a.a, b.a), "\(a) is not \(b)")
  }

  private func expected(_ pixel: ReferenceCodec.Pixel, _ format: PixelFormat) -> ReferenceCodec.Pixel {
    func stored(_ value: Float, _ bits: Int) -> Float {
      switch format.component {
      case .float: return value
      case .half: return value.isNaN ? 0 : Float(Float16(min(max(value, -65504), 65504)))
      default:
        let largest = Double((1 << bits) - 1)
        return Float(Double(ReferenceCodec.code(value, Float(largest))) / largest)
      }
    }
    let bits = format.bitsPerComponent
    var result = ReferenceCodec.Pixel(
      r: stored(pixel.r, bits), g: stored(pixel.g, bits), b: stored(pixel.b, bits),
      a: stored(pixel.a, format.component == .packed10 ? 2 : bits))
    if !format.hasAlpha { result.a = 1 }
    switch format.layout {
    case .gray, .grayAlpha: (result.g, result.b) = (result.r, result.r)
    case .alpha: (result.r, result.g, result.b) = (0, 0, 0)
    case .red: (result.g, result.b) = (0, 0)
    case .redGreen: result.b = 0
    default: break
    }
    return result
  }

  private func fillWithAllCodes(_ bitmap: PixelBitmap) {
    let format = bitmap.format
    unsafe bitmap.storage.withUnsafeMutableBytes { bytes in
      for x in 0..<bitmap.width {
        let code = UInt64(x) * 0x0001_0001_0001_0001 ^ 0x0000_1234_0F0F_00FF
        if format.component == .packed10 {
          // Padding bits are written as zero.
          let mask: UInt32 = format.layout == .rgb ? 0x3FFF_FFFF : format.layout == .rgbx ? 0xFFFF_FFFC : .max
          let word = (UInt32(x) &* 65537) & mask
          let stored = format.layout == .rgbx ? word.byteSwapped : word
          unsafe bytes.storeBytes(of: stored, toByteOffset: 4 * x, as: UInt32.self)
          continue
        }
        for component in 0..<format.channelCount {
          // The ignored component is written as one.
          let isIgnored = format.layout == .rgbx && component == 3
          let value = isIgnored ? .max : UInt16(truncatingIfNeeded: code >> (16 * component))
          let index = x * format.channelCount + component
          if format.component == .uint8 {
            unsafe bytes[index] = UInt8(truncatingIfNeeded: value)
          } else {
            unsafe bytes.storeBytes(of: value, toByteOffset: 2 * index, as: UInt16.self)
          }
        }
      }
    }
  }
}

/// Random values around the range of codes, with every special value among them.
func extremeRows(count: Int, seed: UInt64) -> TestRows {
  var generator = SeededGenerator(seed: seed)
  let special: [Float] = [
    .nan, .infinity, -.infinity, 0, -0.0, 1, -1, 65504, 65519, 65520, -70000, 1e-8, 6e-5, .greatestFiniteMagnitude,
    .leastNonzeroMagnitude, 0.5 / 255, 1.5 / 255, 254.5 / 255, 1.0000001, -1e-9,
  ]
  func row() -> [Float] {
    (0..<count).map { _ in
      Int.random(in: 0..<4, using: &generator) == 0
        ? special.randomElement(using: &generator) ?? 0 : Float.random(in: -0.2...1.3, using: &generator)
    }
  }
  var rows = TestRows(count: count)
  rows.r = row()
  rows.g = row()
  rows.b = row()
  rows.a = row()
  return rows
}
