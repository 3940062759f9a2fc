internal import HeadroomPixels

/// Keeps intermediates within the context's memory limit: of those in memory at the same time, the ones that cost least
/// to compute again, relative to the memory they free, are computed where they are read.
struct MemoryBudget {
  /// The plan with the steps that stay.
  private(set) var plan: RenderPlan
  private let limit: Int?
  private let room: Int

  /// How many times the work without a limit is still acceptable; more would look like a hang.
  private static let mostWork = 5
  /// The most steps that are given up one by one.
  private static let mostSteps = 2000

  /// - Parameter limit: nil is without limit, 0 keeps nothing.
  init(_ limit: Int?, for plan: RenderPlan) {
    self.plan = plan
    self.limit = limit
    // Workers need some too.
    room = limit.map { $0 / 4 * 3 - plan.decodedByteCount - plan.heldRowBytes } ?? .max
    if limit != nil { chooseKept() }
  }

  private mutating func chooseKept() {
    // Later bands rely on the rows that bands hand on.
    let required = plan.stepsReadAsWhole.union(plan.steps.indices.filter { !plan.steps[$0].held.isEmpty })
    let droppable = plan.steps.indices.filter {
      plan.steps[$0].isMaterialised && !plan.steps[$0].isAvailable && !required.contains($0)
    }
    for index in droppable where plan.steps[index].region.isInfinite { plan.steps[index].isMaterialised = false }
    var rest = Set(droppable.filter { plan.steps[$0].isStored })
    for _ in 0..<Self.mostSteps {
      let liveness = StorageLiveness(of: plan)
      guard let fullest = liveness.fullest(room) else { return }
      let alive = liveness.steps(at: fullest).filter(rest.contains)
      guard let cheapest = plan.cheapest(of: alive) else { return }
      rest.remove(cheapest)
      plan.steps[cheapest].isMaterialised = false
    }
    for index in rest { plan.steps[index].isMaterialised = false }
  }

  /// Why the render is refused: computing steps again would take more than five times the work. Nil if it can run.
  ///
  /// - Parameter complete: the plan with all steps that it would keep.
  func refusal(of complete: RenderPlan, _ options: TileRenderer.Options) -> RenderError? {
    guard let limit, limit > 0,
      zip(plan.steps, complete.steps).contains(where: { $0.isMaterialised != $1.isMaterialised })
    else {
      return nil
    }
    var free = options
    free.memoryLimit = nil
    let full = DryRun(complete, options: free)
    let limited = DryRun(plan, options: options, isChosen: true)
    guard limited.pixelCount / Self.mostWork > full.pixelCount else { return nil }
    return .intermediatesOverLimit(needed: full.neededLimit, limit: limit)
  }
}

/// The stored steps that are in memory while each step is computed, and their size.
private struct StorageLiveness {
  /// For each step, the last one that is computed while it is in memory; -1 for steps that are not stored.
  private var last: [Int]
  /// Bytes while each step is computed; the last entry is for the outputs.
  private var bytes: [Int]

  init(of plan: RenderPlan) {
    let lifetimes = StepLifetimes(of: plan)
    last = [Int](repeating: -1, count: plan.steps.count)
    bytes = [Int](repeating: 0, count: plan.steps.count + 1)
    var (sum, kept) = (0, [Int](repeating: 0, count: plan.steps.count))
    for (index, step) in plan.steps.enumerated() {
      if step.isStored || step.kind.isWhole, !step.isAvailable, !step.region.isEmpty {
        kept[index] = step.keptBytes
        last[index] = plan.steps.count
        sum += kept[index]
      }
      bytes[index] = sum
      for done in lifetimes.steps(endingWith: index) where last[done] >= 0 {
        sum -= kept[done]
        last[done] = index
      }
    }
    bytes[plan.steps.count] = sum
  }

  /// Where memory is fullest, if that is more than there is room for.
  func fullest(_ room: Int) -> Int? {
    guard most > max(room, 0) else { return nil }
    return bytes.firstIndex(of: most)
  }

