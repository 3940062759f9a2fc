internal import HeadroomColor
internal import HeadroomEngine
internal import HeadroomGraphics
internal import HeadroomImage

/// Five colours at equal distances from 0 to 1, with linear interpolation between them.
struct ColorRamp: PointKernel {
  let first: Pixel
  /// The differences from each colour to the next.
  let (step0, step1, step2, step3): (Pixel, Pixel, Pixel, Pixel)
  /// Whether the bright end stands for dark parts of the picture.
  let isInverted: Bool

  init(
    _ c0: SIMD3<Float>, _ c1: SIMD3<Float>, _ c2: SIMD3<Float>, _ c3: SIMD3<Float>, _ c4: SIMD3<Float>,
    isInverted: Bool
  ) {
    func pixel(_ c: SIMD3<Float>) -> Pixel { Pixel(r: c.x, g: c.y, b: c.z, a: 0) }
    first = pixel(c0)
    (step0, step1, step2, step3) = (pixel(c1 - c0), pixel(c2 - c1), pixel(c3 - c2), pixel(c4 - c3))
    self.isInverted = isInverted
  }

  /// The colour at the luma, clamped to 0...1.
  @inline(__always) func apply(_ p: Pixel) -> Pixel {
    let luma = Luma.of(p.r, p.g, p.b)
    let place = 4 * (isInverted ? 1 - luma : luma)
    let (t0, t1, t2, t3) = (
      clamped(place, 0, 1), clamped(place - 1, 0, 1), clamped(place - 2, 0, 1), clamped(place - 3, 0, 1)
    )
    @inline(__always) func sum(_ c: Float, _ d0: Float, _ d1: Float, _ d2: Float, _ d3: Float) -> Float {
      c + d0 * t0 + d1 * t1 + d2 * t2 + d3 * t3
    }
    return Pixel(
      r: sum(first.r, step0.r, step1.r, step2.r, step3.r), g: sum(first.g, step0.g, step1.g, step2.g, step3.g),
      b: sum(first.b, step0.b, step1.b, step2.b, step3.b), a: p.a)
  }
}

/// A filter that shows sRGB-encoded luma as colours of a ramp.
protocol ColorRampFilter: PointFilter where Kernel == ColorRamp {}

extension ColorRampFilter {
  func peak(of inputs: [Float?]) -> Float? { 1 }

  func image(from inputs: FilterImages) -> CIImage? {
    inputs.main?.inColorSpace(CGColorSpace(encoding: .extendedSRGB)) {
      $0.appending(point: self, extent: $0.node.extent)
    }
  }
}
