internal import HeadroomPixels

/// How a render divides the scratch memory that its limit leaves: the number of workers, and how many pixels each of
/// them computes in one piece. Bits depend on neither.
struct ScratchBudget: Sendable {
  /// The most threads; nil takes those of the pool.
  private(set) var workers: Int?
  /// Pixels of a region that a worker computes in one piece for a neighbourhood or a resampling; larger regions are
  /// split if the operation allows it.
  private(set) var largestRegion = 1 << 22
  /// Bytes of scratch memory that a worker allocates at a time.
  private(set) var blockBytes = ScratchArena.blockBytes

  /// Pieces below this many pixels are mostly border: rather fewer workers than smaller pieces.
  private static let smallPiece = 1 << 15
  private static let smallestPiece = 1 << 12

  /// - Parameter plan: the plan that is run: its stored steps have been chosen.
  init(_ options: TileRenderer.Options, for plan: RenderPlan) {
    workers = options.workers
    guard let limit = options.memoryLimit else { return }
    // Changed layouts are in separate blocks, which leave some room unused.
    let free = max(limit - plan.heldBytes, limit / 8) / 4 * 3
    let bytesOfPixel = plan.scratchTiles * 4 * MemoryLayout<Float>.stride
    var count = workers ?? options.pool.workerCount
    while count > 1, free / (count * bytesOfPixel) < Self.smallPiece { count -= 1 }
    workers = count
    largestRegion = min(max(free / (count * bytesOfPixel), Self.smallestPiece), largestRegion)
    blockBytes = min(max(limit / (32 * count), 1 << 16), blockBytes)
  }
}

extension RenderPlan {
  /// The most bytes of decoded sources and stored steps at the same time.
  fileprivate var heldBytes: Int { storedBytesAtOnce + heldRowBytes + decodedByteCount }

  /// Bytes of decoded sources, as far as the plan reads them.
  package var decodedByteCount: Int {
    zip(sources, sourceRegions()).reduce(0) { $0 + $1.0.decodedByteCount(of: $1.1) }
  }

  /// The most tiles of about one size that a worker holds at once: those of all steps on the path to the deepest
  /// unstored one, and their copies.
  fileprivate var scratchTiles: Int {
    var below = [Int](repeating: 0, count: steps.count)
    var most = 1
    for (index, step) in steps.enumerated() {
      let all = step.kind.tiles + (step.kind.inputs.map { below[$0] }.max() ?? 0)
      below[index] = step.isStored || step.kind.isWhole ? 0 : all
      most = max(most, all)
    }
    return outputs.reduce(most) { most, output in
      let inputs = output.program.stepInputs
      return max(most, inputs.count + (inputs.map { below[$0] }.max() ?? 0))
    }
  }
}

extension RenderPlan.StepKind {
  /// Tiles that a step takes beside its own pixels: its inputs, their changed layouts, sums and rows of a
  /// neighbourhood.
  fileprivate var tiles: Int {
    switch self {
    case .span(let program): program.stepInputs.count
    case .area(_, let inputs): inputs.count + 4
    case .warp: 2
    case .orthogonal, .reduction: 1
    case .processor: 0
    }
  }
}
