internal import HeadroomPixels

/// Walks through a plan as the tile renderer does, without pixels, to find how much there is to compute and how much
/// memory it takes.
///
/// Memory is what a context's ledger counts: decoded sources with their gain maps, what their codecs reserve while they
/// decode, stored steps and the workers' scratch. Destinations and their use are the caller's;
/// `RenditionWriter.memory()` returns the memory of a whole conversion. Uncounted allocations are not included:
/// memory of codec libraries beyond their reservation, and mapped files.
///
/// The workers' memory is a bound: everything that a piece of a picture is made of, as if nothing were freed until the
/// piece is done. Stored steps are counted while they exist.
package struct DryRun: Sendable {
  /// One trip over pixels, which fills a step or the outputs.
  package struct Pass: Hashable, Sendable {
    /// Nil for outputs.
    package var step: Int?
    /// Pixels computed of all steps, including those computed again for the borders of tiles.
    package var pixelCount: Int
    /// Bytes of all workers together.
    package var scratchBytes: Int
    /// Bytes of the stored steps, including the one being filled.
    package var storedBytes: Int
  }

  package private(set) var passes: [Pass] = []
  /// Bytes of decoded sources.
  package private(set) var decodedBytes = 0
  /// The most bytes while they are decoded, as if all were decoded at the same time.
  private var loadingBytes = 0

  /// Pixels computed in all passes.
  package var pixelCount: Int { passes.reduce(0) { $0 + $1.pixelCount } }

  /// The most bytes that a pass takes.
  package var passBytes: Int { passes.map { $0.scratchBytes + $0.storedBytes }.max() ?? 0 }

  /// The most bytes in use at once, except for sources already in memory and the destination, which may exist before
  /// the first source.
  package var peakBytes: Int { max(loadingBytes, decodedBytes + passBytes) }

  /// The smallest ``TileRenderer/Options/memoryLimit`` that keeps all steps, so that nothing is computed again.
  var neededLimit: Int { (decodedBytes + plan.storedBytesAtOnce) / 3 * 4 + 4 }

  /// More than anybody waits for; sums over a plan's passes stay finite.
  private static let mostPixels = 1e15

  private let plan: RenderPlan
  private let options: TileRenderer.Options
  private let scratch: ScratchBudget
  private var workers: Int { scratch.workers ?? options.pool.workerCount }

  package init(_ plan: RenderPlan, options: TileRenderer.Options = TileRenderer.Options()) {
    self.init(plan, options: options, isChosen: false)
  }

  /// - Parameter isChosen: whether the steps that stay in memory have already been chosen.
  package init(_ plan: RenderPlan, options: TileRenderer.Options, isChosen: Bool) {
    self.plan = isChosen ? plan : MemoryBudget(options.memoryLimit, for: plan).plan
    self.options = options
    scratch = ScratchBudget(options, for: plan)
    load()
    run()
  }

  private mutating func load() {
    var owners: Set<ObjectIdentifier> = []
    for (source, region) in zip(plan.sources, plan.sourceRegions()) {
      let memory = source.loadingMemory(of: region)
      // Base and expanded light of one file are decoded once.
      if let owner = memory.owner, !owners.insert(owner).inserted { continue }
      decodedBytes += memory.resident
      loadingBytes += memory.resident + memory.transient
    }
  }

  private mutating func run() {
    let lifetimes = StepLifetimes(of: plan)
    var stored: [Int: Int] = [:]
    for (index, step) in plan.steps.enumerated() {
      if (step.isStored || step.kind.isWhole) && !step.region.isEmpty {
        stored[index] = step.keptBytes
        for region in regionsOfPass(step) { add(.step(index), over: region, pieces(of: region, step: index), stored) }
      }
      for measurement in plan.measurements where measurement.step == index && measurement.isNeeded {
        let region = measurement.region
        add(.step(index), over: region, Pieces(ReductionRunner.blocks(of: region)), stored, readsStep: true)
      }
      for done in lifetimes.steps(endingWith: index) { stored[done] = nil }
    }
    for (index, output) in plan.outputs.enumerated() {
      add(.output(index), over: output.region, pieces(of: output.region, step: nil), stored)
    }
  }

  private func regionsOfPass(_ step: RenderPlan.Step) -> [PixelRect] {
    if case .reduction(let operation, let input) = step.kind {
      return [operation.region.intersection(plan.steps[input].extent)]
    }
    return step.kind.isWhole ? [step.extent] : step.missingRects
  }

  /// The pieces of a region that workers take.
  private struct Pieces {
    /// Each pixel that a tile reads of an unstored step is computed once: rows are kept while the worker moves down the
    /// tile.
    var tiles: [PixelRect]
    /// What is in memory at once: some rows of a tile, if it is computed by rows.
    var bands: [PixelRect]

    init(_ tiles: [PixelRect], rows: Int = .max) {
      self.tiles = tiles
      bands = tiles.flatMap { $0.bands(of: rows) }
    }

    /// At most.
    var bandsOfTile: Int { tiles.isEmpty ? 1 : (bands.count + tiles.count - 1) / tiles.count }
  }

  private func pieces(of region: PixelRect, step: Int?) -> Pieces {
    if let step, case .reduction = plan.steps[step].kind { return Pieces(ReductionRunner.blocks(of: region)) }
    let shape = TileShape.choose(
      for: plan, step: step, over: region, workers: workers, edge: options.tileEdge)
    return Pieces(shape.grid(over: region), rows: shape.rows)
  }

  /// Some of the pieces stand for all; reads differ between pieces where positions are bent.
  private static func samples(of pieces: [PixelRect]) -> [PixelRect] {
    stride(from: 0, to: pieces.count, by: max(pieces.count / 128, 1) | 1).map { pieces[$0] }
  }

  /// - Parameter readsStep: whether the step's own pixels are only read, not filled.
  private mutating func add(
    _ target: PassTarget, over region: PixelRect, _ pieces: Pieces, _ stored: [Int: Int], readsStep: Bool = false
  ) {
    guard !pieces.tiles.isEmpty else { return }
    let bytes = Self.samples(of: pieces.bands).map { band in
      needed(for: band, target, readsStep: readsStep).held.reduce(0) { $0 + Self.bytes($1) }
    }
    let tiles = Self.samples(of: pieces.tiles)
    let pixels = tiles.reduce(0.0) {
      $0 + needed(for: $1, target, readsStep: readsStep, bands: pieces.bandsOfTile).pixels
    }
    let area = tiles.reduce(0.0) { $0 + Double($1.area) }
    let again = area > 0 ? pixels / area : 0
    passes.append(
      Pass(
        step: target.step, pixelCount: Int(min((1 + again) * Double(region.area), Self.mostPixels)),
        scratchBytes: min(workers, pieces.tiles.count) * blocks(bytes.max() ?? 0),
        storedBytes: stored.values.reduce(plan.heldRowBytes, +)))
  }

  /// The pixels of unstored steps that are computed for a piece of a step, or of the outputs, and those of them that
  /// are held, some of them twice.
  private func needed(
    for piece: PixelRect, _ target: PassTarget, readsStep: Bool, bands: Int = 1
  ) -> (pixels: Double, held: [PixelRect]) {
    var regions = [PixelRect](repeating: .empty, count: plan.steps.count)
    var times = [Double](repeating: 0, count: plan.steps.count)
    func read(_ inputs: [(step: Int, rect: PixelRect)], times each: Double = 1) {
      for (input, rect) in inputs {
        regions[input] = regions[input].union(rect.intersection(plan.steps[input].extent))
        times[input] += each
      }
    }
    var held: [PixelRect] = []
    // The step that is only read, not filled: a chain's pixels are gone before the next ones come.
    var seen: Int?
    switch target {
    case .step(let step):
      let kind = plan.steps[step].kind
      if readsStep { seen = step }
      if case .reduction(_, let input) = kind, !readsStep {
        seen = input
        read([(input, piece)])
      } else {
        read(readsStep ? [(step, piece)] : self.regions(of: kind, for: piece))
      }
      if !readsStep {
        held += copies(of: kind, for: piece)
        // Computed as floats, then packed.
        if plan.steps[step].isHalf { held.append(piece) }
      }
    case .output: read(plan.reads(target, for: piece))
    }
    var pixels = 0.0
    for index in plan.steps.indices.reversed() where !regions[index].isEmpty && !regions[index].isInfinite {
      let step = plan.steps[index]
      if step.isStored || step.kind.isWhole { continue }
      let region = regions[index].bounded(to: scratch.largestRegion)
      // A region too large to be kept for all of its readers is computed by each.
      let isKept = regions[index].area <= scratch.largestRegion
      let again = isKept ? 1 : max(times[index], 1)
      pixels += Double(regions[index].bounded(to: scratch.largestRegion * bands).area) * again
      if index != seen || !step.kind.isSpan || !step.extent.contains(piece) { held.append(region) }
      held += copies(of: step.kind, for: region)
      read(self.regions(of: step.kind, for: regions[index]), times: again)
    }
    return (pixels, held)
  }

  /// The regions that a step reads for a piece. Where a distortion's bound is loose, its positions are computed, as the
  /// executor does.
  private func regions(of kind: RenderPlan.StepKind, for piece: PixelRect) -> [(step: Int, rect: PixelRect)] {
    let read = plan.regions(of: kind, for: piece)
    guard case .warp(let operation, let sampling, _) = kind, let warp = operation as? any TileWarp,
      let loose = read.first?.rect, loose.width > 2 * piece.area / max(loose.height, 1), piece.area <= 1 << 20,
      let exact = warp.positions(in: piece)
    else { return read }
    return read.map { ($0, $1.intersection(exact.expanded(dx: sampling.margin, dy: sampling.margin))) }
  }

  /// The copies that a step makes of its inputs: resampling changes the pixel layout, neighbourhoods keep sums and
  /// rows.
  private func copies(of kind: RenderPlan.StepKind, for region: PixelRect) -> [PixelRect] {
    switch kind {
    case .span, .processor, .reduction: return []
    case .orthogonal: return unpacked(regions(of: kind, for: region))
    case .warp, .area:
      let read = regions(of: kind, for: region).map {
        $1.intersection(plan.steps[$0].extent).bounded(to: scratch.largestRegion)
      }
      // Resampling changes the layout of its input, in separate blocks, which leave room unused.
      if case .warp = kind { return read + read }
      return read + unpacked(regions(of: kind, for: region))
    }
  }

  /// The regions of half-precision steps that neighbourhoods and turns read as floats.
  private func unpacked(_ read: [(step: Int, rect: PixelRect)]) -> [PixelRect] {
    read.filter { plan.steps[$0.step].isStored && plan.steps[$0.step].isHalf }.map {
      $0.rect.intersection(plan.steps[$0.step].extent).bounded(to: scratch.largestRegion)
    }
  }

  /// Bytes of four planes; of floats by default.
  private static func bytes(_ rect: PixelRect, _ bytesPerPixel: Int = 4 * MemoryLayout<Float>.stride) -> Int {
    ((rect.width + 15) & ~15) * rect.height * bytesPerPixel
  }

  /// The memory that a worker takes from the pool for this many bytes: blocks of its two arenas.
  private func blocks(_ bytes: Int) -> Int {
    let block = scratch.blockBytes
    return bytes == 0 ? block : block + (bytes + block - 1) / block * block
  }
}

extension PixelRect {
  /// The rectangle with fewer rows, where it is larger than a worker computes at once.
  fileprivate func bounded(to largest: Int) -> PixelRect {
    guard area > largest else { return self }
    return PixelRect(x: minX, y: minY, width: width, height: Swift.max(largest / Swift.max(width, 1), 1))
  }
}
