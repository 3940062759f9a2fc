extension KernelForm {
  /// The kernel for given arguments: what they settle is computed, conditions that they settle are gone, and loops whose
  /// course they settle are written out as long as that stays short.
  ///
  /// - Parameters:
  ///   - arguments: the lanes of each parameter, as interpreters take them; nil where they are not known yet.
  ///   - extents: origin and size of each image.
  ///
  /// Samplers count in the coordinates of the result, so a transform into the space of one is gone as well.
  package func specialized(
    arguments: [[UInt32]?], extents: [SIMD4<Float>], limits: KernelLimits = KernelLimits()
  ) -> KernelForm {
    var kept: Set<Int> = []
    var effort = FormSpecializer.mostEffort
    while true {
      var pass = FormSpecializer(
        self, arguments: arguments, extents: extents, keptMemories: kept, limit: limits.instructions, effort: effort)
      let form = pass.run()
      if !pass.refusedMemories.isEmpty {
        // A memory that turns out to be asked for a lane that depends on the pixel stays one: begin again.
        kept.formUnion(pass.refusedMemories)
      } else if pass.isTooLarge, effort > 0 {
        // With its loops as they stand a form does not grow.
        effort = 0
      } else {
        return UniformAnalysis.marked(DeadCode.removed(from: form))
      }
    }
  }
}

/// Writes a form again with what is known of a render.
struct FormSpecializer: FormWriting {
  var lines: FormLines
  let source: KernelForm
  private let arguments: [[UInt32]?]
  private let extents: [SIMD4<Float>]
  /// What became of each value of the source.
  var become: [Value?]
  /// Lanes of memories whose indexes are known everywhere: they need no memory.
  private var memories: [Int: [Value]] = [:]
  private let keptMemories: Set<Int>
  /// Memories that cannot go after all.
  private(set) var refusedMemories: Set<Int> = []

  /// Blocks around the place that is written, outermost first.
  var open: [OpenBlock] = []
  /// Regions around it that only some pixels run.
  var splitDepth = 0
  var nextLabel = 0
  /// Loops that were written as such.
  var loopCount = 0
  /// Instructions that attempts to write loops out may still visit, all loops together.
  var effort: Int

  static let mostEffort = 1 << 16

  struct OpenBlock {
    let source: Int
    let label: Int
    /// Ways out that only some pixels take.
    var branches: [Int] = []
  }

  /// Where control goes at the end of a region.
  enum Outcome {
    case end
    /// All pixels that come here leave a block.
    case left(label: Int, values: [Value])
    /// No pixel comes to the end.
    case unreachable
  }

  init(
    _ source: KernelForm, arguments: [[UInt32]?], extents: [SIMD4<Float>], keptMemories: Set<Int>, limit: Int,
    effort: Int
  ) {
    self.effort = effort
    self.source = source
    self.arguments = arguments
    self.extents = extents
    self.keptMemories = keptMemories
    var form = KernelForm(signature: source.signature)
    form.memories = source.memories
    form.tables = source.tables
    lines = FormLines(form, limit: effort > 0 ? limit : .max)
    become = Array(repeating: nil, count: source.values.count)
    for (memory, count) in source.memories.enumerated() where !keptMemories.contains(memory) {
      memories[memory] = Array(repeating: whole(0), count: count)
    }
  }

  mutating func run() -> KernelForm {
    let outcome = run(source.body)
    // A kernel that never ends gives 0.
    let results = source.body.yields.map { value in
      if case .end = outcome { self[value] } else { float(0) }
    }
    lines.form.body = KernelForm.Region(instructions: lines.given + instructions, yields: results)
    return form
  }

  /// The value that stands for one of the source.
  subscript(_ value: Value) -> Value {
    mutating get {
      if let known = become[Int(value.index)] { return known }
      let info = source.info(value)
      // What nothing made was on a way that is not taken.
      let made = constant(info.constant ?? 0, info.kind)
      become[Int(value.index)] = made
      return made
    }
  }

  mutating func map(_ values: [Value]) -> [Value] { values.map { self[$0] } }

  mutating func set(_ values: [Value], to results: [Value]) {
    for (value, result) in zip(values, results) { become[Int(value.index)] = result }
  }

  // MARK: Instructions

  mutating func run(_ region: KernelForm.Region) -> Outcome {
    for instruction in region.instructions {
      if isTooLarge { return .unreachable }
      effort -= 1
      let outcome = run(instruction)
      guard case .end = outcome else { return outcome }
    }
    return .end
  }

  private mutating func run(_ instruction: KernelForm.Instruction) -> Outcome {
    switch instruction {
    case .compute(let result, let operation, let operands):
      range = source.info(result).range
      become[Int(result.index)] = compute(operation, map(operands), source.info(result).kind)
    case .sample(let image, let x, let y, let results):
      set(results, to: self.image(image, isTransform: false, self[x], self[y]))
    case .transform(_, let x, let y, let results): set(results, to: [self[x], self[y]])
    case .load(let result, let memory, let index):
      become[Int(result.index)] = load(memory, self[index], source.info(result).kind)
    case .store(let memory, let index, let value): store(memory, self[index], self[value])
    case .condition(let condition, let then, let otherwise, let results):
      return run(self[condition], then, otherwise, results)
    case .block(let label, let region, let results): return block(label, region, results)
    case .loop(let arguments, let initial, let region, let range): return loop(arguments, initial, region, range)
    case .branch(let label, let branch): return .left(label: label, values: map(source.branches[branch]))
    }
    return .end
  }

  private mutating func compute(_ operation: Operation, _ operands: [Value], _ kind: Kind) -> Value {
    switch operation {
    case .argument(let parameter, let lane):
      guard let given = arguments.indices.contains(parameter) ? arguments[parameter] : [] else {
        return emit(operation, [], kind)
      }
      return constant(given.indices.contains(lane) ? given[lane] : 0, kind)
    case .extent(let image, let lane):
      return constant(extents.indices.contains(image) ? extents[image][lane].bitPattern : 0, kind)
    default: return emit(operation, operands, kind)
    }
  }

  // MARK: Memories

  private mutating func load(_ memory: Int, _ index: Value, _ kind: Kind) -> Value {
    if let lanes = memories[memory] {
      if let place = bits(index) { return ofKind(lanes[min(Int(place), lanes.count - 1)], kind) }
      refusedMemories.insert(memory)
    }
    let result = value(kind, isVarying: true)
    append(.load(result, memory: memory, index: index))
    return result
  }

  /// Memories hold bits; what starts as 0 has no kind.
  private mutating func ofKind(_ value: Value, _ kind: Kind) -> Value {
    if let bits = bits(value) { return constant(bits, kind) }
    return form.info(value).kind == kind ? value : emit(.copyBits, [value], kind)
  }

  private mutating func store(_ memory: Int, _ index: Value, _ value: Value) {
    guard memories[memory] != nil else { return append(.store(memory: memory, index: index, value)) }
    // Only some pixels come here: the others keep what was there.
    let isPartial = splitDepth > 0 || open.contains { !$0.branches.isEmpty }
    if let place = bits(index), !isPartial {
      let count = memories[memory]?.count ?? 0
      memories[memory]?[min(Int(place), count - 1)] = value
    } else {
      refusedMemories.insert(memory)
    }
  }
}
