internal import ArgumentParser
internal import Headroom
internal import HeadroomPictures
internal import Synchronization

enum ProgressStyle: String, ExpressibleByArgument, CaseIterable {
  case bar
  case json
}

/// Reports the progress of a run over one or more files: a bar with rate and remaining time on a terminal, or a JSON
/// line per event.
final class ProgressReporter: Sendable {
  private enum Form { case silent, bar, json }
  private struct State {
    var finished = 0
    var isBarShown = false
    /// The finished shares of the files in progress.
    var shares: [Int: Double] = [:]
    var begun = 0
    /// When a share was last reported, in seconds from the start.
    var lastReport = 0.0
  }

  private let form: Form
  private let total: Int
  private let started = ContinuousClock.now
  private let state = Mutex(State())

  /// The least seconds between two reports of a share.
  private static let pause = 0.1

  /// - Parameter isQuiet: whether no bar is drawn.
  init(total: Int, style: ProgressStyle, isQuiet: Bool) {
    self.total = total
    if style == .json {
      form = .json
    } else if isQuiet || !StandardStreams.isTerminal(StandardStreams.error) {
      form = .silent
    } else {
      form = .bar
    }
  }

  func begin(_ file: String) -> FileProgress {
    if form == .json { event("started", names(file)) }
    let number = state.withLock { state in
      state.begun += 1
      state.shares[state.begun] = 0
      if form == .bar { drawBar(&state, file) }
      return state.begun
    }
    return FileProgress(
      file: file, number: number,
      progress: JobProgress(
        onStep: { self.step($0, file: file, share: $1) }, onShare: { self.advance(file, number, to: $0) }))
  }

  func step(_ name: String, file: String, share: Double) {
    guard form == .json else { return }
    event("step", names(file) + [("step", .string(name)), ("share", .number(share))])
  }

  /// Records a file's share, which has grown, and reports it from time to time.
  func advance(_ file: String, _ number: Int, to share: Double) {
    guard form != .silent else { return }
    state.withLock { state in
      guard state.shares[number] != nil else { return }
      state.shares[number] = share
      guard elapsed - state.lastReport >= Self.pause else { return }
      if form == .bar { return drawBar(&state, file) }
      state.lastReport = elapsed
      report(file, share: share, state)
    }
  }

  private func report(_ file: String, share: Double, _ state: State) {
    event("progress", names(file) + [("share", .number(share)), ("overall", .number(overall(state)))])
  }

  func finish(_ progress: FileProgress, error: PictureError?) {
    let file = progress.file
    state.withLock { state in
      state.shares[progress.number] = nil
      state.finished += 1
      switch form {
      case .silent: break
      case .bar: drawBar(&state, file)
      case .json:
        if error == nil { report(file, share: 1, state) }
        event(
          error == nil ? "finished" : "failed",
          names(file) + [
            ("done", .integer(state.finished)), ("total", .integer(total)),
            ("seconds", .number(elapsed)), ("error", .string(orNull: error?.line)),
          ])
      }
    }
  }

  /// Clears the bar, so that a line of text can follow.
  func clear() {
    state.withLock { state in
      guard state.isBarShown else { return }
      try? StandardStreams.write(Array("\r\u{1B}[K".utf8), to: StandardStreams.error)
      state.isBarShown = false
    }
  }

  func end(_ summary: RunSummary) {
    clear()
    guard form == .json else { return }
    let finished = state.withLock { $0.finished }
    let counts = summary.found
    event(
      "done",
      [
        ("done", .integer(finished)), ("failed", .integer(counts.failed)), ("written", .integer(counts.written)),
        ("skipped", .integer(counts.skipped)), ("leftOut", .array(summary.others.map { .string($0) })),
        ("seconds", .number(elapsed)),
      ])
  }

  private var elapsed: Double {
    let parts = (ContinuousClock.now - started).components
    return Double(parts.seconds) + Double(parts.attoseconds) * 1e-18
  }

  /// The finished share of the run.
  private func overall(_ state: State) -> Double {
    total > 0 ? (Double(state.finished) + state.shares.values.reduce(0, +)) / Double(total) : 1
  }

  /// A file's name, and all of its bytes where it is not UTF-8.
  private func names(_ file: String) -> [(String, JSONValue)] {
    [("file", .string(file)), ("filePercentEncoded", .percentEncoded(file))]
  }

  private func event(_ name: String, _ members: [(String, JSONValue)]) {
    let head: [(key: String, value: JSONValue)] = [("schema", 1), ("event", .string(name))]
    let rest = members.map { (key: $0.0, value: $0.1) }
    StandardStreams.note(JSONValue.object(head + rest).description)
  }

  private func drawBar(_ state: inout State, _ file: String) {
    let (width, share) = (24, overall(state))
    let filled = min(Int(Double(width) * share), width)
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
    var text = "\r\u{1B}[K[\(bar)] \(Int(share * 100)) %"
    if total > 1 { text += "  \(state.finished)/\(total)" }
    if state.finished > 0, state.finished < total, elapsed > 0 {
      text += "  \((Double(state.finished) / elapsed * 10).rounded() / 10) files/s"
    }
    // The first moments do not predict the rest.
    if share > 0.05, share < 1, elapsed > 1 { text += "  \(Int((elapsed / share * (1 - share)).rounded(.up))) s left" }
    text += "  \(PrintableText.line(OutputFile.name(of: file)))"
    state.isBarShown = true
    state.lastReport = elapsed
    try? StandardStreams.write(Array(text.utf8), to: StandardStreams.error)
  }
}

/// A file of a run, and its progress.
struct FileProgress: Sendable {
  let file: String
  /// Distinguishes the file from others of the run with the same name.
  let number: Int
  let progress: JobProgress
}
