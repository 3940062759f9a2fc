internal import HeadroomContainers

/// The records of a manifest, one after the other, in as much memory as one line takes.
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
    guard let line = try lines.next() else { return nil }
    if !line.isEnded { return .torn(line: line.number) }
    if line.isTooLong { return .problem(problem("a line of more than \(Self.longestLine >> 20) MiB", line)) }
    do throws(RecordProblem) {
      return .record(try ManifestRecord(line: line.bytes), line: line.number)
    } catch {
      return .problem(problem(error.reason, line))
    }
  }

  private func problem(_ reason: String, _ line: LineReader.Line) -> BatchError {
    BatchError(.usage, file: path, line: line.number, reason)
  }

  /// Calls `body` with all records in their order; a torn last line is passed over.
  ///
  /// - Throws: ``BatchError``: of kind `usage` at the first line that is no record, `input` where the file cannot be read,
  ///   and what `body` throws.
  package static func records(
    of path: String, _ body: (ManifestRecord) throws(BatchError) -> Void
  ) throws(BatchError) {
    var reader = try ManifestReader(path: path)
    while let line = try reader.next() {
      switch line {
      case .record(let record, _): try body(record)
      case .problem(let problem): throw problem
      case .torn: break
      }
    }
  }
}
