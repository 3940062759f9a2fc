internal import HeadroomGraphics

/// Decides which steps are kept whole in memory, and works out the region that is needed of each.
///
/// A step is kept when the recipe says so, when several steps read it and it is dear, or when the tiles of its one
/// reader overlap so much that it would be computed several times over.
enum IntermediateChooser {
  /// Tiles of this edge are assumed when the overlap is estimated.
  private static let probeEdge = 512
  /// Recomputing a dear step this many times costs more than a trip through memory.
  private static let tolerableOverlap = 2.5

  static func choose(in plan: inout RenderPlan) {
    var readers = [Int](repeating: 0, count: plan.steps.count)
    for step in plan.steps { for input in step.kind.inputs { readers[input] += 1 } }
    for input in plan.output.stepInputs { readers[input] += 1 }
    for measurement in plan.measurements { readers[measurement.step] += 1 }
    let dear = dearSteps(of: plan)
    for index in plan.steps.indices where dear[index] {
      let overlap = largestOverlap(of: index, in: plan)
      if readers[index] > 1 || overlap > tolerableOverlap { plan.steps[index].isMaterialised = true }
    }
    var needed = plan.neededByOutput()
    for measurement in plan.measurements {
      needed[measurement.step] = needed[measurement.step].union(measurement.region)
    }
    plan.fillRegions(needed)
  }

  /// Steps that cost much more than reading memory: neighbourhoods, resampling, and what contains them.
  private static func dearSteps(of plan: RenderPlan) -> [Bool] {
    var dear: [Bool] = []
    for step in plan.steps {
      switch step.kind {
      case .area, .sample: dear.append(true)
      // Reductions are computed once anyway; quarter turns are copies.
      case .reduction: dear.append(false)
      case .orthogonal(_, let input): dear.append(dear[input])
      case .span(let program): dear.append(program.stepInputs.contains { dear[$0] })
      }
    }
    return dear
  }

  private static func largestOverlap(of index: Int, in plan: RenderPlan) -> Double {
    plan.steps.reduce(1) { most, reader in
      guard case .area(let operation, index) = reader.kind else { return most }
      let probe = PixelRect(x: 0, y: 0, width: probeEdge, height: probeEdge)
      let needed = Double(operation.region(for: probe).area)
      let whole = Double(
        operation.region(for: PixelRect(x: 0, y: 0, width: 64 * probeEdge, height: 64 * probeEdge)).area)
      // Compared with one huge tile, so that resizing alone does not count as overlap.
      return max(most, needed / (whole / 4096))
    }
  }
}

extension RenderPlan {
  /// What the output reads of each step.
  func neededByOutput() -> [PixelRect] {
    var needed = [PixelRect](repeating: .empty, count: steps.count)
    for input in output.inputs {
      if case .step(let index) = input.origin { needed[index] = needed[index].union(input.region(for: region)) }
    }
    return needed
  }

  /// Walks from what is needed of each step back and unites what readers need.
  mutating func fillRegions(_ wanted: [PixelRect]) {
    var needed = wanted
    for index in steps.indices.reversed() {
      let step = steps[index]
      let region = needed[index].intersection(step.extent)
      steps[index].region = region
      for (input, rect) in step.kind.regions(for: region) where !rect.isEmpty {
        needed[input] = needed[input].union(rect)
      }
    }
  }
}

extension RenderPlan.StepKind {
  /// What computing `rect` needs of each input step.
  func regions(for rect: PixelRect) -> [(Int, PixelRect)] {
    if rect.isEmpty { return [] }
    switch self {
    case .span(let program):
      return program.inputs.compactMap { input in
        if case .step(let index) = input.origin { (index, input.region(for: rect)) } else { nil }
      }
    case .sample(let operation, let sampling, let input):
      return [(input, operation.region(for: rect).expanded(dx: sampling.margin, dy: sampling.margin))]
    case .orthogonal(let transform, let input):
      return [(input, PixelRect(enclosing: rect.cgRect.applying(transform.inverted())))]
    case .area(let operation, let input): return [(input, operation.region(for: rect))]
    case .reduction(let operation, let input): return [(input, operation.region)]
    }
  }
}

extension Sampling {
  /// Pixels beyond the mapped rectangle that interpolation may touch; one more for rounding of coordinates.
  package var margin: Int { 2 }
}
