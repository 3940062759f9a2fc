internal import ArgumentParser
internal import Glibc
internal import Synchronization

enum ProgressStyle: String, ExpressibleByArgument, CaseIterable {
  case bar
  case json
}

/// Tells how far a run over one or more files is: a bar with rate and time left on a terminal, or a JSON line per event.
final class ProgressReporter: Sendable {
  private enum Form { case silent, bar, json }
  private struct State {
    var finished = 0
    var failed = 0
    var isBarShown = false
  }

  private let form: Form
  private let total: Int
  private let started = ContinuousClock.now
  private let state = Mutex(State())

  init(total: Int, options: CommonOptions) {
    self.total = total
    if options.progress == .json {
      form = .json
    } else if options.quiet || !StandardStreams.isTerminal(StandardStreams.error) {
      form = .silent
    } else {
      form = .bar
    }
  }

  func begin(_ file: String) {
    if form == .json { event("started", [("file", .string(file))]) }
    if form == .bar { state.withLock { drawBar(&$0, file) } }
  }

  /// A step of one file's work, such as `decode` or `encode`.
  func step(_ name: String, file: String) {
    if form == .json { event("step", [("file", .string(file)), ("step", .string(name))]) }
  }

  func finish(_ file: String, error: CommandError?) {
    state.withLock { state in
      state.finished += 1
      if error != nil { state.failed += 1 }
      switch form {
      case .silent: break
      case .bar: drawBar(&state, file)
      case .json:
        event(
          error == nil ? "finished" : "failed",
          [
            ("file", .string(file)), ("done", .integer(state.finished)), ("total", .integer(total)),
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

  func end() {
    clear()
    guard form == .json else { return }
    let counts = state.withLock { ($0.finished, $0.failed) }
    event("done", [("done", .integer(counts.0)), ("failed", .integer(counts.1)), ("seconds", .number(elapsed))])
  }

  private var elapsed: Double {
    let parts = (ContinuousClock.now - started).components
    return Double(parts.seconds) + Double(parts.attoseconds) * 1e-18
  }

  private func event(_ name: String, _ members: [(String, JSONValue)]) {
    let head: [(key: String, value: JSONValue)] = [("schema", 1), ("event", .string(name))]
    let rest = members.map { (key: $0.0, value: $0.1) }
    StandardStreams.note(JSONValue.object(head + rest).description)
  }

  private func drawBar(_ state: inout State, _ file: String) {
    let width = 24
    let filled = total > 0 ? width * state.finished / total : width
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
    var text = "\r\u{1B}[K[\(bar)] \(state.finished)/\(total)"
    if state.finished > 0, state.finished < total, elapsed > 0 {
      let rate = Double(state.finished) / elapsed
      let left = Double(total - state.finished) / rate
      text += "  \((rate * 10).rounded() / 10) files/s, \(Int(left.rounded())) s left"
    }
    text += "  \(PrintableText.line(OutputFile.name(of: file)))"
    state.isBarShown = true
    try? StandardStreams.write(Array(text.utf8), to: StandardStreams.error)
  }
}
