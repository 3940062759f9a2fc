internal import Foundation
package import HeadroomGraphics
package import HeadroomPixels

/// What a plan is bound to: a recipe, and the regions that are rendered.
package struct PlanBindings: Sendable {
  package var order: RecipeOrder
  /// Different ones.
  package var regions: [PixelRect]
  package var space: WorkingSpace

  package func kind(of node: Int) -> NodeKind { order.entries[node].node.kind }

  /// A node's operation, where it is one of points.
  package func point(at node: Int) -> (any PointOperation)? {
    if case .point(let operation) = order.entries[node].node.kind { operation } else { nil }
  }

  /// A node's operation as a matrix, where it is one.
  package func matrix(of node: Int) -> ColorMatrix? { point(at: node)?.colorMatrix(in: space) }

  package func transform(of node: Int) -> CGAffineTransform {
    if case .affine(let transform, _) = kind(of: node) { transform } else { .identity }
  }

  package func extent(of node: Int) -> PixelRect { PixelRect(enclosing: order.entries[node].node.extent) }

  package func bounds(ofSource node: Int) -> PixelRect {
    guard case .source(let source) = kind(of: node) else { return .empty }
    return PixelRect(x: 0, y: 0, width: source.width, height: source.height)
  }
}

/// The values of a plan's slots for one recipe.
struct SlotValues: Sendable {
  private(set) var bindings: PlanBindings?
  /// Whether the recipe has a value for every slot; it has not where an operation is expected to be a matrix but is
  /// none.
  private(set) var isComplete = true
  private var transforms: [CGAffineTransform] = []
  private var offsets: [PixelOffset] = []
  private var rects: [PixelRect] = []
  private var matrices: [ColorMatrix] = []

  static var none: SlotValues { SlotValues() }

  private init() {}

  init(_ bindings: PlanBindings) { self.bindings = bindings }

  /// All slots, filled in the order in which rules refer to each other.
  init(_ slots: PlanSlots, _ bindings: PlanBindings) {
    self.bindings = bindings
    transforms.reserveCapacity(slots.transforms.rules.count)
    offsets.reserveCapacity(slots.offsets.rules.count)
    rects.reserveCapacity(slots.rects.rules.count)
    matrices.reserveCapacity(slots.matrices.rules.count)
    for rule in slots.transforms.rules { append(rule) }
    for rule in slots.offsets.rules { append(rule) }
    for rule in slots.rects.rules { append(rule) }
    for rule in slots.matrices.rules { append(rule) }
  }

  subscript(slot: Slot<CGAffineTransform>) -> CGAffineTransform { transforms[slot.number] }
  subscript(slot: Slot<PixelOffset>) -> PixelOffset { offsets[slot.number] }
  subscript(slot: Slot<PixelRect>) -> PixelRect { rects[slot.number] }
  subscript(slot: Slot<ColorMatrix>) -> ColorMatrix { matrices[slot.number] }

  mutating func append(_ rule: PlanSlots.TransformRule) {
    switch rule {
    case .node(let node): transforms.append(bindings?.transform(of: node) ?? .identity)
    case .concatenated(let first, let second): transforms.append(self[first].concatenating(self[second]))
    case .doubled(let slot): transforms.append(CGAffineTransform(scaleX: 2, y: 2).concatenating(self[slot]))
    }
  }

  mutating func append(_ rule: PlanSlots.OffsetRule) {
    offsets.append(
      rule.terms.reduce(.zero) { sum, term in
        switch term.atom {
        case .translation(let transform): sum + PixelOffset(self[transform]) * term.factor
        case .sum(let offset): sum + self[offset] * term.factor
        }
      })
  }

  mutating func append(_ rule: PlanSlots.RectRule) {
    switch rule {
    case .infinite: rects.append(.infinite)
    case .empty: rects.append(.empty)
    case .region(let number): rects.append(bindings?.regions[number] ?? .empty)
    case .allRegions: rects.append(bindings?.regions.reduce(.empty) { $0.union($1) } ?? .empty)
    case .extent(let node): rects.append(bindings?.extent(of: node) ?? .empty)
    case .bounds(let node): rects.append(bindings?.bounds(ofSource: node) ?? .empty)
    case .moved(let rect, let offset): rects.append(self[rect].offset(by: self[offset]))
    case .intersection(let a, let b): rects.append(self[a].intersection(self[b]))
    case .halved(let rect): rects.append(self[rect].halved)
    case .halvedWithBorder(let rect): rects.append(self[rect].halved.expanded(dx: 1, dy: 1))
    }
  }

  mutating func append(_ rule: PlanSlots.MatrixRule) {
    switch rule {
    case .constant(let matrix): matrices.append(matrix)
    case .operation(let node):
      let matrix = bindings?.matrix(of: node)
      isComplete = isComplete && matrix != nil
      matrices.append(matrix ?? .identity)
    case .product(let first, let second): matrices.append(self[second].after(self[first]))
    }
  }
}
