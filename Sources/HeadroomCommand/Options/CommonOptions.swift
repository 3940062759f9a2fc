internal import ArgumentParser
internal import Headroom

/// What every verb takes.
struct CommonOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Refuse pictures of more pixels than this (also 50M, 1G).", valueName: "count"),
    transform: { try count($0, scale: 1000) })
  var maxPixels: Int?

  @Option(
    help: ArgumentHelp("Keep rendering below this much memory (also 512M, 2G).", valueName: "bytes"),
    transform: { try count($0, scale: 1024) })
  var maxMemory: Int?

  @Option(
    help: ArgumentHelp("Threads to render with; all processors without it.", valueName: "count"),
    transform: { try count($0, scale: 1000) })
  var threads: Int?

  @Flag(help: "Accept files that end inside their picture data.")
  var allowPartial = false

  @Flag(help: "No progress, no warnings.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Say more about what is done.")
  var verbose = false

  @Option(
    help: ArgumentHelp("A bar when standard error is a terminal, or one JSON line per event.", valueName: "bar|json"))
  var progress: ProgressStyle = .bar

  var limits: DecodeLimits {
    var limits = DecodeLimits.standard
    if let maxPixels { limits.maxPixels = maxPixels }
    return limits
  }

  func warn(_ text: String, file: String?) {
    if !quiet { ErrorReport.warn(text, file: file) }
  }

  private static func count(_ text: String, scale: Int) throws -> Int {
    guard let value = DecimalNumber.parseCount(text, scale: scale) else {
      throw ValidationError("not a whole number of at least 1")
    }
    return value
  }
}
