/// Encodes light as square roots for demosaicing: noise is even in them, and edges are as steep as they look.
struct RootEncoding: Sendable {
  /// The offset added to light before its square root is taken.
  let offset: Float
  /// The variance of the roots of each colour near black.
  let variance: SIMD3<Float>

  private static let largestOffset: Float = 0.05
  /// The offset keeps this many standard deviations of the noise in the dark away from the root's corner at zero.
  private static let deviations = 3.0

  /// - Parameters:
  ///   - noise: a model for each colour or one for all; for files that do not state it, the one that ``DarkNoise``
  ///     measured.
  ///   - multipliers: the factors of the white balance.
  init(_ noise: [NoiseModel], multipliers: SIMD3<Double>) {
    let dark = (0..<3).map { color in
      let variance = noise.isEmpty ? 0 : noise[min(color, noise.count - 1)].offset
      return variance > 0 && variance < 1 ? variance * multipliers[color] * multipliers[color] : 0
    }
    let corner = Float(Self.deviations * (dark.max() ?? 0).squareRoot())
    let even = Self.offset(noise, multipliers: multipliers)
    offset = min(max(even, corner), Self.largestOffset)
    variance = offset > 0 ? SIMD3(Float(dark[0]), Float(dark[1]), Float(dark[2])) / (4 * offset) : .zero
  }

  /// Converts rows of light to square roots that keep the sign.
  static func encode(_ row: UnsafeMutablePointer<Float>, _ count: Int, offset: Float) {
    for x in 0..<count {
      let light = unsafe row[x] + offset
      let root = abs(light).squareRoot()
      unsafe row[x] = light < 0 ? -root : root
    }
  }

  @inline(__always) static func light(_ root: Float, _ offset: Float) -> Float { root * abs(root) - offset }

  /// The offset that makes noise even (3S/8 + O/S), as a mean over the colours after white balance; 0 where noise is
  /// unknown.
  static func offset(_ noise: [NoiseModel], multipliers: SIMD3<Double>) -> Float {
    guard !noise.isEmpty else { return 0 }
    var sum = 0.0
    for color in 0..<3 {
      let model = noise[min(color, noise.count - 1)]
      guard model.scale > 0, model.offset >= 0 else { return 0 }
      sum += (0.375 * model.scale + model.offset / model.scale) * multipliers[color]
    }
    let mean = Float(sum / 3)
    return mean.isFinite ? min(mean, largestOffset) : 0
  }
}
