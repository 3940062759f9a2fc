import Synchronization

/// Plans of earlier renders, by shape. A slider that moves and the next frame of a video find their plan here: it is bound to
/// the new numbers, not made again.
///
/// What differed between the last two renders is likely to differ next time: plans are cut in front of it, so that what
/// lies before can be kept.
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
    /// Content hashes of the nodes at the last render.
    var contents: [Int]
    /// The nodes that changed last, and the plan that is cut in front of them, where that is worth while.
    var changed: Set<Int> = []
    var variants: [Set<Int>: PlanTemplate?] = [:]
    var lastUse: Int
  }

  private let state = Mutex(State())

  /// Templates that are kept; the one used longest ago goes first.
  package static let capacity = 64
  /// Ways in which one template is cut.
  private static let mostVariants = 8

  package init() {}

  /// Plans that are kept.
  package var count: Int { state.withLock { $0.count } }

  /// How many plans had to be made.
  package var plannings: Int { state.withLock { $0.plannings } }

  /// The plan for a recipe, where one of its shape and class is kept.
  func plan(of shape: PlanShape, _ bindings: PlanBindings, keepsSteps: Bool) -> RenderPlan? {
    let entries = state.withLock { $0.templates[shape] } ?? []
    for (index, entry) in entries.enumerated() {
      var entry = entry
      let template = keepsSteps ? entry.template(for: bindings, mostVariants: Self.mostVariants) : entry.template
      guard let plan = template.bound(to: bindings) else { continue }
      state.withLock { $0.used(shape, index, entry) }
      return plan
    }
    return nil
  }

  func keep(_ template: PlanTemplate, _ bindings: PlanBindings) {
    state.withLock { state in
      state.plannings += 1
      state.clock += 1
      let entry = Entry(template: template, contents: bindings.contents, lastUse: state.clock)
      state.templates[template.shape, default: []].append(entry)
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

extension PlanCache.Entry {
  /// The template, cut in front of what changes.
  fileprivate mutating func template(for bindings: PlanBindings, mostVariants: Int) -> PlanTemplate {
    let contents = bindings.contents
    let different = contents.indices.filter { contents[$0] != self.contents[$0] }
    self.contents = contents
    // The same recipe again is drawn like the last time.
    if !different.isEmpty { changed = Set(different) }
    if changed.isEmpty { return template }
    if let known = variants[changed] { return known ?? template }
    if variants.count >= mostVariants { variants = [:] }
    // What comes after the last node belongs to the output.
    let cut = template.cut(before: changed.union(bindings.changingNodes).union([contents.count]))
    variants[changed] = .some(cut)
    return cut ?? template
  }
}

extension PlanBindings {
  fileprivate var contents: [Int] { order.entries.map(\.node.contentHash) }

  /// Nodes whose pixels may differ although they are equal.
  fileprivate var changingNodes: [Int] { order.entries.indices.filter { !order.entries[$0].node.isConstant } }
}

extension PlanCache.State {
  fileprivate mutating func used(_ shape: PlanShape, _ index: Int, _ entry: PlanCache.Entry) {
    clock += 1
    // Another thread may have put another in its place.
    guard let known = templates[shape], index < known.count, known[index].template.id == entry.template.id
    else { return }
    var entry = entry
    entry.lastUse = clock
    templates[shape]?[index] = entry
  }

  fileprivate mutating func dropOldest() {
    let oldest = templates.min { ($0.value.map(\.lastUse).min() ?? 0) < ($1.value.map(\.lastUse).min() ?? 0) }
    guard let shape = oldest?.key, let entries = oldest?.value else { return }
    let left = entries.sorted { $0.lastUse < $1.lastUse }.dropFirst()
    templates[shape] = left.isEmpty ? nil : Array(left)
    count -= 1
  }
}
