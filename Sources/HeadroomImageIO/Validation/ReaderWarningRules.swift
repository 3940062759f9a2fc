internal import HeadroomContainers

/// The reader's warnings are findings too.
enum ReaderWarningRules {
  static func findings(_ subject: ConformanceSubject) -> [ConformanceFinding] {
    subject.info.warnings.map(finding)
  }

  /// Warnings are `part: text`.
  private static func finding(_ warning: String) -> ConformanceFinding {
    let colon = warning.firstRange(of: ": ")
    let part = colon.map { String(warning[..<$0.lowerBound]) } ?? "file"
    let text = colon.map { String(warning[$0.upperBound...]) } ?? warning
    if warning.contains("the file ends inside") {
      return ConformanceFinding(rule: "file.cut", severity: .error, message: text, part: part)
    }
    // The HDR that the file was made for is not shown.
    if warning.contains("base picture is shown") || warning.contains("announced by the metadata") {
      return ConformanceFinding(rule: "gain-map.unusable", severity: .error, message: text, part: part)
    }
    return ConformanceFinding(rule: "file.reader-warning", severity: .warning, message: text, part: part)
  }
}
