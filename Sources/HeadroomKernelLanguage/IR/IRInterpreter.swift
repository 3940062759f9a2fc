/// Runs the IR for one pixel: the reference for executors, without their rows and masks.
package struct IRInterpreter {
  private let ir: KernelIR
  private let inputs: any PixelInputs
  private let arguments: [[UInt32]]
  private var steps: Int
  private var isExhausted = false
  private var lanes: [UInt32]
  private var memories: [[UInt32]]
  private let apply: (Operation, UInt32, UInt32, UInt32) -> UInt32

  /// Where control goes at the end of a region.
  private enum Outcome {
    case end
    case leaving(label: Int, branch: Int)
  }

  /// - Parameter apply: computes operations; executors use their own faster functions.
  package init(
    _ ir: KernelIR, inputs: any PixelInputs, arguments: [[UInt32]], steps: Int,
    apply: @escaping (Operation, UInt32, UInt32, UInt32) -> UInt32 = { $0.apply($1, $2, $3) }
  ) {
    self.ir = ir
    self.apply = apply
    self.inputs = inputs
    self.arguments = arguments
    self.steps = steps
    lanes = ir.values.map { $0.constant ?? 0 }
    memories = ir.memories.map { Array(repeating: 0, count: $0) }
  }

  /// The lanes of the result; 0 where the pixel took too many steps.
  package mutating func run() -> [UInt32] {
    _ = run(ir.body)
    return ir.body.yields.map { isExhausted ? 0 : self[$0] }
  }

  private subscript(_ value: KernelIR.Value) -> UInt32 {
    get { lanes[Int(value.index)] }
    set { lanes[Int(value.index)] = newValue }
  }

  private func float(_ value: KernelIR.Value) -> Float { Float(bitPattern: self[value]) }

  private mutating func run(_ region: KernelIR.Region) -> Outcome {
    for instruction in region.instructions {
      if isExhausted { return .end }
      let outcome = run(instruction)
      guard case .end = outcome else { return outcome }
    }
    return .end
  }

  private mutating func run(_ instruction: KernelIR.Instruction) -> Outcome {
    switch instruction {
    case .compute(let result, let operation, let operands): self[result] = compute(operation, operands)
    case .sample(let image, let x, let y, let results):
      let color = inputs.sample(image, SIMD2(float(x), float(y)))
      for (lane, result) in results.enumerated() { self[result] = color[lane].bitPattern }
    case .transform(let image, let x, let y, let results):
      let position = inputs.transform(image, SIMD2(float(x), float(y)))
      for (lane, result) in results.enumerated() { self[result] = position[lane].bitPattern }
    case .load(let result, let memory, let index): self[result] = memories[memory][place(index, memories[memory].count)]
    case .store(let memory, let index, let value):
      let place = place(index, memories[memory].count)
      memories[memory][place] = self[value]
    case .condition(let condition, let then, let otherwise, let results):
      let region = self[condition] != 0 ? then : otherwise
      let outcome = run(region)
      guard case .end = outcome else { return outcome }
      move(region.yields, to: results)
    case .block(let label, let region, let results): return block(label, region, results)
    case .loop(let arguments, let initial, let region, _): return loop(arguments, initial, region)
    case .branch(let label, let branch): return .leaving(label: label, branch: branch)
    }
    return .end
  }

  /// Indexes are within their memory by construction; a bug would show as a wrong number, not as a trap.
  private func place(_ index: KernelIR.Value, _ count: Int) -> Int { min(Int(self[index]), count - 1) }

  private mutating func move(_ source: [KernelIR.Value], to target: [KernelIR.Value]) {
    let values = source.map { self[$0] }
    for (result, value) in zip(target, values) { self[result] = value }
  }

  private mutating func block(
    _ label: Int, _ region: KernelIR.Region, _ results: [KernelIR.Value]
  ) -> Outcome {
    switch run(region) {
    case .end: move(region.yields, to: results)
    case .leaving(label, let branch): move(ir.branches[branch], to: results)
    case .leaving(let other, let branch): return .leaving(label: other, branch: branch)
    }
    return .end
  }

  private mutating func loop(
    _ arguments: [KernelIR.Value], _ initial: [KernelIR.Value], _ region: KernelIR.Region
  ) -> Outcome {
    move(initial, to: arguments)
    while !isExhausted {
      let outcome = run(region)
      guard case .end = outcome else { return outcome }
      move(region.yields, to: arguments)
      steps -= 1
      if steps < 0 { isExhausted = true }
    }
    return .end
  }

  private func compute(_ operation: Operation, _ operands: [KernelIR.Value]) -> UInt32 {
    switch operation {
    case .argument(let parameter, let lane):
      let given = arguments.indices.contains(parameter) ? arguments[parameter] : []
      return given.indices.contains(lane) ? given[lane] : 0
    case .pixel(let image, let lane): return inputs.pixel(image)[lane].bitPattern
    case .destination(let axis): return inputs.destination[axis].bitPattern
    case .extent(let image, let lane): return inputs.extent(image)[lane].bitPattern
    case .table(let table): return ir.tables[table][place(operands[0], ir.tables[table].count)]
    default:
      let second = operands.count > 1 ? self[operands[1]] : 0
      return apply(operation, self[operands[0]], second, operands.count > 2 ? self[operands[2]] : 0)
    }
  }
}
