internal import ArgumentParser
internal import Foundation
internal import Headroom
internal import HeadroomBatch
internal import HeadroomPictures

struct BatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "batch",
    abstract: "Several outputs of each of many inputs, with a record of each; goes on where it was killed.",
    usage: """
      headroom batch --plan <file> --files-from <file> --output-directory <dir> --manifest <file> [<options>]
      headroom batch --plan <file> <folder>... --recursive --output-directory <dir> --manifest <file> [<options>]
      headroom batch simulate --manifest <file> [<options>]
      """,
    discussion: """
      headroom batch --plan plan.json photos --recursive --output-directory web --manifest web.jsonl
      headroom batch --plan plan.json --files-from list.txt --output-directory web --manifest web.jsonl --resume
      headroom batch --plan plan.json --files-from list.txt --output-directory web --manifest 3.jsonl --shard 3/16
      headroom batch --plan plan.json --files-from list.txt --output-directory web --manifest a.jsonl --claim claims
      headroom batch --plan plan.json photos --recursive --output-directory web --manifest web.jsonl --dry-run

      A plan lists the outputs of every input: settings of 'convert' in camel case, with a name. Fields of names are those of \
      --name: {stem}, {name}, {parent}, {index}, {width}, {height}, {format}, {ext}. "size" instead of "resize" makes a thumbnail \
      as the verb does.

      {"schema": 1, "outputs": [{"name": "{stem}.jpg", "resize": "1440x1440"}, {"name": "{stem}-s.avif", "size": 250}]}

      A line of the list is an input, or an input, a tab and what {stem} becomes; a slash in it makes folders. An input is read \
      once for all its outputs, which appear together, byte for byte as 'convert' writes them. Each finished input is a line \
      of the manifest.

      Exit codes: 0 all is done, or no more failed than --tolerate allows; 1 inputs failed that will fail again; 75 inputs \
      failed that may succeed later (an output that could not be written, no memory, no time left, an input that is missing \
      or changes): run it again with --resume; 2 nothing was done, the command line, plan, list or manifest is wrong. On a \
      request to terminate, what runs is finished within 10 seconds or dropped.
      """,
    subcommands: [BatchSimulateCommand.self, MergeReportsCommand.self])

  @Option(
    help: ArgumentHelp("What to make of each input, as JSON.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var plan: String

  @Argument(help: "Inputs, and folders with --recursive.", completion: .file())
  var files: [String] = []

  @OptionGroup(title: "Inputs") var inputs: InputOptions

  @Option(
    help: ArgumentHelp(
      "Write into this folder, which is made where it is missing; folders that --recursive found are kept below it.",
      valueName: "dir"),
    completion: .directory)
  var outputDirectory: String

  @OptionGroup(title: "Records") var records: BatchRecordOptions
  @OptionGroup(title: "Several machines") var division: BatchDivisionOptions
  @OptionGroup(title: "Work") var running: BatchRunOptions
  @OptionGroup(title: "Limits and reports") var common: CommonOptions

  func validate() throws {
    if outputDirectory.isEmpty { throw ValidationError("--output-directory is the name of a folder") }
    if files.isEmpty, inputs.filesFrom == nil { throw ValidationError("there is no input") }
  }

  func run() throws {
    let plan = try BatchPlan(path: plan)
    let shard = try division.wanted(ProcessInfo.processInfo.environment)
    if OutputFile.exists(outputDirectory), !OutputFile.isDirectory(outputDirectory) {
      throw PictureError(.output, file: outputDirectory, "is not a directory")
    }
    var inputs = try BatchInputs(files, self.inputs, outputDirectory: outputDirectory)
    let names = BatchNames(plan, directory: outputDirectory, digits: inputs.digits)
    try names.check(inputs.all, keeping: ownFiles)
    if let shard { try inputs.keep(shard) }
    try start(plan, names, inputs, shard)
  }

  /// Files that this run reads or writes beside inputs and outputs.
  private var ownFiles: [String] {
    [plan, records.manifest] + records.manifestsIn + (inputs.filesFrom.map { [$0] } ?? [])
  }

  private func start(_ plan: BatchPlan, _ names: BatchNames, _ inputs: BatchInputs, _ shard: Shard?) throws {
    var settings = settings
    settings.jobs = running.jobs ?? ThreadPool.shared.workerCount
    ThreadPool.shared.workerCount = resources.threads ?? 1
    let deadlines = BatchDeadlines(seconds: running.timeout)
    let work = try BatchWork(
      plan, names: names, policy: policy, isDryRun: running.dryRun, hashesInputs: records.hashInputs,
      deadlines: deadlines, gate: MemoryGate(limit: MemoryLedger.shared.limit), resources: resources)
    let past = BatchPast(records, isDryRun: running.dryRun, isRepeated: running.overwrite || running.skipExisting)
    let opened = try past.openedWriter()
    let selection = try past.selection(of: inputs, plan, names, jobs: settings.jobs)
    let claims = try division.claim.flatMap { (folder) throws(PictureError) in
      running.dryRun ? nil : try ClaimedSupply(folder, inputs, selection, recipe: plan.recipe)
    }
    let manifest = try opened ?? past.writer()
    var counts = BatchCounts()
    (counts.done, counts.failedBefore) = (selection.doneCount, selection.failedCount)
    let total = selection.places.count
    func run(_ feed: BatchFeed, atEnd: @escaping @Sendable () -> Void = {}) throws {
      try BatchRun(
        inputs, work, feed, manifest: manifest, shard: shard, counts: counts, total: total, settings, atEnd: atEnd
      ).run()
    }
    guard let claims else {
      let supply = BatchSupply(selection.places)
      return try run(BatchFeed { () throws(PictureError) in supply.next() })
    }
    let feed = BatchFeed { () throws(PictureError) in try claims.next() }
    claims.begin { feed.stop(because: $0) }
    try run(feed) { claims.end() }
  }

  /// A thread for each job unless more are asked for.
  private var resources: JobResources {
    var resources = common.resources
    resources.threads = resources.threads ?? 1
    return resources
  }

  private var policy: ExistingFilePolicy {
    if running.skipExisting { return .skip }
    // What a dead process had claimed and begun is done again.
    return running.overwrite || records.continues || division.claim != nil ? .overwrite : .refuse
  }

  private var settings: BatchRun.Settings {
    BatchRun.Settings(
      retries: running.retry, timeout: running.timeout, tolerance: running.tolerate, isQuiet: common.quiet,
      isVerbose: common.verbose, progress: common.progress)
  }
}
