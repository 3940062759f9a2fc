/// Collects what one compilation has to say. A place gets one error: what follows from it would only hide it.
final class Diagnostics {
  private(set) var entries: [Diagnostic] = []
  private(set) var errorCount = 0
  private var told: Set<SourceRange> = []
  private let maximumErrors: Int

  init(limits: KernelLimits) { maximumErrors = limits.errors }

  var hasErrors: Bool { errorCount > 0 }
  /// Enough was told; a parser that recovers for ever stops here.
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
