internal import HeadroomGraphics
package import HeadroomPixels

extension RenderPlan {
  /// What the outputs read of each step.
  func neededByOutputs() -> [PixelRegion] {
    var needed = [PixelRegion](repeating: PixelRegion(), count: steps.count)
    for output in outputs {
      for (input, rect) in regions(of: output.program, for: output.region) { needed[input].add(rect) }
    }
    return needed
  }

  /// Walks back from the steps that are needed, and unites for each step the regions that its readers need.
  mutating func fillRegions(_ wanted: [PixelRegion]) {
    var needed = wanted
    for index in steps.indices.reversed() {
      let step = steps[index]
      let wanted = step.kind.needsExtent && !needed[index].isEmpty ? PixelRegion(step.extent) : needed[index]
      var region = wanted.intersection(step.extent)
      // A processor is one call: it reads what the bounding rectangle needs.
      if case .processor = step.kind, region.rects.count > 1 { region = PixelRegion(region.bounds) }
      steps[index].needed = region
      steps[index].region = region.bounds
      if step.isAvailable { continue }
      if !steps[index].isStored { steps[index].held = .empty }
      for part in region.rects.flatMap({ $0.parts(outside: steps[index].held) }) {
        for (input, rect) in regions(of: step.kind, for: part) { needed[input].add(rect) }
      }
    }
  }

  /// The rectangles of other steps that are needed to compute `rect` of a step.
  package func regions(of kind: StepKind, for rect: PixelRect) -> [(step: Int, rect: PixelRect)] {
    if rect.isEmpty { return [] }
    switch kind {
    case .span(let program): return regions(of: program, for: rect)
    case .warp(let operation, let sampling, let input):
      return [(input, operation.region(for: rect).expanded(dx: sampling.margin, dy: sampling.margin))]
    case .orthogonal(let transform, let input):
      return [(input, PixelRect(enclosing: rect.cgRect.applying(transform.inverted())))]
    case .area(let operation, let inputs):
      return inputs.enumerated().map { ($1, operation.region(for: rect, ofInput: $0)) }
    case .processor(let operation, let inputs):
      return inputs.enumerated().map { ($1, operation.region(for: rect, ofInput: $0)) }
    case .reduction(let operation, let input): return [(input, operation.region)]
    }
  }

  package func regions(of program: SpanProgram, for rect: PixelRect) -> [(step: Int, rect: PixelRect)] {
    if rect.isEmpty { return [] }
    let loads: [(step: Int, rect: PixelRect)] = program.inputs.compactMap { input in
      if case .step(let index) = input.origin { (index, input.region(for: rect)) } else { nil }
    }
    return loads + program.parameterSteps.map { ($0, steps[$0].extent) }
  }

  /// The rectangles of steps that are needed to compute `rect` in a pass.
  func reads(_ target: PassTarget, for rect: PixelRect) -> [(step: Int, rect: PixelRect)] {
    switch target {
    case .step(let index): regions(of: steps[index].kind, for: rect)
    case .output(let index): regions(of: outputs[index].program, for: rect)
    }
  }

  /// The rectangle that is read of each source, by the regions of the steps and of the outputs.
  package func sourceRegions() -> [PixelRect] {
    var regions = [PixelRect](repeating: .empty, count: sources.count)
    func add(_ program: SpanProgram, over rect: PixelRect) {
      guard !rect.isEmpty else { return }
      for input in program.inputs {
        switch input.origin {
        case .source(let index), .expandedSource(let index):
          regions[index] = regions[index].union(input.region(for: rect))
        case .step: break
        }
      }
    }
    for output in outputs { add(output.program, over: output.region) }
    for step in steps {
      guard case .span(let program) = step.kind else { continue }
      for part in step.needed.rects { add(program, over: part) }
    }
    return regions
  }
}

/// What a pass over pixels fills: a step that is stored, or the outputs over one region.
enum PassTarget: Hashable, Sendable {
  case step(Int)
  case output(Int)

  var step: Int? { if case .step(let index) = self { index } else { nil } }
}

extension Sampling {
  /// Pixels beyond the mapped rectangle that interpolation may touch; one more for rounding of coordinates.
  package var margin: Int { self == .cubic ? 3 : 2 }
}
