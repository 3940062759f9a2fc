internal import ArgumentParser
internal import Headroom
internal import HeadroomBatch
internal import HeadroomPictures

struct MergeReportsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge-reports",
    abstract: "What the manifests of a batch say together: what is done, what failed and why, what is missing.",
    discussion: """
      headroom merge-reports web.jsonl
      headroom merge-reports shard-*.jsonl --files-from list.txt
      headroom merge-reports shard-*.jsonl --files-from list.txt --json

      Of an input with several records the newest counts: the last in its file, and of several files the one that is named \
      last. Inputs of the list without a record are missing. Times are sums over all inputs, files a second those of one \
      worker. HDR is kept, made of SDR, or lost in an output that cannot hold it.

      Exit codes: 0 nothing failed and nothing is missing, 1 something did or is, 2 a line of a manifest is no record of \
      this version, 3 a file cannot be read.
      """)

  @Argument(help: "Manifests of a batch.", completion: .file(extensions: ["jsonl"]))
  var manifests: [String]

  @Option(
    help: ArgumentHelp(
      "The list of all inputs as the batch had it: each needs a record. '-' is standard input.", valueName: "file"),
    completion: .file())
  var filesFrom: String?

  @Flag(name: .customLong("null"), help: "The entries of --files-from end with a zero byte.")
  var endsWithNull = false

  @Flag(help: "The report as one JSON object.")
  var json = false

  @OptionGroup var common: CommonOptions

  func validate() throws {
    if endsWithNull, filesFrom == nil { throw ValidationError("--null says how --files-from is to be read") }
    if manifests.count(where: { $0 == "-" }) + (filesFrom == "-" ? 1 : 0) > 1 {
      throw ValidationError("standard input can be read once")
    }
  }

  func run() throws {
    let report = try merged()
    try StandardStreams.print(json ? report.json.description : report.text)
    if !report.isComplete { throw SomeInputsFailed(status: .someFailed) }
  }

  private func merged() throws(PictureError) -> MergedReport {
    var merge = ReportMerge()
    do throws(BatchError) {
      for path in manifests where try merge.add(manifest: path, by: ThreadPool.shared.forRecords) {
        ErrorReport.warn("its last line is unfinished and does not count", file: path)
      }
    } catch {
      throw PictureError(error)
    }
    if let filesFrom {
      try BatchList.forEach(in: filesFrom, endsWithNull: endsWithNull) { input, _ throws(PictureError) in
        do throws(BatchError) { try merge.expect(input) } catch { throw PictureError(error) }
      }
    }
    return merge.report()
  }
}
