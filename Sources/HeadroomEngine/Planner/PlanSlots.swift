internal import Foundation
internal import HeadroomGraphics
internal import HeadroomPixels

/// A number of a plan that is filled in when the plan is bound to a recipe.
package struct Slot<Value>: Hashable, Sendable {
  package let number: Int
}

/// How the numbers of a plan follow from the parameters of the recipe that it is bound to: rectangles, moves, transforms and
/// matrices, each by a rule over earlier ones. Equal rules are one slot.
///
/// While a plan is made the slots are filled from the recipe at hand. Each decision that depends on a value is recorded
/// as a ``PlanGuard``: the plan serves every recipe of the same shape whose values give the same answers.
struct PlanSlots: Sendable {
  enum TransformRule: Hashable, Sendable {
    case node(Int)
    /// The second after the first.
    case concatenated(Slot<CGAffineTransform>, Slot<CGAffineTransform>)
    /// The rest of a transform when the picture has been halved before.
    case doubled(Slot<CGAffineTransform>)
  }

  /// Sums of translations. Terms are in order and none cancels another, so that equal sums are one slot.
  struct OffsetRule: Hashable, Sendable {
    enum Atom: Hashable, Sendable {
      case translation(of: Slot<CGAffineTransform>)
      case sum(Slot<PixelOffset>)
    }

    struct Term: Hashable, Sendable {
      var atom: Atom
      var factor: Int
    }

    var terms: [Term] = []
  }

  enum RectRule: Hashable, Sendable {
    case infinite, empty
    /// The regions of the outputs: one of them, or all together.
    case region(Int)
    case allRegions
    case extent(ofNode: Int)
    case bounds(ofSource: Int)
    case moved(Slot<PixelRect>, by: Slot<PixelOffset>)
    case intersection(Slot<PixelRect>, Slot<PixelRect>)
    case halved(Slot<PixelRect>)
    /// Half the size, and a pixel more on each side.
    case halvedWithBorder(Slot<PixelRect>)
  }

  enum MatrixRule: Hashable, Sendable {
    case constant(ColorMatrix)
    case operation(ofNode: Int)
    /// The second after the first.
    case product(Slot<ColorMatrix>, Slot<ColorMatrix>)
  }

  /// One kind of slots.
  struct Column<Rule: Hashable & Sendable, Value>: Sendable {
    private(set) var rules: [Rule] = []
    private var numbers: [Rule: Int] = [:]

    /// The slot of a rule, and whether it is new.
    fileprivate mutating func slot(_ rule: Rule) -> (slot: Slot<Value>, isNew: Bool) {
      if let known = numbers[rule] { return (Slot(number: known), false) }
      rules.append(rule)
      numbers[rule] = rules.count - 1
      return (Slot(number: rules.count - 1), true)
    }

    fileprivate mutating func seal() { numbers = [:] }
  }

  private(set) var transforms = Column<TransformRule, CGAffineTransform>()
  private(set) var offsets = Column<OffsetRule, PixelOffset>()
  private(set) var rects = Column<RectRule, PixelRect>()
  private(set) var matrices = Column<MatrixRule, ColorMatrix>()
  private(set) var guards: [PlanGuard] = []
  private var knownGuards: Set<PlanGuard> = []
  private(set) var values: SlotValues

  /// More terms than these become a separate sum: rules stay short, whatever the length of a recipe.
  private static let mostTerms = 8

  init(_ bindings: PlanBindings) { values = SlotValues(bindings) }

  /// Drops everything that only planning needs, including the recipe.
  mutating func seal() {
    transforms.seal()
    offsets.seal()
    rects.seal()
    matrices.seal()
    knownGuards = []
    values = .none
  }

  // MARK: Rules

  mutating func transform(_ rule: TransformRule) -> Slot<CGAffineTransform> {
    let (slot, isNew) = transforms.slot(rule)
    if isNew { values.append(rule) }
    return slot
  }

  mutating func rect(_ rule: RectRule) -> Slot<PixelRect> {
    let (slot, isNew) = rects.slot(rule)
    if isNew { values.append(rule) }
    return slot
  }

  mutating func matrix(_ rule: MatrixRule) -> Slot<ColorMatrix> {
    let (slot, isNew) = matrices.slot(rule)
    if isNew { values.append(rule) }
    return slot
  }

  private mutating func offset(_ rule: OffsetRule) -> Slot<PixelOffset> {
    let (slot, isNew) = offsets.slot(rule)
    if isNew { values.append(rule) }
    return slot
  }

  mutating func zero() -> Slot<PixelOffset> { offset(OffsetRule()) }

  func isZero(_ slot: Slot<PixelOffset>) -> Bool { offsets.rules[slot.number].terms.isEmpty }

  mutating func translation(of transform: Slot<CGAffineTransform>) -> Slot<PixelOffset> {
    offset(OffsetRule(terms: [OffsetRule.Term(atom: .translation(of: transform), factor: 1)]))
  }

