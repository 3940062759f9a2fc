/// Determines where a kernel can read its images for a rectangle of its result, by interval analysis of the positions
/// that it computes.
///
/// Every lane gets bounds, and control flow joins them; of a condition that is decided for the whole rectangle only one
/// side is followed. Loops are followed step by step while that is cheap, then from a state that covers every step. One
/// walk costs as much as running the IR for a pixel or two, so a renderer can do it for each tile.
///
/// The boxes contain every finite position. Positions that are NaN, or infinite because something tiny was normalized,
/// are not included; executors read transparent black there.
package struct SampleRegions: Sendable {
  private let ir: KernelIR
  private let definitions: IRDefinitions
  /// The bounds of constants; any value elsewhere.
  private let initial: [Bounds]

  package init(_ ir: KernelIR) {
    self.ir = ir
    definitions = IRDefinitions(ir)
    initial = ir.values.map { info in
      info.constant.map { Bounds(bits: $0, info.kind) } ?? .any(info.kind)
    }
  }

  /// For each image the box of positions, in the space of its sampler, at which it is read; nil where it is never read.
  /// Pixels at the same position are read where they are computed.
  ///
  /// - Parameters:
  ///   - arguments: the lanes of each parameter, in the form for executors; nil where they can have any value.
  ///   - images: the spaces of the samplers, by number of the image.
  ///   - destination: the centres of the computed pixels.
  package func boxes(
    arguments: [[UInt32]?], images: [SamplerSpace], destination: SampleBox
  ) -> [SampleBox?] {
    var walk = RegionWalk(
      ir, definitions, values: initial, arguments: arguments, images: images, destination: destination)
    _ = walk.run(ir.body)
    let count = max(images.count, ir.signature.imageCount)
    return (0..<count).map { walk.isExhausted ? .everything : walk.boxes[$0] }
  }

  /// The bounds of the positions that a warp returns for a rectangle of its result; unbounded where it returns none.
  package func position(arguments: [[UInt32]?], destination: SampleBox) -> SampleBox {
    var walk = RegionWalk(
      ir, definitions, values: initial, arguments: arguments, images: [], destination: destination)
    let isReached = walk.run(ir.body)
    guard ir.body.yields.count == 2, isReached, !walk.isExhausted else { return .everything }
    return RegionWalk.box(walk[ir.body.yields[0]], walk[ir.body.yields[1]]) ?? .everything
  }
}

/// One walk through an IR.
struct RegionWalk {
  let ir: KernelIR
  let definitions: IRDefinitions
  private let arguments: [[UInt32]?]
  private let images: [SamplerSpace]
  private let destination: SampleBox
  private(set) var boxes: [Int: SampleBox] = [:]
  /// Whether the walk was abandoned.
  private(set) var isExhausted = false
  private var values: [Bounds]
  private var memories: [[Bounds]]
  /// The joined exits of each block so far, by its label.
  private var pending: [Int: [Bounds]] = [:]
  /// The bounds of values before conditions narrowed them.
  private var trail: [(value: Int, bounds: Bounds)] = []
  private var work = 0

  /// The number of instructions after which loops are no longer followed step by step, and after which the walk is
  /// abandoned.
  private static let patience = 16_384
  private static let maximum = 131_072

  init(
    _ ir: KernelIR, _ definitions: IRDefinitions, values: [Bounds], arguments: [[UInt32]?],
    images: [SamplerSpace], destination: SampleBox
  ) {
    self.ir = ir
    self.definitions = definitions
    self.values = values
    self.arguments = arguments
    self.images = images
    self.destination = destination
    memories = ir.memories.map { Array(repeating: Bounds(0), count: $0) }
  }

  subscript(_ value: KernelIR.Value) -> Bounds { values[Int(value.index)] }

  private func kind(_ value: KernelIR.Value) -> KernelIR.Kind { ir.info(value).kind }

  private mutating func set(_ value: KernelIR.Value, _ bounds: Bounds) { values[Int(value.index)] = bounds }

  // MARK: Control

