/// Holds intermediates to the context's memory limit: those that do not fit are computed again where they are read.
enum MemoryBudget {
  static func apply(_ limit: Int?, to plan: inout RenderPlan) {
    guard var left = limit else { return }
    for index in plan.steps.indices where plan.steps[index].isMaterialised {
      let region = plan.steps[index].region
      let bytes = region.isInfinite ? Int.max : region.area * 4 * MemoryLayout<Float>.stride
      if bytes <= left {
        left -= bytes
      } else {
        plan.steps[index].isMaterialised = false
      }
    }
  }
}
