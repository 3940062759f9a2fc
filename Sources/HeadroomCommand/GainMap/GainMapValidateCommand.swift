internal import ArgumentParser
internal import Headroom
internal import HeadroomPictures
internal import Synchronization

struct GainMapValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Check gain map files: parameters, sizes, descriptions, where the map is.",
    discussion: """
      headroom gainmap validate photo.jpg
      headroom gainmap validate --json *.avif

      Lists what 'headroom info --validate' lists. Exit code 1 when a finding is an error, 3 when a file has no gain map.
      """)

  @Argument(help: "Files; '-' is standard input.", completion: .file())
  var files: [String]

  @Flag(help: "One JSON object per file and line.")
  var json = false

  @OptionGroup var common: CommonOptions

  func run() throws {
    let hasError = Mutex(false)
    try SeveralInputs(files, asJSON: json).eachAtOnce(workers: common.threads) { file in
      let input = try PictureSource(path: file, common.resources, isMapped: true)
      let findings = try input.findings()
      // An unusable map has findings with the reason; a file without a map has nothing to check.
      if input.info.gainMap == nil, !findings.contains(where: { $0.rule == "gain-map.unusable" }) {
        _ = try input.gainMap()
      }
      if findings.contains(where: { $0.severity == .error }) { hasError.withLock { $0 = true } }
      if json {
        let report: JSONValue = [
          "schema": 1, "file": .string(file), "filePercentEncoded": .percentEncoded(file),
          "findings": .array(findings.map(\.json)),
        ]
        return report.description
      }
      let lines = findings.isEmpty ? [InfoText.row("conformance", "nothing found")] : findings.map { "  " + $0.line }
      return ([file] + lines).joined(separator: "\n")
    }
    if hasError.withLock({ $0 }) { throw SomeInputsFailed(status: .someFailed) }
  }
}
