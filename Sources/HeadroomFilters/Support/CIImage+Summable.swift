internal import HeadroomEngine
internal import HeadroomImage

extension CIImage {
  /// The image with every pixel made `Summable`: samples between pixels are sums that cannot be checked in time.
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
