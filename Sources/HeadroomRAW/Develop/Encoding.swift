/// Roots of light, in which demosaicing works: noise is even there, and edges are as steep as they are seen.
enum RootEncoding {
  /// Rows of light to roots, continued through the sign.
  static func encode(_ row: UnsafeMutablePointer<Float>, _ count: Int, offset: Float) {
    for x in 0..<count {
      let light = unsafe row[x] + offset
      let root = abs(light).squareRoot()
      unsafe row[x] = light < 0 ? -root : root
    }
  }

  @inline(__always) static func light(_ root: Float, _ offset: Float) -> Float { root * abs(root) - offset }

  /// What makes noise even (3S/8 + O/S), as a mean over the colours after white balance; 0 where noise is unknown.
  static func offset(_ noise: [NoiseModel], multipliers: SIMD3<Double>) -> Float {
    guard !noise.isEmpty else { return 0 }
    var sum = 0.0
    for color in 0..<3 {
      let model = noise[min(color, noise.count - 1)]
      guard model.scale > 0, model.offset >= 0 else { return 0 }
      sum += (0.375 * model.scale + model.offset / model.scale) * multipliers[color]
    }
    let mean = Float(sum / 3)
    return mean.isFinite ? min(mean, 0.05) : 0
  }
}
