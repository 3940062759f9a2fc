/// The inputs of a kernel for one pixel. Coordinates are in the working space, y up, with pixel centres at halves;
/// those passed to `sample` are in the space of the sampler.
package protocol PixelInputs {
  /// The position of the computed pixel.
  var destination: SIMD2<Float> { get }
  /// Premultiplied colour of an image at this pixel.
  func pixel(_ image: Int) -> SIMD4<Float>
  /// Premultiplied colour of an image at a position.
  func sample(_ image: Int, _ position: SIMD2<Float>) -> SIMD4<Float>
  /// A position of the working space in the space of a sampler.
  func transform(_ image: Int, _ position: SIMD2<Float>) -> SIMD2<Float>
  /// Origin and size of an image in the space of its sampler.
  func extent(_ image: Int) -> SIMD4<Float>
}

/// Inputs without images.
package struct NoInputs: PixelInputs {
  package let destination: SIMD2<Float>

  package init(destination: SIMD2<Float> = .zero) { self.destination = destination }

  package func pixel(_ image: Int) -> SIMD4<Float> { .zero }
  package func sample(_ image: Int, _ position: SIMD2<Float>) -> SIMD4<Float> { .zero }
  package func transform(_ image: Int, _ position: SIMD2<Float>) -> SIMD2<Float> { position }
  package func extent(_ image: Int) -> SIMD4<Float> { .zero }
}
