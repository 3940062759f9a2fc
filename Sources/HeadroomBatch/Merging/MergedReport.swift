package import HeadroomContainers

/// What several manifests say together: of each input its newest record.
package struct MergedReport: Hashable, Sendable {
  /// What became of the light of inputs that have outputs.
  package struct Light: Hashable, Sendable {
    /// HDR that an output still has.
    package var kept = 0
    /// HDR of an input that is SDR.
    package var made = 0
    /// SDR, as the input was or as it was wanted.
    package var sdr = 0
    /// HDR that an output could not hold.
    package var lost = 0
  }

  /// Inputs that have a record or are listed: the sum of the next four.
  package var inputs = 0
  package var ok = 0
  package var failed = 0
  package var skipped = 0
  /// Listed inputs without a record.
  package var missing = 0
  /// Records that do not count because their input has a newer one.
  package var duplicates = 0
  /// Failed inputs by the code of their error.
  package var byError: [String: Int] = [:]
  /// Bytes of inputs and outputs; at most the largest `Int`.
  package var bytesIn = 0
  package var bytesOut = 0
  /// Time of all inputs one after the other.
  package var seconds = 0.0
  /// Time of processors.
  package var cpuSeconds = 0.0
  package var hdr = Light()
  /// The first listed inputs without a record.
  package var firstMissing: [String] = []

  /// Inputs with a record that one worker does in a second; 0 where no time was recorded.
  package var filesPerSecond: Double { seconds > 0 ? Double(ok + failed + skipped) / seconds : 0 }

  /// Whether nothing failed and nothing is missing.
  package var isComplete: Bool { failed == 0 && missing == 0 }

  package var json: JSONValue {
    [
      "schema": 1, "inputs": .integer(inputs), "ok": .integer(ok), "failed": .integer(failed),
      "skipped": .integer(skipped), "missing": .integer(missing), "duplicates": .integer(duplicates),
      "byError": .object(errors.map { ($0.code, .integer($0.count)) }), "bytesIn": .integer(bytesIn),
      "bytesOut": .integer(bytesOut), "seconds": .number(seconds), "cpuSeconds": .number(cpuSeconds),
      "filesPerSecond": .number(filesPerSecond),
      "hdr": [
        "kept": .integer(hdr.kept), "made": .integer(hdr.made), "sdr": .integer(hdr.sdr), "lost": .integer(hdr.lost),
      ],
    ]
  }

  /// Codes of errors, the most frequent first.
  private var errors: [(code: String, count: Int)] {
    byError.map { (code: $0.key, count: $0.value) }
      .sorted { ($0.count, $1.code) > ($1.count, $0.code) }
  }
}

extension MergedReport {
  /// The report for people, a fact a line.
  package var text: String {
    var lines = ["\(inputs) inputs: \(ok) ok, \(failed) failed, \(skipped) skipped, \(missing) missing"]
    for error in errors { lines.append("  \(error.count) failed: \(PrintableText.line(error.code))") }
    for name in firstMissing { lines.append("  missing: \(PrintableText.line(name))") }
    if missing > firstMissing.count, !firstMissing.isEmpty {
      lines.append("  and \(missing - firstMissing.count) more are missing")
    }
    if duplicates > 0 { lines.append("\(duplicates) older records of the same inputs do not count") }
    lines.append("\(Self.amount(bytesIn)) became \(Self.amount(bytesOut))")
    lines.append(
      "\(Self.decimal(seconds)) s, of processors \(Self.decimal(cpuSeconds)) s; "
        + "\(Self.decimal(filesPerSecond)) files a second and worker")
    lines.append("HDR: \(hdr.kept) kept, \(hdr.made) made, \(hdr.lost) lost; \(hdr.sdr) SDR")
    return lines.joined(separator: "\n")
  }

  /// Two digits behind the point, as all of the command's numbers without a locale.
  static func decimal(_ value: Double) -> String {
    guard value.magnitude < 1e15 else { return value.description }
    let hundredths = Int((value * 100).rounded())
    let rest = String(hundredths.magnitude % 100)
    return "\(hundredths / 100).\(rest.count == 1 ? "0" : "")\(rest)"
  }

  private static func amount(_ bytes: Int) -> String {
    bytes < 10_000_000 ? "\(bytes) bytes" : "\(decimal(Double(bytes) / 1e6)) MB"
  }
}
