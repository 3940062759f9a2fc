package import HeadroomColor
package import HeadroomEngine
internal import HeadroomPixels

/// The same colour everywhere: straight components in an encoding, matched to the working space when planned.
package struct ConstantColor: PointImplementation {
  package let components: SIMD3<Double>
  package let alpha: Float
  package let encoding: ColorEncoding

  package init(_ components: SIMD3<Double>, alpha: Float, in encoding: ColorEncoding) {
    self.components = components
    self.alpha = alpha
    self.encoding = encoding
  }

  package init(_ pixel: Pixel) {
    self.init(
      SIMD3(Double(pixel.r), Double(pixel.g), Double(pixel.b)), alpha: pixel.a, in: .extendedLinearSRGB)
  }

  package var fingerprint: Fingerprint {
    Fingerprint(
      "constant color (\(components.x) \(components.y) \(components.z) \(alpha)) \(encoding.displayName)",
      [components.x, components.y, components.z, Double(alpha)])
  }

  package func peak(of inputs: [Float?]) -> Float? {
    let light = WorkingSpace.default.color(components, in: encoding)
    return Float(Swift.max(light.max(), -light.min()))
  }

  package func contentHeadroom(of inputs: [Float]) -> Float? { peak(of: []) }

  package func isOpaque(_ inputs: [Bool]) -> Bool { alpha == 1 }

  private struct Kernel: GeneratorKernel {
    let pixel: Pixel
    @inline(__always) func apply(x: Float, y: Float) -> Pixel { pixel }
  }

  private func pixel(in space: WorkingSpace) -> Pixel {
    let light = space.color(components, in: encoding)
    return Pixel(r: Float(light.x) * alpha, g: Float(light.y) * alpha, b: Float(light.z) * alpha, a: alpha)
  }

  package func makeStage(in space: WorkingSpace) -> RowStage { RowStage(generator: Kernel(pixel: pixel(in: space))) }
  package func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel { pixel(in: space) }
  package var alphaRule: AlphaRule { .premultiplied }
}
