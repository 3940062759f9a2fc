/// Writes a form line by line.
protocol FormWriting {
  var lines: FormLines { get set }
}

extension FormWriting {
  typealias Value = KernelForm.Value
  typealias Kind = KernelForm.Kind

  var form: KernelForm {
    get { lines.form }
    _modify { yield &lines.form }
  }

  var instructions: [KernelForm.Instruction] {
    get { lines.instructions }
    _modify { yield &lines.instructions }
  }

  var range: SourceRange {
    get { lines.range }
    set { lines.range = newValue }
  }

  var isTooLarge: Bool { lines.isTooLarge }
  var knowledge: Int { lines.knowledge }

  func bits(_ value: Value) -> UInt32? { lines.bits(value) }
  func isVarying(_ value: Value) -> Bool { lines.isVarying(value) }

  mutating func forget(from start: Int) { lines.forget(from: start) }
  mutating func append(_ instruction: KernelForm.Instruction) { lines.append(instruction) }

  mutating func value(_ kind: Kind, isVarying: Bool) -> Value { lines.value(kind, isVarying: isVarying) }
  mutating func constant(_ bits: UInt32, _ kind: Kind) -> Value { lines.constant(bits, kind) }
  mutating func float(_ x: Float) -> Value { constant(x.bitPattern, .float) }
  mutating func whole(_ x: Int) -> Value { constant(UInt32(truncatingIfNeeded: x), .whole) }
  mutating func bool(_ x: Bool) -> Value { constant(x ? 1 : 0, .bool) }

  mutating func emit(_ operation: Operation, _ operands: [Value], _ kind: Kind? = nil) -> Value {
    lines.emit(operation, operands, kind)
  }

  mutating func image(_ image: Int, isTransform: Bool, _ x: Value, _ y: Value) -> [Value] {
    lines.image(image, isTransform: isTransform, x, y)
  }
}
