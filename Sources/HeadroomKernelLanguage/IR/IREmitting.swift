/// Writes an IR line by line.
protocol IREmitting {
  var emitter: IREmitter { get set }
}

extension IREmitting {
  typealias Value = KernelIR.Value
  typealias Kind = KernelIR.Kind

  var ir: KernelIR {
    get { emitter.ir }
    _modify { yield &emitter.ir }
  }

  var instructions: [KernelIR.Instruction] {
    get { emitter.instructions }
    _modify { yield &emitter.instructions }
  }

  var range: SourceRange {
    get { emitter.range }
    set { emitter.range = newValue }
  }

  var isTooLarge: Bool { emitter.isTooLarge }
  var knowledge: Int { emitter.knowledge }

  func bits(_ value: Value) -> UInt32? { emitter.bits(value) }
  func isVarying(_ value: Value) -> Bool { emitter.isVarying(value) }

  mutating func forget(from start: Int) { emitter.forget(from: start) }
  mutating func append(_ instruction: KernelIR.Instruction) { emitter.append(instruction) }

  mutating func value(_ kind: Kind, isVarying: Bool) -> Value { emitter.value(kind, isVarying: isVarying) }
  mutating func constant(_ bits: UInt32, _ kind: Kind) -> Value { emitter.constant(bits, kind) }
  mutating func float(_ x: Float) -> Value { constant(x.bitPattern, .float) }
  mutating func whole(_ x: Int) -> Value { constant(UInt32(truncatingIfNeeded: x), .whole) }
  mutating func bool(_ x: Bool) -> Value { constant(x ? 1 : 0, .bool) }

  mutating func emit(_ operation: Operation, _ operands: [Value], _ kind: Kind? = nil) -> Value {
    emitter.emit(operation, operands, kind)
  }

  mutating func image(_ image: Int, isTransform: Bool, _ x: Value, _ y: Value) -> [Value] {
    emitter.image(image, isTransform: isTransform, x, y)
  }
}
