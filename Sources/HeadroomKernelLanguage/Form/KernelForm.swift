/// A kernel as executors take it: every value is one 32-bit lane computed once, functions are put in place of their calls,
/// and control flow is kept as regions.
///
/// Regions are four. `if` runs one of two regions. A `block` runs its region and can be left from anywhere inside by a
/// branch to its label. A `loop` runs its region again and again, until a branch leaves a block around it. All of them
/// give values: a region that ends gives its yields, a branch carries those of the block it leaves. An executor can run
/// regions under a mask of pixels, and as plain branches where a condition is uniform. Nothing here speaks of processors.
package struct KernelForm: Sendable {
  /// One lane; an index into the values of the form.
  package struct Value: Hashable, Sendable {
    package var index: Int32
    init(_ index: Int) { self.index = Int32(truncatingIfNeeded: index) }
  }

  package enum Kind: String, Sendable {
    case float = "f32"
    /// A whole number; operations say whether they take it as signed.
    case whole = "i32"
    /// 0 or 1.
    case bool = "b1"
  }

  package struct ValueInfo: Sendable {
    package var kind: Kind
    /// Its bits where it is known when the kernel is compiled; no instruction makes it then.
    package var constant: UInt32?
    /// Whether it can differ between pixels.
    package var isVarying: Bool
    package var range: SourceRange
  }

  /// Instructions in order, and what they give at their end.
  package struct Region: Sendable {
    package var instructions: [Instruction] = []
    package var yields: [Value] = []
    /// Whether its end is reached at all; a branch stands before it otherwise.
    package var isEndReached = true
  }

  package indirect enum Instruction: Sendable {
    case compute(Value, Operation, [Value])
    /// Red, green, blue and alpha of an image at a place.
    case sample(image: Int, x: Value, y: Value, results: [Value])
    /// A place of the working space in the space of a sampler.
    case transform(image: Int, x: Value, y: Value, results: [Value])
    /// A lane of a memory. Indexes are within it.
    case load(Value, memory: Int, index: Value)
    case store(memory: Int, index: Value, Value)
    case condition(Value, then: Region, otherwise: Region, results: [Value])
    case block(label: Int, Region, results: [Value])
    /// Starts with the initial values as arguments, and again with what the region yields.
    case loop(arguments: [Value], initial: [Value], Region, SourceRange)
    /// Leaves a block with the values of an entry of `branches`.
    case branch(label: Int, branch: Int)
  }

  package var signature: KernelSignature
  package var values: [ValueInfo] = []
  /// Lanes of each memory: variables whose elements are chosen when a pixel is computed. They start as 0.
  package var memories: [Int] = []
  /// Constant arrays, read with `Operation.table`.
  package var tables: [[UInt32]] = []
  /// Values that the text itself limits to at most 1, which takes the light of HDR.
  var limited: Set<Value> = []
  /// What branches carry.
  package var branches: [[Value]] = []
  /// Blocks that pixels leave one by one; all pixels that come to the end of another come there together.
  package var splitBlocks: Set<Int> = []
  /// What is asked of the pixel and the arguments, then the kernel itself, which yields its result.
  package var body = Region()

  package func info(_ value: Value) -> ValueInfo { values[Int(value.index)] }
}

extension KernelForm {
  /// Whether what it computes depends on where a pixel lies.
  package var asksForDestination: Bool { asks { if case .destination = $0 { true } else { false } } }
  /// Whether it depends on where its images lie.
  package var asksForExtents: Bool { asks { if case .extent = $0 { true } else { false } } }

  private func asks(_ isAsked: (Operation) -> Bool) -> Bool {
    body.instructions.contains { instruction in
      if case .compute(_, let operation, _) = instruction { isAsked(operation) } else { false }
    }
  }
}
