package import HeadroomContainers
internal import HeadroomImageIO

/// The parts of a recipe's JSON, with their shape checked but no images made.
///
///     {"schema": 1, "inputs": ["photo"], "output": "soft", "nodes": [
///       {"id": "soft", "filter": "CIGaussianBlur", "image": "photo", "inputRadius": 4}]}
///
/// Beside `output` it may name the other rendition of the picture, `hdrImage` or `hdrGainMapImage`.
package struct RecipeDocument: Sendable {
  /// A node's members except its id, in the order in which they were written.
  struct Node: Sendable {
    enum Kind: Sendable {
      case filter(String)
      /// A method of `CIImage`, or `color`.
      case operation(String)
      case file(String)
    }

    let id: String
    let path: String
    let kind: Kind
    var members: [(key: String, value: JSONValue)]

    subscript(key: String) -> JSONValue? { members.first { $0.key == key }?.value }
  }

  /// The most nodes that a recipe may hold.
  package static let maximumNodeCount = 65_536

  /// The names of the images that the caller supplies.
  package private(set) var inputs: [String] = []
  private(set) var nodes: [Node] = []
  package private(set) var output = ""
  /// The other rendition of the output, and its kind.
  package private(set) var alternate: (kind: RecipeRenditions.Kind, name: String)?
  private(set) var placesByID: [String: Int] = [:]

  package init(_ json: [UInt8]) throws(RecipeError) {
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSONValue(parsing: json)
    } catch {
      throw RecipeError("$", "no JSON: \(error)")
    }
    try self.init(value)
  }

  private init(_ value: JSONValue) throws(RecipeError) {
    let members = try Self.members(of: value, at: "$")
    let known = ["schema", "inputs", "nodes", "output"] + RecipeRenditions.Kind.allCases.map(\.rawValue)
    for (key, _) in members where !known.contains(key) {
      throw RecipeError("$.\(key)", "a recipe has no such member\(NameSuggestion.question(for: key, among: known))")
    }
    guard let schema = value["schema"] else { throw RecipeError("$.schema", "is missing; this version reads 1") }
    guard schema.double == 1 else { throw RecipeError("$.schema", "this version reads 1") }
    try readInputs(value["inputs"])
    try readNodes(value["nodes"])
    guard let output = value["output"]?.text else {
      throw RecipeError("$.output", "expected the name of a node\(value["output"] == nil ? ", which is missing" : "")")
    }
    self.output = output
    _ = try check(output, at: "$.output")
    try readAlternate(value)
  }

  private mutating func readAlternate(_ value: JSONValue) throws(RecipeError) {
    for kind in RecipeRenditions.Kind.allCases {
      guard let member = value[kind.rawValue] else { continue }
      let path = "$.\(kind.rawValue)"
      if alternate != nil {
        throw RecipeError(path, "a gain map is either given (hdrGainMapImage) or computed (hdrImage), not both")
      }
      guard let name = member.text else { throw RecipeError(path, "expected the name of a node") }
      alternate = (kind, try check(name, at: path))
    }
  }

  /// Whether the recipe makes more than one picture.
  package var hasAlternate: Bool { alternate != nil }

  private static func members(
    of value: JSONValue, at path: String
  ) throws(RecipeError) -> [(key: String, value: JSONValue)] {
    guard case .object(let members) = value else {
      throw RecipeError(path, "expected an object, found \(value.kindName)")
    }
    return members
  }

  private mutating func readInputs(_ value: JSONValue?) throws(RecipeError) {
    guard let value else { return }
    guard case .array(let names) = value else { throw RecipeError("$.inputs", "expected a list of names") }
    for (place, name) in names.enumerated() {
      let path = "$.inputs[\(place)]"
      guard let name = name.text, !name.isEmpty else { throw RecipeError(path, "expected a name") }
      guard !inputs.contains(name) else { throw RecipeError(path, "'\(name)' is named twice") }
      guard inputs.count < 256 else { throw RecipeError(path, "a recipe has at most 256 inputs") }
      inputs.append(name)
    }
  }

  private mutating func readNodes(_ value: JSONValue?) throws(RecipeError) {
    guard let value else { return }
    guard case .array(let values) = value else { throw RecipeError("$.nodes", "expected a list of nodes") }
    guard values.count <= Self.maximumNodeCount else {
      throw RecipeError("$.nodes", "\(values.count) nodes are more than the \(Self.maximumNodeCount) that are read")
    }
    for (place, value) in values.enumerated() {
      let node = try Self.node(value, at: "$.nodes[\(place)]")
      guard placesByID.updateValue(place, forKey: node.id) == nil, !inputs.contains(node.id) else {
        throw RecipeError("\(node.path).id", "'\(node.id)' is named twice")
      }
      nodes.append(node)
    }
  }

  private static func node(_ value: JSONValue, at path: String) throws(RecipeError) -> Node {
    var members = try members(of: value, at: path)
    guard let id = value["id"]?.text, !id.isEmpty else {
      let meant = value["id"] == nil ? misspelling(of: ["id"], in: members) : nil
      throw RecipeError("\(path).\(meant?.key ?? "id")", "expected the node's name\(meant?.question ?? "")")
    }
    let kinds = Self.kinds.filter { value[$0] != nil }
    guard kinds.count == 1 else { throw wrongKinds(kinds, members, at: path) }
    guard let name = value[kinds[0]]?.text else { throw RecipeError("\(path).\(kinds[0])", "expected a text") }
    members.removeAll { $0.key == "id" || $0.key == kinds[0] }
    let kind: Node.Kind =
      switch kinds[0] {
      case "filter": .filter(name)
      case "operation": .operation(name)
      default: .file(name)
      }
    return Node(id: id, path: path, kind: kind, members: members)
  }

  private static let kinds = ["filter", "operation", "file"]

  private static func wrongKinds(
    _ found: [String], _ members: [(key: String, value: JSONValue)], at path: String
  ) -> RecipeError {
    let rule = "a node has one of 'filter', 'operation', 'file'"
    guard found.isEmpty else { return RecipeError(path, "\(rule); found \(found.joined(separator: " and "))") }
    guard let (key, question) = misspelling(of: kinds, in: members) else {
      return RecipeError(path, "\(rule); found neither")
    }
    return RecipeError("\(path).\(key)", rule + question)
  }

  /// The member that is probably a misspelling of one of these names, with a question that suggests the name.
  private static func misspelling(
    of names: [String], in members: [(key: String, value: JSONValue)]
  ) -> (key: String, question: String)? {
    // A node may have very many.
    members.prefix(64).lazy.filter { $0.key != "id" }.map {
      ($0.key, NameSuggestion.question(for: $0.key, among: names))
    }
    .first { !$0.1.isEmpty }
  }

  /// A name that must be that of an input or a node.
  @discardableResult
  package func check(_ name: String, at path: String) throws(RecipeError) -> String {
    guard placesByID[name] != nil || inputs.contains(name) else {
      let question = NameSuggestion.question(for: name, among: inputs + nodes.prefix(256).map(\.id))
      throw RecipeError(path, "there is no node or input '\(name)'\(question)")
    }
    return name
  }

  /// Gives an input of a node another value, as if the recipe had it.
  ///
  /// - Returns: the input's key, whichever name was used.
  @discardableResult
  package mutating func set(_ key: String, of id: String, to value: JSONValue) throws(RecipeError) -> String {
    guard let place = placesByID[id] else {
      let question = NameSuggestion.question(for: id, among: nodes.prefix(256).map(\.id))
      throw RecipeError("$.nodes", "there is no node '\(id)'\(question)")
    }
    let names = Self.names(of: key, for: nodes[place])
    if let member = nodes[place].members.firstIndex(where: { names.contains($0.key) }) {
      nodes[place].members[member].value = value
    } else {
      nodes[place].members.append((key, value))
    }
    return Self.input(key, of: nodes[place])?.key ?? FilterSettings.swiftName(of: key)
  }

  /// The names that an input of a node may have in the recipe, including its Swift name (`ev` for `inputEV`).
  private static func names(of key: String, for node: Node) -> [String] {
    let usual = [key, FilterSettings.swiftName(of: key), "input\(key.prefix(1).uppercased())\(key.dropFirst())"]
    return usual + (input(key, of: node).map { [$0.key, $0.name] } ?? [])
  }

  /// The input of a filter's node with this name; nil where there is none, and for other nodes.
  private static func input(_ key: String, of node: Node) -> InputDescription? {
    guard case .filter(let name) = node.kind, let entry = FilterRegistry.entry(named: name) else { return nil }
    return entry.inputs.first { $0.key == key || $0.name == key }
  }
}
