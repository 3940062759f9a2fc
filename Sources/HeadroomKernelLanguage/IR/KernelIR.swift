/// A kernel in the form for executors: every value is one 32-bit lane computed once, functions are inlined, and control
/// flow is kept as regions.
///
/// There are four kinds of control flow. `if` runs one of two regions. A `block` runs its region, and a branch to its
/// label can leave it from anywhere inside. A `loop` repeats its region until a branch leaves a block around it. All of
/// them have results: a region that ends yields its values, and a branch carries the results of the block it leaves. An
/// executor can run regions under a mask of pixels, or as plain branches where a condition is uniform. Nothing here
/// depends on the processor.
package struct KernelIR: Sendable {
  /// One lane; an index into the values of the IR.
  package struct Value: Hashable, Sendable {
    package var index: Int32
    init(_ index: Int) { self.index = Int32(truncatingIfNeeded: index) }
  }

  package enum Kind: String, Sendable {
    case float = "f32"
    /// An integer; operations determine whether it is signed.
    case whole = "i32"
    /// 0 or 1.
    case bool = "b1"
  }

  package struct ValueInfo: Sendable {
    package var kind: Kind
    /// Its bits where it is known at compile time; no instruction computes it then.
    package var constant: UInt32?
    /// Whether the value can differ between pixels.
    package var isVarying: Bool
    package var range: SourceRange
  }

  /// Instructions in order, and the values they yield at the end.
  package struct Region: Sendable {
    package var instructions: [Instruction] = []
    package var yields: [Value] = []
    /// Whether its end is reached at all; otherwise a branch precedes it.
    package var isEndReached = true
  }

  package indirect enum Instruction: Sendable {
    case compute(Value, Operation, [Value])
    /// Red, green, blue and alpha of an image at a position.
    case sample(image: Int, x: Value, y: Value, results: [Value])
    /// A place of the working space in the space of a sampler.
    case transform(image: Int, x: Value, y: Value, results: [Value])
    /// Reads a lane of a memory. Indexes are within it.
    case load(Value, memory: Int, index: Value)
    case store(memory: Int, index: Value, Value)
    case condition(Value, then: Region, otherwise: Region, results: [Value])
    case block(label: Int, Region, results: [Value])
    /// Starts with the initial values as arguments, and repeats with the values that the region yields.
    case loop(arguments: [Value], initial: [Value], Region, SourceRange)
    /// Leaves a block with the values of an entry of `branches`.
    case branch(label: Int, branch: Int)
  }

  package var signature: KernelSignature
  package var values: [ValueInfo] = []
  /// The number of lanes of each memory: variables whose elements are chosen when a pixel is computed. They start as 0.
  package var memories: [Int] = []
  /// Constant arrays, read with `Operation.table`.
  package var tables: [[UInt32]] = []
  /// The values that the text itself limits to at most 1, which removes HDR light.
  var limited: Set<Value> = []
  /// The values that branches carry.
  package var branches: [[Value]] = []
  /// The blocks that pixels leave one by one; pixels reach the end of all other blocks together.
  package var splitBlocks: Set<Int> = []
  /// The instructions that read the pixel and the arguments, then the kernel itself, which yields its result.
  package var body = Region()

  package func info(_ value: Value) -> ValueInfo { values[Int(value.index)] }
}

extension KernelIR {
  /// Whether the result depends on the position of the pixel.
  package var asksForDestination: Bool { asks { if case .destination = $0 { true } else { false } } }
  /// Whether the result depends on the extents of its images.
  package var asksForExtents: Bool { asks { if case .extent = $0 { true } else { false } } }

  private func asks(_ isAsked: (Operation) -> Bool) -> Bool {
    body.instructions.contains { instruction in
      if case .compute(_, let operation, _) = instruction { isAsked(operation) } else { false }
    }
  }
}
