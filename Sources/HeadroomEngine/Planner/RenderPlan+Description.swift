internal import HeadroomPixels

extension RenderPlan: CustomStringConvertible {
  /// The plan as text: sources, steps in the order in which they are computed, and the chain to the destination.
  package var description: String {
    var lines: [String] = ["region \(region.text)"]
    for (index, source) in sources.enumerated() {
      lines.append("source \(index): \(source.fingerprint.name), \(source.width) x \(source.height)")
    }
    for (index, step) in steps.enumerated() {
      let rects = step.storedRects.map(\.text).joined(separator: " ")
      let kept = step.isMaterialised ? ", kept \(rects)\(step.isHalf ? " as half" : "")" : ""
      lines.append("step \(index): \(step.kind.title), extent \(step.extent.text)\(kept)")
      lines += step.kind.details.map { "  " + $0 }
    }
    for (index, measurement) in measurements.enumerated() {
      lines.append("measurement \(index): content headroom of step \(measurement.step) over \(measurement.region.text)")
    }
    for output in outputs {
      lines.append(outputs.count > 1 ? "output over \(output.region.text):" : "output:")
      lines += output.program.lines.map { "  " + $0 }
    }
    return lines.joined(separator: "\n")
  }

  /// The plan as a Graphviz graph.
  package var dot: String {
    var lines = ["digraph plan {", "  node [shape=box, fontname=\"sans-serif\"];"]
    for (index, source) in sources.enumerated() {
      lines.append("  source\(index) [label=\"\(source.fingerprint.name.dotEscaped)\", shape=folder];")
    }
    for (index, step) in steps.enumerated() {
      let label = ([step.kind.title] + step.kind.details).joined(separator: "\n")
      let style = step.isMaterialised ? ", style=bold" : ""
      lines.append("  step\(index) [label=\"\(label.dotEscaped)\"\(style)];")
      lines += step.kind.edges(to: "step\(index)")
    }
    for (index, output) in outputs.enumerated() {
      let name = "output" + (index > 0 ? "\(index)" : "")
      lines.append("  \(name) [label=\"\(output.program.lines.joined(separator: "\n").dotEscaped)\", shape=note];")
      lines += output.program.edges(to: name)
    }
    return (lines + ["}"]).joined(separator: "\n")
  }
}

extension RenderPlan.StepKind {
  package var title: String {
    switch self {
    case .span: return "chain"
    case .warp(let operation, let sampling, let input):
      return "sample (\(sampling)) \(operation.fingerprint.name) of step \(input)"
    case .orthogonal(_, let input): return "turn step \(input)"
    case .area(let operation, let inputs): return "\(operation.fingerprint.name) of \(inputs.stepsText)"
    case .processor(let operation, let inputs): return "\(operation.fingerprint.name) of all of \(inputs.stepsText)"
    case .reduction(let operation, let input): return "\(operation.fingerprint.name) over step \(input)"
    }
  }

  fileprivate var details: [String] {
    if case .span(let program) = self { return program.lines }
    return []
  }

  fileprivate func edges(to name: String) -> [String] {
    if case .span(let program) = self { return program.edges(to: name) }
    return inputs.map { "  step\($0) -> \(name);" }
  }
}

extension SpanProgram {
  /// One line per instruction.
  package var lines: [String] {
    instructions.map { instruction in
      switch instruction {
      case .load(let input, let register): return "r\(register) <- \(input.text)"
      case .copy(let from, let register): return "r\(register) <- r\(from)"
      case .stage(let stage, let register): return "r\(register): \(stage.label)"
      case .point(let point): return point.text
      case .mask(let rect, let register): return "r\(register): transparent outside \(rect.text)"
      }
    }
  }

  fileprivate func edges(to name: String) -> [String] {
    inputs.map { input in
      switch input.origin {
      case .source(let index), .expandedSource(let index): return "  source\(index) -> \(name);"
      case .step(let index): return "  step\(index) -> \(name);"
      }
    }
  }
}

extension SpanProgram.PointInstruction {
  fileprivate var text: String {
    let name = operation.fingerprint.name
    let parameters = parameters.isEmpty ? "" : " by \(parameters.stepsText)"
    if others.isEmpty { return "r\(register): \(name)\(parameters)" }
    return "r\(register) <- \(name) r\(register) " + others.map { "r\($0)" }.joined(separator: " ") + parameters
  }
}

extension [Int] {
  fileprivate var stepsText: String { (count > 1 ? "steps " : "step ") + map(String.init).joined(separator: ", ") }
}

extension SpanInput {
  fileprivate var text: String {
    let name: String
    switch origin {
    case .source(let index): name = "source \(index)"
    case .expandedSource(let index): name = "source \(index) expanded by its gain map"
    case .step(let index): name = "step \(index)"
    }
    let moved = dx == 0 && dy == 0 ? "" : " moved by (\(dx), \(dy))"
    return "load \(name)\(moved)" + (edge == .clamp ? ", edges repeated" : "")
  }
}

extension PixelRect {
  package var text: String { isInfinite ? "infinite" : "[\(minX) \(minY) \(width) \(height)]" }
}

extension String {
  fileprivate var dotEscaped: String {
    replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\l")
  }
}
