package import HeadroomPixels

/// What every node of a recipe states about itself. Executors define how it is computed: a type that runs on the tile
/// renderer conforms to a protocol of `Render/`, one that runs on the reference renderer to one of `Reference/`.
package protocol Operation: Sendable {
  var fingerprint: Fingerprint { get }
  /// A bound of the magnitudes of red, green and blue of the result, from those of the inputs; nil when there is none.
  /// It is safe and therefore mostly loose: use it for storage and tables, never for the look of a picture.
  func peak(of inputs: [Float?]) -> Float?
  /// The linear headroom of the result's content, where it follows from the inputs' (1 or more) and need not be
  /// measured; nil where only the pixels could tell.
  func contentHeadroom(of inputs: [Float]) -> Float?
  /// Whether alpha is known to be 1 over the whole extent.
  func isOpaque(_ inputs: [Bool]) -> Bool
}

extension Operation {
  package func peak(of inputs: [Float?]) -> Float? { nil }
  package func contentHeadroom(of inputs: [Float]) -> Float? { nil }
  package func isOpaque(_ inputs: [Bool]) -> Bool { inputs.first ?? false }
}

/// An operation whose code depends on the working space or is expensive to make: executors make it once for each
/// render.
package protocol SpaceDependent: Operation {
  /// The same operation, of the same kind, ready for a working space.
  func bound(in space: WorkingSpace) -> any Operation
}

extension Operation {
  /// The operation as an executor runs it.
  package func ready(in space: WorkingSpace) -> any Operation {
    (self as? any SpaceDependent)?.bound(in: space) ?? self
  }
}

/// Pixels of any number of images at one place in, one pixel out. Without images it is a generator.
package protocol PointOperation: Operation {
  /// Whether the operation takes straight or premultiplied colours, the same for all images; results are of the same
  /// kind.
  var alphaRule: AlphaRule { get }
  /// Whether the result depends on where the pixel lies. Such an operation commutes with nothing that moves pixels.
  var usesPosition: Bool { get }
  /// How many of the node's last inputs are read as a whole before the first pixel (results of reductions), not pixel by
  /// pixel.
  var parameterCount: Int { get }
  /// The matrix, if the operation is an affine map of straight RGBA of one image; the planner folds such maps.
  func colorMatrix(in space: WorkingSpace) -> ColorMatrix?
}

extension PointOperation {
  package var usesPosition: Bool { false }
  package var parameterCount: Int { 0 }
  package func colorMatrix(in space: WorkingSpace) -> ColorMatrix? { nil }
}

/// A coordinate map: each output pixel is sampled somewhere in the input.
package protocol WarpOperation: Operation {
  /// The input rectangle that an output rectangle needs, without the margin that interpolation adds.
  func region(for output: PixelRect) -> PixelRect
  /// The position in the input that belongs to one in the output; not finite where there is none.
  func source(x: Float, y: Float) -> (x: Float, y: Float)
}

extension WarpOperation {
  package func peak(of inputs: [Float?]) -> Float? { inputs.first ?? nil }
}

/// Pixels of a neighbourhood in any number of images in, one pixel out; premultiplied. Outside their extents the images are
/// transparent black.
package protocol AreaOperation: Operation {
  /// The rectangle of an input that an output rectangle needs.
  func region(for output: PixelRect, ofInput index: Int) -> PixelRect
  /// Whether an executor may bring only the part of a region that lies in the input's extent (`PixelRect.clamped(to:)`).
  /// Then the cost of a huge neighbourhood is bounded by the picture. Default false: pixels outside are supplied as
  /// transparent black.
  var toleratesPartialInput: Bool { get }
}

extension AreaOperation {
  package var toleratesPartialInput: Bool { false }
}

/// An area operation over one image.
package protocol NeighbourhoodOperation: AreaOperation {
  func region(for output: PixelRect) -> PixelRect
}

extension NeighbourhoodOperation {
  package func region(for output: PixelRect, ofInput index: Int) -> PixelRect { region(for: output) }
}

/// An area operation whose rows are computed one after the other from the top, with state from the rows above: a window
/// that slides down the columns costs the same whatever its height. Results must not depend, even by a bit, on where
/// that state begins: it is kept for blocks of rows at absolute coordinates.
package protocol PassOperation: NeighbourhoodOperation {
  /// Rows of the input on each side of an output row.
  var reach: Int { get }
  /// The pixels of the input that stand for a rectangle of it.
  func pixels(standingFor rect: PixelRect) -> PixelRect
}

/// An area operation that reads its images at computed positions, each image in its own region.
package protocol SamplerOperation: AreaOperation {}

extension SamplerOperation {
  /// Positions outside the available pixels give transparent black.
  package var toleratesPartialInput: Bool { true }
}

/// Whole images in, a whole image out, in one call: for work that cannot be done piece by piece.
package protocol ProcessorOperation: Operation {
  /// The rectangle of an input that is read when the rectangle `extent` is computed.
  func region(for extent: PixelRect, ofInput index: Int) -> PixelRect
  /// Whether any rectangle can be computed instead of the whole: then only the needed part is computed, still in one
  /// call. Default false.
  var computesParts: Bool { get }
}

extension ProcessorOperation {
  package var computesParts: Bool { false }
}

/// A small image computed from all pixels of a region.
package protocol ReductionOperation: Operation {
  /// The pixels that it reads; intersected with the input's extent.
  var region: PixelRect { get }
}
