internal import Glibc
internal import HeadroomContainers

/// Why a batch, or a part of its records, cannot go on.
package struct BatchError: Error, Hashable, Sendable {
  /// Where the cause lies.
  package enum Kind: Hashable, Sendable {
    /// What was asked for contradicts itself or the files that it names: a manifest that is none.
    case usage
    /// A file cannot be read.
    case input
    /// A file cannot be written.
    case output
    /// Another process is at it; later it may work.
    case busy
    /// A library is missing or refuses.
    case internalError
  }

  package let kind: Kind
  /// The file; nil where none is the cause.
  package let file: String?
  /// The line of the file, from 1.
  package let line: Int?
  package let text: String

  package init(_ kind: Kind, file: String? = nil, line: Int? = nil, _ text: String) {
    (self.kind, self.file, self.line, self.text) = (kind, file, line, text)
  }

  /// Why a file could not be read or written, in the system's words.
  package static func system(_ kind: Kind, file: String, _ code: Int32 = errno) -> BatchError {
    let reason =
      switch code {
      case ENOENT: kind == .input ? "no such file" : "there is no such directory"
      case EACCES, EPERM: "permission denied"
      case EISDIR: "is a directory"
      default: unsafe String(cString: strerror(code))
      }
    return BatchError(kind, file: file, kind == .output ? "cannot be written: \(reason)" : "cannot be read: \(reason)")
  }
}

extension BatchError: CustomStringConvertible {
  /// One line: `runs.jsonl: line 12: the record is of schema 2`.
  package var description: String {
    PrintableText.line([file, line.map { "line \($0)" }, text].compactMap { $0 }.joined(separator: ": "))
  }
}
