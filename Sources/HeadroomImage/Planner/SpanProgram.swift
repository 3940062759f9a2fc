/// A fused chain, flattened: a short list of instructions over row registers that stay in the first-level cache.
package struct SpanProgram: Sendable {
  enum Instruction: Sendable {
    /// Register <- rows of an input, straight from its source or tile.
    case load(SpanInput, register: Int)
    case generate(any GeneratorOperation, dx: Int, dy: Int, register: Int)
    case stage(ColorStage, register: Int)
    /// Source register <- blend of both.
    case blend(any BlendOperation, source: Int, background: Int)
    case mask(PixelRect, register: Int)
  }

  var instructions: [Instruction] = []
  /// The register that holds the result, and how many there are.
  var result = 0
  var registerCount = 1

  /// The inputs in the order in which they are loaded.
  var inputs: [SpanInput] {
    instructions.compactMap { if case .load(let input, _) = $0 { input } else { nil } }
  }

  /// Stages left after folding.
  package var stageCount: Int {
    instructions.count { if case .stage = $0 { true } else { false } }
  }

  /// The steps whose tiles are loaded.
  var stepInputs: [Int] {
    inputs.compactMap { if case .step(let index) = $0.origin { index } else { nil } }
  }
}

/// Flattens expressions; the deeper side of a blend goes first, so that long stacks of layers need few registers.
struct SpanFlattener {
  private var program = SpanProgram()
  private var free: [Int] = []
  private var next = 0

  static func flatten(_ expression: SpanExpression) -> SpanProgram {
    var flattener = SpanFlattener()
    let stages = flattener.emit(expression)
    flattener.program.result = stages
    flattener.program.registerCount = flattener.next
    return flattener.program
  }

  private mutating func register() -> Int {
    if let reused = free.popLast() { return reused }
    next += 1
    return next - 1
  }

  /// Emits the chain below a run of stages first, then the stages, folded.
  private mutating func emit(_ expression: SpanExpression) -> Int {
    var list = StageList()
    let (base, stages) = Self.peel(expression)
    list.append(contentsOf: stages)
    let register = emitBase(base)
    for stage in list.stages { program.instructions.append(.stage(stage, register: register)) }
    return register
  }

  private static func peel(_ expression: SpanExpression) -> (SpanExpression, [ColorStage]) {
    var current = expression
    var stages: [ColorStage] = []
    while case .stage(let inner, let stage) = current {
      stages.append(stage)
      current = inner
    }
    return (current, stages.reversed())
  }

  private mutating func emitBase(_ expression: SpanExpression) -> Int {
    switch expression {
    case .load(let input):
      let target = register()
      program.instructions.append(.load(input, register: target))
      return target
    case .generate(let operation, let dx, let dy):
      let target = register()
      program.instructions.append(.generate(operation, dx: dx, dy: dy, register: target))
      return target
    case .mask(let inner, let rect):
      let target = emit(inner)
      program.instructions.append(.mask(rect, register: target))
      return target
    case .blend(let operation, let source, let background):
      return emitBlend(operation, source, background)
    case .stage:
      return emit(expression)
    }
  }

  private mutating func emitBlend(
    _ operation: any BlendOperation, _ source: SpanExpression, _ background: SpanExpression
  ) -> Int {
    let sourceFirst = Self.weight(source) >= Self.weight(background)
    let first = emit(sourceFirst ? source : background)
    let second = emit(sourceFirst ? background : source)
    let (top, bottom) = sourceFirst ? (first, second) : (second, first)
    program.instructions.append(.blend(operation, source: top, background: bottom))
    free.append(bottom)
    return top
  }

  /// Registers needed (Sethi-Ullman number).
  private static func weight(_ expression: SpanExpression) -> Int {
    switch expression {
    case .load, .generate: return 1
    case .stage(let inner, _), .mask(let inner, _): return weight(inner)
    case .blend(_, let source, let background):
      let (s, b) = (weight(source), weight(background))
      return s == b ? s + 1 : max(s, b)
    }
  }
}
