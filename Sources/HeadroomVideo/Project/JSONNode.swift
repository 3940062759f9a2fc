internal import HeadroomContainers

/// A value of a document with its place, so that every mistake can name it.
struct JSONNode {
  let value: JSONValue
  let path: JSONPath

  func problem(_ reason: String) -> ProjectError { ProjectError(path, reason) }

  func expected(_ what: String) -> ProjectError { problem("expected \(what), found \(value.kindName)") }

  var isText: Bool { if case .string = value { true } else { false } }
  var isNull: Bool { if case .null = value { true } else { false } }

  func text(_ what: String) throws(ProjectError) -> String {
    guard case .string(let text) = value else { throw expected(what) }
    return text
  }

  /// One of the names of an enumeration's cases.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(_ what: String) throws(ProjectError) -> Choice {
    let name = try text(what)
    if let choice = Choice(rawValue: name) { return choice }
    throw unknown(name, what, among: Choice.allCases.map(\.rawValue))
  }

  func unknown(_ name: String, _ what: String, among names: [String]) -> ProjectError {
    let question = NameSuggestion.question(for: name, among: names)
    let hint = question.isEmpty && names.count < 12 ? "; known are \(names.joined(separator: ", "))" : question
    return problem("'\(ProjectError.shown(name))' is not \(what)\(hint)")
  }

  /// - Parameter most: the most values that it may hold.
  func list(_ what: String, most: Int) throws(ProjectError) -> [JSONNode] {
    guard case .array(let values) = value else { throw expected(what) }
    guard values.count <= most else { throw problem("\(values.count) values are more than the \(most) that are read") }
    return values.enumerated().map { JSONNode(value: $1, path: path.appending($0)) }
  }

  func object(_ what: String) throws(ProjectError) -> JSONObject {
    guard case .object(let members) = value else { throw expected(what) }
    return JSONObject(members: members, path: path)
  }

  /// An object that has no other keys than these.
  func object(_ what: String, keys: [String]) throws(ProjectError) -> JSONObject {
    let object = try object(what)
    for (key, _) in object.members where !keys.contains(key) {
      throw ProjectError(
        path.appending(key), "\(what) has no such key\(NameSuggestion.question(for: key, among: keys))")
    }
    return object
  }
}

/// An object of a document; members are looked up by key.
struct JSONObject {
  let members: [(key: String, value: JSONValue)]
  let path: JSONPath

  subscript(key: String) -> JSONNode? {
    members.first { $0.key == key }.map { JSONNode(value: $0.value, path: path.appending(key)) }
  }

  func required(_ key: String, _ what: String) throws(ProjectError) -> JSONNode {
    guard let node = self[key] else { throw ProjectError(path.appending(key), "\(what) is missing") }
    return node
  }
}
