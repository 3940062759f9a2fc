/// A message of the compiler about a place in the text.
package struct Diagnostic: Sendable, Hashable {
  package enum Severity: String, Sendable {
    case error
    case warning
    case note
  }

  package var severity: Severity
  package var message: String
  package var range: SourceRange
  /// An additional line: what was expected, or a suggestion.
  package var hint: String?
  /// Other places that explain this message.
  package var notes: [Note] = []

  package init(
    severity: Severity, message: String, range: SourceRange, hint: String? = nil, notes: [Note] = []
  ) {
    self.severity = severity
    self.message = message
    self.range = range
    self.hint = hint
    self.notes = notes
  }

  /// Another place that belongs to a diagnostic.
  package struct Note: Sendable, Hashable {
    package var message: String
    package var range: SourceRange
  }
}

extension [Diagnostic] {
  /// Sorted by position in the text; those at one position stay in the order in which they were found.
  package var inOrder: [Diagnostic] {
    enumerated().sorted { first, second in
      let (a, b) = (first.element.range, second.element.range)
      return (a.file, a.offset, first.offset) < (b.file, b.offset, second.offset)
    }.map(\.element)
  }
}
