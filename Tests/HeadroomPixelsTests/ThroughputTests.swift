import Foundation
import HeadroomColor
import HeadroomPixels
import Testing

/// Each kernel against a floor of about a fifth of what one core of a server of 2025 does: a loop that is no longer
/// vectorised falls 5 to 20 times, so a busy machine passes and a lost kernel does not.
///
/// `HEADROOM_PRINT_THROUGHPUT=1` prints what was measured, in millions of pixels (or of values, for functions) per
/// second.
@Suite(.serialized) struct ThroughputTests {
  private static let count = 512
  private static let isPrinting = ProcessInfo.processInfo.environment["HEADROOM_PRINT_THROUGHPUT"] != nil

  /// The best of several short runs over rows that stay in the first-level cache.
  private func expect(_ name: String, atLeast floor: Double, _ body: () -> Void) {
    let clock = ContinuousClock()
    var best = 0.0
    for _ in 0..<15 {
      let time = clock.measure { for _ in 0..<400 { body() } }
      let seconds = Double(time.components.attoseconds) * 1e-18 + Double(time.components.seconds)
      best = max(best, 400 * Double(Self.count) / seconds / 1e6)
    }
    if Self.isPrinting { print("throughput", name, Int(best.rounded())) }
    #expect(best > floor, "\(name): \(Int(best)) million per second")
  }

  private func rows(_ range: ClosedRange<Float> = 0...1) -> RowBuffer {
    let buffer = RowBuffer(capacity: Self.count)
    let rows = unsafe buffer.rows
    for i in 0..<Self.count {
      let value = range.lowerBound + (range.upperBound - range.lowerBound) * Float(i * 197 % 512) / 512
      unsafe (rows.r[i], rows.g[i], rows.b[i], rows.a[i]) = (value, value * 0.9, value * 0.8, 0.5)
    }
    return buffer
  }

  /// Codes that change slowly along the row, as in pictures.
  private func bitmap(_ format: PixelFormat, height: Int = 2) throws -> PixelBitmap {
    let bitmap = try PixelBitmap(width: Self.count, height: height, format: format, alpha: .straight, ycbcr: .bt709)
    let buffer = rows()
    for i in 0..<Self.count {
      let value = 0.3 + 0.1 * Float(i) / 512 + 0.01 * Float(i * 197 % 512) / 512
      unsafe (buffer.rows.r[i], buffer.rows.g[i], buffer.rows.b[i]) = (value, value * 1.05, value * 0.95)
    }
    for row in 0..<height {
      unsafe RowCodec.pack(buffer.rows, count: Self.count, into: bitmap, row: row, x: 0)
    }
    return bitmap
  }

  @Test(arguments: [
    (PixelFormat.rgba8, 1500), (.rgb8, 1000), (.rgba16, 1200), (.rgb16, 1000), (.rgbaHalf, 800), (.rgbHalf, 800),
    (.rgbaFloat, 700), (.gray8, 3000), (.rgb10, 1500), (.bgr10a2, 1000), (.biplanar420, 150),
    (.biplanar420x10, 150), (.biplanar444, 300),
  ])
  func unpacking(_ format: PixelFormat, _ floor: Double) throws {
    let bitmap = try bitmap(format)
    let buffer = rows()
    expect("unpack \(format)", atLeast: floor) {
      unsafe RowCodec.unpack(bitmap, row: 1, x: 0, count: Self.count, into: buffer.rows)
    }
  }