  /// Runs a region; returns whether its end can be reached.
  mutating func run(_ region: KernelIR.Region) -> Bool {
    for instruction in region.instructions {
      work += 1
      if work > Self.maximum { isExhausted = true }
      if isExhausted || !run(instruction) { return false }
    }
    return region.isEndReached
  }

  private mutating func run(_ instruction: KernelIR.Instruction) -> Bool {
    switch instruction {
    case .compute(let result, let operation, let operands): set(result, compute(operation, operands, kind(result)))
    case .sample(let image, let x, let y, let results):
      read(image, Self.box(self[x], self[y]))
      for result in results { set(result, .anyFloat) }
    case .transform(let image, let x, let y, let results): transform(image, self[x], self[y], results)
    case .load(let result, let memory, let index):
      set(result, joined(memories[memory], self[index]) { $0 })
    case .store(let memory, let index, let value): store(memory, self[index], self[value])
    case .condition(let condition, let then, let otherwise, let results):
      return choose(condition, then, otherwise, results)
    case .block(let label, let region, let results): return block(label, region, results)
    case .loop(let arguments, let initial, let region, _):
      loop(arguments, initial.map { self[$0] }, region)
      return false
    case .branch(let label, let branch):
      leave(label, ir.branches[branch].map { self[$0] })
      return false
    }
    return true
  }

  private mutating func leave(_ label: Int, _ bounds: [Bounds]) {
    pending[label] = pending[label].map { zip($0, bounds).map { $0.joined($1) } } ?? bounds
  }

  private mutating func choose(
    _ condition: KernelIR.Value, _ then: KernelIR.Region, _ otherwise: KernelIR.Region,
    _ results: [KernelIR.Value]
  ) -> Bool {
    let bounds = self[condition]
    if bounds == .yes { return follow(then, results) }
    if bounds == .no { return follow(otherwise, results) }
    let mark = trail.count
    refine(condition, holds: true)
    let first = run(then) ? then.yields.map { self[$0] } : nil
    undo(to: mark)
    refine(condition, holds: false)
    let second = run(otherwise) ? otherwise.yields.map { self[$0] } : nil
    undo(to: mark)
    switch (first, second) {
    case (let first?, let second?):
      for (lane, result) in results.enumerated() { set(result, first[lane].joined(second[lane])) }
    case (let only?, nil), (nil, let only?):
      for (result, bounds) in zip(results, only) { set(result, bounds) }
      // Control that arrives here took this side.
      refine(condition, holds: first != nil)
    case (nil, nil): return false
    }
    return true
  }

  private mutating func follow(_ region: KernelIR.Region, _ results: [KernelIR.Value]) -> Bool {
    guard run(region) else { return false }
    for (result, bounds) in zip(results, region.yields.map { self[$0] }) { set(result, bounds) }
    return true
  }

  private mutating func block(
    _ label: Int, _ region: KernelIR.Region, _ results: [KernelIR.Value]
  ) -> Bool {
    let mark = trail.count
    let outer = pending.removeValue(forKey: label)
    if run(region) { leave(label, region.yields.map { self[$0] }) }
    undo(to: mark)
    let ways = pending.removeValue(forKey: label)
    pending[label] = outer
    guard let ways else { return false }
    for (result, bounds) in zip(results, ways) { set(result, bounds) }
    return true
  }

  // MARK: Loops

  private mutating func loop(
    _ arguments: [KernelIR.Value], _ initial: [Bounds], _ region: KernelIR.Region
  ) {
    var state = initial
    var all = initial
    while work < Self.patience {
      guard let next = step(arguments, state, region) else { return }
      // Nothing new, so the following steps are already covered.
      if zip(state, next.state).allSatisfy({ $0.contains($1) }), !next.didStore { return }
      state = next.state
      all = zip(all, state).map { $0.joined($1) }
    }
    widen(arguments, all, region)
  }

