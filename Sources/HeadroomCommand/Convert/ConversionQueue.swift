internal import Headroom
internal import HeadroomPictures
internal import Synchronization

/// Runs the tasks, several at a time if requested, and reports each failure when it happens.
struct ConversionQueue {
  let tasks: [ConversionTask]
  let conversion: Conversion
  let summary: RunSummary

  private var writing: WritingOptions { conversion.writing }
  private var common: CommonOptions { conversion.common }

  init(_ tasks: [ConversionTask], others: [String] = [], _ conversion: Conversion) {
    (self.tasks, self.conversion) = (tasks, conversion)
    summary = RunSummary(others: others)
  }

  func run() throws {
    let progress = ProgressReporter(total: tasks.count, style: common.progress, isQuiet: common.quiet)
    let failures = Mutex<[PictureError]>([])
    // The renders share their threads; a second pool would have each file's decoder wait for the other's tiles.
    let workers = ThreadPool(workerCount: min(writing.jobs ?? 1, tasks.count))
    let postponed = Mutex<[Int]>([])
    workers.concurrentPerform(tasks.count) { index in
      if writing.failFast, failures.withLock({ !$0.isEmpty }) { return }
      let isAlone = workers.workerCount == 1
      // If there is a file for each processor, a second thread for one of them only takes time and caches from the
      // others.
      switch ThreadPool.shared.counting({ convert(tasks[index], progress, isLastTry: isAlone) }) {
      case .done: break
      case .failed(let failure): failures.withLock { $0.append(failure) }
      case .postponed: postponed.withLock { $0.append(index) }
      }
    }
    // Tasks that ran out of memory beside others are run alone.
    for index in postponed.withLock({ $0.sorted() }) {
      if writing.failFast, failures.withLock({ !$0.isEmpty }) { break }
      if case .failed(let failure) = convert(tasks[index], progress, isLastTry: true) {
        failures.withLock { $0.append(failure) }
      }
    }
    progress.end(summary)
    reportSummary()
    let failed = failures.withLock { $0 }
    guard let first = failed.first else { return }
    if tasks.count == 1 { throw first }
    throw SomeInputsFailed(status: .someFailed)
  }

  /// A run over several inputs ends with a summary.
  private func reportSummary() {
    guard tasks.count > 1 || !summary.others.isEmpty, !common.quiet, common.progress != .json, !writing.dryRun else {
      return
    }
    for line in summary.lines(isVerbose: common.verbose) { StandardStreams.note("headroom: \(line)") }
  }

  private enum Outcome {
    case done
    case failed(PictureError)
    case postponed
  }

  private func convert(_ task: ConversionTask, _ progress: ProgressReporter, isLastTry: Bool) -> Outcome {
    let file = progress.begin(task.input)
    do throws(PictureError) {
      summary.add(try conversion.run(task, file.progress))
      progress.finish(file, error: nil)
      return .done
    } catch {
      if error.isOverMemory, !isLastTry { return .postponed }
      summary.addFailure()
      progress.finish(file, error: error)
      // A single failure is thrown and reported at the end of the run.
      if tasks.count > 1 {
        progress.clear()
        _ = ErrorReport.write(error, asJSON: false)
      }
      return .failed(error)
    }
  }
}
