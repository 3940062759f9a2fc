internal import Glibc
internal import Headroom
internal import HeadroomBatch
internal import HeadroomPictures
internal import Synchronization

/// What became of the inputs of a run so far.
struct BatchCounts: Sendable {
  var ok = 0
  var skipped = 0
  var permanent = 0
  var transient = 0
  var warned = 0
  /// Inputs that were left alone because they are done, or would fail again.
  var done = 0
  var failedBefore = 0

  var failed: Int { permanent + transient + failedBefore }

  mutating func add(_ record: ManifestRecord) {
    switch record.status {
    case .ok: ok += 1
    case .skipped: skipped += 1
    case .failed: if record.error?.class == .transient { transient += 1 } else { permanent += 1 }
    }
    if !record.warnings.isEmpty { warned += 1 }
  }

  /// The exit status of a run over so many inputs.
  func status(tolerating tolerance: FailureTolerance, of all: Int) -> ExitStatus {
    if failed == 0 || tolerance.accepts(failed, of: all) { return .success }
    return transient > 0 ? .tryAgain : .someFailed
  }

  /// One line for people.
  func line(seconds: Double) -> String {
    var parts = ["\(ok) ok"]
    if skipped > 0 { parts.append("\(skipped) there already") }
    if done > 0 { parts.append("\(done) done before") }
    if permanent + failedBefore > 0 { parts.append("\(permanent + failedBefore) failed") }
    if transient > 0 { parts.append("\(transient) failed that may pass (--resume tries them again)") }
    if warned > 0 { parts.append("\(warned) with warnings (in the manifest)") }
    return parts.joined(separator: ", ") + " (\((seconds * 10).rounded() / 10) s)"
  }
}

/// `--tolerate`: how many failures are no failure of the batch.
enum FailureTolerance: Sendable {
  case count(Int)
  case percent(Double)

  init(parsing text: String) throws {
    if text.hasSuffix("%") {
      guard let share = DecimalNumber.parse(text.dropLast()), (0...100).contains(share) else {
        throw SettingProblem("a share of failures is from 0% to 100%")
      }
      self = .percent(share)
    } else {
      guard let count = Int(text), count >= 0 else {
        throw SettingProblem("a number of failures, or a share such as 1%")
      }
      self = .count(count)
    }
  }

  func accepts(_ failures: Int, of all: Int) -> Bool {
    switch self {
    case .count(let most): failures <= most
    case .percent(let share): Double(failures) <= share / 100 * Double(all)
    }
  }
}

/// Divides the processor time of the process among the inputs that are worked on at the same time, in equal parts: codecs have
/// threads of their own, which nobody else counts.
final class ProcessorShares: Sendable {
  private struct State {
    var last = ProcessorShares.cpuSeconds
    var active = 0
    var total = 0.0
  }

  private let state = Mutex(State())

  /// Begins a piece of work; give the result to ``end(_:)``.
  func begin() -> Double { change(by: 1) }

  /// The processor time of a piece of work.
  func end(_ mark: Double) -> Double { change(by: -1) - mark }

  private func change(by step: Int) -> Double {
    state.withLock { state in
      let now = Self.cpuSeconds
      if state.active > 0 { state.total += (now - state.last) / Double(state.active) }
      state.last = now
      state.active += step
      return state.total
    }
  }

  private static var usage: rusage {
    var usage = rusage()
    unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage
  }

  private static var cpuSeconds: Double {
    let usage = usage
    return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) * 1e-6 }
  }

  /// The most memory that the process has held.
  static var peakBytes: Int { usage.ru_maxrss << 10 }
}
