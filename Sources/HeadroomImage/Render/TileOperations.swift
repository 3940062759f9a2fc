package import HeadroomPixels

/// A point operation as the tile renderer runs it: a stage over rows, made once for each render.
package protocol TilePoint: PointOperation {
  func makeStage(in space: WorkingSpace) -> RowStage
}

/// A point operation whose stage depends on pixels that were computed before.
package protocol TileParameterPoint: PointOperation {
  /// - Parameter parameters: the inputs that are read as a whole, in order.
  func makeStage(in space: WorkingSpace, parameters: [ParameterPixels]) -> RowStage
}

/// The pixels of an input that is read as a whole: premultiplied, rows from the bottom.
package struct ParameterPixels: Sendable {
  package let rect: PixelRect
  package let pixels: [Pixel]

  package init(rect: PixelRect, pixels: [Pixel]) {
    self.rect = rect
    self.pixels = pixels
  }
}

/// A coordinate map as the tile renderer runs it.
package protocol TileWarp: WarpOperation {
  /// Fills `count` source positions for the row of centres that starts at (x + 0.5, y + 0.5).
  func fillCoordinates(
    x: Int, y: Int, count: Int, _ sx: UnsafeMutablePointer<Float>, _ sy: UnsafeMutablePointer<Float>)
  /// The pixels that the positions of a rectangle lie in, where ``WarpOperation/region(for:)`` is a loose bound of them.
  func positions(in rect: PixelRect) -> PixelRect?
}

extension TileWarp {
  package func positions(in rect: PixelRect) -> PixelRect? { nil }
}

/// A neighbourhood operation on premultiplied planar tiles.
package protocol TileArea: AreaOperation {
  /// Computes `output.rect`.
  ///
  /// - Parameter inputs: tiles that cover at least the regions that the operation asks for, or the parts of them in the
  ///   extents where it tolerates that.
  func render(_ inputs: [Tile], into output: Tile, scratch: ScratchArena)
  /// Computes `output.rect` from a region of the only input that is too large to be held: `input` computes some rows of it
  /// at a time, in scratch memory that goes before the next are asked for. The bits are those of
  /// ``render(_:into:scratch:)``.
  ///
  /// - Returns: false, with nothing done, where the operation cannot.
  func renderByRows(
    _ region: PixelRect, rowsAtATime: Int, _ input: (PixelRect) -> Tile, into output: Tile, scratch: ScratchArena
  ) -> Bool
}

extension TileArea {
  package func renderByRows(
    _ region: PixelRect, rowsAtATime: Int, _ input: (PixelRect) -> Tile, into output: Tile, scratch: ScratchArena
  ) -> Bool { false }
}

/// The same over one image.
package protocol TileNeighbourhood: TileArea, NeighbourhoodOperation {
  func render(_ input: Tile, into output: Tile, scratch: ScratchArena)
}

extension TileNeighbourhood {
  package func render(_ inputs: [Tile], into output: Tile, scratch: ScratchArena) {
    unsafe render(inputs[0], into: output, scratch: scratch)
  }
}

/// An operation on whole pictures.
package protocol TileProcessor: ProcessorOperation {
  /// Computes all of `output`, with as many threads as it takes.
  ///
  /// - Parameter inputs: tiles that cover the regions that the operation asks for, where these lie in the inputs' extents.
  func process(_ inputs: [Tile], into output: Tile, pool: ThreadPool) throws(RenderError)
}

/// A reduction over blocks anchored at absolute coordinates, merged in a fixed order, so that the result depends neither on
/// tiles nor on workers.
package protocol TileReduction: ReductionOperation {
  associatedtype Partial: Sendable
  func makePartial() -> Partial
  /// Adds the pixels of a tile (one block) to a partial result.
  func accumulate(_ tile: Tile, into partial: inout Partial)
  func merge(_ other: Partial, into partial: inout Partial)
  /// The result's pixels, row by row from the bottom; as many as the node's extent holds.
  func finish(_ partial: Partial, pixelCount: Int) -> [Pixel]
}
