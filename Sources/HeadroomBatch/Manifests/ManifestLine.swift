/// A line of a manifest.
package enum ManifestLine: Sendable {
  case record(ManifestRecord, line: Int)
  /// What is no record, or none of this schema. It stays in the file.
  case problem(BatchError)
  /// The last line without its line feed: its writer died, or is writing it.
  case torn(line: Int)

  /// Bytes of the longest line that is read.
  package static let longest = 16 << 20

  /// - Parameter path: of its file.
  package init(_ line: LineReader.Line, of path: String) {
    func problem(_ reason: String) -> Self { .problem(BatchError(.usage, file: path, line: line.number, reason)) }
    if line.isTooLong {
      self = problem("a line of more than \(Self.longest >> 20) MiB")
    } else if !line.isEnded {
      self = ManifestTail.isPiece(line.bytes) ? .torn(line: line.number) : problem("no record of a manifest")
    } else {
      do throws(RecordProblem) {
        self = .record(try ManifestRecord(line: line.bytes), line: line.number)
      } catch {
        self = problem(error.reason)
      }
    }
  }
}
