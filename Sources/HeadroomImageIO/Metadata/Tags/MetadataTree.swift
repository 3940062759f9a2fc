internal import HeadroomContainers

/// Tags with the prefixes that lead to their namespaces.
struct MetadataTree: Hashable, Sendable {
  /// Holds the tags as its fields.
  private(set) var root = MetadataNode(name: XMLName("", ""), prefix: "", value: .fields([]))
  /// Namespaces by prefix.
  private(set) var namespaces = MetadataSchema.namespaces

  var nodes: [MetadataNode] {
    get { root.children }
    set { root.children = newValue }
  }

  /// Registers a prefix; false when it already stands for another namespace, or is not a valid name.
  mutating func register(_ namespace: String, prefix: String) -> Bool {
    guard MetadataPath.isName(prefix), !namespace.isEmpty, !["xml", "xmlns", "rdf"].contains(prefix) else {
      return false
    }
    if let known = namespaces[prefix] { return known == namespace }
    namespaces[prefix] = namespace
    return true
  }

  // MARK: Looking

  /// The node at a path, from a node or from the top.
  func node(_ path: MetadataPath, below parent: MetadataNode? = nil) -> MetadataNode? {
    path.steps.reduce(parent ?? root) { node, step in
      node.flatMap { found in place(of: step, in: found).map { found.children[$0] } }
    }
  }

  private func place(of step: MetadataPath.Step, in node: MetadataNode) -> Int? {
    switch (step, node.value) {
    case (.field, .fields(let fields)):
      guard let (name, _) = name(of: step, in: node) else { return nil }
      return fields.firstIndex { $0.name == name }
    case (.item(let index), .items(let items, _)): return items.indices.contains(index) ? index : nil
    case (.language(let language), .items(let items, _)):
      return items.firstIndex { $0.language?.lowercased() == language }
    default: return nil
    }
  }

  private func name(of step: MetadataPath.Step, in node: MetadataNode) -> (name: XMLName, prefix: String)? {
    guard case .field(let prefix, let local) = step else { return (node.name, node.prefix) }
    if let prefix { return namespaces[prefix].map { (XMLName($0, local), prefix) } }
    return node.name.namespace.isEmpty ? nil : (XMLName(node.name.namespace, local), node.prefix)
  }

  // MARK: Changing

  /// Sets the value at a path; missing nodes on the way are created. False where the path is invalid: fields of a text,
  /// an index beyond the end, an unknown prefix.
  mutating func set(_ value: MetadataNode.Value, at path: MetadataPath) -> Bool {
    change(&root, path.steps[...]) { $0.take(value) }
  }

  /// A client's value for a path, in the form that the schema of the tag there requires.
  func value(_ given: Any, at path: MetadataPath) -> MetadataNode.Value? {
    guard case .field(let prefix?, let local)? = path.steps.first, let namespace = namespaces[prefix] else {
      return nil
    }
    let name = XMLName(namespace, local)
    let kind = path.steps.count == 1 ? MetadataSchema.arrayKind(of: name) : nil
    return MetadataNode.Value(given, name: name, prefix: prefix, kind: kind, namespaces: namespaces)
  }

  private func change(
    _ node: inout MetadataNode, _ steps: ArraySlice<MetadataPath.Step>, _ body: (inout MetadataNode) -> Void
  ) -> Bool {
    guard let step = steps.first else {
      body(&node)
      return true
    }
    let rest = steps.dropFirst()
    if let index = place(of: step, in: node) {
      var child = node.children[index]
      guard change(&child, rest, body) else { return false }
      node.children[index] = child
      return true
    }
    guard var child = newChild(step, of: node, leadingTo: rest.first), change(&child, rest, body) else { return false }
    node.children.append(child)
    return true
  }

  /// An empty node for a step; nil where the node has no place for it.
  private func newChild(
    _ step: MetadataPath.Step, of node: MetadataNode, leadingTo next: MetadataPath.Step?
  ) -> MetadataNode? {
    var language: String?
    switch (step, node.value) {
    case (.field, .fields): break
    case (.item(let index), .items(let items, _)) where index == items.count: break
    case (.language(let wanted), .items(_, .alternative)): language = wanted
    default: return nil
    }
    guard let (name, prefix) = name(of: step, in: node) else { return nil }
    let value: MetadataNode.Value =
      switch next {
      case nil: .text("")
      case .field: .fields([])
      case .item: .items([], MetadataSchema.arrayKind(of: name) ?? .ordered)
      case .language: .items([], .alternative)
      }
    return MetadataNode(name: name, prefix: prefix, value: value, language: language)
  }

  /// Removes the node at a path; false when there is none.
  mutating func remove(_ path: MetadataPath) -> Bool { remove(path.steps[...], from: &root) }

  private func remove(_ steps: ArraySlice<MetadataPath.Step>, from node: inout MetadataNode) -> Bool {
    guard let step = steps.first, let index = place(of: step, in: node) else { return false }
    if steps.count == 1 {
      node.children.remove(at: index)
      return true
    }
    var child = node.children[index]
    guard remove(steps.dropFirst(), from: &child) else { return false }
    node.children[index] = child
    return true
  }
}

extension MetadataNode {
  /// Takes a value. One text for an array of languages replaces only that of the default language.
  fileprivate mutating func take(_ new: Value) {
    if case .items(var items, .alternative) = value, case .items(let given, .alternative) = new, given.count == 1,
      given[0].language == Self.defaultLanguage, items.contains(where: { $0.language != nil })
    {
      items.removeAll { $0.language == Self.defaultLanguage }
      value = .items(given + items, .alternative)
    } else {
      value = new
    }
  }
}
