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
    var cursor = JSONCursor(line)
    let kind = try cursor.kind()
    guard kind == .object else { throw RecordProblem("no record: \(kind.rawValue)") }
    var reading = Reading()
    try cursor.object { (cursor: inout JSONCursor, key) throws(RecordProblem) in try reading.read(key, &cursor) }
    try cursor.end()
    self = try reading.record()
  }

  /// A record of which some keys have been read.
  private struct Reading {
    private var schema: Int?
    private var input: String?
    private var encodedInput: String?
    private var isStatusKnown = false
    private var made = ManifestRecord(input: "", recipe: "", version: "", status: .failed, attempts: 0)

    mutating func read(_ key: String, _ cursor: inout JSONCursor) throws(RecordProblem) {
      switch key {
      case "schema":
        schema = try cursor.whole(key)
        // A record of another schema may mean other things by its keys.
        try checkSchema()
      case "input": input = try cursor.path(key)
      case "inputPercentEncoded": encodedInput = try cursor.encodedPath(key)
      case "size": made.size = try cursor.whole(key)
      case "mtimeNs": made.mtimeNs = try cursor.whole(key)
      case "inputSHA256": made.inputSHA256 = try cursor.text(key)
      case "recipe": made.recipe = try cursor.text(key) ?? ""
      case "version": made.version = try cursor.text(key) ?? ""
      case "shard": made.shard = try cursor.text(key)
      case "status": try readStatus(&cursor)
      case "outputs": made.outputs = try Self.outputs(&cursor)
      case "error": made.error = try Failure(&cursor)
      default: try readCosts(key, &cursor)
      }
    }

    private mutating func readCosts(_ key: String, _ cursor: inout JSONCursor) throws(RecordProblem) {
      switch key {
      case "attempts": made.attempts = try cursor.amount(key)
      case "seconds": made.seconds = try cursor.time(key)
      case "cpuSeconds": made.cpuSeconds = try cursor.time(key)
      case "peakBytes": made.peakBytes = try cursor.amount(key)
      case "hdr": made.hdr = try Light(&cursor)
      case "warnings": made.warnings = try Self.warnings(&cursor)
      default: try cursor.skip()
      }
    }

    private mutating func readStatus(_ cursor: inout JSONCursor) throws(RecordProblem) {
      guard let text = try cursor.text("status") else { return }
      guard let status = Status(rawValue: text) else { throw RecordProblem("no record: its 'status' is not known") }
      made.status = status
      isStatusKnown = true
    }

    private static func outputs(_ cursor: inout JSONCursor) throws(RecordProblem) -> [Output] {
      var outputs: [Output] = []
      try cursor.items(of: "outputs") { (cursor: inout JSONCursor) throws(RecordProblem) in
        outputs.append(try Output(&cursor))
      }
      return outputs
    }

    private static func warnings(_ cursor: inout JSONCursor) throws(RecordProblem) -> [String] {
      var warnings: [String] = []
      try cursor.items(of: "warnings") { (cursor: inout JSONCursor) throws(RecordProblem) in
        if let text = try cursor.text("warnings") { warnings.append(text) }
      }
      return warnings
    }

    private func checkSchema() throws(RecordProblem) {
      guard let schema else { throw RecordProblem("no record: it has no 'schema'") }
      guard schema == ManifestRecord.schema else {
        throw RecordProblem("a record of schema \(schema); this version reads schema \(ManifestRecord.schema)")
      }
    }

    func record() throws(RecordProblem) -> ManifestRecord {
      try checkSchema()
      guard let input = encodedInput ?? input else { throw RecordProblem("no record: it has no 'input'") }
      guard isStatusKnown else { throw RecordProblem("no record: it has no 'status'") }
      var record = made
      record.input = input
      return record
    }
  }
}

extension ManifestRecord.Output {
  fileprivate init(_ cursor: inout JSONCursor) throws(RecordProblem) {
    var made = Self(path: "", bytes: 0, sha256: "", width: 0, height: 0, format: "", hdr: "", headroom: nil)
    var path: String?
    var encodedPath: String?
    _ = try cursor.members(of: "outputs") { (cursor: inout JSONCursor, key) throws(RecordProblem) in
      switch key {
      case "path": path = try cursor.path(key)
      case "pathPercentEncoded": encodedPath = try cursor.encodedPath(key)
      case "bytes": made.bytes = try cursor.amount(key)
      case "sha256": made.sha256 = try cursor.text(key) ?? ""
      case "width": made.width = try cursor.amount(key)
      case "height": made.height = try cursor.amount(key)
      case "format": made.format = try cursor.text(key) ?? ""
      case "hdr": made.hdr = try cursor.text(key) ?? ""
      case "headroom": made.headroom = try cursor.number(key)
      default: try cursor.skip()
      }
    }
    guard let path = encodedPath ?? path else { throw RecordProblem("no record: an output has no 'path'") }
    made.path = path
    self = made
  }
}

extension ManifestRecord.Failure {
  fileprivate init?(_ cursor: inout JSONCursor) throws(RecordProblem) {
    var `class`: Class?
    var made = Self(.permanent, code: "", message: "")
    let isThere = try cursor.members(of: "error") { (cursor: inout JSONCursor, key) throws(RecordProblem) in
      switch key {
      case "class": `class` = try cursor.text(key).flatMap(Class.init)
      case "code": made.code = try cursor.text(key) ?? ""
      case "message": made.message = try cursor.text(key) ?? ""
      case "part": made.part = try cursor.text(key)
      case "offset": made.offset = try cursor.whole(key)
      default: try cursor.skip()
      }
    }
    guard isThere else { return nil }
    guard let `class` else {
      throw RecordProblem("no record: the class of its error is neither permanent nor transient")
    }
    made.class = `class`
    self = made
  }
}

extension ManifestRecord.Light {
  fileprivate init?(_ cursor: inout JSONCursor) throws(RecordProblem) {
    var made = Self(kind: "", headroom: nil, isLost: false)
    let isThere = try cursor.members(of: "hdr") { (cursor: inout JSONCursor, key) throws(RecordProblem) in
      switch key {
      case "in": made.kind = try cursor.text(key) ?? ""
      case "inHeadroom": made.headroom = try cursor.number(key)
      case "lost": made.isLost = try cursor.truth(key) ?? false
      default: try cursor.skip()
      }
    }
    guard isThere else { return nil }
    self = made
  }
}
