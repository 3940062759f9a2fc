internal import Headroom
internal import Synchronization

/// The outcome of a conversion.
enum ConversionOutcome {
  case written
  /// The output already existed.
  case skipped
  /// Described, but not carried out.
  case described
}

/// The outcomes of a run over several inputs.
final class RunSummary: Sendable {
  struct Counts {
    var written = 0
    var skipped = 0
    var failed = 0
  }

  /// Files of the folders that were left out.
  let others: [String]
  private let counts = Mutex(Counts())
  private let started = ContinuousClock.now

  init(others: [String]) { self.others = others }

  func add(_ outcome: ConversionOutcome) {
    counts.withLock { counts in
      switch outcome {
      case .written: counts.written += 1
      case .skipped: counts.skipped += 1
      case .described: break
      }
    }
  }

  func addFailure() { counts.withLock { $0.failed += 1 } }

  var found: Counts { counts.withLock { $0 } }

  /// The most names that are listed unless all are requested.
  private static let mostNames = 4

  /// The lines of text at the end of a run.
  ///
  /// - Parameter isVerbose: whether all files that were left out are listed.
  func lines(isVerbose: Bool) -> [String] {
    let counts = found
    var parts = ["\(counts.written) written"]
    if counts.skipped > 0 { parts.append("\(counts.skipped) there already") }
    if counts.failed > 0 { parts.append("\(counts.failed) failed") }
    let seconds = (ContinuousClock.now - started) / .seconds(1)
    let total = "\(parts.joined(separator: ", ")) (\((seconds * 10).rounded() / 10) s)"
    return [leftOut(isVerbose ? others.count : Self.mostNames), total].compactMap { $0 }
  }

  private func leftOut(_ most: Int) -> String? {
    guard let first = others.first else { return nil }
    if others.count == 1 { return "left out, no picture by its name: \(first)" }
    let rest = others.count - most
    let more = rest > 0 ? " and \(rest) more (--verbose names all)" : ""
    return "left out, no pictures by their names: \(others.prefix(most).joined(separator: ", "))\(more)"
  }
}
