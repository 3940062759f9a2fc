/// The definition of each value of a form, by number, for analyses that run often.
struct FormDefinitions {
  struct Definition {
    var operation: Operation
    var operands: [KernelForm.Value]
  }

  private var definitions: [Definition?]

  init(_ form: KernelForm) {
    definitions = Array(repeating: nil, count: form.values.count)
    var found: [(Int, Definition)] = []
    form.body.visit { instruction in
      if case .compute(let result, let operation, let operands) = instruction {
        found.append((Int(result.index), Definition(operation: operation, operands: operands)))
      }
    }
    for (index, definition) in found { definitions[index] = definition }
  }

  subscript(_ value: KernelForm.Value) -> Definition? { definitions[Int(value.index)] }

  /// The operands of a value, if this operation computes it.
  func operands(of value: KernelForm.Value, _ operation: Operation) -> [KernelForm.Value]? {
    guard let definition = definitions[Int(value.index)], definition.operation == operation else { return nil }
    return definition.operands
  }
}
