internal import HeadroomEngine
internal import HeadroomGraphics

extension CIImage {
  /// Numbers limited to 0 ... 1 in a space. Integer formats clamp by themselves; floats have to be clamped here.
  func limitedForStorage(in space: CGColorSpace?) -> CIImage {
    guard let space, space.isMatchable,
      let numbers = matchedFromWorkingSpace(to: space),
      let back = numbers.appending(point: UnitClamp(), extent: extent).matchedToWorkingSpace(from: space)
    else { return self }
    return back
  }
}

/// Colour limited to 0 ... 1.
struct UnitClamp: PointImplementation {
  var fingerprint: Fingerprint { Fingerprint("clamp to 0 ... 1") }
  var alphaRule: AlphaRule { .straight }

  func peak(of inputs: [Float?]) -> Float? { 1 }

  struct Kernel: ColorKernel {
    @inline(__always) func apply(_ p: Pixel) -> Pixel {
      Pixel(r: min(max(p.r, 0), 1), g: min(max(p.g, 0), 1), b: min(max(p.b, 0), 1), a: p.a)
    }
  }

  func makeStage(in space: WorkingSpace) -> RowStage { RowStage(colorKernel: Kernel()) }
  func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
    var limited = Kernel().apply(pixels[0])
    limited.a = pixels[0].a
    return limited
  }
}
