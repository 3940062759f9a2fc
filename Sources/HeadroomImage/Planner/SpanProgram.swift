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
    /// Steps whose pixels are known before the first row.
    package var parameters: [Int]
    /// Subtracted from the position that the operation is told.
    package var dx: Int
    package var dy: Int
  }

  package internal(set) var instructions: [Instruction] = []
  /// The registers that hold the results, one for each output.
  package internal(set) var results: [Int] = []
  package internal(set) var registerCount = 1

  /// The inputs in the order in which they are loaded.
  package var inputs: [SpanInput] {
    instructions.compactMap { if case .load(let input, _) = $0 { input } else { nil } }
  }

  /// Changes of colour left after folding, those of operations included.
  package var stageCount: Int {
    instructions.count {
      switch $0 {
      case .stage: true
      case .point(let point): point.others.isEmpty
      case .load, .copy, .mask: false
      }
    }
  }

  /// The steps whose tiles are loaded.
  package var stepInputs: [Int] {
    inputs.compactMap { if case .step(let index) = $0.origin { index } else { nil } }
  }

  /// The steps whose pixels are read as a whole before the first row.
  package var parameterSteps: [Int] {
    instructions.flatMap { if case .point(let point) = $0 { point.parameters } else { [Int]() } }
  }

  /// The measurements that its tone maps need.
  var measurements: [Int] {
    instructions.compactMap { if case .stage(.toneMap(_, let measurement), _) = $0 { measurement } else { nil } }
  }
}
