public import HeadroomPixels

/// CIE L*a*b* from XYZ relative to the white (D50 is 1, 1, 1): L 0 ... 100 in r, a and b in g and b.
///
/// Formula: CIE 15, with the cube root mirrored through its linear toe for negative light.
@usableFromInline package struct ToLab: ColorKernel {
  @inlinable package init() {}

  @inlinable @inline(__always) func f(_ t: Float) -> Float {
    let epsilon: Float = 216.0 / 24389
    let root = cbrtFast(max(t, epsilon))
    return t > epsilon ? root : (24389.0 / 27 * t + 16) / 116
  }

  @inlinable @inline(__always) package func apply(_ p: Pixel) -> Pixel {
    let (x, y, z) = (f(p.r), f(p.g), f(p.b))
    return Pixel(r: 116 * y - 16, g: 500 * (x - y), b: 200 * (y - z), a: p.a)
  }
}

/// The inverse of ``ToLab``.
struct FromLab: ColorKernel {
  @inline(__always) private func inverse(_ f: Float) -> Float {
    let cube = f * f * f
    return f > 6.0 / 29 ? cube : (116 * f - 16) * (27.0 / 24389)
  }

  @inline(__always) func apply(_ p: Pixel) -> Pixel {
    let y = (p.r + 16) / 116
    return Pixel(
      r: inverse(y + p.g / 500), g: inverse(y), b: inverse(y - p.b / 200), a: p.a)
  }
}
