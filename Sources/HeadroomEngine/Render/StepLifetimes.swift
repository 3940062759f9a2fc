/// When the pixels of stored steps are read for the last time. Each pass over pixels fills one step or the output; it
/// computes the unstored steps that it reads, and so also reads the inputs of those.
struct StepLifetimes {
  /// For each pass, by the number of the step that it fills, the steps that nothing reads afterwards.
  private let ending: [[Int]]

  init(of plan: RenderPlan) {
    var last = [Int](repeating: -1, count: plan.steps.count)
    for output in plan.outputs {
      for (input, _) in plan.regions(of: output.program, for: output.region) { last[input] = .max }
    }
    for measurement in plan.measurements { last[measurement.step] = max(last[measurement.step], measurement.step) }
    for index in plan.steps.indices.reversed() {
      let step = plan.steps[index]
      let pass = step.isStored || step.kind.isWhole ? index : last[index]
      for input in step.kind.inputs { last[input] = max(last[input], pass, step.kind.isSpan ? index : -1) }
    }
    var ending = [[Int]](repeating: [], count: last.count)
    for (index, pass) in last.enumerated() where pass < last.count { ending[max(pass, index)].append(index) }
    self.ending = ending
  }

  /// Steps that are not needed once a step is done.
  func steps(endingWith index: Int) -> [Int] { ending[index] }
}

extension RenderPlan.StepKind {
  /// A chain reads its parameters when it is bound, just before it runs.
  var isSpan: Bool { if case .span = self { true } else { false } }
}