  /// Runs the body once; nil where its end is not reached.
  private mutating func step(
    _ arguments: [KernelIR.Value], _ state: [Bounds], _ region: KernelIR.Region
  ) -> (state: [Bounds], didStore: Bool)? {
    let before = memories
    // Comparing memories also counts as work.
    work += memories.reduce(0) { $0 + $1.count } / 16
    let mark = trail.count
    defer { undo(to: mark) }
    for (argument, bounds) in zip(arguments, state) { set(argument, bounds) }
    guard run(region) else { return nil }
    return (region.yields.map { self[$0] }, memories != before)
  }

  /// Continues from a state that covers all steps: bounds that still grow are widened to their limits.
  private mutating func widen(_ arguments: [KernelIR.Value], _ initial: [Bounds], _ region: KernelIR.Region) {
    var state = initial
    while !isExhausted {
      let before = memories
      guard let next = step(arguments, state, region) else { return }
      let grown = zip(state, next.state).map { $0.joined($1) }
      if grown == state, memories == before { return }
      state = zip(zip(grown, state), arguments).map { $0.0.widened(from: $0.1, kind($1)) }
      for memory in memories.indices where memories[memory] != before[memory] {
        memories[memory] = memories[memory].map { _ in Bounds.anyFloat.joined(.anyWhole) }
      }
    }
  }

  // MARK: Conditions

  private mutating func undo(to mark: Int) {
    while trail.count > mark {
      let entry = trail.removeLast()
      values[entry.value] = entry.bounds
    }
  }

  private mutating func limit(_ value: KernelIR.Value, _ bounds: Bounds) {
    let old = self[value]
    let new = old.limited(bounds)
    guard new != old, ir.info(value).constant == nil else { return }
    trail.append((Int(value.index), old))
    set(value, new)
  }

  /// Narrows the bounds of the values that a condition compares.
  private mutating func refine(_ condition: KernelIR.Value, holds: Bool, depth: Int = 0) {
    limit(condition, holds ? .yes : .no)
    guard depth < 8, let definition = definitions[condition] else { return }
    let operands = definition.operands
    switch definition.operation {
    case .and where holds && kind(operands[0]) == .bool, .or where !holds && kind(operands[0]) == .bool:
      for operand in operands { refine(operand, holds: holds, depth: depth + 1) }
    case .eq where kind(operands[0]) == .bool: same(operands, holds, depth)
    case .ne,
      .xor where kind(operands[0]) == .bool:
      same(operands, !holds, depth)
    case .eq where holds, .ne where !holds, .feq where holds, .fne where !holds:
      let common = self[operands[0]].limited(self[operands[1]])
      for operand in operands { limit(operand, Bounds(common.low, common.high)) }
    case .flt, .fle: order(operands, holds, gap: 0)
    case .slt: order(operands, holds, gap: holds ? 1 : 0)
    case .sle: order(operands, holds, gap: holds ? 0 : 1)
    case .ult where areCounts(operands): order(operands, holds, gap: holds ? 1 : 0)
    case .ule where areCounts(operands): order(operands, holds, gap: holds ? 0 : 1)
    default: break
    }
  }

  private func areCounts(_ operands: [KernelIR.Value]) -> Bool { operands.allSatisfy { !self[$0].mayBeNegative } }

  /// Refines two bools that are known to be equal or different, where one of them is known.
  private mutating func same(_ operands: [KernelIR.Value], _ areSame: Bool, _ depth: Int) {
    for (known, other) in [(operands[0], operands[1]), (operands[1], operands[0])] where self[known].isSingle {
      refine(other, holds: (self[known] == .yes) == areSame, depth: depth + 1)
    }
  }

  /// Refines two numbers, the first of which is below the second, or not below it.
  private mutating func order(_ operands: [KernelIR.Value], _ holds: Bool, gap: Double) {
    let (a, b) = (self[operands[0]], self[operands[1]])
    // A comparison may also be false because an operand is NaN.
    guard holds || (!a.mayBeNaN && !b.mayBeNaN) else { return }
    let (lower, upper) = holds ? (operands[0], operands[1]) : (operands[1], operands[0])
    let (low, high) = holds ? (a.low, b.high) : (b.low, a.high)
    limit(lower, Bounds(-.infinity, high - gap))
    limit(upper, Bounds(low + gap, .infinity))
  }

  // MARK: Images and memories

