package import HeadroomKernelLanguage
package import HeadroomPixels

/// A kernel ready to be run over planar rows: what its arguments settle is computed, the rest are instructions over strips
/// of pixels that stay in the first-level cache.
///
/// Lanes are 32 bits wide and mean what ``TreeEvaluator`` says. Colour is what the rows hold: premultiplied light of the
/// working space where the engine runs it. Sums, products, comparisons and whole numbers give the bits of the evaluator;
/// functions such as sine and power are vector code, as exact as `Documentation/KernelFunctions.md` says.
@safe package final class RowProgram: Sendable {
  /// A lane of an image at a fixed distance.
  struct Input: Hashable, Sendable {
    let shift: Int
    let lane: Int
  }

  let instructions: [RowInstruction]
  /// The same as the machine reads them.
  let steps: FixedList<RowStep>
  /// Rows that instructions write.
  let rowCount: Int
  /// The slot behind all others: steps of loops that pixels took, and behind it who took too many.
  var stepSlot: Int { rowCount + constantCount + inputs.count + direct.count }
  /// Rows of one number each, ``stride`` floats apart.
  let constants: FixedList<Float>
  let constantCount: Int
  /// The slots after rows and constants.
  let inputs: FixedList<Input>
  /// The slots of the results, and those after the inputs that are rows of the caller.
  let results: [Int]
  let direct: FixedList<Int>
  /// Whether results are copied, or taken back, once they are computed.
  let finishes: Bool
  /// Rows of scratch memory: those that are written, two for loops, the memories'.
  let scratchRows: Int
  /// Rows of scratch memory that are looked at only where pixels were moved together, behind the others.
  let movedRows: Int
  /// Loops that may do that, the slots that they move, and where their rows begin.
  let loops: FixedList<RowLoop>
  let moved: FixedList<Int32>
  let loopStarts: FixedList<Int32>
  /// What numbers for all pixels start as.
  let scalars: FixedList<Float>
  let memories: [Int]
  let memoryStarts: [Int]
  let tables: [[UInt32]]
  /// Pixels that are computed at a time.
  let strip: Int
  let hasLoops: Bool
  /// Steps of loops that a pixel may take before its result is 0.
  let stepLimit: Int32

  /// The rows that whoever runs it brings.
  package let shifts: [RowShift]
  /// Images that are read where the kernel says.
  package let sampledImages: Set<Int>

  /// - Parameter form: a specialised form.
  package init(_ form: KernelForm, stepLimit: Int = KernelLimits.steps) {
    var compiler = RowCompiler(form)
    let results = compiler.compile()
    let fused = FusionPass.fused(compiler.instructions, results: results)
    let plan = SlotPlan(compiler, fused, results: results)
    (instructions, self.results) = (plan.instructions, plan.results)
    steps = FixedList(plan.instructions.map(RowStep.init))
    direct = FixedList(plan.direct)
    inputs = FixedList(plan.inputs)
    rowCount = plan.rowCount
    finishes = compiler.hasLoops || plan.direct.count < plan.results.count
    memories = form.memories
    tables = form.tables
    shifts = compiler.shifts
    sampledImages = compiler.sampledImages
    hasLoops = compiler.hasLoops
    self.stepLimit = Int32(clamping: stepLimit)
    scalars = FixedList(compiler.scalars.initial.map { Float(bitPattern: $0) })
    loops = FixedList(plan.loops)
    moved = FixedList(plan.moved)
    // Two rows for loops: steps that were taken, and who took too many.
    scratchRows = rowCount + form.memories.reduce(2, +)
    strip = Self.strip(rows: scratchRows + plan.constants.count)
    constantCount = plan.constants.count
    let stride = Self.stride(strip)
    constants = FixedList(plan.constants.flatMap { repeatElement(Float(bitPattern: $0), count: stride) })
    var starts: [Int] = []
    var start = rowCount + 2
    for count in form.memories {
      starts.append(start)
      start += count
    }
    memoryStarts = starts
    // Loops beside one another are never moved at the same time.
    var (loopStarts, end): ([Int32], Int) = ([], start)
    for loop in plan.loops {
      let first = loop.parent < 0 ? start : Int(loopStarts[Int(loop.parent)]) + plan.loops[Int(loop.parent)].rows
      loopStarts.append(Int32(first))
      end = max(end, first + loop.rows)
    }
    self.loopStarts = FixedList(loopStarts)
    movedRows = end - start
  }

  /// As many pixels as leave all rows in half of a small first-level cache; whole vectors.
  private static func strip(rows: Int) -> Int {
    let wanted = 24 * 1024 / (4 * max(rows, 1))
    return min(max(wanted & ~63, 64), 512)
  }

  /// Floats from one row to the next: an odd number of cache lines, so that equal columns of rows do not share cache sets.
  var stride: Int { Self.stride(strip) }
  private static func stride(_ strip: Int) -> Int { strip + 16 }
}

/// Reads images at places that a kernel computed.
package protocol SampledImages {
  /// Fills four rows with the premultiplied colour at some places; where the mask is 0 nothing needs to be read.
  ///
  /// - Parameters:
  ///   - x, y: places in pixels of the working space, y up; any bits.
  ///   - mask: nil where all pixels take part.
  func sample(
    _ image: Int, x: UnsafePointer<Float>, y: UnsafePointer<Float>, mask: UnsafePointer<Float>?, count: Int,
    into rows: RowPointers)
}
