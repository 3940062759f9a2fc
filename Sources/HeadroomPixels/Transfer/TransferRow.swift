package import HeadroomColor

/// Transfer functions over rows of floats, in place, by polynomials: for sources and destinations that are floats.
///
/// The relative error against the formula in double precision is at most 2e-6 for signals up to 1.1 (all light for
/// powers). Near zero, where numbers cancel, an absolute error takes its place: 1e-9 of signal or light, 1e-13 for PQ
/// light, 2e-7 of signal for the logarithmic curves.
/// Integer codes go through ``DecodeTable`` and ``CurveTable`` instead, which are exact and faster.
///
/// Values are mirrored through zero and continue above 1 as the formulas do. NaN stays NaN.
package enum TransferRow {
  /// Signals to linear light.
  package static func decode(_ function: TransferFunction, _ row: UnsafeMutablePointer<Float>, _ count: Int) {
    switch function {
    case .linear: break
    case .sRGB: unsafe apply(PowerSegment.decodeSRGB, row, count)
    case .bt709: unsafe apply(PowerSegment.decode(SceneCurve.exact), row, count)
    case .smpte240: unsafe apply(PowerSegment.decode(SceneCurve.smpte240), row, count)
    case .romm: unsafe apply(PowerSegment.decodeROMM, row, count)
    case .bt1886: unsafe apply(PurePower(exponent: 2.4), row, count)
    case .gamma(let exponent): unsafe apply(PurePower(exponent: exponent), row, count)
    case .smpte428: unsafe apply(PurePower(exponent: 2.6, gain: 52.37 / 48), row, count)
    case .pq: unsafe apply(PQDecode(), row, count)
    case .hlg: unsafe apply(HLGDecode(), row, count)
    case .log100: unsafe apply(LogarithmicDecode(decades: 2), row, count)
    case .log316: unsafe apply(LogarithmicDecode(decades: 2.5), row, count)
    case .parametric(let curve): unsafe apply(ParametricDecode(curve), row, count)
    case .bt1361, .sampled: for i in 0..<count { unsafe row[i] = Float(function.decode(Double(row[i]))) }
    }
  }

  /// Linear light to signals.
  package static func encode(_ function: TransferFunction, _ row: UnsafeMutablePointer<Float>, _ count: Int) {
    switch function {
    case .linear: break
    case .sRGB: unsafe apply(PowerSegment.encodeSRGB, row, count)
    case .bt709: unsafe apply(PowerSegment.encode(SceneCurve.exact), row, count)
    case .smpte240: unsafe apply(PowerSegment.encode(SceneCurve.smpte240), row, count)
    case .romm: unsafe apply(PowerSegment.encodeROMM, row, count)
    case .bt1886: unsafe apply(PurePower(exponent: 1 / 2.4), row, count)
    case .gamma(let exponent): unsafe apply(PurePower(exponent: 1 / exponent), row, count)
    case .smpte428: unsafe apply(PurePower(exponent: 1 / 2.6, scale: 48 / 52.37), row, count)
    case .pq: unsafe apply(PQEncode(), row, count)
    case .hlg: unsafe apply(HLGEncode(), row, count)
    case .log100: unsafe apply(LogarithmicEncode(decades: 2), row, count)
    case .log316: unsafe apply(LogarithmicEncode(decades: 2.5), row, count)
    case .parametric(let curve): unsafe apply(ParametricEncode(curve), row, count)
    case .bt1361, .sampled: for i in 0..<count { unsafe row[i] = Float(function.encode(Double(row[i]))) }
    }
  }

  @inline(__always)
  private static func apply<Kernel: CurveKernel>(
    _ kernel: Kernel, _ row: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    for i in 0..<count {
      let x = unsafe row[i]
      let size = kernel.positive(abs(x))
      unsafe row[i] = Float(bitPattern: size.bitPattern ^ (x.bitPattern & 0x8000_0000))
    }
  }
}

/// The half of a curve for arguments from zero on.
protocol CurveKernel {
  func positive(_ x: Float) -> Float
}
