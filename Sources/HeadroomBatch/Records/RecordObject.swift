internal import HeadroomContainers

/// An object of a record, whose members are asked for by key and kind. Null is as good as missing.
struct RecordObject {
  private let members: [(key: String, value: JSONValue)]

  init(_ members: [(key: String, value: JSONValue)]) { self.members = members }

  private func value(_ key: String) -> JSONValue? {
    guard let value = members.first(where: { $0.key == key })?.value else { return nil }
    if case .null = value { return nil }
    return value
  }

  private func wrong(_ key: String, _ value: JSONValue, _ wanted: String) -> RecordProblem {
    RecordProblem("no record: '\(key)' is \(value.kindName), not \(wanted)")
  }

  func text(_ key: String) throws(RecordProblem) -> String? {
    switch value(key) {
    case nil: nil
    case .string(let text): text
    case let other?: throw wrong(key, other, "a text")
    }
  }

  func texts(_ key: String) throws(RecordProblem) -> [String] {
    try list(key).map { item throws(RecordProblem) in
      guard case .string(let text) = item else { throw wrong(key, item, "a text") }
      return text
    }
  }

  func truth(_ key: String) throws(RecordProblem) -> Bool? {
    switch value(key) {
    case nil: nil
    case .bool(let truth): truth
    case let other?: throw wrong(key, other, "a truth value")
    }
  }

  func whole(_ key: String) throws(RecordProblem) -> Int? {
    switch value(key) {
    case nil: nil
    case .integer(let whole): whole
    case let other?: throw wrong(key, other, "a whole number of 64 bits")
    }
  }

  /// A whole number that counts something; 0 where it is missing.
  func amount(_ key: String) throws(RecordProblem) -> Int {
    let whole = try whole(key) ?? 0
    guard whole >= 0 else { throw RecordProblem("no record: '\(key)' is below 0") }
    return whole
  }

  func number(_ key: String) throws(RecordProblem) -> Double? {
    switch value(key) {
    case nil: nil
    case .integer(let whole): Double(whole)
    case .number(let number): number
    case let other?: throw wrong(key, other, "a number")
    }
  }

  /// Seconds; 0 where they are missing.
  func time(_ key: String) throws(RecordProblem) -> Double {
    let seconds = try number(key) ?? 0
    guard seconds >= 0 else { throw RecordProblem("no record: '\(key)' is below 0") }
    return seconds
  }

  private func list(_ key: String) throws(RecordProblem) -> [JSONValue] {
    switch value(key) {
    case nil: []
    case .array(let items): items
    case let other?: throw wrong(key, other, "a list")
    }
  }

  func object(_ key: String) throws(RecordProblem) -> RecordObject? {
    switch value(key) {
    case nil: nil
    case .object(let members): RecordObject(members)
    case let other?: throw wrong(key, other, "an object")
    }
  }

  func objects(_ key: String) throws(RecordProblem) -> [RecordObject] {
    try list(key).map { item throws(RecordProblem) in
      guard case .object(let members) = item else { throw wrong(key, item, "an object") }
      return RecordObject(members)
    }
  }

  /// A name of a file: by its bytes where they stand beside it, because it is not UTF-8.
  func path(_ key: String) throws(RecordProblem) -> String? {
    guard let encoded = try text(key + "PercentEncoded") else {
      guard let text = try text(key) else { return nil }
      return try Self.path(Array(text.utf8), key)
    }
    guard let bytes = PercentEncoding.bytes(encoded) else {
      throw RecordProblem("no record: '\(key)PercentEncoded' is no percent encoding")
    }
    return try Self.path(bytes, key)
  }

  private static func path(_ bytes: [UInt8], _ key: String) throws(RecordProblem) -> String {
    guard !bytes.contains(0) else { throw RecordProblem("no record: '\(key)' has a zero byte") }
    return SystemPath.string(bytes)
  }
}
