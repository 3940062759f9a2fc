internal import ArgumentParser
internal import Headroom
internal import HeadroomPictures

/// The options of every verb.
struct CommonOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Refuse pictures of more pixels than this (also 50M, 1G).", valueName: "count"),
    transform: { try count($0, scale: 1000) })
  var maxPixels: Int?

  @Option(
    help: ArgumentHelp(
      "Take no more memory than this (also 512M, 2G); three quarters of the machine's without it.", valueName: "bytes"),
    transform: { try count($0, scale: 1024) })
  var maxMemory: Int?

  /// The size from which on pictures are processed by rows, however much memory there is: for tests and measurements.
  @Option(help: .hidden, transform: { try count($0, scale: 1024) })
  var rowsFrom: Int?

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

  /// Sets the memory limit of the whole process here, so that it holds for every verb from the start.
  func validate() throws {
    MemoryLedger.shared.limit = maxMemory ?? MachineMemory.byteCount.map { $0 / 4 * 3 }
  }

  /// Throws for a limit that the program itself exceeds. Called after parsing, since the parser treats every error of
  /// `validate` as wrong usage.
  static func checkMemoryLimit() throws(PictureError) {
    guard let limit = MemoryLedger.shared.limit, limit <= MemoryLedger.processBytes else { return }
    throw PictureError(
      .input, "--max-memory: the program alone needs \(ByteAmount.text(MemoryLedger.processBytes)) of memory")
  }

  var limits: DecodeLimits {
    var limits = DecodeLimits.standard
    if let maxPixels { limits.maxPixels = maxPixels }
    return limits
  }

  /// The limits of jobs.
  var resources: JobResources {
    JobResources(
      limits: limits, allowPartial: allowPartial, maxMemory: maxMemory, threads: threads, rowsFrom: rowsFrom)
  }

  /// Lets the process's own pool have as many threads as were asked for, and with it the codecs that it lends them to.
  func applyThreads() {
    if let threads { ThreadPool.shared.workerCount = threads }
  }

  /// - Parameter text: may mention settings; see ``SettingWords``.
  func warn(_ text: String, file: String?) {
    if !quiet { ErrorReport.warn(SettingWords.options.text(text), file: file) }
  }

  /// Prints the messages of a job about a file.
  func events(of file: String) -> JobEvents {
    JobEvents(
      warning: { warn($0, file: file) },
      note: { text in if verbose { StandardStreams.note("headroom: \(file): \(SettingWords.options.text(text))") } })
  }

  private static func count(_ text: String, scale: Int) throws -> Int {
    guard let value = DecimalNumber.parseCount(text, scale: scale) else {
      throw ValidationError("not a whole number of at least 1")
    }
    return value
  }
}
