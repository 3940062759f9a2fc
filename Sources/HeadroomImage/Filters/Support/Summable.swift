internal import HeadroomPixels

/// What neighbourhoods sum up where a picture holds what is no number or has no end, as rendered files do.
///
/// NaN counts as 0, and what lies beyond 2^60 on either side as that: far above any light, and small enough that sums,
/// differences and squares of such numbers are finite. So one bad pixel spreads as far as the neighbourhood reaches and no
/// farther, whichever way a filter takes to its sums: weights of 0 times infinity, and infinity less infinity, would be
/// no number, and would be so elsewhere for each way.
enum Summable {
  @inline(__always) static var limit: Float { 0x1p60 }

  @inline(__always) static func value(_ x: Float) -> Float {
    let number = x == x ? x : 0
    return smaller(larger(number, -limit), limit)
  }
}

extension Pixel {
  /// The channels as neighbourhoods sum them up.
  var summable: SIMD4<Double> {
    let limit = SIMD4(repeating: Double(Summable.limit))
    return pointwiseMin(pointwiseMax(withoutNaN, -limit), limit)
  }
}

extension CIImage {
  /// The image with ``Summable`` in every pixel: for samples between pixels, which are sums before anyone can look.
  var summable: CIImage { appending(point: SummablePixels(), extent: extent, keepsTags: true) }
}

private struct SummablePixels: PointImplementation, PointKernel {
  var alphaRule: AlphaRule { .premultiplied }
  var fingerprint: Fingerprint { Fingerprint("summable", []) }
  func peak(of inputs: [Float?]) -> Float? { inputs.first ?? nil }
  func isOpaque(_ inputs: [Bool]) -> Bool { inputs.first ?? false }

  @inline(__always) func apply(_ p: Pixel) -> Pixel {
    Pixel(r: Summable.value(p.r), g: Summable.value(p.g), b: Summable.value(p.b), a: Summable.value(p.a))
  }

  func makeStage(in space: WorkingSpace) -> RowStage { RowStage(kernel: self) }
  func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel { Pixel(pixels[0].summable) }
}
