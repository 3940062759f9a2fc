package import HeadroomContainers
internal import HeadroomPixels

extension RenderPlan {
  /// The plan as data: the contents of ``description``, in parts. `output`, `outputReads` and `outputSources` are the
  /// first of `outputs`; a plan for one picture has no others.
  package var json: JSONValue {
    let first = outputs.first?.program ?? SpanProgram()
    return [
      "schema": 1, "region": region.json,
      "sources": .array(
        sources.map {
          ["name": .string($0.fingerprint.name), "width": .integer($0.width), "height": .integer($0.height)]
        }),
      "steps": .array(steps.map(\.json)),
      "measurements": .array(measurements.map { ["step": .integer($0.step), "region": $0.region.json] }),
      "output": first.json, "outputReads": first.readSteps, "outputSources": first.readSources,
      "outputs": .array(outputs.map(\.json)),
    ]
  }
}

extension RenderPlan.Output {
  fileprivate var json: JSONValue {
    [
      "region": region.json, "program": program.json, "reads": program.readSteps, "sources": program.readSources,
    ]
  }
}

extension RenderPlan.Step {
  fileprivate var json: JSONValue {
    var members: [(key: String, value: JSONValue)] = [
      ("kind", .string(kind.name)), ("title", .string(kind.title)), ("extent", extent.json),
      ("kept", isMaterialised ? region.json : .null), ("needed", .array(needed.rects.map(\.json))),
      ("half", .bool(isHalf)),
      ("reads", .array(kind.inputs.map { .integer($0) })),
    ]
    if case .span(let program) = kind {
      members += [("program", program.json), ("sources", program.readSources)]
    }
    return .object(members)
  }
}

extension RenderPlan.StepKind {
  fileprivate var name: String {
    switch self {
    case .span: "chain"
    case .warp: "warp"
    case .orthogonal: "turn"
    case .area: "area"
    case .processor: "processor"
    case .reduction: "reduction"
    }
  }
}

extension SpanProgram {
  fileprivate var readSteps: JSONValue { .array(stepInputs.map { .integer($0) }) }

  /// The numbers of the sources that are read.
  fileprivate var readSources: JSONValue {
    .array(
      inputs.compactMap { input in
        switch input.origin {
        case .source(let index), .expandedSource(let index): .integer(index)
        case .step: nil
        }
      })
  }

  fileprivate var json: JSONValue { .array(lines.map { .string($0) }) }
}

extension PixelRect {
  /// `[x, y, width, height]`, null where it has no bounds.
  fileprivate var json: JSONValue {
    isInfinite ? .null : .array([minX, minY, width, height].map { .integer($0) })
  }
}