  static func box(_ x: Bounds, _ y: Bounds) -> SampleBox? {
    guard !x.isEmpty, !y.isEmpty else { return nil }
    return SampleBox(x: Float(x.low)...Float(x.high), y: Float(y.low)...Float(y.high))
  }

  private mutating func read(_ image: Int, _ box: SampleBox?) {
    guard let box else { return }
    boxes[image] = boxes[image]?.joined(box) ?? box
  }

  private mutating func transform(_ image: Int, _ x: Bounds, _ y: Bounds, _ results: [KernelIR.Value]) {
    let matrix = images.indices.contains(image) ? images[image].transform : [1, 0, 0, 1, 0, 0]
    for (axis, result) in results.enumerated() where axis < 2 {
      let m = (matrix[axis], matrix[axis + 2], matrix[axis + 4])
      if m.0 == (axis == 0 ? 1 : 0), m.1 == (axis == 0 ? 0 : 1), m.2 == 0 {
        set(result, axis == 0 ? x : y)
      } else {
        let sum = x * Bounds(Double(m.0)) + y * Bounds(Double(m.1)) + Bounds(Double(m.2))
        // Executors may add in another order.
        let slack = 1e-6 * (x.largest * Double(abs(m.0)) + y.largest * Double(abs(m.1)) + Double(abs(m.2)))
        set(result, slack.isFinite ? Bounds(sum.low - slack, sum.high + slack, mayBeNaN: sum.mayBeNaN) : .anyFloat)
      }
    }
  }

  private func places(_ index: Bounds, _ count: Int) -> ClosedRange<Int> {
    // An index that may be negative as a signed number may be any number as unsigned.
    guard index.low >= 0, count > 0 else { return 0...max(count - 1, 0) }
    return Int(min(index.low, Double(count - 1)))...Int(min(index.high, Double(count - 1)))
  }

  private mutating func store(_ memory: Int, _ index: Bounds, _ value: Bounds) {
    let range = places(index, memories[memory].count)
    work += range.count / 16
    for place in range { memories[memory][place] = memories[memory][place].joined(value) }
  }

  /// The joined bounds of all lanes that an index can choose.
  private mutating func joined<Lane>(_ lanes: [Lane], _ index: Bounds, _ bounds: (Lane) -> Bounds) -> Bounds {
    let range = places(index, lanes.count)
    work += range.count / 16
    return lanes[range].reduce(Bounds(.infinity, -.infinity)) { $0.joined(bounds($1)) }
  }

  // MARK: Values

  private mutating func compute(
    _ operation: Operation, _ operands: [KernelIR.Value], _ kind: KernelIR.Kind
  ) -> Bounds {
    switch operation {
    case .argument(let parameter, let lane):
      guard let lanes = arguments.indices.contains(parameter) ? arguments[parameter] : [] else { return .any(kind) }
      return Bounds(bits: lanes.indices.contains(lane) ? lanes[lane] : 0, kind)
    case .pixel(let image, _):
      read(image, destination)
      return .anyFloat
    case .destination(let axis):
      let range = axis == 0 ? destination.x : destination.y
      return Bounds(Double(range.lowerBound), Double(range.upperBound))
    case .extent(let image, let lane):
      return images.indices.contains(image) ? Bounds(bits: images[image].extent[lane].bitPattern, kind) : .anyFloat
    case .table(let table): return joined(ir.tables[table], self[operands[0]]) { Bounds(bits: $0, kind) }
    case .fadd: return sum(operands[0], operands[1])
    case .fsub: return difference(operands[0], operands[1])
    case .fmul: return product(operands[0], operands[1])
    case .fdiv: return quotient(operands[0], operands[1])
    case .select:
      let condition = self[operands[0]]
      if condition == .yes { return self[operands[1]] }
      return condition == .no ? self[operands[2]] : self[operands[1]].joined(self[operands[2]])
    case .copyBits:
      return self.kind(operands[0]) == kind ? self[operands[0]] : .any(kind)
    default:
      let bounds = operands.map { self[$0] }
      return OperationBounds.result(operation, bounds, kind)
    }
  }
}
