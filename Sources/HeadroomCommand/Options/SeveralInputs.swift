internal import Headroom
internal import HeadroomPictures
internal import Synchronization

/// One or more inputs, processed separately: with several, a failure is reported and the next one follows.
struct SeveralInputs {
  private let files: [String]
  private let asJSON: Bool

  init(_ files: [String], asJSON: Bool) {
    self.files = files
    self.asJSON = asJSON
  }

  /// Processes the inputs one after the other.
  func each(_ work: (String) throws -> Void) throws {
    var failures = 0
    for file in files {
      do {
        try work(file)
      } catch {
        try report(PictureError(error, file: file))
        failures += 1
      }
    }
    if failures > 0 { throw SomeInputsFailed(status: .someFailed) }
  }

  /// Processes several inputs at the same time, and writes their results in the order of the inputs.
  ///
  /// - Parameter work: returns the lines for a file. It must not use the shared thread pool.
  func eachAtOnce(workers: Int?, _ work: @Sendable (String) throws -> String) throws {
    guard files.count > 1 else { return try each { try StandardStreams.print(work($0)) } }
    let pending = Mutex(OrderedResults())
    ThreadPool(workerCount: workers).concurrentPerform(files.count) { index in
      if pending.withLock({ $0.stop != nil }) { return }
      let result = Result { () throws(PictureError) in
        do { return try work(files[index]) } catch { throw PictureError(error, file: files[index]) }
      }
      pending.withLock { $0.add(result, at: index, report: write) }
    }
    let (failures, stop) = pending.withLock { ($0.failures, $0.stop) }
    if let stop { throw stop }
    if failures > 0 { throw SomeInputsFailed(status: .someFailed) }
  }

  private func write(_ result: Result<String, PictureError>) throws(PictureError) -> Bool {
    switch result {
    case .success(let text):
      try StandardStreams.print(text)
      return true
    case .failure(let failure):
      try report(failure)
      return false
    }
  }

  /// Reports one failure of several; throws it if the run cannot continue.
  private func report(_ failure: PictureError) throws(PictureError) {
    // If the reader has gone, it takes no output from the other inputs either.
    if files.count == 1 || failure.status == .output || failure.status == .usage { throw failure }
    _ = ErrorReport.write(failure, asJSON: asJSON)
  }
}

/// Results that arrive in any order and are written in the order of the inputs.
private struct OrderedResults {
  private var waiting: [Int: Result<String, PictureError>] = [:]
  private var next = 0
  private(set) var failures = 0
  /// Why nothing more can be written.
  private(set) var stop: PictureError?

  mutating func add(
    _ result: Result<String, PictureError>, at index: Int,
    report: (Result<String, PictureError>) throws(PictureError) -> Bool
  ) {
    waiting[index] = result
    while stop == nil, let result = waiting.removeValue(forKey: next) {
      next += 1
      do throws(PictureError) {
        if try !report(result) { failures += 1 }
      } catch {
        stop = error
      }
    }
  }
}
