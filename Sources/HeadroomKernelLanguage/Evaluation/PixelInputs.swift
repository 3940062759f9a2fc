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

/// No pixel at all: for what is computed while a kernel is compiled.
struct NoInputs: PixelInputs {
  var destination: SIMD2<Float> { .zero }
  func pixel(_ image: Int) -> SIMD4<Float> { .zero }
  func sample(_ image: Int, _ position: SIMD2<Float>) -> SIMD4<Float> { .zero }
  func transform(_ image: Int, _ position: SIMD2<Float>) -> SIMD2<Float> { position }
  func extent(_ image: Int) -> SIMD4<Float> { .zero }
}
