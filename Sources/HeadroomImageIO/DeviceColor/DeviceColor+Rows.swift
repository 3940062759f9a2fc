internal import CHeadroomMath
internal import HeadroomColor
package import HeadroomPixels

extension DeviceColor {
  /// The memory that a thread needs for a row.
  @safe package struct Scratch: ~Copyable {
    fileprivate let rows: RowBuffer
    fileprivate let others: RowBuffer
    fileprivate let codes: UnsafeMutablePointer<UInt16>

    package init(width: Int) {
      rows = RowBuffer(capacity: width)
      others = RowBuffer(capacity: width)
      // Four components, then L*, a*, b*.
      unsafe codes = .allocate(capacity: 7 * width)
    }

    deinit { unsafe codes.deallocate() }
  }

  /// Converts a row of samples to one of `target`, which has the format of ``format(of:hasAlpha:)``. Alpha becomes straight.
  package func convert(
    _ samples: Samples, row: Int, into target: PixelBitmap, row targetRow: Int, scratch: borrowing Scratch
  ) {
    let count = samples.colors.width
    let rows = unsafe scratch.rows.rows
    let others = unsafe scratch.others.rows
    unsafe RowCodec.unpack(samples.colors, row: row, x: 0, count: count, into: rows)
    // The fourth row is black where inks are stored together, else alpha. Either may have a separate bitmap.
    var black = unsafe rows.a
    var alpha = unsafe rows.a
    if let apart = samples.black ?? samples.alpha {
      unsafe RowCodec.unpack(apart, row: row, x: 0, count: count, into: others)
      if samples.black != nil { unsafe black = unsafe others.r } else { unsafe alpha = unsafe others.r }
    }
    if samples.colors.alpha == .premultiplied { unsafe AlphaRow.unpremultiply(rows, count) }
    if samples.isPremultiplied { unsafe Self.divide(rows, black, by: alpha, count) }
    if model == .cmyk, isInverted { unsafe Self.invert(rows, black, count) }
    if let transform {
      unsafe run(transform, rows, black, count, scratch.codes)
    } else {
      unsafe Self.print(rows, black, count)
    }
    let result = unsafe RowPointers(r: rows.r, g: rows.g, b: rows.b, a: alpha)
    unsafe RowCodec.pack(result, count: count, into: target, row: targetRow, x: 0)
  }

  /// Divides inks that were multiplied by alpha; there is no ink where alpha is 0.
  private static func divide(
    _ rows: RowPointers, _ black: UnsafeMutablePointer<Float>, by alpha: UnsafePointer<Float>, _ count: Int
  ) {
    let (c, m, y) = unsafe (rows.r, rows.g, rows.b)
    for i in 0..<count {
      let factor = unsafe alpha[i] > 0 ? 1 / alpha[i] : 0
      unsafe c[i] *= factor
      unsafe m[i] *= factor
      unsafe y[i] *= factor
      unsafe black[i] *= factor
    }
  }

  /// Converts the light that ink leaves to the amount of ink.
  private static func invert(_ rows: RowPointers, _ black: UnsafeMutablePointer<Float>, _ count: Int) {
    let (c, m, y) = unsafe (rows.r, rows.g, rows.b)
    for i in 0..<count {
      unsafe c[i] = 1 - c[i]
      unsafe m[i] = 1 - m[i]
      unsafe y[i] = 1 - y[i]
      unsafe black[i] = 1 - black[i]
    }
  }

  /// The device formula: each ink absorbs its part of the light that the paper reflects, and black absorbs all parts.
  private static func print(_ rows: RowPointers, _ black: UnsafeMutablePointer<Float>, _ count: Int) {
    let (r, g, b) = unsafe (rows.r, rows.g, rows.b)
    for i in 0..<count {
      let left = unsafe 1 - black[i]
      unsafe r[i] = (1 - r[i]) * left
      unsafe g[i] = (1 - g[i]) * left
      unsafe b[i] = (1 - b[i]) * left
    }
  }

  private func run(
    _ transform: ICCTransform, _ rows: RowPointers, _ black: UnsafeMutablePointer<Float>, _ count: Int,
    _ codes: UnsafeMutablePointer<UInt16>
  ) {
    let channels = transform.channels
    unsafe Self.store(rows.r, codes, channels, count)
    if channels > 1 {
      unsafe Self.store(rows.g, codes + 1, channels, count)
      unsafe Self.store(rows.b, codes + 2, channels, count)
    }
    if channels > 3 { unsafe Self.store(black, codes + 3, channels, count) }
    let lab = unsafe codes + 4 * count
    unsafe transform.run(codes, to: lab, count: count)
    unsafe Self.light(lab, rows, count)
    unsafe MatrixRow.apply(Self.toLight, rows.r, rows.g, rows.b, count)
  }

  /// 0...1 to 16 bits; NaN becomes 0.
  @inline(__always)
  private static func store(
    _ values: UnsafePointer<Float>, _ codes: UnsafeMutablePointer<UInt16>, _ step: Int, _ count: Int
  ) {
    for i in 0..<count {
      let value = unsafe headroom_clamp(values[i], 0, 1)
      unsafe codes[step &* i] = UInt16(truncatingIfNeeded: (value * 65535 + 8_388_608).bitPattern)
    }
  }

  /// L*a*b* to XYZ, each divided by the white's (CIE 1976).
  private static func light(_ lab: UnsafePointer<UInt16>, _ rows: RowPointers, _ count: Int) {
    let (x, y, z) = unsafe (rows.r, rows.g, rows.b)
    for i in 0..<count {
      let lightness = unsafe Float(lab[3 &* i]) * (100.0 / 65535)
      let across = unsafe Float(lab[3 &* i &+ 1]) * (1.0 / 257) - 128
      let down = unsafe Float(lab[3 &* i &+ 2]) * (1.0 / 257) - 128
      let middle = (lightness + 16) * (1.0 / 116)
      unsafe x[i] = relative(middle + across * (1.0 / 500))
      unsafe y[i] = relative(middle)
      unsafe z[i] = relative(middle - down * (1.0 / 200))
    }
  }

  @inline(__always)
  private static func relative(_ value: Float) -> Float {
    let limit: Float = 6.0 / 29
    let low = (value - 4.0 / 29) * (3 * limit * limit)
    return value > limit ? value * value * value : low
  }

  /// XYZ divided by the connection space's white, to linear BT.2020.
  private static let toLight: Matrix3x3 = {
    let primaries = ColorPrimaries.bt2020
    let white = ChromaticAdaptation.profileConnectionWhite
    let adaptation = ChromaticAdaptation.matrix(from: white, to: primaries.whiteXYZ)
    return primaries.fromXYZ * adaptation * Matrix3x3(diagonal: white)
  }()
}
