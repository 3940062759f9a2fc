/// Collects the diagnostics of one compilation. Only one error is reported per position, because follow-up errors would
/// hide it.
final class Diagnostics {
  private(set) var entries: [Diagnostic] = []
  private(set) var errorCount = 0
  private var told: Set<SourceRange> = []
  private let maximumErrors: Int

  init(limits: KernelLimits) { maximumErrors = limits.errors }

  var hasErrors: Bool { errorCount > 0 }
  /// Whether enough errors were reported; this also stops a parser that keeps recovering.
  var isFull: Bool { errorCount >= maximumErrors }

  func error(_ message: String, at range: SourceRange, hint: String? = nil, notes: [Diagnostic.Note] = []) {
    guard !isFull, told.insert(range).inserted else {
      errorCount += errorCount == 0 ? 1 : 0
      return
    }
    errorCount += 1
    entries.append(Diagnostic(severity: .error, message: message, range: range, hint: hint, notes: notes))
  }

  func warning(_ message: String, at range: SourceRange, hint: String? = nil) {
    let warning = Diagnostic(severity: .warning, message: message, range: range, hint: hint)
    guard entries.count < 4 * maximumErrors, !entries.contains(warning) else { return }
    entries.append(warning)
  }
}
