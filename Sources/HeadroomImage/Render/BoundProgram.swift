import HeadroomColor
import HeadroomPixels

/// A span program made ready to run: stages are row code, sources are memory.
struct BoundProgram: Sendable {
  enum Instruction: Sendable {
    case load(BoundInput, register: Int)
    case generate(RowStage, dx: Int, dy: Int, register: Int)
    case stage(RowStage, register: Int)
    case blend(RowBlend, source: Int, background: Int)
    case mask(PixelRect, register: Int)
  }

  var instructions: [Instruction] = []
  var result = 0
  var registerCount = 1
  /// The step inputs in load order: the caller brings one tile for each.
  var stepInputs: [SpanInput] = []
}

/// Where a load reads from when it runs.
struct BoundInput: Sendable {
  enum Rows: Sendable {
    /// Rows of a source; colour codes go through the table where there is one.
    /// With an expansion the rows become linear (by that curve where there is no table) and go through the gain map.
    case bitmap(LoadedSource, decodeTable: DecodeTable?, expansion: TransferFunction?)
    /// The tile at this position of the caller's list.
    case tile(Int)
  }

  var rows: Rows
  var input: SpanInput
}
