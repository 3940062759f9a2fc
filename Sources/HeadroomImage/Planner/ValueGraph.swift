/// The values of fused chains, numbered: two that are computed in the same way from the same values are one. So a chain is a
/// graph, and what several readers share is computed once.
///
/// Values are rows on one pixel grid. They fold while they are made: identities vanish, neighbouring matrices become one,
/// inverse pairs cancel. Making a value compares its definition and the numbers of its inputs, never what lies below.
struct ValueGraph {
  enum Definition: Hashable {
    case load(SpanInput)
    case stage(ColorStage, of: Int)
    case point(PointCall)
    /// Transparent outside the rectangle.
    case mask(PixelRect, of: Int)
  }

  /// A point operation over values.
  struct PointCall: Hashable {
    /// Number of the operation in the graph.
    var operation: Int
    var images: [Int]
    /// Steps that are read as a whole.
    var parameters: [Int]
    /// What lies at (x, y) of the values lies at (x - dx, y - dy) for the operation. 0 where it does not ask.
    var dx = 0
    var dy = 0
  }

  private struct Move: Hashable {
    let value, dx, dy: Int
  }

  private(set) var definitions: [Definition] = []
  /// The longest way from each value down to a load.
  private(set) var depths: [Int] = []
  private(set) var operations: [any PointOperation] = []
  private var numbers: [Definition: Int] = [:]
  private var operationNumbers: [NodeKey: Int] = [:]
  private var moves: [Move: Int] = [:]

  // MARK: Making values

  mutating func load(_ input: SpanInput) -> Int { value(.load(input)) }

  mutating func mask(_ value: Int, outside rect: PixelRect) -> Int { self.value(.mask(rect, of: value)) }

  mutating func stages(_ list: [ColorStage], of value: Int) -> Int {
    list.reduce(value) { stage($1, of: $0) }
  }

  mutating func stage(_ stage: ColorStage, of value: Int) -> Int {
    if stage.isIdentity { return value }
    if case .stage(let first, let inner) = definitions[value] {
      if case .matrix(let matrix) = stage, case .matrix(let below) = first {
        return self.stage(.matrix(matrix.after(below)), of: inner)
      }
      if first.cancels(stage) { return inner }
    }
    return self.value(.stage(stage, of: value))
  }

  mutating func point(_ call: PointCall) -> Int { value(.point(call)) }

  /// The number of an operation; those with equal keys are one.
  mutating func number(of operation: any PointOperation, _ key: NodeKey) -> Int {
    if let known = operationNumbers[key] { return known }
    operations.append(operation)
    operationNumbers[key] = operations.count - 1
    return operations.count - 1
  }

  private mutating func value(_ definition: Definition) -> Int {
    if let known = numbers[definition] { return known }
    definitions.append(definition)
    depths.append(1 + (definition.inputs.map { depths[$0] }.max() ?? 0))
    numbers[definition] = definitions.count - 1
    return definitions.count - 1
  }

  // MARK: Changing values

  /// The same picture moved by whole pixels: what it loads is moved. Recursion goes as deep as the value, which the planner
  /// bounds.
  mutating func moved(_ value: Int, dx: Int, dy: Int) -> Int {
    if dx == 0, dy == 0 { return value }
    let move = Move(value: value, dx: dx, dy: dy)
    if let known = moves[move] { return known }
    let result: Int
    switch definitions[value] {
    case .load(let input): result = load(input.moved(dx: dx, dy: dy))
    case .stage(let stage, let inner): result = self.stage(stage, of: moved(inner, dx: dx, dy: dy))
    case .mask(let rect, let inner):
      result = mask(moved(inner, dx: dx, dy: dy), outside: rect.offset(dx: dx, dy: dy))
    case .point(var call):
      for index in call.images.indices { call.images[index] = moved(call.images[index], dx: dx, dy: dy) }
      if operations[call.operation].usesPosition {
        call.dx += dx
        call.dy += dy
      }
      result = point(call)
    }
    moves[move] = result
    return result
  }

  /// The value with its one load repeating the edge of `rect`; nil where there is more to it than changes of colour over one
  /// load, which give the same for a repeated pixel as for the pixel.
  mutating func clampedLoad(_ value: Int, to rect: PixelRect) -> Int? {
    switch definitions[value] {
    case .load(var input):
      guard input.edge == .transparent else { return nil }
      input.clip = input.clip.intersection(rect)
      input.edge = .clamp
      return load(input)
    case .stage(let stage, let inner):
      return clampedLoad(inner, to: rect).map { self.stage(stage, of: $0) }
    case .point(var call):
      guard call.images.count == 1, !operations[call.operation].usesPosition,
        let inner = clampedLoad(call.images[0], to: rect)
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
