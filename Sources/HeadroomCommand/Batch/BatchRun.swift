internal import Foundation
internal import Headroom
internal import HeadroomBatch
internal import HeadroomPictures
internal import Synchronization

/// Works on the inputs of a feed, several at a time, and writes a record of each that is finished.
final class BatchRun: Sendable {
  let inputs: BatchInputs
  let work: BatchWork
  let feed: BatchFeed
  /// Nil where nothing is written.
  let manifest: ManifestWriter?
  let shard: Shard?
  let settings: Settings
  private let progress: ProgressReporter
  private let counts: Mutex<BatchCounts>
  private let shares = ProcessorShares()
  private let started = ContinuousClock.now
  private let isOver = Atomic(false)
  /// Called when no input is at work any more.
  private let atEnd: @Sendable () -> Void

  struct Settings: Sendable {
    var jobs = 1
    /// How often a transient failure is tried again.
    var retries = 1
    var timeout = 120.0
    var tolerance = FailureTolerance.count(0)
    var isQuiet = false
    var isVerbose = false
    var progress = ProgressStyle.bar
  }

  init(
    _ inputs: BatchInputs, _ work: BatchWork, _ feed: BatchFeed, manifest: ManifestWriter?, shard: Shard?,
    counts: BatchCounts, total: Int, _ settings: Settings, atEnd: @escaping @Sendable () -> Void = {}
  ) {
    self.atEnd = atEnd
    (self.inputs, self.work, self.feed) = (inputs, work, feed)
    (self.manifest, self.shard, self.settings) = (manifest, shard, settings)
    self.counts = Mutex(counts)
    progress = ProgressReporter(total: total, style: settings.progress, isQuiet: settings.isQuiet)
  }

  /// Runs to the end, or until a signal comes.
  func run() throws {
    let endings = BatchEnding(feed, work.deadlines) { [weak self] in self?.isOver.load(ordering: .acquiring) ?? true }
    endings.watch()
    perform()
    atEnd()
    let counts = counts.withLock { $0 }
    progress.clear()
    if settings.progress == .json {
      progress.end(counts.summary)
    } else if !settings.isQuiet {
      for line in lines(counts) { StandardStreams.note("headroom: \(line)") }
    }
    isOver.store(true, ordering: .releasing)
    if let status = Interruption.receivedStatus { throw SomeInputsFailed(status: status) }
    if let failure = feed.failure {
      // Later there may be room for records; what has none is done again.
      _ = ErrorReport.write(failure, asJSON: false)
      throw SomeInputsFailed(status: failure.kind == .output ? .tryAgain : failure.status)
    }
    let status = counts.status(tolerating: settings.tolerance, of: inputs.all.count)
    if status != .success { throw SomeInputsFailed(status: status) }
  }

  private func lines(_ counts: BatchCounts) -> [String] {
    let seconds = (ContinuousClock.now - started) / .seconds(1)
    var lines: [String] = []
    if inputs.repeatedCount > 0 { lines.append("\(inputs.repeatedCount) inputs are listed again and were taken once") }
    if !inputs.others.isEmpty {
      lines.append("left out, no pictures by their names: \(inputs.others.count) files")
    }
    return lines + [counts.line(seconds: seconds)]
  }

  /// More threads than jobs, so that one computes while another waits for the disk to take its record.
  private func perform() {
    let slots = DispatchSemaphore(value: settings.jobs)
    let threads = min(2 * settings.jobs, 256)
    ThreadPool(workerCount: threads).concurrentPerform(threads) { _ in
      while let item = feed.next() {
        slots.wait()
        let isAtWork = !feed.isStopped
        let attempt = isAtWork ? self.attempt(item) : nil
        slots.signal()
        if let (item, attempt) = attempt { end(item, attempt) } else { feed.drop(item) }
      }
    }
  }

