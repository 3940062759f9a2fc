/// The IR as text.
package struct IRPrinter {
  private let ir: KernelIR
  private let places: DiagnosticPrinter?
  private var lines: [String] = []

  /// With sources, each line ends with its source position.
  package init(
    _ ir: KernelIR, sources: [SourceText] = [], showing: @escaping @Sendable (String) -> String = { $0 }
  ) {
    self.ir = ir
    places = sources.isEmpty ? nil : DiagnosticPrinter(sources: sources, showing: showing)
  }

  package mutating func text() -> String {
    let signature = ir.signature
    lines = [
      "\(signature.family.rawValue) kernel \(signature.name)(\(signature.parameters.map(\.name).joined(separator: ", ")))"
    ]
    for (index, lanes) in ir.memories.enumerated() { lines.append("memory \(index): \(lanes) lanes") }
    for (index, table) in ir.tables.enumerated() { lines.append("table \(index): \(table.count) lanes") }
    print(ir.body, 1, isKernel: true)
    return lines.joined(separator: "\n") + "\n"
  }

  private mutating func add(_ text: String, _ level: Int, _ value: KernelIR.Value? = nil) {
    var line = String(repeating: "  ", count: level) + text
    if let places, let value { line += "  ; \(places.place(ir.info(value).range))" }
    lines.append(line)
  }

  private mutating func print(_ region: KernelIR.Region, _ level: Int, isKernel: Bool = false) {
    for instruction in region.instructions { print(instruction, level) }
    if region.isEndReached, isKernel || !region.yields.isEmpty {
      add("\(isKernel ? "return" : "yield") \(list(region.yields))", level)
    }
  }

  private mutating func print(_ instruction: KernelIR.Instruction, _ level: Int) {
    switch instruction {
    case .compute(let result, let operation, let operands):
      let given = operands.isEmpty ? "" : " " + list(operands)
      add("\(definition([result])) = \(operation)\(given)", level, result)
    case .sample(let image, let x, let y, let results):
      add("\(definition(results)) = sample image \(image) at \(list([x, y]))", level, results.first)
    case .transform(let image, let x, let y, let results):
      add("\(definition(results)) = transform image \(image) of \(list([x, y]))", level, results.first)
    case .load(let result, let memory, let index):
      add("\(definition([result])) = load memory \(memory)[\(name(index))]", level, result)
    case .store(let memory, let index, let value): add("store memory \(memory)[\(name(index))] = \(name(value))", level)
    case .condition(let condition, let then, let otherwise, let results):
      add("\(prefix(results))if\(isVarying(condition)) \(name(condition)) {", level)
      print(then, level + 1)
      if !otherwise.instructions.isEmpty || !otherwise.yields.isEmpty {
        add("} else {", level)
        print(otherwise, level + 1)
      }
      add("}", level)
    case .block(let label, let region, let results):
      add("\(prefix(results))block @\(label) {", level)
      print(region, level + 1)
      add("}", level)
    case .loop(let arguments, let initial, let region, _):
      let pairs = zip(arguments, initial).map { "\(definition([$0])) = \(name($1))" }
      add("loop (\(pairs.joined(separator: ", "))) {", level)
      print(region, level + 1)
      add("}", level)
    case .branch(let label, let branch): add("branch @\(label) \(list(ir.branches[branch]))", level)
    }
  }

  private func isVarying(_ condition: KernelIR.Value) -> String { ir.info(condition).isVarying ? " varying" : "" }

  private func prefix(_ results: [KernelIR.Value]) -> String { results.isEmpty ? "" : definition(results) + " = " }

  private func definition(_ values: [KernelIR.Value]) -> String {
    values.map { "%\($0.index): \(ir.info($0).isVarying ? "" : "uniform ")\(ir.info($0).kind.rawValue)" }
      .joined(separator: ", ")
  }

  private func list(_ values: [KernelIR.Value]) -> String { values.map(name).joined(separator: ", ") }

  private func name(_ value: KernelIR.Value) -> String {
    let info = ir.info(value)
    guard let bits = info.constant else { return "%\(value.index)" }
    switch info.kind {
    case .float: return "\(Float(bitPattern: bits))"
    case .whole: return "\(Int32(bitPattern: bits))"
    case .bool: return bits == 0 ? "false" : "true"
    }
  }
}
