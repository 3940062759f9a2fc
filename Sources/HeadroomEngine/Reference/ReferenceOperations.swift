package import HeadroomPixels

/// A point operation on one place's pixels, for the reference renderer.
package protocol ReferencePoint: PointOperation {
  /// - Parameters:
  ///   - pixels: one for each image, as the operation's alpha rule asks.
  ///   - x, y: the pixel's centre.
  func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel
}

/// A point operation that depends on pixels that were computed before.
package protocol ReferenceParameterPoint: PointOperation {
  func evaluate(
    _ pixels: [Pixel], parameters: [ParameterPixels], x: Float, y: Float, in space: WorkingSpace
  ) -> Pixel
}

/// A pixel of an input, transparent outside its extent.
package typealias PixelReader = (_ x: Int, _ y: Int) -> Pixel

/// An area operation for one pixel, straight from the definition.
package protocol ReferenceArea: AreaOperation {
  func evaluate(x: Int, y: Int, _ inputs: [PixelReader]) -> Pixel
}

/// The same over one image.
package protocol ReferenceNeighbourhood: ReferenceArea, NeighbourhoodOperation {
  func evaluate(x: Int, y: Int, _ input: PixelReader) -> Pixel
}

extension ReferenceNeighbourhood {
  package func evaluate(x: Int, y: Int, _ inputs: [PixelReader]) -> Pixel { evaluate(x: x, y: y, inputs[0]) }
}

/// The value of an input at a position, between pixel centres.
package typealias PositionReader = (_ x: Float, _ y: Float) -> Pixel

/// A sampler operation for the pixel around a centre.
package protocol ReferenceSampler: ReferenceArea, SamplerOperation {
  func evaluate(x: Float, y: Float, _ images: [PositionReader]) -> Pixel
}

extension ReferenceSampler {
  package func evaluate(x: Int, y: Int, _ inputs: [PixelReader]) -> Pixel {
    let readers = inputs.map { input in { Interpolation.sample(.linear, x: $0, y: $1, input) } }
    return evaluate(x: Float(x) + 0.5, y: Float(y) + 0.5, readers)
  }
}

/// An operation on whole pictures.
package protocol ReferenceProcessor: ProcessorOperation {
  func evaluate(_ extent: PixelRect, _ inputs: [PixelReader]) throws -> [Pixel]
}

/// A reduction in one pass over all pixels, sums in Double.
package protocol ReferenceReduction: ReductionOperation {
  /// The result's pixels, row by row from the bottom.
  ///
  /// - Parameter pixels: those of ``ReductionOperation/region``, row by row from the bottom.
  func evaluate(_ pixels: [Pixel], pixelCount: Int) -> [Pixel]
}

/// What an operation needs so that both renderers can compute it. Nodes are made of such types only, so that a missing
/// implementation is an error of the build.
package typealias PointImplementation = TilePoint & ReferencePoint
package typealias ParameterPointImplementation = TileParameterPoint & ReferenceParameterPoint
package typealias AreaImplementation = TileArea & ReferenceArea
package typealias NeighbourhoodImplementation = TileNeighbourhood & ReferenceNeighbourhood
package typealias PassImplementation = TilePass & ReferenceNeighbourhood
package typealias ProcessorImplementation = TileProcessor & ReferenceProcessor
package typealias ReductionImplementation = TileReduction & ReferenceReduction