  private func attempt(_ item: BatchFeed.Item) -> (BatchFeed.Item, BatchWork.Attempt) {
    var item = item
    item.progress = item.progress ?? progress.begin(inputs.all[item.place].path)
    let (begun, mark) = (ContinuousClock.now, shares.begin())
    let attempt = work.attempt(inputs.all[item.place], alone: item.isAlone)
    item.cpuSeconds += shares.end(mark)
    item.seconds += (ContinuousClock.now - begun) / .seconds(1)
    return (item, attempt)
  }

  private func end(_ item: BatchFeed.Item, _ attempt: BatchWork.Attempt) {
    var item = item
    guard let error = attempt.error else { return finish(item, attempt, nil) }
    if error.kind == .interrupted, feed.isStopped { return feed.drop(item) }
    // It needs what others hold.
    if error.isOverMemory, !item.isAlone { return feed.alone(item) }
    item.attempts += 1
    let told = timed(error)
    let failure = ManifestRecord.Failure(told, alone: item.isAlone)
    if failure.class == .transient, item.attempts <= settings.retries {
      return feed.again(item, after: Self.pause * Double(item.attempts))
    }
    item.attempts -= 1
    finish(item, attempt, (told, failure))
  }

  /// Seconds before an input is tried again.
  private static let pause = 0.25

  private func timed(_ error: PictureError) -> PictureError {
    guard error.kind == .interrupted else { return error }
    var error = error
    error.text = "took longer than \(ShortNumber.text(settings.timeout)) s and was stopped"
    return error
  }

  private func finish(
    _ item: BatchFeed.Item, _ attempt: BatchWork.Attempt, _ failed: (error: PictureError, ManifestRecord.Failure)?
  ) {
    let record = record(item, attempt, failed?.1)
    do throws(BatchError) { try manifest?.append(record) } catch {
      feed.stop(because: PictureError(error))
      return feed.drop(item)
    }
    counts.withLock { $0.add(record) }
    report(record, item.progress, failed?.error)
    feed.finish(item, mayPass: failed?.1.class == .transient)
  }

  private func report(_ record: ManifestRecord, _ file: FileProgress?, _ error: PictureError?) {
    var error = error
    error?.text = record.error?.message ?? ""
    if let file { progress.finish(file, error: error) }
    guard error != nil || settings.isVerbose else { return }
    progress.clear()
    if let error { _ = ErrorReport.write(error, asJSON: false) }
    guard settings.isVerbose else { return }
    for warning in record.warnings { ErrorReport.warn(warning, file: record.input) }
    for output in record.outputs {
      StandardStreams.note(
        "headroom: \(record.input) -> \(output.path): \(output.format), \(output.width)x\(output.height), "
          + ByteAmount.text(output.bytes))
    }
  }

  private func record(
    _ item: BatchFeed.Item, _ attempt: BatchWork.Attempt, _ failure: ManifestRecord.Failure?
  ) -> ManifestRecord {
    ManifestRecord(
      input: inputs.all[item.place].path, size: attempt.file?.size, mtimeNs: attempt.file?.mtimeNs,
      inputSHA256: attempt.inputSHA256, recipe: work.plan.recipe, version: RootCommand.version,
      shard: shard?.description, status: failure != nil ? .failed : attempt.isSkipped ? .skipped : .ok,
      outputs: failure == nil ? attempt.outputs : [], error: failure, attempts: item.attempts + 1,
      seconds: item.seconds, cpuSeconds: item.cpuSeconds, peakBytes: ProcessorShares.peakBytes, hdr: attempt.light,
      warnings: attempt.warnings)
  }
}

extension BatchCounts {
  /// The same as the summary of a run of conversions.
  fileprivate var summary: RunSummary {
    let summary = RunSummary(others: [])
    for _ in 0..<ok { summary.add(.written) }
    for _ in 0..<skipped + done { summary.add(.skipped) }
    for _ in 0..<failed { summary.addFailure() }
    return summary
  }
}
