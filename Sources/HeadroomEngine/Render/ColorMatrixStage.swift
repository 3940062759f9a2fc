internal import HeadroomPixels

/// Row code for affine colour maps, in the cheapest form that the matrix allows.
@usableFromInline package enum ColorMatrixStage {
  package static func make(_ matrix: ColorMatrix) -> RowStage {
    if matrix.isGain { return RowStage(colorKernel: Gain(gain: matrix.r.x)) }
    if matrix.leavesAlphaAlone { return RowStage(colorKernel: Affine(matrix)) }
    return RowStage(kernel: Full(matrix))
  }

  struct Gain: ColorKernel {
    let gain: Float
    @inline(__always) func apply(_ p: Pixel) -> Pixel {
      Pixel(r: p.r * gain, g: p.g * gain, b: p.b * gain, a: p.a)
    }
  }

  /// Scalars, not vectors: the row loop keeps each in a register and vectorises over pixels.
  @usableFromInline package struct Affine: ColorKernel {
    @usableFromInline package let rr, rg, rb, gr, gg, gb, br, bg, bb, r0, g0, b0: Float

    package init(_ m: ColorMatrix) {
      (rr, rg, rb, r0) = (m.r.x, m.r.y, m.r.z, m.bias.x)
      (gr, gg, gb, g0) = (m.g.x, m.g.y, m.g.z, m.bias.y)
      (br, bg, bb, b0) = (m.b.x, m.b.y, m.b.z, m.bias.z)
    }

    @inlinable @inline(__always) package func apply(_ p: Pixel) -> Pixel {
      Pixel(
        r: rr * p.r + rg * p.g + rb * p.b + r0, g: gr * p.r + gg * p.g + gb * p.b + g0,
        b: br * p.r + bg * p.g + bb * p.b + b0, a: p.a)
    }
  }

  struct Full: PointKernel {
    let color: Affine
    let ra, ga, ba, ar, ag, ab, aa, a0: Float

    init(_ m: ColorMatrix) {
      color = Affine(m)
      (ra, ga, ba) = (m.r.w, m.g.w, m.b.w)
      (ar, ag, ab, aa, a0) = (m.a.x, m.a.y, m.a.z, m.a.w, m.bias.w)
    }

    @inline(__always) func apply(_ p: Pixel) -> Pixel {
      let c = color.apply(p)
      return Pixel(
        r: c.r + ra * p.a, g: c.g + ga * p.a, b: c.b + ba * p.a,
        a: ar * p.r + ag * p.g + ab * p.b + aa * p.a + a0)
    }
  }
}
