internal import HeadroomContainers

/// The lines of a manifest, one after the other, in as much memory as one line takes.
package struct ManifestReader: ~Copyable {
  /// A line of a manifest.
  package enum Line: Sendable {
    case record(ManifestRecord, line: Int)
    /// What is no record, or none of this schema. It stays in the file.
    case problem(BatchError)
    /// The last line without its line feed: its writer died, or is writing it.
    case torn(line: Int)
  }

  /// Bytes of the longest line that is read.
  package static let longestLine = 16 << 20

  private let path: String
  private var lines: LineReader

  /// - Throws: ``BatchError`` of kind `input` where the file cannot be opened.
  package init(path: String) throws(BatchError) {
    self.path = path
    lines = try LineReader(path: path, longest: Self.longestLine)
  }

  /// The next line; nil at the end.
  ///
  /// - Throws: ``BatchError`` of kind `input` where the file cannot be read.
  package mutating func next() throws(BatchError) -> Line? {
    try lines.next().map { Self.line($0, of: path) }
  }

  /// What a line of a file says.
  static func line(_ line: LineReader.Line, of path: String) -> Line {
    func problem(_ reason: String) -> Line { .problem(BatchError(.usage, file: path, line: line.number, reason)) }
    if line.isTooLong { return problem("a line of more than \(longestLine >> 20) MiB") }
    if !line.isEnded {
      return ManifestTail.isPiece(line.bytes) ? .torn(line: line.number) : problem("no record of a manifest")
    }
    do throws(RecordProblem) {
      return .record(try ManifestRecord(line: line.bytes), line: line.number)
    } catch {
      return problem(error.reason)
    }
  }
}
