internal import HeadroomColor
package import HeadroomImageIO

/// What a job will write, decided before pixels are computed.
package struct JobPlan: Sendable {
  /// How the file is made.
  enum Way: Sendable {
    /// The coded pictures stay unchanged.
    case codedData(CodedEditResult)
    case rendered
  }

  let way: Way
  let decision: JobDecision
  let target: Target
  /// Warnings from planning.
  package var warnings: [String] = []

  init(way: Way, decision: JobDecision, target: Target) {
    (self.way, self.decision, self.target) = (way, decision, target)
  }

  /// Whether the coded pictures stay byte for byte.
  package var keepsCodedData: Bool { if case .codedData = way { true } else { false } }

  /// The format of the file.
  package var format: TargetFormat { target.format }

  /// The rendition, its colour space and depth.
  package var rendition: RenditionPlan { decision.plan }

  /// The parts of the picture that the file will lack.
  package var losses: [PictureLoss] { decision.losses }

  /// The format, the rendition, its space and depth, in words.
  package var summary: String {
    if keepsCodedData { return "\(target.format.name), the coded data of the input" }
    let name =
      switch rendition.rendition {
      case .sdr: "SDR"
      case .isoHDR: "HDR"
      case .adaptive: "base with gain map"
      case .float: "linear light"
      }
    let space = rendition.encoding.name ?? "the input's colour space"
    let depth = rendition.depth.integerBits.map { "\($0) bit" } ?? rendition.depth.rawValue
    return "\(target.format.name), \(name), \(space), \(depth)"
  }
}