  var most: Int { bytes.max() ?? 0 }

  func steps(at place: Int) -> [Int] { last.indices.filter { $0 <= place && last[$0] >= place } }
}

extension RenderPlan {
  /// The stored step that costs least to compute where it is read, relative to its memory.
  fileprivate func cheapest(of candidates: [Int]) -> Int? {
    if candidates.count < 2 { return candidates.first }
    let (passes, pixels) = (passesReading(), pixelsToCompute())
    func cost(_ index: Int) -> Double {
      Double(max(passes[index].count, 1)) * pixels[index] / Double(max(steps[index].keptBytes, 1))
    }
    return candidates.map { ($0, cost($0)) }.min { $0.1 < $1.1 }?.0
  }

  /// For each step, the passes over pixels that read it; outputs count as one pass after all others.
  private func passesReading() -> [Set<Int>] {
    var result = [Set<Int>](repeating: [], count: steps.count)
    for output in outputs { for input in output.program.stepInputs { result[input].insert(steps.count) } }
    for measurement in measurements { result[measurement.step].insert(measurement.step) }
    for index in steps.indices.reversed() {
      let isPass = steps[index].isStored || steps[index].kind.isWhole
      for input in steps[index].kind.inputs {
        if isPass { result[input].insert(index) } else { result[input].formUnion(result[index]) }
      }
    }
    return result
  }

  /// For each step, the pixels that are computed with it: its own, and those of unstored steps that it reads.
  private func pixelsToCompute() -> [Double] {
    var result = [Double](repeating: 0, count: steps.count)
    for (index, step) in steps.enumerated() {
      let fresh = step.kind.inputs.filter { !steps[$0].isStored && !steps[$0].kind.isWhole }
      // A step reached by several paths is computed once for a tile: the most expensive path stands for all.
      result[index] = step.region.isInfinite ? 0 : Double(step.region.area) + (fresh.map { result[$0] }.max() ?? 0)
    }
    return result
  }
}

extension RenderPlan.Step {
  /// Bytes of a pixel where it is kept.
  var storedBytesPerPixel: Int { 4 * (isHalf ? MemoryLayout<Float16>.stride : MemoryLayout<Float>.stride) }

  /// Bytes that its pixels take from the pool where they are kept.
  package var keptBytes: Int { bytes(keeping: kind.isWhole ? [extent] : storedRects) }

  /// Bytes of its rows from the band above.
  package var heldBytes: Int { held.isEmpty ? 0 : bytes(keeping: [held]) }

  private func bytes(keeping rects: [PixelRect]) -> Int {
    rects.reduce(0) { sum, rect in
      let row = ((rect.width + 15) & ~15).multipliedReportingOverflow(by: storedBytesPerPixel)
      let bytes = row.partialValue.multipliedReportingOverflow(by: rect.height)
      // More than any memory: sums over a plan's steps do not overflow.
      if row.overflow || bytes.overflow || bytes.partialValue > Self.mostBytes { return sum + Self.mostBytes }
      return sum + StoragePool.byteCount(holding: bytes.partialValue)
    }
  }

  private static let mostBytes = 1 << 42
}

extension RenderPlan {
  /// The most bytes of stored steps that are in memory at the same time.
  var storedBytesAtOnce: Int { StorageLiveness(of: self).most }

  /// Bytes of all rows from the band above.
  var heldRowBytes: Int { steps.reduce(0) { $0 + $1.heldBytes } }

  /// Steps that are complete before anything of their readers is computed.
  var stepsReadAsWhole: Set<Int> {
    var result = Set(outputs.flatMap(\.program.parameterSteps))
    for step in steps {
      switch step.kind {
      case .span(let program): result.formUnion(program.parameterSteps)
      case .processor(_, let inputs): result.formUnion(inputs)
      case .warp, .orthogonal, .area, .reduction: break
      }
    }
    return result
  }
}
