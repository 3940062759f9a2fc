internal import HeadroomPixels

/// Holds intermediates to the context's memory limit: those that do not fit are computed again where they are read.
enum MemoryBudget {
  static func apply(_ limit: Int?, to plan: inout RenderPlan) {
    guard let limit else { return }
    let decoded = zip(plan.sources, plan.sourceRegions()).reduce(0) { $0 + $1.0.decodedByteCount(of: $1.1) }
    // Workers need some too.
    var left = limit / 4 * 3 - decoded
    let required = plan.stepsReadAsWhole
    for index in plan.steps.indices
    where plan.steps[index].isMaterialised && !plan.steps[index].isAvailable && !required.contains(index) {
      let step = plan.steps[index]
      let bytes = step.region.isInfinite ? Int.max : step.storedPixelCount * step.storedBytesPerPixel
      if bytes <= left {
        left -= bytes
      } else {
        plan.steps[index].isMaterialised = false
      }
    }
  }
}

extension RenderPlan.Step {
  /// Bytes of a pixel where it is kept.
  var storedBytesPerPixel: Int { 4 * (isHalf ? MemoryLayout<Float16>.stride : MemoryLayout<Float>.stride) }
}

extension RenderPlan {
  /// Steps that are there before anything of their readers is computed.
  var stepsReadAsWhole: Set<Int> {
    var result = Set(outputs.flatMap(\.program.parameterSteps))
    for step in steps {
      switch step.kind {
      case .span(let program): result.formUnion(program.parameterSteps)
      case .processor(_, let inputs): result.formUnion(inputs)
      case .warp, .orthogonal, .area, .reduction: break
      }
    }
    return result
  }
}