  /// `first` + `factor` times `second`.
  mutating func sum(
    _ first: Slot<PixelOffset>, _ second: Slot<PixelOffset>, factor: Int = 1
  ) -> Slot<PixelOffset> {
    if isZero(second) { return first }
    var terms = terms(of: first)
    for term in self.terms(of: second) {
      if let known = terms.firstIndex(where: { $0.atom == term.atom }) {
        terms[known].factor += factor * term.factor
      } else {
        terms.append(OffsetRule.Term(atom: term.atom, factor: factor * term.factor))
      }
    }
    terms.removeAll { $0.factor == 0 }
    terms.sort { $0.atom.order < $1.atom.order }
    return offset(OffsetRule(terms: terms))
  }

  private func terms(of slot: Slot<PixelOffset>) -> [OffsetRule.Term] {
    let terms = offsets.rules[slot.number].terms
    return terms.count > Self.mostTerms ? [OffsetRule.Term(atom: .sum(slot), factor: 1)] : terms
  }

  mutating func moved(_ rect: Slot<PixelRect>, by offset: Slot<PixelOffset>, factor: Int = 1) -> Slot<PixelRect> {
    if isZero(offset) { return rect }
    guard case .moved(let inner, let first) = rects.rules[rect.number] else {
      return self.rect(.moved(rect, by: sum(zero(), offset, factor: factor)))
    }
    let both = sum(first, offset, factor: factor)
    return isZero(both) ? inner : self.rect(.moved(inner, by: both))
  }

  mutating func intersection(_ a: Slot<PixelRect>, _ b: Slot<PixelRect>) -> Slot<PixelRect> {
    a == b ? a : rect(.intersection(a, b))
  }

  /// One matrix after another; of two constants a constant.
  mutating func product(_ first: Slot<ColorMatrix>, _ second: Slot<ColorMatrix>) -> Slot<ColorMatrix> {
    if case .constant(let a) = matrices.rules[first.number], case .constant(let b) = matrices.rules[second.number] {
      return matrix(.constant(b.after(a)))
    }
    return matrix(.product(first, second))
  }

  /// Whether a rectangle depends on the rendered region, not on the recipe alone.
  func dependsOnRegion(_ slot: Slot<PixelRect>) -> Bool {
    switch rects.rules[slot.number] {
    case .region, .allRegions: true
    case .infinite, .empty, .extent, .bounds: false
    case .moved(let rect, _), .halved(let rect), .halvedWithBorder(let rect): dependsOnRegion(rect)
    case .intersection(let a, let b): dependsOnRegion(a) || dependsOnRegion(b)
    }
  }

  // MARK: Questions

  private mutating func note(_ guarded: PlanGuard) {
    if knownGuards.insert(guarded).inserted { guards.append(guarded) }
  }

  mutating func kind(of slot: Slot<CGAffineTransform>) -> PlanGuard.TransformKind {
    let kind = PlanGuard.TransformKind(values[slot])
    note(.transform(slot, kind))
    return kind
  }

  mutating func halvings(of slot: Slot<CGAffineTransform>) -> Int {
    let count = PlanGuard.halvings(of: values[slot])
    note(.halvings(slot, count))
    return count
  }

  mutating func kind(of slot: Slot<PixelRect>) -> PlanGuard.RectKind {
    let kind = PlanGuard.RectKind(values[slot])
    note(.rect(slot, kind))
    return kind
  }

  mutating func covers(_ outer: Slot<PixelRect>, _ inner: Slot<PixelRect>) -> Bool {
    if outer == inner { return true }
    let covers = values[outer].contains(values[inner])
    note(.covers(outer, inner, covers))
    return covers
  }

  mutating func isIdentity(_ slot: Slot<ColorMatrix>) -> Bool { ask(.isIdentity, slot) }
  mutating func isHomogeneous(_ slot: Slot<ColorMatrix>) -> Bool { ask(.isHomogeneous, slot) }
  mutating func leavesAlphaAlone(_ slot: Slot<ColorMatrix>) -> Bool { ask(.leavesAlphaAlone, slot) }

  private mutating func ask(_ question: PlanGuard.MatrixQuestion, _ slot: Slot<ColorMatrix>) -> Bool {
    let answer = question.answer(values[slot])
    if case .constant = matrices.rules[slot.number] { return answer }
    note(.matrix(slot, question, answer))
    return answer
  }

  /// A node's operation as a matrix, where it is one in the working space.
  mutating func matrix(ofNode node: Int) -> Slot<ColorMatrix>? {
    if values.bindings?.matrix(of: node) != nil { return matrix(.operation(ofNode: node)) }
    note(.hasNoMatrix(node: node))
    return nil
  }
}

extension PlanSlots.OffsetRule.Atom {
  fileprivate var order: Int {
    switch self {
    case .translation(let transform): 2 * transform.number
    case .sum(let offset): 2 * offset.number + 1
    }
  }
}
