/// What a kernel can ask about one pixel. Coordinates are those of the working space, y up, pixel centres at halves; those
/// given to `sample` are in the space of the sampler.
package protocol PixelInputs {
  /// Where the pixel lies that is computed.
  var destination: SIMD2<Float> { get }
  /// Premultiplied colour of an image at this pixel.
  func pixel(_ image: Int) -> SIMD4<Float>
  /// Premultiplied colour of an image at a place.
  func sample(_ image: Int, _ position: SIMD2<Float>) -> SIMD4<Float>
  /// A place of the working space in the space of a sampler.
  func transform(_ image: Int, _ position: SIMD2<Float>) -> SIMD2<Float>
  /// Origin and size of an image in the space of its sampler.
  func extent(_ image: Int) -> SIMD4<Float>
}

/// A place without images.
package struct NoInputs: PixelInputs {
  package let destination: SIMD2<Float>

  package init(destination: SIMD2<Float> = .zero) { self.destination = destination }

  package func pixel(_ image: Int) -> SIMD4<Float> { .zero }
  package func sample(_ image: Int, _ position: SIMD2<Float>) -> SIMD4<Float> { .zero }
  package func transform(_ image: Int, _ position: SIMD2<Float>) -> SIMD2<Float> { position }
  package func extent(_ image: Int) -> SIMD4<Float> { .zero }
}
