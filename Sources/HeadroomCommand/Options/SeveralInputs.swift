/// One or more inputs, each done on its own: with several, a failure is reported and the next one has its turn.
struct SeveralInputs {
  private let files: [String]
  private let asJSON: Bool

  init(_ files: [String], asJSON: Bool) {
    self.files = files
    self.asJSON = asJSON
  }

  func each(_ work: (String) throws -> Void) throws {
    var failures = 0
    for file in files {
      do {
        try work(file)
      } catch {
        let failure = CommandError(error, file: file)
        // A reader that went away takes no more output from the others either.
        if files.count == 1 || failure.status == .output || failure.status == .usage { throw failure }
        _ = ErrorReport.write(failure, asJSON: asJSON)
        failures += 1
      }
    }
    if failures > 0 { throw SomeInputsFailed(status: .someFailed) }
  }
}
