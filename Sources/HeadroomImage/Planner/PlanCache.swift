import Synchronization

/// Plans of earlier renders, by shape. A slider that moves and the next frame of a video find their plan here: it is bound to
/// the new numbers, not made again.
package final class PlanCache: Sendable {
  fileprivate struct State {
    /// The templates of each shape: one for each class.
    var templates: [PlanShape: [Entry]] = [:]
    var count = 0
    var clock = 0
    var plannings = 0
  }

  fileprivate struct Entry {
    let template: PlanTemplate
    var lastUse: Int
  }

  private let state = Mutex(State())

  /// Templates that are kept; the one used longest ago goes first.
  package static let capacity = 64

  package init() {}

  /// Plans that are kept.
  package var count: Int { state.withLock { $0.count } }

  /// How many plans had to be made.
  package var plannings: Int { state.withLock { $0.plannings } }

  /// The plan for a recipe, where one of its shape and class is kept.
  func plan(of shape: PlanShape, _ bindings: PlanBindings) -> RenderPlan? {
    let templates = state.withLock { $0.templates[shape]?.map(\.template) } ?? []
    for (index, template) in templates.enumerated() {
      guard let plan = template.bound(to: bindings) else { continue }
      state.withLock { $0.use(shape, index) }
      return plan
    }
    return nil
  }

  func keep(_ template: PlanTemplate) {
    state.withLock { state in
      state.plannings += 1
      state.clock += 1
      state.templates[template.shape, default: []].append(Entry(template: template, lastUse: state.clock))
      state.count += 1
      if state.count > Self.capacity { state.dropOldest() }
    }
  }

  /// Forgets all plans.
  package func clear() {
    state.withLock { state in
      state.templates = [:]
      state.count = 0
    }
  }
}

extension PlanCache.State {
  fileprivate mutating func use(_ shape: PlanShape, _ index: Int) {
    clock += 1
    guard let entries = templates[shape], index < entries.count else { return }
    templates[shape]?[index].lastUse = clock
  }

  fileprivate mutating func dropOldest() {
    let oldest = templates.min { ($0.value.map(\.lastUse).min() ?? 0) < ($1.value.map(\.lastUse).min() ?? 0) }
    guard let shape = oldest?.key, let entries = oldest?.value else { return }
    let left = entries.sorted { $0.lastUse < $1.lastUse }.dropFirst()
    templates[shape] = left.isEmpty ? nil : Array(left)
    count -= 1
  }
}
