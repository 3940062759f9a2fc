internal import ArgumentParser

/// Options of the command's contract that belong to inputs and outputs this version does not have. They are known, so
/// that asking for them gives a plain answer and nothing is ignored.
struct UnavailableOptions: ParsableArguments {
  @Option(help: .private) var recipe: String?
  @Option(help: .private) var temperature: String?
  @Option(help: .private) var tint: String?
  @Option(help: .private) var edr: String?
  @Option(help: .private) var boost: String?
  @Option(help: .private) var noiseReduction: String?
  @Option(help: .private) var sharpness: String?
  @Option(help: .private) var highlights: String?

  func validate() throws {
    if recipe != nil { throw ValidationError("--recipe: recipe files are not read by this version; use --filter") }
    let development = [
      ("temperature", temperature), ("tint", tint), ("edr", edr), ("boost", boost),
      ("noise-reduction", noiseReduction), ("sharpness", sharpness), ("highlights", highlights),
    ]
    if let (name, _) = development.first(where: { $0.1 != nil }) {
      throw ValidationError("--\(name) develops RAW files, which this version does not read; use --filter")
    }
  }
}
