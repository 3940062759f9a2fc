/// The instructions of a form while it is written: constants are folded, and equal values are computed once.
struct IREmitter {
  typealias Value = KernelIR.Value
  typealias Kind = KernelIR.Kind

  var ir: KernelIR
  /// The instructions of the current region.
  var instructions: [KernelIR.Instruction] = []
  /// The instructions that read the pixel and the arguments, which precede everything else.
  var given: [KernelIR.Instruction] = []
  /// The source range of new values.
  var range = SourceRange.none
  /// Whether the kernel grew beyond its limit; further instructions are discarded.
  var isTooLarge = false
  private(set) var instructionCount = 0
  private let limit: Int

  private var computed: [Key: [Value]] = [:]
  /// The keys in the order in which they were computed, so that those of a region can be removed at its end.
  private var computedKeys: [Key] = []
  private var constants: [ConstantKey: Value] = [:]

  private struct Key: Hashable {
    var operation: Operation
    var operands: [Value]
    /// The image of samples and transforms, which are not operations.
    var image = -1
    var isTransform = false
  }

  private struct ConstantKey: Hashable {
    var bits: UInt32
    var kind: Kind
  }

  init(_ ir: KernelIR, limit: Int) {
    self.ir = ir
    self.limit = limit
  }

  // MARK: Values

  mutating func value(_ kind: Kind, isVarying: Bool, constant: UInt32? = nil) -> Value {
    ir.values.append(KernelIR.ValueInfo(kind: kind, constant: constant, isVarying: isVarying, range: range))
    return Value(ir.values.count - 1)
  }

  mutating func constant(_ bits: UInt32, _ kind: Kind) -> Value {
    let key = ConstantKey(bits: bits, kind: kind)
    if let known = constants[key] { return known }
    let made = value(kind, isVarying: false, constant: bits)
    constants[key] = made
    return made
  }

  func bits(_ value: Value) -> UInt32? { ir.info(value).constant }
  func isVarying(_ value: Value) -> Bool { ir.info(value).isVarying }

  // MARK: Instructions

  mutating func append(_ instruction: KernelIR.Instruction) {
    instructionCount += 1
    if instructionCount > limit { isTooLarge = true }
    if !isTooLarge { instructions.append(instruction) }
  }

  /// The value of an operation: folded, already computed, or a new instruction.
  mutating func emit(_ operation: Operation, _ operands: [Value], _ kind: Kind? = nil) -> Value {
    if let folded = fold(operation, operands, kind) { return folded }
    let key = Key(operation: operation, operands: operands)
    if let known = computed[key]?.first { return known }
    let isVarying = operation.isVaryingByItself || operands.contains { self.isVarying($0) }
    let result = value(kind ?? resultKind(operation, operands), isVarying: isVarying)
    if operation.isGiven {
      given.append(.compute(result, operation, operands))
      computed[key] = [result]
    } else {
      append(.compute(result, operation, operands))
      remember(key, [result])
    }
    return result
  }

  private func resultKind(_ operation: Operation, _ operands: [Value]) -> Kind {
    if operation == .select { return ir.info(operands[1]).kind }
    // Bitwise operations on bools give bools.
    if [.and, .or, .xor].contains(operation) { return ir.info(operands[0]).kind }
    return operation.kind
  }

  private mutating func remember(_ key: Key, _ values: [Value]) {
    computed[key] = values
    computedKeys.append(key)
  }

  /// The number of known keys, to mark the start of a region.
  var knowledge: Int { computedKeys.count }

  /// Removes the keys of a region, whose values are not computed outside it.
  mutating func forget(from start: Int) {
    for key in computedKeys[start...] { computed[key] = nil }
    computedKeys.removeSubrange(start...)
  }

  /// A sample or a transform, which have several lanes as results.
  mutating func image(_ image: Int, isTransform: Bool, _ x: Value, _ y: Value) -> [Value] {
    let key = Key(operation: .select, operands: [x, y], image: image, isTransform: isTransform)
    if let known = computed[key] { return known }
    let isVarying = isVarying(x) || isVarying(y)
    let results = (0..<(isTransform ? 2 : 4)).map { _ in value(.float, isVarying: isVarying) }
    append(
      isTransform
        ? .transform(image: image, x: x, y: y, results: results) : .sample(image: image, x: x, y: y, results: results))
    remember(key, results)
    return results
  }

  // MARK: Folding

  private mutating func fold(_ operation: Operation, _ operands: [Value], _ kind: Kind?) -> Value? {
    guard !operands.isEmpty else { return nil }
    if case .table(let table) = operation {
      return bits(operands[0]).map {
        constant(ir.tables[table][Int(min($0, UInt32(ir.tables[table].count - 1)))], kind ?? .float)
      }
    }
    let known = operands.map { bits($0) }
    if !known.contains(nil) {
      let lanes = known.compactMap { $0 }
      let result = operation.apply(lanes[0], lanes.count > 1 ? lanes[1] : 0, lanes.count > 2 ? lanes[2] : 0)
      return constant(result, kind ?? resultKind(operation, operands))
    }
    return identity(operation, operands, known)
  }

  /// The operand that an operation leaves unchanged, bit for bit, except for signalling NaNs, which nothing here
  /// creates.
  private mutating func identity(_ operation: Operation, _ operands: [Value], _ known: [UInt32?]) -> Value? {
    let second = operands.count > 1 ? known[1] : nil
    let one = Float(1).bitPattern
    let minusZero = Float(-0.0).bitPattern
    switch operation {
    case .fmul where second == one, .fdiv where second == one, .fadd where second == minusZero, .fsub where second == 0,
      .add where second == 0, .sub where second == 0, .mul where second == 1, .shl where second == 0,
      .shr where second == 0, .sar where second == 0, .sdiv where second == 1, .udiv where second == 1,
      .or where second == 0,
      .xor where second == 0:
      return operands[0]
    case .fmul where known[0] == one, .fadd where known[0] == minusZero, .add where known[0] == 0,
      .mul where known[0] == 1,
      .or where known[0] == 0:
      return operands[1]
    case .mul where second == 0, .and where second == 0: return operands[1]
    case .mul where known[0] == 0, .and where known[0] == 0: return operands[0]
    case .and where operands[0] == operands[1], .or where operands[0] == operands[1]: return operands[0]
    case .and, .or: return truth(operation, operands, known)
    case .select: return selection(operands, known)
    default: return nil
    }
  }

  private func truth(_ operation: Operation, _ operands: [Value], _ known: [UInt32?]) -> Value? {
    guard ir.info(operands[0]).kind == .bool else { return nil }
    if known[0] == 1 { return operation == .and ? operands[1] : operands[0] }
    if known[1] == 1 { return operation == .and ? operands[0] : operands[1] }
    return nil
  }

  private mutating func selection(_ operands: [Value], _ known: [UInt32?]) -> Value? {
    if let condition = known[0] { return condition != 0 ? operands[1] : operands[2] }
    if operands[1] == operands[2] { return operands[1] }
    guard ir.info(operands[1]).kind == .bool else { return nil }
    if known[1] == 1, known[2] == 0 { return operands[0] }
    if known[2] == 0 { return emit(.and, [operands[0], operands[1]]) }
    if known[1] == 1 { return emit(.or, [operands[0], operands[2]]) }
    return nil
  }
}
