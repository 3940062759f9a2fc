internal import HeadroomPixels

/// Goes through a plan as the tile renderer does, without pixels: how much there is to compute, and how much memory it takes.
///
/// Memory is what a context's ledger counts: decoded sources with their gain maps, what their codecs reserve while they decode,
/// stored steps and the workers' scratch. Destinations are the caller's, and so is what is done with them;
/// `RenditionWriter.memory()` says what all of a conversion takes. Not known are allocations that nobody counts: of the
/// codecs' libraries what they take beyond what is reserved for them, and mapped files.
///
/// Memory of the workers is a bound: all that a piece of a picture is made of, as if nothing were given back until the piece
/// is done. Stored steps are counted as they come and go.
package struct DryRun: Sendable {
  /// One trip over pixels, which fills a step or the outputs.
  package struct Pass: Hashable, Sendable {
    /// Nil for outputs.
    package var step: Int?
    /// Pixels computed of all steps, those computed again for the borders of tiles included.
    package var pixelCount: Int
    /// Bytes of the workers together.
    package var scratchBytes: Int
    /// Bytes of the stored steps, the one that is filled included.
    package var storedBytes: Int
  }

  package private(set) var passes: [Pass] = []
  /// Bytes of decoded sources.
  package private(set) var decodedBytes = 0
  /// The most bytes while they are decoded, as if all were at the same time.
  private var loadingBytes = 0

  /// Pixels computed in all passes.
  package var pixelCount: Int { passes.reduce(0) { $0 + $1.pixelCount } }

  /// The most bytes that a pass takes.
  package var passBytes: Int { passes.map { $0.scratchBytes + $0.storedBytes }.max() ?? 0 }

  /// The most bytes that are in use at once, but for sources that are in memory already and the destination, which may be there
  /// before the first source is.
  package var peakBytes: Int { max(loadingBytes, decodedBytes + passBytes) }

  /// The least ``TileRenderer/Options/memoryLimit`` that keeps all steps, with which nothing is computed again.
  var neededLimit: Int { (decodedBytes + plan.storedBytesAtOnce) / 3 * 4 + 4 }

  /// More than anybody waits for; sums of a plan's passes stay numbers.
  private static let mostPixels = 1e15

  private let plan: RenderPlan
  private let options: TileRenderer.Options
  private let scratch: ScratchBudget
  private var workers: Int { scratch.workers ?? options.pool.workerCount }

  package init(_ plan: RenderPlan, options: TileRenderer.Options = TileRenderer.Options()) {
    self.init(plan, options: options, isChosen: false)
  }

  /// - Parameter isChosen: whether the steps that stay in memory have been chosen.
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
      decodedBytes += memory.held
      loadingBytes += memory.held + memory.passing
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

  /// What workers take from a region.
  private struct Pieces {
    /// Each pixel that a tile reads of a step that is not stored is computed once: rows are kept while it goes down.
    var tiles: [PixelRect]
    /// What is in memory at once: some rows of a tile where that slides.
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

  /// Some of the pieces stand for all: what they read differs where positions are bent.
  private static func samples(of pieces: [PixelRect]) -> [PixelRect] {
    stride(from: 0, to: pieces.count, by: max(pieces.count / 128, 1) | 1).map { pieces[$0] }
  }

  /// - Parameter readsStep: whether the step's own pixels are looked at, not filled.
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

  /// The pixels that are computed of the steps that are not stored for a piece of a step, or of the outputs, and what of them is
  /// held, some of it twice.
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
    // What is looked at, not filled: a chain's pixels are gone before the next ones come.
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
      // What is too large to be kept for all of its readers is computed by each.
      let isKept = regions[index].area <= scratch.largestRegion
      let again = isKept ? 1 : max(times[index], 1)
      pixels += Double(regions[index].bounded(to: scratch.largestRegion * bands).area) * again
      if index != seen || !step.kind.isSpan || !step.extent.contains(piece) { held.append(region) }
      held += copies(of: step.kind, for: region)
      read(self.regions(of: step.kind, for: regions[index]), times: again)
    }
    return (pixels, held)
  }

  /// What a step reads for a piece: where a distortion's bound is loose, where its positions lie, as the executor does.
  private func regions(of kind: RenderPlan.StepKind, for piece: PixelRect) -> [(step: Int, rect: PixelRect)] {
    let read = plan.regions(of: kind, for: piece)
    guard case .warp(let operation, let sampling, _) = kind, let warp = operation as? any TileWarp,
      let loose = read.first?.rect, loose.width > 2 * piece.area / max(loose.height, 1), piece.area <= 1 << 20,
      let exact = warp.positions(in: piece)
    else { return read }
    return read.map { ($0, $1.intersection(exact.expanded(dx: sampling.margin, dy: sampling.margin))) }
  }

  /// What a step makes for itself of what it reads: resampling lays pixels out anew, neighbourhoods keep sums and rows.
  private func copies(of kind: RenderPlan.StepKind, for region: PixelRect) -> [PixelRect] {
    switch kind {
    case .span, .processor, .reduction: return []
    case .orthogonal: return unpacked(regions(of: kind, for: region))
    case .warp, .area:
      let read = regions(of: kind, for: region).map {
        $1.intersection(plan.steps[$0].extent).bounded(to: scratch.largestRegion)
      }
      // Resampling lays out anew what it reads, in blocks of its own, which leave room unused.
      if case .warp = kind { return read + read }
      return read + unpacked(regions(of: kind, for: region))
    }
  }

  /// What neighbourhoods and turns read of steps in half precision, as floats.
  private func unpacked(_ read: [(step: Int, rect: PixelRect)]) -> [PixelRect] {
    read.filter { plan.steps[$0.step].isStored && plan.steps[$0.step].isHalf }.map {
      $0.rect.intersection(plan.steps[$0.step].extent).bounded(to: scratch.largestRegion)
    }
  }

  /// Bytes of four planes; of floats, where nothing else is said.
  private static func bytes(_ rect: PixelRect, _ bytesPerPixel: Int = 4 * MemoryLayout<Float>.stride) -> Int {
    ((rect.width + 15) & ~15) * rect.height * bytesPerPixel
  }

  /// What a worker takes from the pool for so many bytes: blocks of its two arenas.
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
