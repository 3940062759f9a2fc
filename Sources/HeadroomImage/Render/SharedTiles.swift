/// Tiles of steps that are not stored but read several times while one tile is computed: each is computed at its first
/// reader, over all that its readers need. Without them the work would grow with the number of paths through the plan.
@safe final class SharedTiles {
  private let regions: [PixelRect]
  private var tiles: [Int: Placed] = unsafe [:]
  /// Memory apart from the evaluator's stack: these tiles live until the tile that is being computed is done.
  private let arena: ScratchArena

  @unsafe
  private struct Placed {
    let tile: Tile
  }

  /// - Parameters:
  ///   - regions: of each step, what is needed of it for the tile; empty where it is not shared.
  init(regions: [PixelRect], arena: ScratchArena) {
    self.regions = regions
    self.arena = arena
  }

  func region(of step: Int) -> PixelRect? { regions[step].isEmpty ? nil : regions[step] }

  func tile(of step: Int, compute: (Tile) -> Void) -> Tile {
    if let known = unsafe tiles[step] { return unsafe known.tile }
    let tile = unsafe arena.tile(regions[step])
    unsafe compute(tile)
    unsafe tiles[step] = Placed(tile: tile)
    return unsafe tile
  }
}

/// Which steps are shared in that way, and what of them a tile needs.
struct SharedSteps: Sendable {
  private let isShared: [Bool]
  private let hasAny: Bool
  private let plan: RenderPlan

  init(of plan: RenderPlan) {
    self.plan = plan
    let readers = plan.readerCounts
    isShared = plan.steps.indices.map { readers[$0] > 1 && !plan.steps[$0].isStored && !plan.steps[$0].kind.isWhole }
    hasAny = isShared.contains(true)
  }

  /// Regions of the shared steps, where `needed` is what the tile's own chain reads; nil where nothing is shared.
  func regions(_ needed: [(step: Int, rect: PixelRect)]) -> [PixelRect]? {
    guard hasAny, !needed.isEmpty else { return nil }
    var regions = [PixelRect](repeating: .empty, count: plan.steps.count)
    for (step, rect) in needed { regions[step] = regions[step].union(rect) }
    for index in plan.steps.indices.reversed() where !regions[index].isEmpty {
      let step = plan.steps[index]
      if step.isStored || step.kind.isWhole { continue }
      for (input, rect) in plan.regions(of: step.kind, for: regions[index].intersection(step.extent)) {
        regions[input] = regions[input].union(rect.intersection(plan.steps[input].extent))
      }
    }
    return regions.enumerated().map { isShared[$0] ? $1 : .empty }
  }
}

extension RenderPlan.Step {
  /// Whether all that is needed of it is kept in memory.
  var isStored: Bool { isMaterialised && !region.isEmpty && !region.isInfinite }
}
