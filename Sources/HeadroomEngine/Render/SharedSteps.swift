internal import HeadroomPixels

/// The steps that several others or a neighbourhood read, and the regions of them that a tile needs.
struct SharedSteps: Sendable {
  private let isShared: [Bool]
  /// Whether there are any.
  let hasAny: Bool
  private let plan: RenderPlan
  /// Steps whose rows a neighbourhood reads, and reads again for the next rows.
  let isRowsReadAgain: [Bool]

  init(of plan: RenderPlan) {
    self.plan = plan
    let readers = plan.readerCounts
    isShared = plan.steps.indices.map { readers[$0] > 1 && !plan.steps[$0].isStored && !plan.steps[$0].kind.isWhole }
    hasAny = isShared.contains(true)
    var readAgain = [Bool](repeating: false, count: plan.steps.count)
    for step in plan.steps {
      guard case .area(let operation, let inputs) = step.kind, !(operation is any PassOperation) else { continue }
      for input in inputs {
        // One window cannot follow two readers of unpacked rows: it would move away under the first.
        let isUnpackedOften = plan.steps[input].isStored && readers[input] > 1
        readAgain[input] = !plan.steps[input].isInMemoryAsRead && !isUnpackedOften
      }
    }
    isRowsReadAgain = readAgain
  }

  /// Regions of the shared steps, if the tile's own chain reads `needed`; nil where there are none.
  func regions(_ needed: [(step: Int, rect: PixelRect)]) -> [PixelRect]? {
    guard !needed.isEmpty else { return nil }
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
  /// Whether its whole needed region is kept in memory.
  var isStored: Bool { isMaterialised && !region.isEmpty && !region.isInfinite }

  var storedPixelCount: Int { missingRects.reduce(0) { $0 + $1.area } }

  /// Whether its layout in memory is the one that its readers need.
  fileprivate var isInMemoryAsRead: Bool { kind.isWhole || isStored && !isHalf }
}
