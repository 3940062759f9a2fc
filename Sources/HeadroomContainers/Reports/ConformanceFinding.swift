/// A rule that a file breaks.
package struct ConformanceFinding: Hashable, Sendable {
  /// How bad it is.
  package enum Severity: String, CaseIterable, Hashable, Sendable {
    /// Readers refuse the file or show something other than intended.
    case error
    /// Some readers do, or the standard advises against it.
    case warning
    /// Worth knowing.
    case note
  }

  /// Stable name of the rule, such as `heif.tmap-brand` or `cicp.bit-depth`.
  package var rule: String
  /// How bad it is.
  package var severity: Severity
  /// The problem, in a sentence with the values found.
  package var message: String
  /// The marker, chunk or box path.
  package var part: String
  /// Where in the file, when one place can be named.
  package var offset: Int?

  package init(rule: String, severity: Severity, message: String, part: String, offset: Int? = nil) {
    self.rule = rule
    self.severity = severity
    self.message = message
    self.part = part
    self.offset = offset
  }
}
