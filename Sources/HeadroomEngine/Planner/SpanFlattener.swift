/// Makes a program from values. Each is computed once, in place if its first input has no other readers left. Of
/// several inputs, the one that needs most registers comes first, so that long stacks of layers need few (Sethi and
/// Ullman, 1970).
struct SpanFlattener {
  private let graph: ValueGraph
  private var program = DraftProgram()
  private var free: [Int] = []
  private var registerCount = 0
  /// Readers left, by value.
  private var readers: [Int: Int] = [:]
  /// The registers of computed values that still have readers.
  private var registers: [Int: Int] = [:]
  private var weights: [Int: Int] = [:]

  static func flatten(_ roots: [Int], of graph: ValueGraph) -> DraftProgram {
    var flattener = SpanFlattener(graph: graph)
    for root in roots { flattener.countReaders(of: root) }
    flattener.program.results = roots.map { flattener.emit($0) }
    flattener.program.registerCount = max(flattener.registerCount, 1)
    return flattener.program
  }

  private init(graph: ValueGraph) { self.graph = graph }

  private mutating func countReaders(of value: Int) {
    let seen = readers[value, default: 0]
    readers[value] = seen + 1
    guard seen == 0 else { return }
    for input in graph.definitions[value].inputs { countReaders(of: input) }
  }

  private mutating func newRegister() -> Int {
    if let reused = free.popLast() { return reused }
    registerCount += 1
    return registerCount - 1
  }

  /// The register that holds a value.
  private mutating func emit(_ value: Int) -> Int {
    if let known = registers[value] { return known }
    let register: Int
    switch graph.definitions[value] {
    case .load(let input):
      register = newRegister()
      program.append(.load(input, register: register), owner: graph.owners[value])
    case .stage(let stage, let inner):
      register = take([inner])
      program.append(.stage(stage, register: register), owner: graph.owners[value])
    case .mask(let rect, let inner):
      register = take([inner])
      program.append(.mask(rect, register: register), owner: graph.owners[value])
    case .point(let call):
      register = emit(call, owner: graph.owners[value])
    }
    registers[value] = register
    return register
  }

  private mutating func emit(_ call: ValueGraph.PointCall, owner: Int) -> Int {
    let register = call.images.isEmpty ? newRegister() : take(call.images)
    let others = call.images.dropFirst().map { registers[$0] ?? register }
    let point = DraftProgram.Point(
      node: call.node, register: register, others: others, parameters: call.parameters, offset: call.offset,
      isGenerator: call.images.isEmpty)
    program.append(.point(point), owner: owner)
    for value in Set(call.images.dropFirst()) where readers[value] == 0 { release(value) }
    return register
  }

  /// Computes values that are read now. Returns a register with the first of them, which may be overwritten.
  private mutating func take(_ values: [Int]) -> Int {
    for value in values.sorted(by: { weight($0) > weight($1) }) { _ = emit(value) }
    for value in values { readers[value, default: 1] -= 1 }
    let first = values[0]
    let register = registers[first] ?? 0
    if readers[first] == 0, !values.dropFirst().contains(first) {
      registers[first] = nil
      return register
    }
    let copy = newRegister()
    program.append(.copy(from: register, register: copy), owner: graph.owners[first])
    return copy
  }

  private mutating func release(_ value: Int) {
    if let register = registers.removeValue(forKey: value) { free.append(register) }
  }

  /// Registers that a value needs while it is computed.
  private mutating func weight(_ value: Int) -> Int {
    if registers[value] != nil { return 0 }
    if let known = weights[value] { return known }
    let inputs = graph.definitions[value].inputs.map { weight($0) }.sorted(by: >)
    let result = inputs.enumerated().reduce(1) { max($0, $1.element + $1.offset) }
    weights[value] = result
    return result
  }
}
