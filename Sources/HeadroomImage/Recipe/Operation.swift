internal import Foundation
internal import HeadroomColor
internal import HeadroomPixels

/// What makes two operations the same: a name and the values of the parameters. Equal subtrees are found by it.
package struct Fingerprint: Hashable, Sendable {
  package var name: String
  package var values: [Double]
  /// Objects that are compared by identity (pixel storage, files).
  package var objects: [ObjectIdentifier]

  package init(_ name: String, _ values: [Double] = [], objects: [ObjectIdentifier] = []) {
    self.name = name
    self.values = values
    self.objects = objects
  }
}

/// What every node of a recipe can say about itself.
package protocol Operation: Sendable {
  var fingerprint: Fingerprint { get }
  /// Upper bound of max(R, G, B) of the result, from those of the inputs; nil when there is none.
  func peak(of inputs: [Float?]) -> Float?
  /// Whether alpha is known to be 1 over the whole extent.
  func isOpaque(_ inputs: [Bool]) -> Bool
}

extension Operation {
  package func peak(of inputs: [Float?]) -> Float? { inputs.first ?? nil }
  package func isOpaque(_ inputs: [Bool]) -> Bool { inputs.first ?? false }
}

/// Pixel in, pixel out; one image.
package protocol PointOperation: Operation {
  var alphaRule: AlphaRule { get }
  /// Data where the operation is an affine map of straight RGBA; the planner folds such maps.
  func colorMatrix(in space: WorkingSpace) -> ColorMatrix?
  /// The fused row stage; not asked for when there is a matrix.
  func makeStage(in space: WorkingSpace) -> RowStage
  /// The same on one pixel, for the reference renderer.
  func evaluate(_ pixel: Pixel, in space: WorkingSpace) -> Pixel
}

extension PointOperation {
  package func colorMatrix(in space: WorkingSpace) -> ColorMatrix? { nil }
}

/// Two images on one grid: the first input over, with or against the second. Premultiplied.
package protocol BlendOperation: Operation {
  func makeBlend(in space: WorkingSpace) -> RowBlend
  func evaluate(_ source: Pixel, _ background: Pixel, in space: WorkingSpace) -> Pixel
}

/// An image out of nothing; premultiplied.
package protocol GeneratorOperation: Operation {
  func makeStage(in space: WorkingSpace) -> RowStage
  func evaluate(x: Float, y: Float, in space: WorkingSpace) -> Pixel
}

/// A coordinate map: each output pixel is sampled somewhere in the input.
package protocol SampleOperation: Operation {
  /// The input rectangle that an output rectangle needs, without the margin that interpolation adds.
  func region(for output: PixelRect) -> PixelRect
  /// Fills `count` source positions for the row of centres that starts at (x + 0.5, y + 0.5).
  func fillCoordinates(
    x: Int, y: Int, count: Int, _ sx: UnsafeMutablePointer<Float>, _ sy: UnsafeMutablePointer<Float>)
  func source(x: Float, y: Float) -> (x: Float, y: Float)
}

/// A neighbourhood operation on premultiplied planar tiles. Outside its extent the input is transparent black.
package protocol AreaOperation: Operation {
  /// The input rectangle that an output rectangle needs.
  func region(for output: PixelRect) -> PixelRect
  /// Whether the tile that `render` gets may be limited to the input's extent (``PixelRect/held(in:)``). Then the cost of
  /// a huge neighbourhood is bounded by the picture. Default false: what lies outside comes as transparent black.
  var toleratesPartialInput: Bool { get }
  /// Computes `output.rect` from a tile that covers at least `region(for: output.rect)`, or the part of it in the extent.
  func render(_ input: Tile, into output: Tile, scratch: ScratchArena)
  /// Computes `output.rect` from a region that is too large to be held: `input` computes some rows of it at a time, in
  /// scratch memory that goes before the next are asked for. The bits are those of ``render(_:into:scratch:)``.
  ///
  /// - Returns: false, with nothing done, where the operation cannot.
  func renderByRows(
    _ region: PixelRect, rowsAtATime: Int, _ input: (PixelRect) -> Tile, into output: Tile, scratch: ScratchArena
  ) -> Bool
  /// The same for one pixel, straight from the definition.
  func evaluate(x: Int, y: Int, _ input: (_ x: Int, _ y: Int) -> Pixel) -> Pixel
}

extension AreaOperation {
  package var toleratesPartialInput: Bool { false }
  package func renderByRows(
    _ region: PixelRect, rowsAtATime: Int, _ input: (PixelRect) -> Tile, into output: Tile, scratch: ScratchArena
  ) -> Bool { false }
}

/// A small image computed from all pixels of a region. Blocks are anchored at absolute coordinates and merged in a
/// fixed order, so that the result depends neither on tiles nor on workers.
package protocol ReductionOperation: Operation {
  associatedtype Partial: Sendable
  /// The pixels that are looked at; intersected with the input's extent.
  var region: PixelRect { get }
  func makePartial() -> Partial
  /// Adds the pixels of a tile (one block) to a partial result.
  func accumulate(_ tile: Tile, into partial: inout Partial)
  func merge(_ other: Partial, into partial: inout Partial)
  /// The result's pixels, row by row from the bottom; as many as the node's extent holds.
  func finish(_ partial: Partial, pixelCount: Int) -> [Pixel]
}
