public import Foundation
internal import HeadroomEngine
internal import HeadroomGraphics
internal import HeadroomPixels

/// Your own code over memory, for work that no kernel can express, such as a library's call on whole pictures.
///
/// Subclass and override ``process(with:arguments:output:)``; the class is never instantiated and keeps no state.
///
/// ```swift
/// final class Threshold: CIImageProcessorKernel {
///   override class var outputFormat: CIFormat { .RGBAf }
///   override class func process(
///     with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, output: any CIImageProcessorOutput
///   ) throws {
///     guard let input = inputs?.first else { return }
///     ...
///   }
/// }
/// let image = try Threshold.apply(withExtent: photo.extent, inputs: [photo], arguments: ["level": 0.5])
/// ```
///
/// ## When it runs
/// Once for each render, with everything that the render needs of the result in one call, on a thread of the engine;
/// renders on several threads may call it at once.
///
/// ## Alpha and colour
/// Pixels are premultiplied, linear light of the working space. Formats with floating point keep light above 1 and below 0;
/// 8 bits hold 0...1.
///
/// ## Errors
/// An error thrown by ``process(with:arguments:output:)`` ends the render, which throws it in turn.
open class CIImageProcessorKernel {
  /// Fills the output. Write every pixel of its region; pixels that are not written stay transparent.
  ///
  /// - Parameters:
  ///   - inputs: the images, each over the region that ``roi(forInput:arguments:outputRect:)`` returned; nil where the
  ///     processor has no inputs.
  ///   - arguments: the arguments of `apply`.
  ///   - output: the destination of the result.
  open class func process(
    with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, output: any CIImageProcessorOutput
  ) throws {
    throw RenderError.notImplemented(operation: "\(self).process(with:arguments:output:)")
  }

  /// Fills several outputs at once; called for images of ``apply(withExtents:inputs:arguments:)``. Default: an error.
  ///
  /// - Parameters:
  ///   - inputs: the images; nil where the processor has none.
  ///   - arguments: the arguments of `apply`.
  ///   - outputs: one for each extent, over all of it. Only one of them may be needed.
  open class func process(
    with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, outputs: [any CIImageProcessorOutput]
  ) throws {
    throw RenderError.notImplemented(operation: "\(self).process(with:arguments:outputs:)")
  }

  /// The part of an input that is read to compute a rectangle of the output. Default: the rectangle itself; null for
  /// nothing, infinite for all of the input.
  open class func roi(forInput input: Int32, arguments: [String: Any]?, outputRect: CGRect) -> CGRect { outputRect }

  /// The parts of an input that are read to compute a rectangle of the output. Default: one,
  /// ``roi(forInput:arguments:outputRect:)``.
  ///
  /// Each part becomes an input of its own: all parts of the first image, then those of the second, with
  /// ``CIImageProcessorInput/roiTileIndex`` and ``CIImageProcessorInput/roiTileCount``.
  open class func roiTileArray(
    forInput input: Int32, arguments: [String: Any]?, outputRect: CGRect
  ) -> [CIVector] {
    [CIVector(cgRect: roi(forInput: input, arguments: arguments, outputRect: outputRect))]
  }

  /// The format of one of several outputs. Default: ``outputFormat``.
  open class func outputFormat(at outputIndex: Int32, arguments: [String: Any]?) -> CIFormat { outputFormat }

  /// The format in which an input is passed. Default `RGBAf`, in which the engine computes; also BGRA8, RGBAh, R8, Rh,
  /// Rf and all other formats.
  open class func formatForInput(at input: Int32) -> CIFormat { .RGBAf }

  /// The format in which the output is written. Default `RGBAf`; formats with one component hold red.
  open class var outputFormat: CIFormat { .RGBAf }

  /// Whether alpha of the output is 1 everywhere; alpha that is written is then ignored. Default false.
  open class var outputIsOpaque: Bool { false }

  /// Accepted for code that overrides it: inputs are always complete when they are passed.
  open class var synchronizeInputs: Bool { true }

  /// The image that the processor computes from others. Nothing runs before a render.
  ///
  /// - Parameters:
  ///   - extent: where the result may be other than transparent; an empty one gives an empty image, an infinite one can
  ///     be rendered if a finite part of it is requested.
  ///   - inputs: the images that are read.
  ///   - arguments: parameters, passed unchanged to the class methods.
  open class func apply(
    withExtent extent: CGRect, inputs: [CIImage]?, arguments: [String: Any]?
  ) throws -> CIImage {
    image(ClientProcessor(self, inputs: inputs, arguments: arguments, outputs: .one), inputs, extent)
  }

  /// Several images that the processor computes together, by ``process(with:arguments:outputs:)``.
  ///
  /// Each image that a render needs calls the processor once, for all outputs and their whole extents.
  ///
  /// - Parameters:
  ///   - extents: of the images, as rectangles; finite.
  ///   - inputs: the images that are read.
  ///   - arguments: parameters, passed unchanged to the class methods.
  open class func apply(
    withExtents extents: [CIVector], inputs: [CIImage]?, arguments: [String: Any]?
  ) throws -> [CIImage] {
    let rects = extents.map(\.cgRectValue)
    return try rects.enumerated().map { index, extent in
      guard !extent.isUnbounded else { throw RenderError.infiniteExtent }
      let outputs = ProcessorOutputs.several(rects.map { PixelRect(enclosing: $0) }, wanted: index)
      return image(ClientProcessor(self, inputs: inputs, arguments: arguments, outputs: outputs), inputs, extent)
    }
  }

  private class func image(_ operation: ClientProcessor, _ inputs: [CIImage]?, _ extent: CGRect) -> CIImage {
    guard !extent.isWithoutPixels else { return .empty() }
    guard let first = inputs?.first else {
      return CIImage(node: RecipeNode(.processor(operation), inputs: [], extent: extent))
    }
    return first.appending(processor: operation, with: Array((inputs ?? []).dropFirst()), extent: extent)
  }
}
