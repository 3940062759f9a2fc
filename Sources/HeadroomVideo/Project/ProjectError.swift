package import HeadroomContainers

/// What is wrong with a project, and where in its file.
package struct ProjectError: Error, Hashable, CustomStringConvertible {
  /// Empty where the whole file is meant.
  package let path: JSONPath
  package let reason: String

  package init(_ path: JSONPath, _ reason: String) { (self.path, self.reason) = (path, reason) }

  /// `/tracks/0/clips/1/in: 9 s lies behind the end of a.mov (3.333 s)`
  package var description: String { path.steps.isEmpty ? reason : "\(path): \(reason)" }
}

extension ProjectError {
  init(_ error: JSONSyntaxError) { self.init(error.path, "\(error)") }

  /// A text of the file inside a message: on one line, and not longer than one.
  static func shown(_ text: some StringProtocol) -> String {
    let most = 100
    let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(most)))
    return PrintableText.line(start) + (text.unicodeScalars.dropFirst(most).isEmpty ? "" : "...")
  }
}
