package import HeadroomPixels

/// A fused chain, flattened: a short list of instructions over row registers that stay in the first-level cache.
package struct SpanProgram: Sendable {
  package enum Instruction: Sendable {
    /// Register <- rows of an input, straight from its source or tile.
    case load(SpanInput, register: Int)
    /// For a value that others still read while it is changed in place.
    case copy(from: Int, register: Int)
    case stage(ColorStage, register: Int)
    case point(PointInstruction)
    case mask(PixelRect, register: Int)
  }

  package struct PointInstruction: Sendable {
    package var operation: any PointOperation
    /// Holds the first image, and then the result.
    package var register: Int
    /// The other images.
    package var others: [Int]
    /// Steps whose pixels are complete before the first row.
    package var parameters: [Int]
    /// Subtracted from the position that is passed to the operation.
    package var dx: Int
    package var dy: Int
  }

  package private(set) var instructions: [Instruction]
  /// The registers that hold the results, one for each output.
  package var results: [Int]
  package let registerCount: Int
  /// The inputs in the order in which they are loaded. Stored, as the other lists are, because each render reads it
  /// several times.
  package private(set) var inputs: [SpanInput] = []
  /// The steps whose pixels are read as a whole before the first row.
  package private(set) var parameterSteps: [Int] = []
  /// The measurements that its tone maps need.
  package private(set) var measurements: [Int] = []

  /// - Parameter count: instructions that there will be.
  init(results: [Int] = [], registerCount: Int = 1, count: Int = 0) {
    instructions = []
    instructions.reserveCapacity(count)
    self.results = results
    self.registerCount = registerCount
  }

  package mutating func load(_ input: SpanInput, register: Int) {
    inputs.append(input)
    instructions.append(.load(input, register: register))
  }

  package mutating func copy(from source: Int, register: Int) {
    instructions.append(.copy(from: source, register: register))
  }

  package mutating func stage(_ stage: ColorStage, register: Int) {
    if case .toneMap(_, let measurement?) = stage { measurements.append(measurement) }
    instructions.append(.stage(stage, register: register))
  }

  package mutating func point(_ point: PointInstruction) {
    if !point.parameters.isEmpty { parameterSteps += point.parameters }
    instructions.append(.point(point))
  }

  package mutating func mask(_ rect: PixelRect, register: Int) { instructions.append(.mask(rect, register: register)) }

  /// Takes a curve away.
  package mutating func remove(curveAt index: Int) { instructions.remove(at: index) }

  /// The steps whose tiles are loaded.
  package var stepInputs: [Int] {
    inputs.compactMap { if case .step(let index) = $0.origin { index } else { nil } }
  }
}
