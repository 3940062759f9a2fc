import HeadroomColor
import HeadroomPixels

/// A span program made ready to run: stages are row code, sources are memory.
struct BoundProgram: Sendable {
  enum Instruction: Sendable {
    case load(BoundInput, register: Int)
    case copy(from: Int, register: Int)
    case stage(BoundStage, register: Int)
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
      case .load(_, let register), .copy(_, let register), .stage(_, let register), .mask(_, let register):
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
    let bound = BoundStage(stage: stage, others: others, dx: dx, dy: dy)
    instructions.append(.stage(bound, register: register))
  }
}

/// A stage that changes a register, reading others where it is one over several images.
///
/// An object, as ``BoundInput`` is: instructions are looked at for every span, and a struct's parts would be counted each time.
final class BoundStage: Sendable {
  let stage: RowStage
  let others: [Int]
  let dx: Int
  let dy: Int

  init(stage: RowStage, others: [Int], dx: Int, dy: Int) {
    self.stage = stage
    self.others = others
    self.dx = dx
    self.dy = dy
  }
}

/// Where a load reads from when it runs.
final class BoundInput: Sendable {
  enum Rows: Sendable {
    /// Rows of a source; colour codes go through the table where there is one.
    /// With an expansion the rows become linear (by that curve where there is no table) and go through the gain map.
    case bitmap(LoadedSource, decodeTable: DecodeTable?, expansion: TransferFunction?)
    /// The tile at this position of the caller's list.
    case tile(Int)
  }

  let rows: Rows
  let input: SpanInput

  init(rows: Rows, input: SpanInput) {
    self.rows = rows
    self.input = input
  }
}
