package import HeadroomPixels
internal import Synchronization

/// Pixels of steps that are kept from render to render, so that a slider that moves computes only what lies behind it.
///
/// What was used longest ago goes first. All of it goes when memory runs out anywhere in the process.
package final class StepCache: Sendable, PurgeableMemory {
  fileprivate struct Entry {
    let key: StepKey
    let pixels: StoredPixels
    var lastUse: Int
  }

  fileprivate struct State {
    var entries: [Entry] = []
    var byteCount = 0
    var clock = 0
    var hits = 0
  }

  private let state = Mutex(State())
  /// The most bytes that are kept.
  package let byteLimit: Int

  /// - Parameter ledger: where memory is counted; it asks for what is kept when it runs out.
  package init(byteLimit: Int, ledger: MemoryLedger) {
    self.byteLimit = byteLimit
    ledger.add(self)
  }

  package var byteCount: Int { state.withLock { $0.byteCount } }

  /// How many steps did not have to be computed.
  package var hits: Int { state.withLock { $0.hits } }

  package func purge() {
    // Freed outside the lock.
    let dropped = state.withLock { state in
      defer { (state.entries, state.byteCount) = ([], 0) }
      return state.entries
    }
    _ = consume dropped
  }

  func pixels(of key: StepKey, covering rect: PixelRect) -> StoredPixels? {
    let candidates = state.withLock { $0.entries }.filter { $0.pixels.rect.contains(rect) }
    guard let found = candidates.first(where: { $0.key.matches(key) }) else { return nil }
    state.withLock { state in
      state.clock += 1
      state.hits += 1
      if let index = state.entries.firstIndex(where: { $0.pixels.storage === found.pixels.storage }) {
        state.entries[index].lastUse = state.clock
      }
    }
    return found.pixels
  }

  /// Keeps a step's pixels in place of older ones of the same step.
  func keep(_ pixels: StoredPixels, of key: StepKey) {
    guard pixels.byteCount <= byteLimit else { return }
    let dropped = state.withLock { state in
      state.clock += 1
      var dropped = state.remove { $0.key.template == key.template && $0.key.step == key.step }
      while state.byteCount + pixels.byteCount > byteLimit,
        let oldest = state.entries.map(\.lastUse).min()
      {
        dropped += state.remove { $0.lastUse == oldest }
      }
      state.entries.append(Entry(key: key, pixels: pixels, lastUse: state.clock))
      state.byteCount += pixels.byteCount
      return dropped
    }
    _ = consume dropped
  }
}

extension StepCache.State {
  fileprivate mutating func remove(where isUnwanted: (StepCache.Entry) -> Bool) -> [StepCache.Entry] {
    let dropped = entries.filter(isUnwanted)
    entries.removeAll(where: isUnwanted)
    byteCount -= dropped.reduce(0) { $0 + $1.pixels.byteCount }
    return dropped
  }
}

extension StepCache {
  /// Finds what is kept of a plan's steps, and takes what only they would read out of the plan's regions.
  func resolve(_ plan: inout RenderPlan) -> [Int: StoredPixels] {
    var found: [Int: StoredPixels] = [:]
    for index in plan.steps.indices.reversed() {
      let step = plan.steps[index]
      guard let key = step.key, step.isStored, let pixels = pixels(of: key, covering: step.region) else { continue }
      found[index] = pixels
      plan.steps[index].isAvailable = true
    }
    if !found.isEmpty { plan.dropUnread() }
    return found
  }
}

extension RenderPlan {
  /// Leaves out of the regions and measurements what only available steps would have read.
  fileprivate mutating func dropUnread() {
    var needed = measurements.count(where: \.isNeeded)
    while true {
      fillRegions(wantedRegions())
      var used = Set(output.measurements)
      for step in steps where !step.isAvailable && !step.region.isEmpty {
        if case .span(let program) = step.kind { used.formUnion(program.measurements) }
      }
      for index in measurements.indices { measurements[index].isNeeded = used.contains(index) }
      if used.count == needed { return }
      needed = used.count
    }
  }
}
