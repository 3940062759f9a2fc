import Synchronization

/// Plans of earlier renders, by shape. When a slider moves or the next frame of a video comes, the plan is found here
/// and bound to the new numbers instead of made again.
///
/// Nodes that differed between the last two renders are likely to differ next time: plans are cut in front of them, so
/// that the results before the cut can be kept.
package final class PlanCache: Sendable {
  fileprivate struct State {
    /// The templates by the hash of their shape: one for each class of a shape.
    var templates: [Int: [Entry]] = [:]
    var count = 0
    var clock = 0
    var plannings = 0
  }

  fileprivate struct Entry {
    let template: PlanTemplate
    /// Content hashes of the nodes at the last render.
    var contents: [Int]
    /// The nodes that changed last, in order.
    var changed: [Int] = []
    /// Plans that are cut in front of such nodes; nil where that does not pay.
    var variants: [(changed: [Int], template: PlanTemplate?)] = []
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
  ///
  /// - Parameter isCut: whether it may store results in front of the nodes that changed since the last render.
  func plan(_ settings: PlanShape.Settings, _ bindings: PlanBindings, isCut: Bool) -> RenderPlan? {
    let hash = PlanShape.hash(of: bindings.order)
    let entries = state.withLock { $0.templates[hash] } ?? []
    for (index, entry) in entries.enumerated()
    where entry.template.shape.describes(bindings.order, settings) {
      var entry = entry
      let template = isCut ? entry.template(for: bindings, mostVariants: Self.mostVariants) : entry.template
      guard let plan = template.bound(to: bindings) else { continue }
      state.withLock { $0.used(hash, index, entry) }
      return plan
    }
    return nil
  }

  package func keep(_ template: PlanTemplate, _ bindings: PlanBindings) {
    state.withLock { state in
      state.plannings += 1
      state.clock += 1
      let entry = Entry(template: template, contents: bindings.contents, lastUse: state.clock)
      state.templates[template.shape.hash, default: []].append(entry)
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
    let different = bindings.order.entries.indices.filter {
      bindings.order.entries[$0].node.contentHash != contents[$0]
    }
    // The same recipe again is drawn like the last time.
    if !different.isEmpty {
      contents = bindings.contents
      changed = different
    }
    if changed.isEmpty { return template }
    if let known = variants.first(where: { $0.changed == changed }) { return known.template ?? template }
    if variants.count >= mostVariants { variants = [] }
    // What comes after the last node belongs to the output.
    let cut = template.cut(before: Set(changed + bindings.changingNodes + [contents.count]))
    variants.append((changed, cut))
    return cut ?? template
  }
}

extension PlanBindings {
  fileprivate var contents: [Int] { order.entries.map(\.node.contentHash) }

  /// Nodes whose pixels may differ although they are equal.
  fileprivate var changingNodes: [Int] { order.entries.indices.filter { !order.entries[$0].node.isConstant } }
}

extension PlanCache.State {
  fileprivate mutating func used(_ hash: Int, _ index: Int, _ entry: PlanCache.Entry) {
    clock += 1
    // Another thread may have put another in its place.
    guard let known = templates[hash], index < known.count, known[index].template.id == entry.template.id
    else { return }
    var entry = entry
    entry.lastUse = clock
    templates[hash]?[index] = entry
  }

  fileprivate mutating func dropOldest() {
    let oldest = templates.min { ($0.value.map(\.lastUse).min() ?? 0) < ($1.value.map(\.lastUse).min() ?? 0) }
    guard let hash = oldest?.key, let entries = oldest?.value else { return }
    let left = entries.sorted { $0.lastUse < $1.lastUse }.dropFirst()
    templates[hash] = left.isEmpty ? nil : Array(left)
    count -= 1
  }
}
