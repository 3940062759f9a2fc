internal import Headroom
internal import Synchronization

/// Runs the tasks, several at a time when asked to, and reports each failure where it happens.
struct ConversionQueue {
  let tasks: [ConversionTask]
  let converter: Converter
  let writing: WritingOptions
  let common: CommonOptions

  func run() throws {
    let progress = ProgressReporter(total: tasks.count, options: common)
    let failures = Mutex<[CommandError]>([])
    // The renders share their threads; a second pool would have each file's decoder wait for the other's tiles.
    let workers = ThreadPool(workerCount: min(writing.jobs ?? 1, tasks.count))
    workers.concurrentPerform(tasks.count) { index in
      if writing.failFast, failures.withLock({ !$0.isEmpty }) { return }
      if let failure = convert(tasks[index], progress) { failures.withLock { $0.append(failure) } }
    }
    progress.end()
    let failed = failures.withLock { $0 }
    guard let first = failed.first else { return }
    if tasks.count == 1 { throw first }
    throw SomeInputsFailed(status: .someFailed)
  }

  private func convert(_ task: ConversionTask, _ progress: ProgressReporter) -> CommandError? {
    let file = progress.begin(task.input)
    do throws(CommandError) {
      try converter.convert(task, file)
      progress.finish(file, error: nil)
      return nil
    } catch {
      progress.finish(file, error: error)
      // A single failure is thrown to the end of the run and written there.
      if tasks.count > 1 {
        progress.clear()
        _ = ErrorReport.write(error, asJSON: false)
      }
      return error
    }
  }
}
