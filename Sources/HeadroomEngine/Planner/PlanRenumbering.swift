/// Gives steps, sources and measurements of a draft other numbers.
struct PlanRenumbering {
  let steps: [Int]
  private let sources: [Int]?
  private let measurements: [Int]?

  /// New numbers for a plan without the steps, sources and measurements that are not needed.
  init(steps: [Bool], sources: [Bool], measurements: [Bool]) {
    func numbers(_ isNeeded: [Bool]) -> [Int] {
      var count = 0
      return isNeeded.map { needed in
        defer { if needed { count += 1 } }
        return count
      }
    }
    self.steps = numbers(steps)
    self.sources = numbers(sources)
    self.measurements = numbers(measurements)
  }

  /// Steps move; all else stays.
  init(steps: [Int]) {
    self.steps = steps
    sources = nil
    measurements = nil
  }

  func apply(_ program: DraftProgram) -> DraftProgram {
    var result = program
    for index in result.instructions.indices {
      switch result.instructions[index] {
      case .load(var input, let register):
        input.origin = apply(input.origin)
        result.replace(index, by: .load(input, register: register))
      case .stage(.toneMap(let node, let measurement?), let register):
        let stage = DraftStage.toneMap(ofNode: node, measurement: measurements?[measurement] ?? measurement)
        result.replace(index, by: .stage(stage, register: register))
      case .point(var point):
        point.parameters = point.parameters.map { steps[$0] }
        result.replace(index, by: .point(point))
      case .stage, .copy, .mask: break
      }
    }
    return result
  }

  private func apply(_ origin: SpanInput.Origin) -> SpanInput.Origin {
    switch origin {
    case .source(let index): .source(sources?[index] ?? index)
    case .expandedSource(let index): .expandedSource(sources?[index] ?? index)
    case .step(let index): .step(steps[index])
    }
  }

  func apply(_ kind: DraftStep.Kind) -> DraftStep.Kind {
    switch kind {
    case .value: kind
    case .span(let program): .span(apply(program))
    case .warp(let node, let sampling, let input): .warp(node: node, sampling, input: steps[input])
    case .affine(let transform, let sampling, let input): .affine(transform, sampling, input: steps[input])
    case .orthogonal(let transform, let input): .orthogonal(transform, input: steps[input])
    case .area(let node, let inputs): .area(node: node, inputs: inputs.map { steps[$0] })
    case .halving(let input): .halving(input: steps[input])
    case .processor(let node, let inputs): .processor(node: node, inputs: inputs.map { steps[$0] })
    case .reduction(let node, let input): .reduction(node: node, input: steps[input])
    }
  }
}
