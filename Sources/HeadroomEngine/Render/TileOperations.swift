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
  /// The rectangle of pixels that contains the source positions of a rectangle, where ``WarpOperation/region(for:)`` is
  /// a loose bound.
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
  /// Computes `output.rect` from a region of the only input, which is too large to be held: `input` computes some rows
  /// of it at a time, in scratch memory that is freed before the next call. The bits are those of
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

/// A neighbourhood over one image whose result depends on expensive rows around it: while a tile is computed by rows,
/// from the top, it remembers those that the next rows need too. The bits are the same as without a memory.
package protocol TileRowMemory: TileNeighbourhood {
  associatedtype Memory: AnyObject
  /// Room for rows of some columns, before the first; nil where there is nothing to remember.
  func makeMemory(for rect: PixelRect, scratch: ScratchArena) -> Memory?
  func render(_ input: Tile, into output: Tile, memory: Memory?, scratch: ScratchArena)
}

extension TileRowMemory {
  /// - Parameter remembered: a memory that this operation made.
  package func render(_ input: Tile, into output: Tile, remembered: AnyObject?, scratch: ScratchArena) {
    unsafe render(input, into: output, memory: remembered as? Memory, scratch: scratch)
  }
}

/// A pass down the columns of one image.
package protocol TilePass: TileArea, PassOperation {
  /// A run over the columns of a tile, before its first row. Its memory lives as long as the arena's.
  func makeRun(_ columns: Range<Int>, scratch: ScratchArena) -> any PassRun
}

/// The state of a pass moving down some columns.
package protocol PassRun: AnyObject {
  var columns: Range<Int> { get }
  /// Output rows are computed downwards; the next one lies below this.
  var nextRow: Int { get }
  /// Rows of the input from this one up have been read.
  var lowestInput: Int { get }
  /// Drops all rows.
  func begin(below row: Int)
  /// Computes the next rows.
  ///
  /// - Parameter input: the rows that have not been read, down to the lowest that the output needs, inside the input's
  ///   extent; one row of its edge if there are none inside.
  func run(_ input: Tile, into output: Tile)
}

extension TilePass {
  package func render(_ inputs: [Tile], into output: Tile, scratch: ScratchArena) {
    let mark = scratch.mark
    let run = unsafe makeRun(output.rect.minX..<output.rect.maxX, scratch: scratch)
    unsafe run.begin(below: output.rect.maxY)
    unsafe run.run(inputs[0], into: output)
    scratch.reset(to: mark)
  }
}

/// An operation on whole pictures.
package protocol TileProcessor: ProcessorOperation {
  /// Computes all of `output`, on the pool's threads.
  ///
  /// - Parameter inputs: tiles that cover the regions that the operation asks for, where these lie in the inputs' extents.
  func process(_ inputs: [Tile], into output: Tile, pool: ThreadPool) throws(RenderError)
}

/// A reduction over blocks anchored at absolute coordinates, merged in a fixed order, so that the result depends neither on
/// tiles nor on workers.
package protocol TileReduction: ReductionOperation {
  associatedtype Partial: Sendable
  func makePartial() -> Partial
  /// Adds pixels of a row to a partial result, at most ``SpanRunner/span`` of them, from (x, y) to the right. The rows of a
  /// block come from the top, spans of a row from the left, cut at the same places whatever the tiles.
  func accumulate(_ rows: RowPointers, count: Int, x: Int, y: Int, into partial: inout Partial)
  func merge(_ other: Partial, into partial: inout Partial)
  /// The result's pixels, row by row from the bottom; as many as the node's extent holds.
  func finish(_ partial: Partial, pixelCount: Int) -> [Pixel]
}
