internal import Headroom
internal import HeadroomBatch
internal import HeadroomPictures

/// The manifest of a run, and what it and older ones say.
struct BatchPast {
  private let options: BatchRecordOptions
  private let isDryRun: Bool
  /// Whether a run that does not go on may still add to a manifest.
  private let isRepeated: Bool

  init(_ options: BatchRecordOptions, isDryRun: Bool, isRepeated: Bool) {
    (self.options, self.isDryRun, self.isRepeated) = (options, isDryRun, isRepeated)
  }

  /// The manifest where it is there already. A new one is made last: a command that is wrong writes nothing.
  func openedWriter() throws -> ManifestWriter? { OutputFile.exists(options.manifest) ? try writer() : nil }

  /// The manifest, ready for records; nil where nothing is written.
  ///
  /// - Throws: a `PictureError` of kind `usage` where it has records and the run does not go on with them; `SomeInputsFailed` with
  ///   ``ExitStatus/tryAgain`` where another process writes it.
  func writer() throws -> ManifestWriter? {
    let path = options.manifest
    if !options.continues, !isRepeated, let file = FileFingerprint(of: path), file.size > 0 {
      throw PictureError(
        .usage, file: path, "the manifest has records already: --resume goes on with them, --overwrite does all again")
    }
    if isDryRun { return nil }
    let folder = OutputFile.folder(of: path)
    if !OutputFile.isDirectory(folder) { try OutputFile.makeFolder(folder) }
    do throws(BatchError) { return try ManifestWriter(path: path) } catch {
      guard error.kind == .busy else { throw PictureError(error) }
      _ = ErrorReport.write(PictureError(error), asJSON: false)
      throw SomeInputsFailed(status: .tryAgain)
    }
  }

  /// The inputs to work on. All manifests are read, so that one that is none is noticed before any work.
  func selection(
    of inputs: BatchInputs, _ plan: BatchPlan, _ names: BatchNames, jobs: Int
  ) throws(PictureError) -> BatchSelection {
    // The shared pool has a thread for each job alone by now.
    let threads = ThreadPool(workerCount: jobs)
    var index = ResumeIndex(count: inputs.all.count, recipe: plan.recipe, version: RootCommand.version)
    for manifest in options.manifestsIn { try index.add(manifest, of: inputs, threads: threads) }
    if OutputFile.exists(options.manifest) { try index.add(options.manifest, of: inputs, threads: threads) }
    guard options.continues else { return BatchSelection(all: inputs.all.count) }
    return try BatchSelection(inputs, index, plan, names, onlyFailed: options.retryFailedOnly, threads: threads)
  }
}
