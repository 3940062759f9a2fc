/// The definition of each value of an IR, by number, for analyses that run often.
struct IRDefinitions {
  struct Definition {
    var operation: Operation
    var operands: [KernelIR.Value]
  }

  private var definitions: [Definition?]

  init(_ ir: KernelIR) {
    definitions = Array(repeating: nil, count: ir.values.count)
    var found: [(Int, Definition)] = []
    ir.body.visit { instruction in
      if case .compute(let result, let operation, let operands) = instruction {
        found.append((Int(result.index), Definition(operation: operation, operands: operands)))
      }
    }
    for (index, definition) in found { definitions[index] = definition }
  }

  subscript(_ value: KernelIR.Value) -> Definition? { definitions[Int(value.index)] }

  /// The operands of a value, if this operation computes it.
  func operands(of value: KernelIR.Value, _ operation: Operation) -> [KernelIR.Value]? {
    guard let definition = definitions[Int(value.index)], definition.operation == operation else { return nil }
    return definition.operands
  }
}
