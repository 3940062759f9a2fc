package import HeadroomPixels

/// A span program ready to run: stages are row code, sources are memory.
///
/// Instructions refer to their objects without reference counting: workers run them for every span, and counters that
/// all of them change cost more than the pixels (a quarter of the time of a single exposure).
@safe package struct BoundProgram: Sendable {
  @unsafe enum Instruction: @unchecked Sendable {
    // Proof: the program that hands out an instruction owns its object.
    case load(Unmanaged<BoundInput>, register: Int)
    case copy(from: Int, register: Int)
    case stage(Unmanaged<BoundStage>, register: Int)
    case mask(PixelRect, register: Int)

    var register: Int {
      switch unsafe self {
      case .load(_, let register), .copy(_, let register), .stage(_, let register), .mask(_, let register): register
      }
    }
  }

  private(set) var instructions: [Instruction] = unsafe []
  package let results: [Int]
  let registerCount: Int
  /// The most images that a stage reads beside its first.
  private(set) var mostOthers = 1
  /// The step inputs in load order: the caller brings one tile for each.
  var stepInputs: [SpanInput] = []
  /// Loads into a register that nothing else writes: the register may be the source row itself.
  private(set) var unchangedLoads: [(input: Unmanaged<BoundInput>, register: Int)] = unsafe []
  /// Whether interleaved pixels can be computed in place where no edge is near; see ``isInterleaved(over:)``.
  private var mayBeInterleaved = false
  /// Pixels that are computed at a time.
  package private(set) var span = SpanRunner.span
  /// The objects that the instructions refer to.
  private var inputs: [BoundInput] = []
  private var stages: [BoundStage] = []

  init(results: [Int], registerCount: Int) {
    self.results = results
    self.registerCount = registerCount
  }

  mutating func append(load input: BoundInput, register: Int) {
    inputs.append(input)
    unsafe instructions.append(.load(.passUnretained(input), register: register))
  }

  package mutating func append(_ stage: RowStage, register: Int, others: [Int] = [], dx: Int = 0, dy: Int = 0) {
    mostOthers = max(mostOthers, others.count)
    let bound = BoundStage(stage: stage, others: others, dx: dx, dy: dy)
    stages.append(bound)
    unsafe instructions.append(.stage(.passUnretained(bound), register: register))
  }

  package mutating func append(copyFrom source: Int, register: Int) {
    unsafe instructions.append(.copy(from: source, register: register))
  }

  package mutating func append(mask rect: PixelRect, register: Int) {
    unsafe instructions.append(.mask(rect, register: register))
  }

  /// Reads other pixels of the same kind in place of a source's.
  package mutating func replace(source index: Int, by source: LoadedSource) {
    // Loads stand in the order of the inputs.
    var place = -1
    for number in unsafe instructions.indices {
      guard case .load(_, let register) = unsafe instructions[number] else { continue }
      place += 1
      guard let new = inputs[place].reading(source, inPlaceOf: index) else { continue }
      unsafe instructions[number] = .load(.passUnretained(new), register: register)
      for load in unsafe unchangedLoads.indices where unsafe unchangedLoads[load].register == register {
        unsafe unchangedLoads[load].input = .passUnretained(new)
      }
      inputs[place] = new
    }
  }

  /// Calls `body` with instructions, loads into registers that nothing else writes, and results, all of them valid
  /// during the call.
  @inline(__always)
  func withInstructions(
    _ body: (
      UnsafeBufferPointer<Instruction>, UnsafeBufferPointer<(input: Unmanaged<BoundInput>, register: Int)>,
      UnsafeBufferPointer<Int>
    ) -> Void
  ) {
    unsafe instructions.withUnsafeBufferPointer { instructions in
      unsafe unchangedLoads.withUnsafeBufferPointer { loads in
        unsafe results.withUnsafeBufferPointer { results in unsafe body(instructions, loads, results) }
      }
    }
    withExtendedLifetime(self) {}
  }

  /// Whether the pixels of a rectangle can be computed interleaved, without conversion to rows: nothing is converted on
  /// loading, nothing lies beyond an edge, and each stage takes components one by one.
  func isInterleaved(over rect: PixelRect) -> Bool {
    guard mayBeInterleaved else { return false }
    return unsafe instructions.allSatisfy { instruction in
      switch unsafe instruction {
      case .load(let input, _):
        unsafe input._withUnsafeGuaranteedRef {
          $0.input.clip.contains(rect) && $0.isInterleaved(over: rect.offset(dx: -$0.input.dx, dy: -$0.input.dy))
        }
      case .mask(let inner, _): inner.contains(rect)
      case .copy, .stage: true
      }
    }
  }

  /// Derives what follows from all instructions, once they are complete.
  package mutating func finish() {
    mayBeInterleaved = stages.allSatisfy(\.takesInterleaved) && inputs.allSatisfy(\.mayBeInterleaved)
    span = SpanRunner.span(registers: registerCount, loads: inputs.count, results: results.count)
    var writers = [Int](repeating: 0, count: registerCount)
    for place in unsafe instructions.indices { unsafe writers[instructions[place].register] += 1 }
    unsafe unchangedLoads = unsafe instructions.compactMap { instruction in
      guard case .load(let input, let register) = unsafe instruction, writers[register] == 1 else { return nil }
      return unsafe (input, register)
    }
  }
}

/// A stage that changes a register, and reads others if it takes several images.
final class BoundStage: Sendable {
  private let stage: RowStage
  private let others: [Int]
  private let dx: Int
  private let dy: Int

  var takesInterleaved: Bool { unsafe stage.runInterleaved != nil }

  init(stage: RowStage, others: [Int], dx: Int, dy: Int) {
    self.stage = stage
    self.others = others
    self.dx = dx
    self.dy = dy
  }

  /// Not inlined: so neither an object that is passed in nor its contents are reference counted.
  @inline(never)
  func run(
    _ rows: UnsafeMutablePointer<RowPointers>, _ register: Int, _ arguments: UnsafeMutablePointer<RowPointers>,
    _ count: Int, _ x: Int,
    _ y: Int
  ) {
    for index in others.indices { unsafe arguments[index] = rows[others[index]] }
    unsafe stage.run(rows[register], arguments, count, x - dx, y - dy)
  }

  /// As ``run(_:_:_:_:_:_:)``, over interleaved pixels.
  @inline(never)
  func runInterleaved(
    _ rows: UnsafeMutablePointer<RowPointers>, _ register: Int, _ arguments: UnsafeMutablePointer<RowPointers>,
    _ count: Int
  ) {
    for index in others.indices { unsafe arguments[index] = rows[others[index]] }
    unsafe stage.runInterleaved?(rows[register], arguments, count, 0, 0)
  }
}
