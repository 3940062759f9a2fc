extension KernelIR {
  /// The kernel specialised for given arguments: values that they determine are computed, conditions that they decide
  /// are removed, and loops whose course they determine are unrolled as long as the result stays short.
  ///
  /// - Parameters:
  ///   - arguments: the lanes of each parameter, in the form for interpreters; nil where they are not known yet.
  ///   - extents: the origin and size of each image.
  ///
  /// Samplers use the coordinates of the result, so transforms into their space are removed as well.
  package func specialized(
    arguments: [[UInt32]?], extents: [SIMD4<Float>], limits: KernelLimits = KernelLimits()
  ) -> KernelIR {
    var kept: Set<Int> = []
    var effort = IRSpecializer.mostEffort
    while true {
      var pass = IRSpecializer(
        self, arguments: arguments, extents: extents, keptMemories: kept, limit: limits.instructions, effort: effort)
      let ir = pass.run()
      if !pass.refusedMemories.isEmpty {
        // A memory whose index turns out to depend on the pixel must be kept: start again.
        kept.formUnion(pass.refusedMemories)
      } else if pass.isTooLarge, effort > 0 {
        // A form does not grow without unrolling.
        effort = 0
      } else {
        return UniformityAnalysis.marked(DeadCodeElimination.removed(from: ir))
      }
    }
  }
}

/// Rewrites a form with the known inputs of a render.
struct IRSpecializer: IREmitting {
  var emitter: IREmitter
  let source: KernelIR
  private let arguments: [[UInt32]?]
  private let extents: [SIMD4<Float>]
  /// The new value for each value of the source.
  var become: [Value?]
  /// The lanes of memories whose indexes are all known; these need no memory.
  private var memories: [Int: [Value]] = [:]
  private let keptMemories: Set<Int>
  /// Memories that turned out to be needed.
  private(set) var refusedMemories: Set<Int> = []

  /// The blocks around the current instruction, outermost first.
  var open: [OpenBlock] = []
  /// The number of regions around it that only some pixels run.
  var splitDepth = 0
  var nextLabel = 0
  /// The number of loops that were kept.
  var loopCount = 0
  /// How many more instructions attempts at unrolling may visit, for all loops together.
  var effort: Int

  static let mostEffort = 1 << 16

  struct OpenBlock {
    let source: Int
    let label: Int
    /// The exits that only some pixels take.
    var branches: [Int] = []
  }

  /// Where control goes at the end of a region.
  enum Outcome {
    case end
    /// All pixels that arrive here leave a block.
    case left(label: Int, values: [Value])
    /// No pixel reaches the end.
    case unreachable
  }

  init(
    _ source: KernelIR, arguments: [[UInt32]?], extents: [SIMD4<Float>], keptMemories: Set<Int>, limit: Int,
    effort: Int
  ) {
    self.effort = effort
    self.source = source
    self.arguments = arguments
    self.extents = extents
    self.keptMemories = keptMemories
    var ir = KernelIR(signature: source.signature)
    ir.memories = source.memories
    ir.tables = source.tables
    emitter = IREmitter(ir, limit: effort > 0 ? limit : .max)
    become = Array(repeating: nil, count: source.values.count)
    for (memory, count) in source.memories.enumerated() where !keptMemories.contains(memory) {
      memories[memory] = Array(repeating: whole(0), count: count)
    }
  }

  mutating func run() -> KernelIR {
    let outcome = run(source.body)
    // A kernel that never ends gives 0.
    let results = source.body.yields.map { value in
      if case .end = outcome { self[value] } else { float(0) }
    }
    emitter.ir.body = KernelIR.Region(instructions: emitter.given + instructions, yields: results)
    return ir
  }

  /// The new value for one of the source.
  subscript(_ value: Value) -> Value {
    mutating get {
      if let known = become[Int(value.index)] { return known }
      let info = source.info(value)
      // A value that nothing made is on a path that is not taken.
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

  mutating func run(_ region: KernelIR.Region) -> Outcome {
    for instruction in region.instructions {
      if isTooLarge { return .unreachable }
      effort -= 1
      let outcome = run(instruction)
      guard case .end = outcome else { return outcome }
    }
    return .end
  }

  private mutating func run(_ instruction: KernelIR.Instruction) -> Outcome {
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

  /// Memories hold bits; an initial 0 has no kind.
  private mutating func ofKind(_ value: Value, _ kind: Kind) -> Value {
    if let bits = bits(value) { return constant(bits, kind) }
    return ir.info(value).kind == kind ? value : emit(.copyBits, [value], kind)
  }

  private mutating func store(_ memory: Int, _ index: Value, _ value: Value) {
    guard memories[memory] != nil else { return append(.store(memory: memory, index: index, value)) }
    // Only some pixels arrive here; the others keep the old value.
    let isPartial = splitDepth > 0 || open.contains { !$0.branches.isEmpty }
    if let place = bits(index), !isPartial {
      let count = memories[memory]?.count ?? 0
      memories[memory]?[min(Int(place), count - 1)] = value
    } else {
      refusedMemories.insert(memory)
    }
  }
}
