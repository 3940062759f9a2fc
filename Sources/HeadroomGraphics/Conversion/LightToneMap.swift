internal import Foundation
package import HeadroomColor
package import HeadroomPixels

/// Brings rows of linear BT.2020 light under a headroom.
package enum LightToneMap: Sendable {
  /// One gain per pixel as a table.
  case gain(ToneGain)
  /// An operator that is not a single gain.
  case curve(ToneCurve)
  /// OpenEXR's viewer, per component, by the knee's shape.
  case exr(EXRGammaCurve)

  /// - Parameters:
  ///   - content: linear headroom of the content, above `target`.
  ///   - target: linear headroom to reach, at least 1.
  init?(_ info: CGContentToneMappingInfo, content: Double, target: Double) {
    let curve: ToneCurve
    switch info {
    case .default, .referenceWhiteBased:
      curve = ToneCurve(operator: .rwtmo, contentHeadroom: content, targetHeadroom: target)
    case .ituRecommended:
      curve = ToneCurve(
        operator: .bt2390, contentHeadroom: ReferenceWhite.defaultHeadroom, targetHeadroom: target)
    case .none:
      curve = ToneCurve(operator: .clip, contentHeadroom: content, targetHeadroom: target)
    case .exrGamma(let options):
      self = .exr(EXRGammaCurve(options, target: target))
      return
    }
    self.init(curve)
  }

  /// - Parameter curve: nil comes of one that changes nothing.
  package init?(_ curve: ToneCurve) {
    if curve.isIdentity { return nil }
    self = ToneGain(curve).map { .gain($0) } ?? .curve(curve)
  }

  /// Maps `count` pixels in place.
  package func apply(_ rows: RowPointers, _ count: Int) {
    switch self {
    case .gain(let gain): unsafe gain.apply(rows.r, rows.g, rows.b, count)
    case .curve(let curve):
      for x in 0..<count {
        let light = unsafe SIMD3(Double(rows.r[x]), Double(rows.g[x]), Double(rows.b[x]))
        unsafe rows.store(curve.map(light), at: x)
      }
    case .exr(let curve):
      for x in 0..<count {
        unsafe rows.r[x] = curve.map(rows.r[x])
        unsafe rows.g[x] = curve.map(rows.g[x])
        unsafe rows.b[x] = curve.map(rows.b[x])
      }
    }
  }
}

/// The curve of OpenEXR's viewer in linear light.
///
/// ## Formula
/// v = 2^(exposure + 2.47393) max(0, v - defog); above k = 2^kneeLow, v = k + ln(1 + f (v - k)) / f with the f for
/// which 2^kneeHigh becomes 2^3.5. Middle gray then is 84.66/255 of the display's signal, so light is v
/// (84.66/255)^2.2.
package struct EXRGammaCurve: Sendable {
  private let defog: Float
  private let scale: Float
  private let knee: Float
  private let bend: Float
  private let limit: Float

  init(_ options: CGContentToneMappingInfo.EXRGammaOptions, target: Double) {
    defog = options.defog
    scale = Float(exp2(Double(options.exposure) + 2.47393))
    knee = Float(exp2(Double(options.kneeLow)))
    limit = Float(target)
    bend = Self.bend(
      from: exp2(Double(options.kneeHigh)) - exp2(Double(options.kneeLow)),
      to: exp2(3.5) - exp2(Double(options.kneeLow)))
  }

  /// The f that takes `x` to `y`: ln(1 + f x) / f falls as f grows.
  private static func bend(from x: Double, to y: Double) -> Float {
    var (low, high) = (1e-9, 1.0)
    while log1p(high * x) / high > y, high < 1e9 { high *= 2 }
    for _ in 0..<80 {
      let middle = (low + high) / 2
      if log1p(middle * x) / middle > y { low = middle } else { high = middle }
    }
    return Float((low + high) / 2)
  }

  func map(_ light: Float) -> Float {
    var value = scale * max(light - defog, 0)
    if value > knee { value = knee + Float(log1p(Double(bend * (value - knee)))) / bend }
    // (84.66 / 255)^2.2: the signal of middle gray, as light.
    return min(value * 0.088_410_487, limit)
  }
}
