internal import HeadroomPixels

/// A ``SpanProgram`` whose numbers are still slots.
struct DraftProgram: Sendable {
  enum Instruction: Sendable {
    case load(DraftInput, register: Int)
    case copy(from: Int, register: Int)
    case stage(DraftStage, register: Int)
    case point(Point)
    case mask(Slot<PixelRect>, register: Int)
  }

  struct Point: Sendable {
    /// The node whose operation it is.
    var node: Int
    var register: Int
    var others: [Int]
    var parameters: [Int]
    var offset: Slot<PixelOffset>
    /// Whether it reads no image, not even that of its register.
    var isGenerator: Bool
  }

  private(set) var instructions: [Instruction] = []
  /// The node that each instruction's result depends on, with those below it.
  private(set) var owners: [Int] = []
  var results: [Int] = []
  var registerCount = 1

  mutating func append(_ instruction: Instruction, owner: Int) {
    instructions.append(instruction)
    owners.append(owner)
  }

  mutating func replace(_ index: Int, by instruction: Instruction) { instructions[index] = instruction }

  /// Only some of the instructions.
  mutating func keep(_ indices: [Int]) {
    instructions = indices.map { instructions[$0] }
    owners = indices.map { owners[$0] }
  }

  /// The program for one recipe.
  func bound(to values: SlotValues, _ bindings: PlanBindings) -> SpanProgram? {
    var program = SpanProgram(results: results, registerCount: registerCount, count: instructions.count)
    for instruction in instructions where !instruction.add(to: &program, values, bindings) { return nil }
    return program
  }
}

extension DraftProgram.Instruction {
  /// Adds the instruction with its numbers to a program; false where the recipe has none for it.
  fileprivate func add(to program: inout SpanProgram, _ values: SlotValues, _ bindings: PlanBindings) -> Bool {
    switch self {
    case .load(let input, let register): program.load(input.bound(to: values), register: register)
    case .copy(let from, let register): program.copy(from: from, register: register)
    case .stage(.fixed(let stage), let register): program.stage(stage, register: register)
    case .stage(.matrix(let slot), let register): program.stage(.matrix(values[slot]), register: register)
    case .stage(.toneMap(let node, let measurement), let register):
      guard case .color(.toneMap(let request)) = bindings.kind(of: node) else { return false }
      program.stage(.toneMap(request, measurement: measurement), register: register)
    case .mask(let rect, let register): program.mask(values[rect], register: register)
    case .point(let point):
      guard let operation = bindings.point(at: point.node) else { return false }
      let offset = values[point.offset]
      program.point(
        SpanProgram.PointInstruction(
          operation: operation, register: point.register, others: point.others, parameters: point.parameters,
          dx: offset.dx, dy: offset.dy))
    }
    return true
  }
}

/// A ``SpanInput`` whose numbers are still slots.
struct DraftInput: Hashable, Sendable {
  var origin: SpanInput.Origin
  var offset: Slot<PixelOffset>
  var clip: Slot<PixelRect>
  var edge = SpanInput.Edge.transparent

  func bound(to values: SlotValues) -> SpanInput {
    let offset = values[offset]
    return SpanInput(origin: origin, dx: offset.dx, dy: offset.dy, clip: values[clip], edge: edge)
  }
}

/// A change of colour: a matrix or a tone map that depends on parameters, or anything that does not.
enum DraftStage: Hashable, Sendable {
  case matrix(Slot<ColorMatrix>)
  /// By the request of a node.
  case toneMap(ofNode: Int, measurement: Int?)
  case fixed(ColorStage)
}
