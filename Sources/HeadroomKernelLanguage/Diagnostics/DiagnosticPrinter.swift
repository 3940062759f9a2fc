/// Diagnostics as text: `file:line:column: error: message`, the line, a caret under the position, and hints.
package struct DiagnosticPrinter: Sendable {
  private let sources: [SourceText]
  private let showing: @Sendable (String) -> String

  /// - Parameter showing: converts names, messages and single characters of the text for display, for example to
  ///   protect a terminal from control characters.
  package init(sources: [SourceText], showing: @escaping @Sendable (String) -> String = { $0 }) {
    self.sources = sources
    self.showing = showing
  }

  package func text(_ diagnostics: [Diagnostic]) -> String { diagnostics.map(text).joined() }

  package func text(_ diagnostic: Diagnostic) -> String {
    var result = entry(diagnostic.severity, diagnostic.message, diagnostic.range)
    if let hint = diagnostic.hint { result += "    \(showing(hint))\n" }
    for note in diagnostic.notes { result += entry(.note, note.message, note.range) }
    return result
  }

  /// `file:line:column` of the start of a range.
  package func place(_ range: SourceRange) -> String {
    guard let source = source(of: range) else { return "<unknown>" }
    let place = source.place(of: Int(range.offset))
    return "\(showing(source.name)):\(place.line):\(place.column)"
  }

  private func entry(_ severity: Diagnostic.Severity, _ message: String, _ range: SourceRange) -> String {
    "\(place(range)): \(severity.rawValue): \(showing(message))\n" + excerpt(range)
  }

  /// The file that a range lies in.
  package func source(of range: SourceRange) -> SourceText? {
    sources.indices.contains(Int(range.file)) ? sources[Int(range.file)] : nil
  }

  /// The longest part of a line that is shown; generated kernels may be a single line.
  private static let width = 110
  private static let tabWidth = 4

  private func excerpt(_ range: SourceRange) -> String {
    guard let source = source(of: range) else { return "" }
    let line = source.line(around: Int(range.offset)).text
    let column = source.place(of: Int(range.offset)).column - 1
    let first = column > Self.width * 3 / 4 ? column - Self.width / 2 : 0
    let shown = cells(of: line.dropFirst(first).prefix(Self.width))
    let indent = shown.prefix(column - first).reduce(0) { $0 + $1.count }
    let marked = shown.dropFirst(column - first).prefix(max(Int(range.length), 1)).reduce(0) { $0 + $1.count }
    let mark = String(repeating: " ", count: indent) + "^" + String(repeating: "~", count: max(marked, 1) - 1)
    let lead = first > 0 ? "... " : "    "
    return "\(lead)\(shown.joined())\n    \(mark)\n"
  }

  /// The displayed form of each character of a line: tabs become blanks, so that the caret is at the right position
  /// whatever their width.
  private func cells(of characters: Substring) -> [String] {
    var cells: [String] = []
    var column = 0
    for character in characters {
      let width = Self.tabWidth - column % Self.tabWidth
      let cell = character == "\t" ? String(repeating: " ", count: width) : showing(String(character))
      cells.append(cell)
      column += cell.count
    }
    return cells
  }
}
