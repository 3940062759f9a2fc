/// Scale to the peak, then move towards the grey of equal luminance until the colour is inside the gamut (colour.md
/// 4.6; `GamutProjection` is the definition). Identity for every colour inside.
struct ProjectionKernel: ColorKernel {
  let wr, wg, wb, peak: Float

  init(weights: SIMD3<Double>, peak: Double) {
    (wr, wg, wb) = (Float(weights.x), Float(weights.y), Float(weights.z))
    self.peak = Float(peak)
  }

  @inline(__always) func apply(_ p: Pixel) -> Pixel {
    let most = max(p.r, max(p.g, p.b))
    let scale = most > peak ? peak / most : 1
    let (r, g, b) = (p.r * scale, p.g * scale, p.b * scale)
    let grey = max(wr * r + wg * g + wb * b, 0)
    let least = min(r, min(g, b))
    // Only components below zero remain outside: the scaling has limited the upper side, and moving towards a grey
    // below the peak cannot exceed it.
    let pull = least < 0 ? grey / (grey - least) : 1
    // Rounding could add light above the peak, which float files would store.
    return Pixel(
      r: min(grey + (r - grey) * pull, peak), g: min(grey + (g - grey) * pull, peak),
      b: min(grey + (b - grey) * pull, peak), a: p.a)
  }
}

/// Scale to the peak; `GamutProjection.limit(_:peak:)` is the definition.
struct LimitKernel: ColorKernel {
  let peak: Float

  @inline(__always) func apply(_ p: Pixel) -> Pixel {
    let most = max(p.r, max(p.g, p.b))
    let scale = most > peak ? peak / most : 1
    // Rounding could add light above the peak, which float files would store.
    return Pixel(r: min(p.r * scale, peak), g: min(p.g * scale, peak), b: min(p.b * scale, peak), a: p.a)
  }
}
