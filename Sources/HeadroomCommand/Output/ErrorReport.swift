internal import Headroom
internal import HeadroomPictures

/// How failures and warnings reach the user: one line each on standard error, or one JSON object each with `--json`.
enum ErrorReport {
  /// Writes an error and returns its exit status.
  static func write(_ error: PictureError, asJSON: Bool) -> ExitStatus {
    StandardStreams.note(asJSON ? error.json.description : error.line)
    return error.status
  }

  static func warn(_ text: String, file: String?) {
    StandardStreams.note(["headroom", file, "warning", text].compactMap { $0 }.joined(separator: ": "))
  }
}

/// Thrown at the end of a run over several inputs whose failures have been reported one by one.
struct SomeInputsFailed: Error {
  let status: ExitStatus
}
