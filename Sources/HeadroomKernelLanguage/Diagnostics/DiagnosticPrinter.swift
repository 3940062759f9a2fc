/// Diagnostics as text: `file:line:column: error: message`, the line, a caret under the place, and what may help.
package struct DiagnosticPrinter: Sendable {
  private let sources: [SourceText]

  package init(sources: [SourceText]) { self.sources = sources }

  package func text(_ diagnostics: [Diagnostic]) -> String { diagnostics.map(text).joined() }

  package func text(_ diagnostic: Diagnostic) -> String {
    var result = entry(diagnostic.severity, diagnostic.message, diagnostic.range)
    if let hint = diagnostic.hint { result += "    \(hint)\n" }
    for note in diagnostic.notes { result += entry(.note, note.message, note.range) }
    return result
  }

  /// `file:line:column` of the start of a range.
  package func place(_ range: SourceRange) -> String {
    guard let source = source(of: range) else { return "<unknown>" }
    let place = source.place(of: Int(range.offset))
    return "\(source.name):\(place.line):\(place.column)"
  }

  private func entry(_ severity: Diagnostic.Severity, _ message: String, _ range: SourceRange) -> String {
    "\(place(range)): \(severity.rawValue): \(message)\n" + excerpt(range)
  }

  private func source(of range: SourceRange) -> SourceText? {
    sources.indices.contains(Int(range.file)) ? sources[Int(range.file)] : nil
  }

  /// Longest part of a line that is shown; machines write kernels on a single line.
  private static let width = 110

  private func excerpt(_ range: SourceRange) -> String {
    guard let source = source(of: range) else { return "" }
    let line = source.line(around: Int(range.offset))
    let characters = Array(line.text)
    let column = source.place(of: Int(range.offset)).column - 1
    let first = column > Self.width * 3 / 4 ? column - Self.width / 2 : 0
    let shown = characters.dropFirst(first).prefix(Self.width)
    // Tabs stay tabs, so that the caret stands right whatever their width.
    let indent = characters.dropFirst(first).prefix(column - first).map { $0 == "\t" ? "\t" : " " }.joined()
    let marked = min(max(Int(range.length), 1), max(shown.count - (column - first), 1))
    let mark = "^" + String(repeating: "~", count: marked - 1)
    return "\(first > 0 ? "... " : "    ")\(String(shown))\n    \(indent)\(mark)\n"
  }
}
