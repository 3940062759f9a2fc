/// When the pixels of stored steps are read for the last time. Each pass over pixels fills one step or the output; what it
/// reads of steps that are not stored, it computes, and reads what those read.
struct StepLifetimes {
  /// For each step the pass after which nobody reads it, by the number of the step that the pass fills.
  private let lastPass: [Int]

  init(of plan: RenderPlan) {
    var last = [Int](repeating: -1, count: plan.steps.count)
    for (input, _) in plan.regions(of: plan.output, for: plan.region) { last[input] = .max }
    for measurement in plan.measurements { last[measurement.step] = max(last[measurement.step], measurement.step) }
    for index in plan.steps.indices.reversed() {
      let step = plan.steps[index]
      let pass = step.isStored || step.kind.isWhole ? index : last[index]
      for input in step.kind.inputs { last[input] = max(last[input], pass, step.kind.isSpan ? index : -1) }
    }
    lastPass = last
  }

  /// Stored steps that are not needed once a step has been dealt with.
  func released(after index: Int, of stored: [StoredPixels?]) -> [Int] {
    (0...index).filter { stored[$0] != nil && lastPass[$0] <= index }
  }
}

extension RenderPlan.StepKind {
  /// A chain reads its parameters when it is bound, which is when its turn comes.
  fileprivate var isSpan: Bool { if case .span = self { true } else { false } }
}
