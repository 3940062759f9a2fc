package import HeadroomColor

/// Transfer functions over rows of floats, in place, by polynomials: for sources and destinations that are floats.
///
/// The relative error against the formula in double precision is at most 2e-6, except where a value is so close to
/// zero that a float signal cannot tell it from its neighbours: there the absolute error is below 1e-9 of the signal.
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
      unsafe row[i] = withSign(of: x, kernel.positive(abs(x)))
    }
  }
}

/// The half of a curve for arguments from zero on. The result is not negative.
protocol CurveKernel {
  func positive(_ x: Float) -> Float
}
