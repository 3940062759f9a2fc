internal import HeadroomContainers

/// Values of a record by kind. Null is as good as missing.
extension JSONCursor {
  private mutating func value<Value>(
    of key: String, _ wanted: Kind, _ read: (inout JSONCursor) throws(RecordProblem) -> Value
  ) throws(RecordProblem) -> Value? {
    let kind = try kind()
    if kind == wanted { return try read(&self) }
    guard kind == .null else {
      throw RecordProblem("no record: '\(key)' is \(kind.rawValue), not \(wanted.rawValue)")
    }
    try null()
    return nil
  }

  mutating func text(_ key: String) throws(RecordProblem) -> String? {
    try value(of: key, .text) { (cursor: inout JSONCursor) throws(RecordProblem) in try cursor.text() }
  }

  mutating func truth(_ key: String) throws(RecordProblem) -> Bool? {
    try value(of: key, .truth) { (cursor: inout JSONCursor) throws(RecordProblem) in try cursor.truth() }
  }

  mutating func whole(_ key: String) throws(RecordProblem) -> Int? {
    try value(of: key, .number) { (cursor: inout JSONCursor) throws(RecordProblem) in
      guard let whole = try cursor.whole() else {
        throw RecordProblem("no record: '\(key)' is no whole number of 64 bits")
      }
      return whole
    }
  }

  /// A whole number that counts something; 0 where it is missing.
  mutating func amount(_ key: String) throws(RecordProblem) -> Int {
    let whole = try whole(key) ?? 0
    guard whole >= 0 else { throw RecordProblem("no record: '\(key)' is below 0") }
    return whole
  }

  mutating func number(_ key: String) throws(RecordProblem) -> Double? {
    try value(of: key, .number) { (cursor: inout JSONCursor) throws(RecordProblem) in
      guard let number = try cursor.number() else { throw RecordProblem("no record: '\(key)' is too large") }
      return number
    }
  }

  /// Seconds; 0 where they are missing.
  mutating func time(_ key: String) throws(RecordProblem) -> Double {
    let seconds = try number(key) ?? 0
    guard seconds >= 0 else { throw RecordProblem("no record: '\(key)' is below 0") }
    return seconds
  }

  /// Whether there is an object, whose members `member` reads.
  mutating func members(
    of key: String, _ member: (inout JSONCursor, String) throws(RecordProblem) -> Void
  ) throws(RecordProblem) -> Bool {
    try value(of: key, .object) { (cursor: inout JSONCursor) throws(RecordProblem) in try cursor.object(member) } != nil
  }

  /// Reads a list, if there is one.
  mutating func items(
    of key: String, _ item: (inout JSONCursor) throws(RecordProblem) -> Void
  ) throws(RecordProblem) {
    _ = try value(of: key, .list) { (cursor: inout JSONCursor) throws(RecordProblem) in try cursor.list(item) }
  }

  /// A name of a file by the characters of JSON.
  mutating func path(_ key: String) throws(RecordProblem) -> String? {
    guard let text = try text(key) else { return nil }
    // Other names are the same in the system's form.
    let isOdd = text.utf8.contains { $0 == 0 || $0 >= 0xF4 }
    return isOdd ? try Self.path(Array(text.utf8), key) : text
  }

  /// A name of a file by all of its bytes.
  mutating func encodedPath(_ key: String) throws(RecordProblem) -> String? {
    guard let text = try text(key) else { return nil }
    guard let bytes = PercentEncoding.bytes(text) else {
      throw RecordProblem("no record: '\(key)' is no percent encoding")
    }
    return try Self.path(bytes, key)
  }

  private static func path(_ bytes: [UInt8], _ key: String) throws(RecordProblem) -> String {
    guard !bytes.contains(0) else { throw RecordProblem("no record: '\(key)' has a zero byte") }
    return SystemPath.string(bytes)
  }
}
