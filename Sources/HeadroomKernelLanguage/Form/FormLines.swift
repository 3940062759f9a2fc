/// Instructions of a form while it is written: constants computed, what is equal computed once.
struct FormLines {
  typealias Value = KernelForm.Value
  typealias Kind = KernelForm.Kind

  var form: KernelForm
  /// Instructions of the region that is being written.
  var instructions: [KernelForm.Instruction] = []
  /// Questions to the pixel and the arguments, which stand before everything else.
  var given: [KernelForm.Instruction] = []
  /// Where in the text new values come from.
  var range = SourceRange.none
  /// Set where the kernel grew beyond its limit; what is written then is thrown away.
  var isTooLarge = false
  private(set) var instructionCount = 0
  private let limit: Int

  private var computed: [Key: [Value]] = [:]
  /// Keys in the order they were computed, so that those of a region can be forgotten at its end.
  private var computedKeys: [Key] = []
  private var constants: [ConstantKey: Value] = [:]

  private struct Key: Hashable {
    var operation: Operation
    var operands: [Value]
    /// Set for samples and transforms, which are not operations.
    var image = -1
    var isTransform = false
  }

  private struct ConstantKey: Hashable {
    var bits: UInt32
    var kind: Kind
  }

  init(_ form: KernelForm, limit: Int) {
    self.form = form
    self.limit = limit
  }

  // MARK: Values

  mutating func value(_ kind: Kind, isVarying: Bool, constant: UInt32? = nil) -> Value {
    form.values.append(KernelForm.ValueInfo(kind: kind, constant: constant, isVarying: isVarying, range: range))
    return Value(form.values.count - 1)
  }

  mutating func constant(_ bits: UInt32, _ kind: Kind) -> Value {
    let key = ConstantKey(bits: bits, kind: kind)
    if let known = constants[key] { return known }
    let made = value(kind, isVarying: false, constant: bits)
    constants[key] = made
    return made
  }

  func bits(_ value: Value) -> UInt32? { form.info(value).constant }
  func isVarying(_ value: Value) -> Bool { form.info(value).isVarying }

  // MARK: Instructions

  mutating func append(_ instruction: KernelForm.Instruction) {
    instructionCount += 1
    if instructionCount > limit { isTooLarge = true }
    if !isTooLarge { instructions.append(instruction) }
  }

  /// The value of an operation: folded, known already, or a new instruction.
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
    if operation == .select { return form.info(operands[1]).kind }
    // Bitwise operations on truths stay truths.
    if [.and, .or, .xor].contains(operation) { return form.info(operands[0]).kind }
    return operation.kind
  }

  private mutating func remember(_ key: Key, _ values: [Value]) {
    computed[key] = values
    computedKeys.append(key)
  }

  /// Where in the list of what is known a region begins.
  var knowledge: Int { computedKeys.count }

  /// Forgets what a region computed, since it is not computed outside.
  mutating func forget(from start: Int) {
    for key in computedKeys[start...] { computed[key] = nil }
    computedKeys.removeSubrange(start...)
  }

  /// A sample or a transform, which give several lanes.
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
        constant(form.tables[table][Int(min($0, UInt32(form.tables[table].count - 1)))], kind ?? .float)
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

  /// What an operation leaves as it is, bit for bit; a signalling NaN apart, which nothing here makes.
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
    guard form.info(operands[0]).kind == .bool else { return nil }
    if known[0] == 1 { return operation == .and ? operands[1] : operands[0] }
    if known[1] == 1 { return operation == .and ? operands[0] : operands[1] }
    return nil
  }

  private mutating func selection(_ operands: [Value], _ known: [UInt32?]) -> Value? {
    if let condition = known[0] { return condition != 0 ? operands[1] : operands[2] }
    if operands[1] == operands[2] { return operands[1] }
    guard form.info(operands[1]).kind == .bool else { return nil }
    if known[1] == 1, known[2] == 0 { return operands[0] }
    if known[2] == 0 { return emit(.and, [operands[0], operands[1]]) }
    if known[1] == 1 { return emit(.or, [operands[0], operands[2]]) }
    return nil
  }
}
