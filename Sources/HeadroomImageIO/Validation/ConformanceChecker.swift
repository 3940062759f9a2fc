package import HeadroomColor
package import HeadroomContainers

/// Lists a file's violations of its container's rules, and its contradictions.
///
/// The rules that hold for every container are here, one list for each subject; rules of a single container are checked
/// by its reader (``ImageReader/conformanceFindings()``). Rule names are stable.
package enum ConformanceChecker {
  /// The findings of a picture, worst first.
  ///
  /// - Parameters:
  ///   - index: which picture of the file.
  ///   - measured: the light level of the decoded pixels, to compare with the tagged one; nil leaves that out.
  /// - Throws: `ImageIOError` when the file has no picture of that index.
  package static func findings(
    of reader: any ImageReader, index: Int = 0, measured: ContentLightLevel? = nil
  ) throws(ImageIOError) -> [ConformanceFinding] {
    let subject = ConformanceSubject(
      info: try reader.info(at: index), structure: reader.structure(), measured: measured)
    var seen: Set<ConformanceFinding> = []
    let all = (reader.conformanceFindings() + rules.flatMap { $0(subject) }).filter { seen.insert($0).inserted }
    let order = ConformanceFinding.Severity.allCases
    return order.flatMap { severity in all.filter { $0.severity == severity } }
  }

  private static let rules: [@Sendable (ConformanceSubject) -> [ConformanceFinding]] = [
    ReaderWarningRules.findings, CodePointRules.findings, ProfileRules.findings, LightLevelRules.findings,
    ViewingRules.findings, GainMapRules.findings, GainMapDescriptionRules.findings, OrientationRules.findings,
  ]
}

/// The facts that the rules examine.
struct ConformanceSubject: Sendable {
  let info: StillInfo
  let structure: [FilePart]
  let measured: ContentLightLevel?

  /// Whether the base picture is PQ or HLG.
  var isBaseHDR: Bool { info.encoding.transfer.isHDR }

  /// The place of the first part with one of these names.
  func place(_ names: String...) -> FilePart? { Self.first(names, in: structure) }

  private static func first(_ names: [String], in parts: [FilePart]) -> FilePart? {
    for part in parts {
      if names.contains(part.name) { return part }
      if let inside = first(names, in: part.children) { return inside }
    }
    return nil
  }

  /// A finding at a part of the file, where the file has it.
  func finding(
    _ rule: String, _ severity: ConformanceFinding.Severity, _ message: String, part: String, at names: String...
  ) -> ConformanceFinding {
    let place = Self.first(names, in: structure)
    return ConformanceFinding(
      rule: rule, severity: severity, message: message, part: place?.name ?? part, offset: place?.offset)
  }
}

extension Double {
  /// At most four decimals, for messages.
  var rounded4: String {
    guard isFinite else { return "\(self)" }
    let text = ((self * 10_000).rounded() / 10_000).description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
