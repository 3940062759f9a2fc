extension RenderPlanner {
  /// Puts into a plan what the results need: steps, measurements and sources in dependency order, chains flattened.
  func finish(_ results: [Int], _ plan: inout RenderPlan) {
    var survey = Survey(planner: self)
    survey.mark(results)
    let numbers = Renumbering(survey)
    for index in steps.indices where survey.steps[index] {
      let step = steps[index]
      let kind: RenderPlan.StepKind
      switch step.kind {
      case .span(let value): kind = .span(numbers.apply(SpanFlattener.flatten([value], of: graph)))
      case .other(let other): kind = numbers.apply(other)
      }
      plan.steps.append(RenderPlan.Step(kind: kind, extent: step.extent, isMaterialised: step.isMaterialised))
    }
    plan.output = numbers.apply(SpanFlattener.flatten(results, of: graph))
    plan.sources = sources.indices.filter { survey.sources[$0] }.map { sources[$0] }
    plan.measurements = measurements.indices.filter { survey.measurements[$0] }.map {
      RenderPlan.Measurement(step: numbers.steps[measurements[$0].step], region: measurements[$0].region)
    }
  }

  /// What of a draft is needed. A node may have made steps that nobody reads in the end.
  private struct Survey {
    let planner: RenderPlanner
    var steps: [Bool]
    var sources: [Bool]
    var measurements: [Bool]
    private var values: [Bool]

    init(planner: RenderPlanner) {
      self.planner = planner
      steps = planner.steps.map { _ in false }
      sources = planner.sources.map { _ in false }
      measurements = planner.measurements.map { _ in false }
      values = planner.graph.definitions.map { _ in false }
    }

    mutating func mark(_ results: [Int]) {
      for value in results { mark(value) }
      // A step is read by later ones only.
      for index in planner.steps.indices.reversed() where steps[index] {
        switch planner.steps[index].kind {
        case .span(let value): mark(value)
        case .other(let kind): for input in kind.inputs { steps[input] = true }
        }
      }
    }

    private mutating func mark(_ root: Int) {
      var pending = [root]
      while let value = pending.popLast() {
        if values[value] { continue }
        values[value] = true
        let definition = planner.graph.definitions[value]
        switch definition {
        case .load(let input): mark(input.origin)
        case .stage(.toneMap(_, let measurement?), _):
          measurements[measurement] = true
          steps[planner.measurements[measurement].step] = true
        case .point(let call): for step in call.parameters { steps[step] = true }
        case .stage, .mask: break
        }
        pending += definition.inputs
      }
    }

    private mutating func mark(_ origin: SpanInput.Origin) {
      switch origin {
      case .source(let index), .expandedSource(let index): sources[index] = true
      case .step(let index): steps[index] = true
      }
    }
  }

  /// Numbers in the plan, where what nobody needs is left out.
  private struct Renumbering {
    let steps: [Int]
    private let sources: [Int]
    private let measurements: [Int]

    init(_ survey: Survey) {
      func numbers(_ isNeeded: [Bool]) -> [Int] {
        var count = 0
        return isNeeded.map { needed in
          defer { if needed { count += 1 } }
          return count
        }
      }
      steps = numbers(survey.steps)
      sources = numbers(survey.sources)
      measurements = numbers(survey.measurements)
    }

    func apply(_ program: SpanProgram) -> SpanProgram {
      var result = program
      for index in result.instructions.indices {
        switch result.instructions[index] {
        case .load(var input, let register):
          input.origin = apply(input.origin)
          result.instructions[index] = .load(input, register: register)
        case .stage(.toneMap(let request, let measurement?), let register):
          result.instructions[index] = .stage(
            .toneMap(request, measurement: measurements[measurement]), register: register)
        case .point(var point):
          point.parameters = point.parameters.map { steps[$0] }
          result.instructions[index] = .point(point)
        case .stage, .copy, .mask: break
        }
      }
      return result
    }

    private func apply(_ origin: SpanInput.Origin) -> SpanInput.Origin {
      switch origin {
      case .source(let index): .source(sources[index])
      case .expandedSource(let index): .expandedSource(sources[index])
      case .step(let index): .step(steps[index])
      }
    }

    func apply(_ kind: RenderPlan.StepKind) -> RenderPlan.StepKind {
      switch kind {
      case .span(let program): .span(apply(program))
      case .warp(let operation, let sampling, let input): .warp(operation, sampling, input: steps[input])
      case .orthogonal(let transform, let input): .orthogonal(transform, input: steps[input])
      case .area(let operation, let inputs): .area(operation, inputs: inputs.map { steps[$0] })
      case .processor(let operation, let inputs): .processor(operation, inputs: inputs.map { steps[$0] })
      case .reduction(let operation, let input): .reduction(operation, input: steps[input])
      }
    }
  }
}
