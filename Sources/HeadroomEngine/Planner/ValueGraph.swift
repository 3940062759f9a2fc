internal import HeadroomPixels

/// The values of fused chains, numbered: two that are computed in the same way from the same values are one. So a chain
/// is a graph, and shared values are computed once.
///
/// Values are rows on one pixel grid. They fold while they are made: identities vanish, neighbouring matrices become
/// one, inverse pairs cancel. Making a value compares its definition and the numbers of its inputs, never what lies
/// below. Numbers that depend on parameters are slots: values that are equal for every recipe of a shape are one.
struct ValueGraph {
  enum Definition: Hashable {
    case load(DraftInput)
    case stage(DraftStage, of: Int)
    case point(PointCall)
    /// Transparent outside the rectangle.
    case mask(Slot<PixelRect>, of: Int)
  }

  /// A node's point operation over values.
  struct PointCall: Hashable {
    var node: Int
    var images: [Int]
    /// Steps that are read as a whole.
    var parameters: [Int]
    /// The pixel at (x, y) of the values is at (x - dx, y - dy) for an operation that uses the position.
    var offset: Slot<PixelOffset>
    var usesPosition: Bool
  }

  private struct Move: Hashable {
    let value: Int
    let offset: Slot<PixelOffset>
  }

  private(set) var definitions: [Definition] = []
  /// The longest way from each value down to a load.
  private(set) var depths: [Int] = []
  /// How many values there would be below each one, and with it, if nothing were shared.
  private(set) var sizes: [Int] = []
  /// The node for which each value was made: it depends on that node and those below it alone.
  private(set) var owners: [Int] = []
  /// The node that values are made for.
  var owner = 0
  var slots: PlanSlots
  private var numbers: [Definition: Int] = [:]
  private var moves: [Move: Int] = [:]

  init(slots: PlanSlots) { self.slots = slots }

  // MARK: Making values

  mutating func load(_ input: DraftInput) -> Int { value(.load(input)) }

  mutating func mask(_ value: Int, outside rect: Slot<PixelRect>) -> Int { self.value(.mask(rect, of: value)) }

  mutating func stages(_ list: [ColorStage], of value: Int) -> Int {
    list.reduce(value) { stage($1, of: $0) }
  }

  mutating func stage(_ stage: ColorStage, of value: Int) -> Int {
    if case .matrix(let matrix) = stage { return self.matrix(slots.matrix(.constant(matrix)), of: value) }
    if stage.isIdentity { return value }
    if case .stage(.fixed(let first), let inner) = definitions[value], first.cancels(stage) { return inner }
    return self.value(.stage(.fixed(stage), of: value))
  }

  /// The tone map of the node that values are made for.
  mutating func toneMap(measurement: Int?, of value: Int) -> Int {
    self.value(.stage(.toneMap(ofNode: owner, measurement: measurement), of: value))
  }

  mutating func matrix(_ matrix: Slot<ColorMatrix>, of value: Int) -> Int {
    if slots.isIdentity(matrix) { return value }
    if case .stage(.matrix(let first), let inner) = definitions[value] {
      return self.matrix(slots.product(first, matrix), of: inner)
    }
    return self.value(.stage(.matrix(matrix), of: value))
  }

  mutating func point(_ call: PointCall) -> Int { value(.point(call)) }

  private mutating func value(_ definition: Definition) -> Int {
    if let known = numbers[definition] { return known }
    definitions.append(definition)
    let inputs = definition.inputs
    depths.append(1 + (inputs.map { depths[$0] }.max() ?? 0))
    owners.append(owner)
    sizes.append(inputs.reduce(1) { min($0 + sizes[$1], Int.max / 2) })
    numbers[definition] = definitions.count - 1
    return definitions.count - 1
  }

  // MARK: Changing values

  /// The same picture moved by whole pixels: what it loads is moved. Recursion goes as deep as the value, which the planner
  /// bounds.
  mutating func moved(_ value: Int, by offset: Slot<PixelOffset>) -> Int {
    if slots.isZero(offset) { return value }
    let move = Move(value: value, offset: offset)
    if let known = moves[move] { return known }
    let result: Int
    switch definitions[value] {
    case .load(var input):
      input.offset = slots.sum(input.offset, offset)
      input.clip = slots.moved(input.clip, by: offset)
      result = load(input)
    case .stage(.fixed(let stage), let inner): result = self.stage(stage, of: moved(inner, by: offset))
    case .stage(.matrix(let matrix), let inner): result = self.matrix(matrix, of: moved(inner, by: offset))
    case .stage(let stage, let inner): result = self.value(.stage(stage, of: moved(inner, by: offset)))
    case .mask(let rect, let inner):
      result = mask(moved(inner, by: offset), outside: slots.moved(rect, by: offset))
    case .point(var call):
      for index in call.images.indices { call.images[index] = moved(call.images[index], by: offset) }
      if call.usesPosition { call.offset = slots.sum(call.offset, offset) }
      result = point(call)
    }
    moves[move] = result
    return result
  }

  /// The value with its one load repeating the edge of `rect`; nil unless it consists of colour changes over one load,
  /// which give the same for a repeated pixel as for the pixel.
  mutating func clampedLoad(_ value: Int, to rect: Slot<PixelRect>) -> Int? {
    switch definitions[value] {
    case .load(var input):
      guard input.edge == .transparent else { return nil }
      input.clip = slots.intersection(input.clip, rect)
      input.edge = .clamp
      return load(input)
    case .stage(.fixed(let stage), let inner):
      return clampedLoad(inner, to: rect).map { self.stage(stage, of: $0) }
    case .stage(.matrix(let matrix), let inner):
      return clampedLoad(inner, to: rect).map { self.matrix(matrix, of: $0) }
    case .stage(let stage, let inner):
      return clampedLoad(inner, to: rect).map { self.value(.stage(stage, of: $0)) }
    case .point(var call):
      guard call.images.count == 1, !call.usesPosition, let inner = clampedLoad(call.images[0], to: rect)
      else { return nil }
      call.images = [inner]
      return point(call)
    case .mask: return nil
    }
  }
}

extension ValueGraph.Definition {
  /// The values that this one is computed from.
  var inputs: [Int] {
    switch self {
    case .load: []
    case .stage(_, let inner), .mask(_, let inner): [inner]
    case .point(let call): call.images
    }
  }
}
