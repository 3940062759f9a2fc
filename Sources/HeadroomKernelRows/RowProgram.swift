package import HeadroomKernelLanguage
package import HeadroomPixels

/// A kernel prepared for running over planar rows: values that its arguments determine are computed, and the rest
/// becomes instructions over strips of pixels that stay in the first-level cache.
///
/// Lanes are 32 bits wide, with the meaning that ``TreeEvaluator`` defines. Colours are in the encoding of the rows:
/// premultiplied light of the working space where the engine runs the kernel. Sums, products, comparisons and integer
/// operations give the same bits as the evaluator; functions such as sine and power are vector code with the precision
/// listed in `Documentation/KernelFunctions.md`.
@safe package final class RowProgram: Sendable {
  /// A lane of an image at a fixed distance.
  struct Input: Hashable, Sendable {
    let shift: Int
    let lane: Int
  }

  let instructions: [RowInstruction]
  /// The same instructions in the form that the machine reads.
  let steps: FixedList<RowStep>
  /// The number of rows that instructions write.
  let rowCount: Int
  /// The slot after all others, with the pixels' steps in loops; the next one marks pixels that took too many.
  var stepSlot: Int { rowCount + constantCount + inputs.count + direct.count }
  /// Rows of one number each, ``stride`` floats apart.
  let constants: FixedList<Float>
  let constantCount: Int
  /// The slots after rows and constants.
  let inputs: FixedList<Input>
  /// The slots of the results, and those after the inputs that are rows of the caller.
  let results: [Int]
  let direct: FixedList<Int>
  /// Whether results are copied or discarded after they are computed.
  let finishes: Bool
  /// The number of rows of scratch memory: the written rows, two for loops, and those of memories.
  let scratchRows: Int
  /// The number of further rows of scratch memory that are only used for compacted pixels.
  let movedRows: Int
  /// The loops that may compact pixels, the slots that they move, and the starts of their rows.
  let loops: FixedList<RowLoop>
  let moved: FixedList<Int32>
  let loopStarts: FixedList<Int32>
  /// The initial values of scalars.
  let scalars: FixedList<Float>
  let memories: [Int]
  let memoryStarts: [Int]
  let tables: [[UInt32]]
  /// The number of pixels that are computed at a time.
  let strip: Int
  let hasLoops: Bool
  /// The number of steps in loops that a pixel may take before its result is 0.
  let stepLimit: Int32

  /// The rows that the caller provides.
  package let shifts: [RowShift]
  /// Images that are read at positions computed by the kernel.
  package let sampledImages: Set<Int>

  /// - Parameter ir: a specialised IR.
  package init(_ ir: KernelIR, stepLimit: Int = KernelLimits.steps) {
    var compiler = RowCompiler(ir)
    let results = compiler.compile()
    let fused = FusionPass.fused(compiler.instructions, results: results)
    let plan = RowAllocator(compiler, fused, results: results)
    (instructions, self.results) = (plan.instructions, plan.results)
    steps = FixedList(plan.instructions.map(RowStep.init))
    direct = FixedList(plan.direct)
    inputs = FixedList(plan.inputs)
    rowCount = plan.rowCount
    finishes = compiler.hasLoops || plan.direct.count < plan.results.count
    memories = ir.memories
    tables = ir.tables
    shifts = compiler.shifts
    sampledImages = compiler.sampledImages
    hasLoops = compiler.hasLoops
    self.stepLimit = Int32(clamping: stepLimit)
    scalars = FixedList(compiler.scalars.initial.map { Float(bitPattern: $0) })
    loops = FixedList(plan.loops)
    moved = FixedList(plan.moved)
    // Two rows for loops: the steps taken, and marks for pixels that took too many.
    scratchRows = rowCount + ir.memories.reduce(2, +)
    strip = Self.strip(rows: scratchRows + plan.constants.count)
    constantCount = plan.constants.count
    let stride = Self.stride(strip)
    constants = FixedList(plan.constants.flatMap { repeatElement(Float(bitPattern: $0), count: stride) })
    var starts: [Int] = []
    var start = rowCount + 2
    for count in ir.memories {
      starts.append(start)
      start += count
    }
    memoryStarts = starts
    // Sibling loops never compact pixels at the same time, so they share rows.
    var (loopStarts, end): ([Int32], Int) = ([], start)
    for loop in plan.loops {
      let first = loop.parent < 0 ? start : Int(loopStarts[Int(loop.parent)]) + plan.loops[Int(loop.parent)].rows
      loopStarts.append(Int32(first))
      end = max(end, first + loop.rows)
    }
    self.loopStarts = FixedList(loopStarts)
    movedRows = end - start
  }

  /// As many pixels as fit all rows into half of a small first-level cache, in whole vectors.
  private static func strip(rows: Int) -> Int {
    let wanted = 24 * 1024 / (4 * max(rows, 1))
    return min(max(wanted & ~63, 64), 512)
  }

  /// The number of floats from one row to the next: an odd number of cache lines, so that equal columns of rows do not
  /// share cache sets.
  var stride: Int { Self.stride(strip) }
  private static func stride(_ strip: Int) -> Int { strip + 16 }
}

/// Reads images at positions that a kernel computed.
package protocol SampledImages {
  /// Fills four rows with the premultiplied colour at positions; where the mask is 0 nothing needs to be read.
  ///
  /// - Parameters:
  ///   - x, y: positions in pixels of the working space, y up; any bits.
  ///   - mask: nil where all pixels take part.
  func sample(
    _ image: Int, x: UnsafePointer<Float>, y: UnsafePointer<Float>, mask: UnsafePointer<Float>?, count: Int,
    into rows: RowPointers)
}
