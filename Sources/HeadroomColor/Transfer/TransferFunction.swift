/// A curve between an encoded signal and linear light, per channel.
///
/// Signals have nominal range 0...1. Linear light has 1.0 = reference white; for ``pq`` that is 203 cd/m², for ``hlg``
/// it is scene light with 1.0 = nominal peak, because the step from scene to display needs all three channels
/// (see ``HLGSystem``).
///
/// ## Extended range
/// Every curve continues above 1 without limit and through the sign, f(-x) = -f(x); nothing clamps. The exceptions are
/// stated at the case.
public enum TransferFunction: Hashable, Sendable {
  /// Signal and light are the same.
  case linear
  /// IEC 61966-2-1: sRGB, also Display P3. H.273 code 13.
  case sRGB
  /// The camera curve of BT.709, BT.601 and BT.2020 and its inverse, with the continuous constants; see ``SceneCurve``.
  ///
  /// The inverse is scene light. A picture tagged BT.709 as a display shows it is ``bt1886``; the two give different
  /// pictures (signal 0.5: 0.2597 against 0.1895), so never encode with one and decode with the other.
  case bt709
  /// The BT.1886 display curve with black at zero: the power 2.4. See ``BT1886Display`` for other blacks.
  /// H.273 codes 1, 6, 14, 15 (and 11, whose xvYCC range is this curve continued).
  case bt1886
  /// A power: light = signal ^ exponent. The exponent is finite and greater than zero.
  case gamma(Double)
  /// ROMM RGB (ISO 22028-2): slope 16 below 1/512, then the power 1.8.
  case romm
  /// SMPTE ST 2084, placed with 203 cd/m² at 1.0 (BT.2408). H.273 code 16.
  ///
  /// Signals beyond ±1.99 decode as ±1.99: the formula has its pole at 1.9926.
  case pq
  /// The camera curve of BT.2100 HLG and its inverse: signal to scene light, 1.0 = nominal peak. H.273 code 18.
  case hlg
  /// SMPTE ST 240. H.273 code 7.
  case smpte240
  /// Logarithmic with a range of 100 : 1; light below 0.01 encodes as 0. H.273 code 9.
  case log100
  /// Logarithmic with a range of 100 √10 : 1; light below √10 / 1000 encodes as 0. H.273 code 10.
  case log316
  /// BT.1361 extended gamut: BT.709 above zero, a quarter-size copy below. H.273 code 12.
  ///
  /// Not mirrored: its negative side is its own.
  case bt1361
  /// SMPTE ST 428-1, the digital cinema package: light = 52.37 / 48 · signal ^ 2.6. H.273 code 17.
  case smpte428
  /// A parametric curve as ICC profiles define it.
  case parametric(ParametricCurve)
  /// A table of equidistant samples. Input beyond the table takes the last sample.
  case sampled(SampledCurve)

  /// The Adobe RGB (1998) curve: the power 563/256 = 2.19921875.
  public static let adobeRGB = TransferFunction.gamma(563.0 / 256.0)

  /// Encoded signal to linear light.
  public func decode(_ signal: Double) -> Double {
    switch self {
    case .linear: signal
    case .sRGB: mirrored(signal, SRGBCurve.decode)
    case .bt709: mirrored(signal, SceneCurve.exact.decodePositive)
    case .bt1886: mirrored(signal) { Libm.pow($0, 2.4) }
    case .gamma(let exponent): mirrored(signal) { Libm.pow($0, exponent) }
    case .romm: mirrored(signal, ROMMCurve.decode)
    case .pq: PQCurve.nits(signal: signal) / ReferenceWhite.nits
    case .hlg: mirrored(signal, HLGCurve.decode)
    case .smpte240: mirrored(signal, SceneCurve.smpte240.decodePositive)
    case .log100: mirrored(signal) { LogarithmicCurve.decode($0, decades: 2) }
    case .log316: mirrored(signal) { LogarithmicCurve.decode($0, decades: 2.5) }
    case .bt1361: BT1361Curve.decode(signal)
    case .smpte428: mirrored(signal) { Libm.pow($0, 2.6) * (52.37 / 48) }
    case .parametric(let curve): curve.decode(signal)
    case .sampled(let curve): curve.decode(signal)
    }
  }

  /// Linear light to encoded signal.
  public func encode(_ linear: Double) -> Double {
    switch self {
    case .linear: linear
    case .sRGB: mirrored(linear, SRGBCurve.encode)
    case .bt709: mirrored(linear, SceneCurve.exact.encodePositive)
    case .bt1886: mirrored(linear) { Libm.pow($0, 1 / 2.4) }
    case .gamma(let exponent): mirrored(linear) { Libm.pow($0, 1 / exponent) }
    case .romm: mirrored(linear, ROMMCurve.encode)
    case .pq: PQCurve.signal(nits: linear * ReferenceWhite.nits)
    case .hlg: mirrored(linear, HLGCurve.encode)
    case .smpte240: mirrored(linear, SceneCurve.smpte240.encodePositive)
    case .log100: mirrored(linear) { LogarithmicCurve.encode($0, decades: 2) }
    case .log316: mirrored(linear) { LogarithmicCurve.encode($0, decades: 2.5) }
    case .bt1361: BT1361Curve.encode(linear)
    case .smpte428: mirrored(linear) { Libm.pow($0 * (48 / 52.37), 1 / 2.6) }
    case .parametric(let curve): curve.encode(linear)
    case .sampled(let curve): curve.encode(linear)
    }
  }

  /// Whether the curve is one of the two of BT.2100, whose signal 1.0 is far above reference white.
  public var isHDR: Bool { self == .pq || self == .hlg }
}
