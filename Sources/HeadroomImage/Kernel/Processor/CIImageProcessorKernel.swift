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

  /// The part of an input that is read to compute a rectangle of the output. Default: the rectangle itself; null for
  /// nothing, infinite for all of the input.
  open class func roi(forInput input: Int32, arguments: [String: Any]?, outputRect: CGRect) -> CGRect { outputRect }

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
    guard !extent.isWithoutPixels else { return .empty() }
    let operation = ClientProcessor(self, inputs: inputs, arguments: arguments)
    guard let first = inputs?.first else {
      return CIImage(node: RecipeNode(.processor(operation), inputs: [], extent: extent))
    }
    return first.appending(processor: operation, with: Array((inputs ?? []).dropFirst()), extent: extent)
  }
}

/// A client's processor with its arguments.
///
/// The reference renderer calls the same code: the client's code is the specification.
struct ClientProcessor: ProcessorImplementation {
  /// Arguments of any type, as the client passed them.
  // Sendable: never changed, and read only by the client's own code, which is documented to run on any thread.
  private final class Box: @unchecked Sendable {
    let kernel: CIImageProcessorKernel.Type
    let arguments: [String: Any]?

    init(_ kernel: CIImageProcessorKernel.Type, _ arguments: [String: Any]?) {
      self.kernel = kernel
      self.arguments = arguments
    }
  }

  private let box: Box
  private let hasInputs: Bool
  /// Extents of the inputs.
  private let extents: [PixelRect]

  init(_ kernel: CIImageProcessorKernel.Type, inputs: [CIImage]?, arguments: [String: Any]?) {
    box = Box(kernel, arguments)
    hasInputs = inputs != nil
    extents = (inputs ?? []).map { PixelRect(enclosing: $0.extent) }
  }

  /// Arguments may be anything, and are compared by identity.
  var fingerprint: Fingerprint { Fingerprint("\(box.kernel)", objects: [ObjectIdentifier(box)]) }
  var computesParts: Bool { true }
  func peak(of inputs: [Float?]) -> Float? { nil }
  func isOpaque(_ inputs: [Bool]) -> Bool { box.kernel.outputIsOpaque }

  func region(for extent: PixelRect, ofInput index: Int) -> PixelRect {
    let wanted = box.kernel.roi(
      forInput: Int32(truncatingIfNeeded: index), arguments: box.arguments, outputRect: extent.cgRect)
    guard !wanted.isWithoutPixels else { return .empty }
    let region = PixelRect(enclosing: wanted)
    return region.isInfinite ? region.intersection(extents[index]) : region
  }

  func process(_ inputs: [Tile], into output: Tile, pool: ThreadPool) throws(RenderError) {
    let result = unsafe try process(inputs, output.rect)
    unsafe result.read(into: output, isOpaque: box.kernel.outputIsOpaque)
  }

  private func process(_ tiles: [Tile], _ rect: PixelRect) throws(RenderError) -> ProcessorBuffer {
    var inputs: [ProcessorInput] = []
    for index in unsafe tiles.indices {
      let format = box.kernel.formatForInput(at: Int32(truncatingIfNeeded: index))
      let buffer = try ProcessorBuffer(region(for: rect, ofInput: index), format: format)
      unsafe buffer.fill(from: tiles[index])
      inputs.append(ProcessorInput(buffer, format: format))
    }
    let format = box.kernel.outputFormat
    let result = try ProcessorBuffer(rect, format: format)
    do {
      try box.kernel.process(
        with: hasInputs ? inputs : nil, arguments: box.arguments,
        output: ProcessorOutput(result, format: format, from: inputs))
    } catch let error as RenderError {
      throw error
    } catch {
      throw .processor(name: "\(box.kernel)", error: error)
    }
    return result
  }

  func evaluate(_ extent: PixelRect, _ inputs: [PixelReader]) throws -> [Pixel] {
    let arena = ScratchArena()
    let tiles = unsafe inputs.enumerated().map { index, reader in
      let tile = unsafe arena.tile(region(for: extent, ofInput: index))
      unsafe tile.fill(tile.rect, reader)
      return unsafe tile
    }
    let output = unsafe arena.tile(extent)
    let result = try unsafe process(tiles, extent)
    unsafe result.read(into: output, isOpaque: box.kernel.outputIsOpaque)
    var pixels: [Pixel] = []
    for y in extent.minY..<extent.maxY {
      for x in extent.minX..<extent.maxX { unsafe pixels.append(output.pixel(x: x, y: y)) }
    }
    return pixels
  }
}

extension Tile {
  fileprivate func fill(_ rect: PixelRect, _ reader: PixelReader) {
    for y in rect.minY..<max(rect.maxY, rect.minY) {
      for x in rect.minX..<rect.maxX {
        let (pixel, rows) = unsafe (reader(x, y), rows(x: x, y: y))
        unsafe (rows.r[0], rows.g[0], rows.b[0], rows.a[0]) = (pixel.r, pixel.g, pixel.b, pixel.a)
      }
    }
  }
}
