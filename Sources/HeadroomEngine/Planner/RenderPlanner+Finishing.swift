extension RenderPlanner {
  /// The template of what the results need: steps, measurements and sources in dependency order, chains flattened.
  package func finished(_ results: [Int], _ shape: PlanShape) -> PlanTemplate {
    var survey = Survey(planner: self)
    survey.mark(results)
    let numbers = PlanRenumbering(
      steps: survey.steps, sources: survey.sources, measurements: survey.measurements)
    var template = PlanTemplate(shape: shape, slots: graph.slots)
    var half = [Bool](repeating: false, count: steps.count)
    for index in steps.indices where survey.steps[index] {
      var step = steps[index]
      if case .value(let value) = step.kind { step.kind = .span(SpanFlattener.flatten([value], of: graph)) }
      half[index] = shape.settings.storesHalf && step.isIntermediate(over: half)
      step.isHalf = half[index]
      if step.isHalf { step.kind = step.kind.rounded(owner: step.owner) }
      step.kind = numbers.apply(step.kind)
      template.steps.append(step)
    }
    template.outputs = shape.settings.outputsOfRegions.map { places in
      let program = SpanFlattener.flatten(places.map { results[$0] }, of: graph)
      return DraftOutput(program: numbers.apply(program), places: places)
    }
    template.sources = sources.indices.filter { survey.sources[$0] }.map { sources[$0] }
    template.measurements = measurements.indices.filter { survey.measurements[$0] }.map {
      DraftMeasurement(step: numbers.steps[measurements[$0].step], region: measurements[$0].region)
    }
    template.slots.seal()
    return template
  }

  /// The parts of a draft that are needed. A node may have made steps that nothing reads in the end.
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
        let kind = planner.steps[index].kind
        if case .value(let value) = kind { mark(value) }
        for input in kind.inputs { steps[input] = true }
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
}

extension DraftStep {
  /// Whether its pixels have the working format. Unchanged pixels of a source keep their own numbers; inputs read as a
  /// whole and results of reductions and processors may be positions, sums or tables.
  fileprivate func isIntermediate(over half: [Bool]) -> Bool {
    if isReadAsWhole { return false }
    switch kind {
    case .span(let program): return program.isMoreThanLoads
    case .orthogonal(_, let input): return half[input]
    case .warp, .affine, .area, .halving: return true
    case .value, .processor, .reduction: return false
    }
  }
}

extension DraftStep.Kind {
  /// A chain that ends in half precision; results of other steps are rounded by the code that computes them.
  fileprivate func rounded(owner: Int) -> DraftStep.Kind {
    guard case .span(var program) = self, let result = program.results.first else { return self }
    program.append(.stage(.fixed(.roundToHalf), register: result), owner: owner)
    return .span(program)
  }
}

extension DraftProgram {
  /// Whether operations or other steps take part, not only a source and changes of its colour.
  fileprivate var isMoreThanLoads: Bool {
    instructions.contains { instruction in
      switch instruction {
      case .point: true
      case .load(let input, _): if case .step = input.origin { true } else { false }
      case .copy, .stage, .mask: false
      }
    }
  }
}
