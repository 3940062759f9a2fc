internal import ArgumentParser
internal import Headroom
internal import HeadroomBatch
internal import HeadroomPictures

/// Options for a batch's records, and for going on with them.
struct BatchRecordOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Append a line of JSON for each finished input to this file, which is made where it is missing.",
      valueName: "file"),
    completion: .file(extensions: ["jsonl"]))
  var manifest: String

  @Flag(
    help: """
      Leave out what the manifest says is done, as long as the input, the plan and the version are the same and the \
      outputs are there; failures that may pass are tried again, others only after a change. Outputs of what runs again \
      are replaced.
      """)
  var resume = false

  @Flag(help: "Run the inputs whose newest record is a failure, all of them, and no others.")
  var retryFailedOnly = false

  @Option(
    name: .customLong("manifest-in"),
    help: ArgumentHelp(
      "An older manifest for --resume, of an earlier run or another machine; repeatable.", valueName: "file"),
    completion: .file(extensions: ["jsonl"]))
  var manifestsIn: [String] = []

  @Flag(help: "Write the SHA-256 of each input into its record.")
  var hashInputs = false

  func validate() throws {
    // It is read as well as written.
    if manifest.isEmpty || manifest == "-" { throw ValidationError("--manifest is the name of a file") }
    if !manifestsIn.isEmpty, !continues { throw ValidationError("--manifest-in belongs to --resume") }
  }

  /// Whether older records say what is to be done.
  var continues: Bool { resume || retryFailedOnly }
}

/// Options for dividing a batch among processes.
struct BatchDivisionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Take a part of the inputs: the I-th of N, from 0, or 'auto' as the environment of Kubernetes, AWS Batch or SLURM "
        + "says. An input's part follows from its name.", valueName: "I/N|auto"))
  var shard: String?

  @Option(
    help: ArgumentHelp(
      "How many parts there are, for --shard auto where the environment does not say.", valueName: "count"))
  var shards: Int?

  @Option(
    help: ArgumentHelp(
      "Divide the inputs among all processes that name this folder: each claims a hundred at a time there, and takes over "
        + "what a dead one had claimed.", valueName: "dir"),
    completion: .directory)
  var claim: String?

  func validate() throws {
    if shards != nil, shard != "auto" { throw ValidationError("--shards belongs to --shard auto") }
    if claim?.isEmpty == true { throw ValidationError("--claim is the name of a folder") }
    if claim != nil, shard != nil { throw ValidationError("--claim and --shard both divide the inputs") }
  }

  /// The part of the list; nil for all of it.
  func wanted(_ environment: [String: String]) throws(PictureError) -> Shard? {
    guard let shard else { return nil }
    do throws(BatchError) {
      return try shard == "auto" ? Shard(environment: environment, count: shards) : Shard(shard)
    } catch {
      throw PictureError(error)
    }
  }
}

/// Options for how inputs are worked on, and which failures count.
struct BatchRunOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Inputs to work on at the same time, a thread each; all processors without it.", valueName: "count"),
    transform: { try number($0, 1...256) })
  var jobs: Int?

  @Option(
    help: ArgumentHelp("How often a failure that may pass is tried again.", valueName: "count"),
    transform: { try number($0, 0...100) })
  var retry = 1

  @Option(
    help: ArgumentHelp(
      "Seconds after which an input is given up, as far as codecs can be stopped.", valueName: "seconds"),
    transform: { text in
      guard let value = DecimalNumber.parse(text), value > 0, value <= 1e6 else {
        throw ValidationError("a time is a number of seconds above 0")
      }
      return value
    })
  var timeout = 120.0

  @Option(
    help: ArgumentHelp(
      "So many failures, or such a share of the inputs, are no failure of the batch.", valueName: "N|P%"),
    transform: FailureTolerance.init(parsing:))
  var tolerate: FailureTolerance = .count(0)

  @Flag(help: "Replace outputs that exist.")
  var overwrite = false

  @Flag(help: "Leave outputs that exist as they are.")
  var skipExisting = false

  @Flag(help: "Say what would be written, and write nothing.")
  var dryRun = false

  func validate() throws {
    if overwrite, skipExisting { throw ValidationError("--overwrite and --skip-existing exclude each other") }
  }

  private static func number(_ text: String, _ range: ClosedRange<Int>) throws -> Int {
    guard let value = Int(text), range.contains(value) else {
      throw ValidationError("a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }
}
