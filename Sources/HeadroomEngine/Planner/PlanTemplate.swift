internal import HeadroomGraphics
package import HeadroomPixels
internal import Synchronization

/// A plan for every recipe of one shape and class: steps and chains whose numbers are slots.
///
/// A fresh plan is a template bound to the recipe that it was made of, so that plans that are kept and bound again cannot
/// differ from it.
package struct PlanTemplate: Sendable {
  package let shape: PlanShape
  /// Distinguishes templates: pixels that are kept from render to render belong to a step of one of them.
  package let id = PlanTemplate.nextID()
  var slots: PlanSlots
  /// The nodes of the plan's sources.
  package var sources: [Int] = []
  var steps: [DraftStep] = []
  package var measurements: [DraftMeasurement] = []
  /// One for each region.
  var outputs: [DraftOutput] = []

  /// The plan for a recipe of this shape; nil where it belongs to another class.
  package func bound(to bindings: PlanBindings) -> RenderPlan? {
    let values = SlotValues(slots, bindings)
    guard values.isComplete, slots.guards.allSatisfy({ $0.holds(for: values) }) else { return nil }
    var plan = RenderPlan(workingSpace: bindings.space, destinations: shape.settings.destinations)
    plan.sourcePlaces = sources
    for node in sources {
      guard case .source(let source) = bindings.kind(of: node) else { return nil }
      plan.sources.append(source)
    }
    plan.steps.reserveCapacity(steps.count)
    for step in steps {
      guard let kind = step.kind.bound(to: values, bindings) else { return nil }
      var bound = RenderPlan.Step(kind: kind, extent: values[step.extent], isMaterialised: step.isMaterialised)
      bound.isHalf = step.isHalf
      if step.isKept { bound.key = key(ofStep: plan.steps.count, bindings) }
      plan.steps.append(bound)
    }
    for measurement in measurements {
      plan.measurements.append(
        RenderPlan.Measurement(step: measurement.step, region: values[measurement.region]))
    }
    for (output, region) in zip(outputs, bindings.regions) {
      guard let program = output.program.bound(to: values, bindings) else { return nil }
      plan.outputs.append(RenderPlan.Output(program: program, region: region, places: output.places))
    }
    IntermediateChooser.choose(in: &plan)
    return plan
  }
}

extension PlanTemplate {
  private static let ids = Atomic(0)

  private static func nextID() -> Int { ids.add(1, ordering: .relaxed).newValue }

  private func key(ofStep step: Int, _ bindings: PlanBindings) -> StepKey? {
    let node = bindings.order.entries[steps[step].owner].node
    return node.isConstant ? StepKey(template: id, step: step, node: node) : nil
  }
}

/// A step whose numbers are still slots, and whose operation is a node's.
struct DraftStep: Sendable {
  enum Kind: Sendable {
    /// A chain that has not been flattened yet.
    case value(Int)
    case span(DraftProgram)
    case warp(node: Int, Sampling, input: Int)
    case affine(Slot<CGAffineTransform>, Sampling, input: Int)
    case orthogonal(Slot<CGAffineTransform>, input: Int)
    case area(node: Int, inputs: [Int])
    case halving(input: Int)
    case processor(node: Int, inputs: [Int])
    case reduction(node: Int, input: Int)
  }

  var kind: Kind
  var extent: Slot<PixelRect>
  /// The node that it depends on, with those below it.
  var owner: Int
  var isMaterialised = false
  /// Whether its pixels are kept for later renders.
  var isKept = false
  /// Whether a reader needs all of it at once.
  var isReadAsWhole = false
  /// See ``RenderPlan/Step/isHalf``.
  var isHalf = false
}

/// The outputs over one region, whose numbers are still slots.
struct DraftOutput: Sendable {
  var program: DraftProgram
  /// Their places among the plan's destinations, in the order of the program's results.
  var places: [Int]
}

package struct DraftMeasurement: Hashable, Sendable {
  package var step: Int
  package var region: Slot<PixelRect>
}

extension DraftStep.Kind {
  /// The steps that it reads; those of a chain are known when it has been flattened.
  var inputs: [Int] {
    switch self {
    case .value, .span: []
    case .warp(_, _, let input), .affine(_, _, let input), .orthogonal(_, let input), .halving(let input),
      .reduction(_, let input):
      [input]
    case .area(_, let inputs), .processor(_, let inputs): inputs
    }
  }

  fileprivate func bound(to values: SlotValues, _ bindings: PlanBindings) -> RenderPlan.StepKind? {
    switch self {
    case .value: return nil
    case .span(let program): return program.bound(to: values, bindings).map { .span($0) }
    case .affine(let transform, let sampling, let input):
      return AffineMap(values[transform]).map { .warp($0, sampling, input: input) }
    case .orthogonal(let transform, let input): return .orthogonal(values[transform], input: input)
    case .halving(let input): return .area(BoxHalving(), inputs: [input])
    case .warp(let node, let sampling, let input):
      guard case .warp(let operation, _) = bindings.kind(of: node) else { return nil }
      return .warp(operation, sampling, input: input)
    case .area(let node, let inputs):
      guard case .area(let operation) = bindings.kind(of: node) else { return nil }
      return .area(operation, inputs: inputs)
    case .processor(let node, let inputs):
      guard case .processor(let operation) = bindings.kind(of: node) else { return nil }
      return .processor(operation, inputs: inputs)
    case .reduction(let node, let input):
      guard case .reduction(let operation) = bindings.kind(of: node) else { return nil }
      return .reduction(operation, input: input)
    }
  }
}