  @Test(arguments: [
    (PixelFormat.rgba8, 300), (.rgb8, 300), (.rgba16, 300), (.rgb16, 300), (.gray16, 600), (.rgb10, 150),
  ])
  func unpackingThroughTables(_ format: PixelFormat, _ floor: Double) throws {
    let bitmap = try bitmap(format)
    let table = DecodeTable(codeCount: try #require(format.codeCount), decoding: .pq)
    let buffer = rows()
    expect("unpack with table \(format)", atLeast: floor) {
      unsafe RowCodec.unpack(bitmap, row: 1, x: 0, count: Self.count, into: buffer.rows, decodeTable: table.entries)
    }
  }

  @Test(arguments: [
    (PixelFormat.rgba8, 800), (.rgb8, 600), (.rgba16, 700), (.rgb16, 600), (.rgbaHalf, 500), (.rgbaFloat, 900),
    (.gray8, 2000), (.rgb10, 700), (.biplanar420, 200), (.biplanar420x10, 200), (.biplanar444, 200),
  ])
  func packing(_ format: PixelFormat, _ floor: Double) throws {
    let bitmap = try bitmap(format)
    let buffer = rows()
    expect("pack \(format)", atLeast: floor) {
      unsafe RowCodec.pack(buffer.rows, count: Self.count, into: bitmap, row: 0, x: 0)
    }
    guard !format.isFloatingPoint else { return }
    expect("pack dithered \(format)", atLeast: floor / 2) {
      unsafe RowCodec.pack(buffer.rows, count: Self.count, into: bitmap, row: 0, x: 0, dither: .ordered)
    }
    guard !format.isBiplanar, !format.isGray else { return }
    let table = CurveTable(encoding: .sRGB)
    expect("pack with table \(format)", atLeast: 120) {
      unsafe RowCodec.pack(buffer.rows, count: Self.count, into: bitmap, row: 0, x: 0, encodeTable: table)
    }
  }

  @Test(arguments: [
    (TransferFunction.sRGB, 90, 90), (.bt709, 90, 90), (.gamma(2.2), 70, 70), (.pq, 45, 40), (.hlg, 100, 100),
  ])
  func transferFunctions(_ function: TransferFunction, _ decodeFloor: Double, _ encodeFloor: Double) {
    let source = rows(0.01...1)
    let buffer = rows()
    let count = Self.count
    func restore() {
      unsafe buffer.rows.r.update(from: source.rows.r, count: count)
      unsafe buffer.rows.g.update(from: source.rows.g, count: count)
      unsafe buffer.rows.b.update(from: source.rows.b, count: count)
    }
    expect("decode \(function)", atLeast: decodeFloor) {
      restore()
      unsafe TransferRow.decode(function, buffer.rows.r, count)
      unsafe TransferRow.decode(function, buffer.rows.g, count)
      unsafe TransferRow.decode(function, buffer.rows.b, count)
    }
    expect("encode \(function)", atLeast: encodeFloor) {
      restore()
      unsafe TransferRow.encode(function, buffer.rows.r, count)
      unsafe TransferRow.encode(function, buffer.rows.g, count)
      unsafe TransferRow.encode(function, buffer.rows.b, count)
    }
  }

  @Test func tables() {
    let buffer = rows()
    let table = CurveTable(encoding: .sRGB)
    // The values settle where the curve crosses the diagonal; the work does not depend on them.
    expect("encode table, one plane", atLeast: 450) { unsafe table.apply(buffer.rows.r, Self.count) }
    let gain = CurveTable(exponents: -14...6, isMirrored: false) { $0 }
    expect("gain by the largest component", atLeast: 250) {
      unsafe GainRow.apply(
        results: gain, smallest: 0x1p-14, limit: 1, buffer.rows.r, buffer.rows.g, buffer.rows.b, Self.count)
    }
  }

  @Test func colourAndAlpha() {
    let buffer = rows()
    let matrix = ColorPrimaries.bt2020.matrix(to: .bt709)
    let back = ColorPrimaries.bt709.matrix(to: .bt2020)
    expect("matrix, there and back", atLeast: 600) {
      unsafe MatrixRow.apply(matrix, buffer.rows.r, buffer.rows.g, buffer.rows.b, Self.count)
      unsafe MatrixRow.apply(back, buffer.rows.r, buffer.rows.g, buffer.rows.b, Self.count)
    }
    expect("HLG system, there and back", atLeast: 60) {
      unsafe HLGSystemRow.displayFromScene(.reference, buffer.rows.r, buffer.rows.g, buffer.rows.b, Self.count)
      unsafe HLGSystemRow.sceneFromDisplay(.reference, buffer.rows.r, buffer.rows.g, buffer.rows.b, Self.count)
    }
    expect("premultiply, there and back", atLeast: 300) {
      unsafe AlphaRow.premultiply(buffer.rows, Self.count)
      unsafe AlphaRow.unpremultiply(buffer.rows, Self.count)
    }
  }

  /// A function as a type, so that the loop around it is compiled with it.
  private func expect<F: TimedFunction>(_: F.Type, atLeast floor: Double) {
    let source = rows(0.01...4)
    let buffer = rows()
    expect(F.name, atLeast: floor) {
      let (from, to) = unsafe (source.rows.r, buffer.rows.r)
      for i in 0..<Self.count { unsafe to[i] = F.value(from[i]) }
    }
  }

  @Test func vectorMath() {
    expect(Exp2.self, atLeast: 900)
    expect(Exp.self, atLeast: 800)
    expect(Log2.self, atLeast: 700)
    expect(Pow.self, atLeast: 250)
    expect(SignedPow.self, atLeast: 180)
    expect(CubeRoot.self, atLeast: 350)
    expect(SineCosine.self, atLeast: 450)
    expect(ArcTangent.self, atLeast: 400)
  }
}

private protocol TimedFunction {
  static var name: String { get }
  static func value(_ x: Float) -> Float
}

private enum Exp2: TimedFunction {
  static let name = "exp2"
  @inline(__always) static func value(_ x: Float) -> Float { exp2Fast(x) }
}

private enum Exp: TimedFunction {
  static let name = "exp"
  @inline(__always) static func value(_ x: Float) -> Float { expFast(x) }
}

private enum Log2: TimedFunction {
  static let name = "log2"
  @inline(__always) static func value(_ x: Float) -> Float { log2Fast(x) }
}

private enum Pow: TimedFunction {
  static let name = "pow"
  @inline(__always) static func value(_ x: Float) -> Float { powFast(x, 2.4) }
}

private enum SignedPow: TimedFunction {
  static let name = "signed pow"
  @inline(__always) static func value(_ x: Float) -> Float { signedPow(x, 2.4) }
}

private enum CubeRoot: TimedFunction {
  static let name = "cube root"
  @inline(__always) static func value(_ x: Float) -> Float { cbrtFast(x) }
}

private enum SineCosine: TimedFunction {
  static let name = "sine and cosine"
  @inline(__always) static func value(_ x: Float) -> Float { sinFast(x) + cosFast(x) }
}

private enum ArcTangent: TimedFunction {
  static let name = "arc tangent"
  @inline(__always) static func value(_ x: Float) -> Float { atan2Fast(x, x - 2) }
}
