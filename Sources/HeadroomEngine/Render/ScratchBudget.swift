internal import HeadroomPixels

/// How a render shares out what its memory limit leaves for scratch: how many workers there are, and how many pixels each of them
/// computes in one piece. Bits depend on neither.
struct ScratchBudget: Sendable {
  /// Threads at most; nil takes what the pool has.
  private(set) var workers: Int?
  /// Pixels of a region that a worker computes in one piece for a neighbourhood or a resampling; what is larger is cut, where the
  /// operation can be.
  private(set) var largestRegion = 1 << 22
  /// Bytes of scratch memory that a worker takes at a time.
  private(set) var blockBytes = ScratchArena.blockBytes

  /// Pieces below this many pixels are mostly border: rather fewer workers than smaller pieces.
  private static let smallPiece = 1 << 15
  private static let smallestPiece = 1 << 12

  /// - Parameter plan: the one that is run: what is stored has been decided.
  init(_ options: TileRenderer.Options, for plan: RenderPlan) {
    workers = options.workers
    guard let limit = options.memoryLimit else { return }
    // What is laid out anew lies in blocks of its own, which leave some room unused.
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
  /// The most bytes of decoded sources and stored steps that are there together.
  fileprivate var heldBytes: Int { storedBytesAtOnce + heldRowBytes + decodedByteCount }

  /// Bytes of decoded sources, as much of them as the plan reads.
  package var decodedByteCount: Int {
    zip(sources, sourceRegions()).reduce(0) { $0 + $1.0.decodedByteCount(of: $1.1) }
  }

  /// How many tiles of about one size a worker holds at once, at most: those of all steps that lead to the deepest one that is not
  /// stored, and what they make for themselves.
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
  /// Tiles that a step takes beside its own pixels: its inputs', what they are laid out anew in, sums and rows of a neighbourhood.
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
