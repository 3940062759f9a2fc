package import HeadroomContainers
internal import HeadroomImageIO
internal import HeadroomPixels

extension RenderPlan {
  /// The plan as data: what ``description`` says, in parts.
  package var json: JSONValue {
    [
      "schema": 1, "region": region.json,
      "sources": .array(
        sources.map {
          ["name": .string($0.fingerprint.name), "width": .integer($0.width), "height": .integer($0.height)]
        }),
      "steps": .array(steps.map(\.json)),
      "measurements": .array(measurements.map { ["step": .integer($0.step), "region": $0.region.json] }),
      "output": output.json, "outputReads": .array(output.stepInputs.map { .integer($0) }),
      "outputSources": .array(output.sourceInputs.map { .integer($0) }),
    ]
  }
}

extension RenderPlan.Step {
  fileprivate var json: JSONValue {
    var members: [(key: String, value: JSONValue)] = [
      ("kind", .string(kind.name)), ("title", .string(kind.title)), ("extent", extent.json),
      ("kept", isMaterialised ? region.json : .null), ("half", .bool(isHalf)),
      ("reads", .array(kind.inputs.map { .integer($0) })),
    ]
    if case .span(let program) = kind {
      members += [("program", program.json), ("sources", .array(program.sourceInputs.map { .integer($0) }))]
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
  /// The numbers of the sources that are read.
  fileprivate var sourceInputs: [Int] {
    inputs.compactMap { input in
      switch input.origin {
      case .source(let index), .expandedSource(let index): index
      case .step: nil
      }
    }
  }

  fileprivate var json: JSONValue { .array(lines.map { .string($0) }) }
}

extension PixelRect {
  /// `[x, y, width, height]`, null where it has no bounds.
  fileprivate var json: JSONValue {
    isInfinite ? .null : .array([minX, minY, width, height].map { .integer($0) })
  }
}
