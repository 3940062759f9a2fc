internal import HeadroomContainers

/// Why a line is no record of a manifest.
package struct RecordProblem: Error, Hashable, Sendable {
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}

extension ManifestRecord {
  /// Reads a line of a manifest. Keys that this version does not know are passed over; what is missing and not needed to
  /// know the input and its outcome is as in a record without it.
  ///
  /// - Throws: ``RecordProblem`` where it is no JSON, of another schema, or no record.
  package init(line: [UInt8]) throws(RecordProblem) {
    let value: JSONValue
    do throws(JSONSyntaxError) { value = try JSONValue(parsing: line) } catch {
      throw RecordProblem("no JSON: \(PrintableText.line(error.reason))")
    }
    guard case .object(let members) = value else { throw RecordProblem("no record: \(value.kindName)") }
    try self.init(RecordObject(members))
  }

  private init(_ object: RecordObject) throws(RecordProblem) {
    guard let schema = try object.whole("schema") else { throw RecordProblem("no record: it has no 'schema'") }
    guard schema == Self.schema else {
      throw RecordProblem("a record of schema \(schema); this version reads schema \(Self.schema)")
    }
    guard let input = try object.path("input") else { throw RecordProblem("no record: it has no 'input'") }
    guard let status = try object.text("status") else { throw RecordProblem("no record: it has no 'status'") }
    guard let status = Status(rawValue: status) else {
      throw RecordProblem("no record: the status '\(PrintableText.line(status))' is not known")
    }
    self.init(
      input: input, size: try object.whole("size"), mtimeNs: try object.whole("mtimeNs"),
      inputSHA256: try object.text("inputSHA256"), recipe: try object.text("recipe") ?? "",
      version: try object.text("version") ?? "", shard: try object.text("shard"), status: status,
      outputs: try object.objects("outputs").map { object throws(RecordProblem) in try Output(object) },
      error: try object.object("error").map { object throws(RecordProblem) in try Failure(object) },
      attempts: try object.amount("attempts"), seconds: try object.time("seconds"),
      cpuSeconds: try object.time("cpuSeconds"), peakBytes: try object.amount("peakBytes"),
      hdr: try object.object("hdr").map { object throws(RecordProblem) in try Light(object) },
      warnings: try object.texts("warnings"))
  }
}

extension ManifestRecord.Output {
  fileprivate init(_ object: RecordObject) throws(RecordProblem) {
    guard let path = try object.path("path") else { throw RecordProblem("no record: an output has no 'path'") }
    self.init(
      path: path, bytes: try object.amount("bytes"), sha256: try object.text("sha256") ?? "",
      width: try object.amount("width"), height: try object.amount("height"), format: try object.text("format") ?? "",
      hdr: try object.text("hdr") ?? "", headroom: try object.number("headroom"))
  }
}

extension ManifestRecord.Failure {
  fileprivate init(_ object: RecordObject) throws(RecordProblem) {
    guard let name = try object.text("class"), let known = Class(rawValue: name) else {
      throw RecordProblem("no record: the class of its error is neither permanent nor transient")
    }
    self.init(
      known, code: try object.text("code") ?? "", message: try object.text("message") ?? "",
      part: try object.text("part"), offset: try object.whole("offset"))
  }
}

extension ManifestRecord.Light {
  fileprivate init(_ object: RecordObject) throws(RecordProblem) {
    self.init(
      kind: try object.text("in") ?? "", headroom: try object.number("inHeadroom"),
      isLost: try object.truth("lost") ?? false)
  }
}
