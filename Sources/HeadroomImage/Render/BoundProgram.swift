import HeadroomColor
import HeadroomPixels

/// A span program made ready to run: stages are row code, sources are memory.
struct BoundProgram: Sendable {
  enum Instruction: Sendable {
    case load(BoundInput, register: Int)
    case copy(from: Int, register: Int)
    /// Changes a register, reading others where the stage is one over several images.
    case stage(RowStage, register: Int, others: [Int], dx: Int, dy: Int)
    case mask(PixelRect, register: Int)
  }

  var instructions: [Instruction] = []
  var results: [Int] = []
  var registerCount = 1
  /// Images that a stage reads beside its first, at most.
  var mostOthers = 1
  /// The step inputs in load order: the caller brings one tile for each.
  var stepInputs: [SpanInput] = []

  /// Loads whose register nothing else is written to: it may be the row itself that is read.
  var unchangedLoads: [(input: BoundInput, register: Int)] = []

  /// Works out ``unchangedLoads`` once all instructions are there.
  mutating func finish() {
    var writers = [Int](repeating: 0, count: registerCount)
    for instruction in instructions {
      switch instruction {
      case .load(_, let register), .copy(_, let register), .stage(_, let register, _, _, _), .mask(_, let register):
        writers[register] += 1
      }
    }
    unchangedLoads = instructions.compactMap { instruction in
      guard case .load(let input, let register) = instruction, writers[register] == 1 else { return nil }
      return (input, register)
    }
  }

  mutating func append(_ stage: RowStage, register: Int, others: [Int] = [], dx: Int = 0, dy: Int = 0) {
    mostOthers = max(mostOthers, others.count)
    instructions.append(.stage(stage, register: register, others: others, dx: dx, dy: dy))
  }
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
