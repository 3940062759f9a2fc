internal import Headroom
internal import HeadroomEngine

/// A plan for printing, with the cost of the requested work.
struct PlanReport {
  let plan: RenderPlan
  /// Nil where no pixels are rendered, because those of the file stay unchanged.
  let cost: Cost?

  /// Pixels that the plan computes, and the most memory in bytes.
  struct Cost {
    let pixels: Int
    let passes: Int
    let rendering: Int
    /// Nil where nothing is written.
    let writing: Int?

    init(_ work: DryRun, rendering: Int, writing: Int? = nil) {
      (pixels, passes) = (work.pixelCount, work.passes.count)
      (self.rendering, self.writing) = (rendering, writing)
    }
  }

  var text: String { "\(plan)\n\(cost?.text ?? "work: none, the pixels stay as they are")" }

  /// Without work and memory where no pixels are rendered.
  var json: JSONValue {
    guard case .object(let members) = plan.json else { return plan.json }
    return .object(members + (cost?.members ?? [(key: "work", value: .null), (key: "memory", value: .null)]))
  }
}

extension PlanReport.Cost {
  fileprivate var text: String {
    let megapixels = (Double(pixels) / 1e5).rounded() / 10
    let end = writing.map { "to render, \($0 >> 20) MiB to write the file" } ?? "to render, beside the result"
    return """
      work: \(megapixels) megapixels in \(passes) \(passes == 1 ? "pass" : "passes")
      memory: at most \(rendering >> 20) MiB \(end)
      """
  }

  fileprivate var members: [(key: String, value: JSONValue)] {
    [
      (key: "work", value: ["pixels": .integer(pixels), "passes": .integer(passes)]),
      (key: "memory", value: ["rendering": .integer(rendering), "writing": .integer(orNull: writing)]),
    ]
  }
}
