extension BlendOperation: ReferencePoint {
  package func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
    let (source, backdrop) = (BlendInput(pixels[0]), BlendInput(pixels[1]))
    return mode.coverage(source, backdrop) ?? mode.mix(source, backdrop)
  }
}

/// A premultiplied pixel in Double, with its colour without alpha (0 where there is none).
private struct BlendInput {
  let light: SIMD3<Double>
  let alpha: Double
  let color: SIMD3<Double>

  init(_ pixel: Pixel) {
    light = pixel.color
    alpha = Double(pixel.a)
    color = alpha == 0 ? .zero : light / alpha
  }
}

extension BlendMode {
  /// The modes on premultiplied components; nil for those that mix colours.
  fileprivate func coverage(_ s: BlendInput, _ d: BlendInput) -> Pixel? {
    func join(_ function: (_ s: Double, _ d: Double) -> Double) -> Pixel {
      Pixel(
        r: Float(function(s.light.x, d.light.x)), g: Float(function(s.light.y, d.light.y)),
        b: Float(function(s.light.z, d.light.z)), a: Float(min(function(s.alpha, d.alpha), 1)))
    }
    let (sa, da) = (s.alpha, d.alpha)
    switch self {
    case .clear: return .clear
    case .source: return join { s, _ in s }
    case .destination: return join { _, d in d }
    case .sourceOver: return join { $0 + $1 * (1 - sa) }
    case .destinationOver: return join { $1 + $0 * (1 - da) }
    case .sourceIn: return join { s, _ in s * da }
    case .destinationIn: return join { _, d in d * sa }
    case .sourceOut: return join { s, _ in s * (1 - da) }
    case .destinationOut: return join { _, d in d * (1 - sa) }
    case .sourceAtop: return join { $0 * da + $1 * (1 - sa) }
    case .destinationAtop: return join { $1 * sa + $0 * (1 - da) }
    case .exclusiveOr: return join { $0 * (1 - da) + $1 * (1 - sa) }
    case .componentAdd: return join(+)
    case .componentMultiply: return join(*)
    case .componentMin: return join(min)
    case .componentMax: return join(max)
    default: return nil
    }
  }

  /// `as (1 - ab) Cs + (1 - as) ab Cb + as ab B(Cb, Cs)`.
  fileprivate func mix(_ s: BlendInput, _ d: BlendInput) -> Pixel {
    let blended = blend(backdrop: d.color, source: s.color)
    let light = s.light * (1 - d.alpha) + d.light * (1 - s.alpha) + blended * (s.alpha * d.alpha)
    return Pixel(r: 0, g: 0, b: 0, a: Float(s.alpha + d.alpha * (1 - s.alpha))).withColor(light)
  }

  private func blend(backdrop: SIMD3<Double>, source: SIMD3<Double>) -> SIMD3<Double> {
    let (cb, cs) = (limited(backdrop), limited(source))
    func luminosity(_ c: SIMD3<Double>) -> Double { (c * SIMD3(0.3, 0.59, 0.11)).sum() }
    func saturation(_ c: SIMD3<Double>) -> Double { c.max() - c.min() }
    switch self {
    case .hue: return Self.set(Self.set(cs, saturation: saturation(cb)), luminosity: luminosity(cb))
    case .saturation: return Self.set(Self.set(cb, saturation: saturation(cs)), luminosity: luminosity(cb))
    case .color: return Self.set(cs, luminosity: luminosity(cb))
    case .luminosity: return Self.set(cb, luminosity: luminosity(cs))
    case .darkerColor: return luminosity(cs) < luminosity(cb) ? cs : cb
    case .lighterColor: return luminosity(cs) > luminosity(cb) ? cs : cb
    default: return SIMD3(channel(cb.x, cs.x), channel(cb.y, cs.y), channel(cb.z, cs.z))
    }
  }

  /// Clamped to 0...1 for the modes that are only defined there.
  private func limited(_ color: SIMD3<Double>) -> SIMD3<Double> {
    switch self {
    case .multiply, .screen, .overlay, .hardLight, .darken, .lighten, .difference, .exclusion, .darkerColor,
      .lighterColor:
      color
    default: color.clamped(lowerBound: .zero, upperBound: .one)
    }
  }

  private func channel(_ cb: Double, _ cs: Double) -> Double {
    func screen(_ a: Double, _ b: Double) -> Double { max(a, b) > 1 ? max(a + b - a * b, a, b) : a + b - a * b }
    func hardLight(_ cb: Double, _ cs: Double) -> Double { cs <= 0.5 ? 2 * cb * cs : screen(cb, 2 * cs - 1) }
    func dodge(_ cb: Double, _ cs: Double) -> Double { cb <= 0 ? 0 : cs >= 1 ? 1 : min(1, cb / (1 - cs)) }
    func burn(_ cb: Double, _ cs: Double) -> Double { cb >= 1 ? 1 : cs <= 0 ? 0 : 1 - min(1, (1 - cb) / cs) }
    switch self {
    case .multiply: return max(0, cb * cs)
    case .screen: return max(0, screen(cb, cs))
    case .overlay: return max(0, hardLight(cs, cb))
    case .hardLight: return max(0, hardLight(cb, cs))
    case .darken: return max(0, min(cb, cs))
    case .lighten: return max(0, cb, cs)
    case .difference: return abs(cb - cs)
    case .exclusion: return max(0, cb + cs - 2 * cb * cs)
    case .colorDodge: return dodge(cb, cs)
    case .colorBurn: return burn(cb, cs)
    case .vividLight: return cs <= 0.5 ? burn(cb, 2 * cs) : dodge(cb, 2 * cs - 1)
    case .softLight:
      let target = cb <= 0.25 ? ((16 * cb - 12) * cb + 4) * cb : cb.squareRoot()
      return cs <= 0.5 ? cb - (1 - 2 * cs) * cb * (1 - cb) : cb + (2 * cs - 1) * (target - cb)
    case .linearBurn: return max(0, cb + cs - 1)
    case .linearDodge: return min(1, cb + cs)
    case .linearLight: return min(max(cb + 2 * cs - 1, 0), 1)
    case .pinLight: return cs <= 0.5 ? min(cb, 2 * cs) : max(cb, 2 * cs - 1)
    case .hardMix: return cb + cs < 1 ? 0 : 1
    case .divide: return cb <= 0 ? 0 : cs <= 0 ? 1 : min(1, cb / cs)
    case .subtract: return max(0, cb - cs)
    default: return cs
    }
  }

  /// The smallest, middle and largest component become 0, their share and `saturation`.
  private static func set(_ c: SIMD3<Double>, saturation: Double) -> SIMD3<Double> {
    let (low, high) = (c.min(), c.max())
    return high > low ? (c - low) * (saturation / (high - low)) : .zero
  }

  private static func set(_ c: SIMD3<Double>, luminosity: Double) -> SIMD3<Double> {
    let weights = SIMD3(0.3, 0.59, 0.11)
    var color = c + (luminosity - (c * weights).sum())
    let (grey, low, high) = ((color * weights).sum(), color.min(), color.max())
    if low < min(grey, 0) { color = grey + (color - grey) * grey / (grey - low) }
    if high > max(grey, 1) { color = grey + (color - grey) * (1 - grey) / (high - grey) }
    return color
  }
}
