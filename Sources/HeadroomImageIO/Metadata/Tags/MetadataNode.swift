internal import HeadroomContainers
internal import HeadroomGraphics

/// One piece of metadata in XMP's data model: a name in a namespace and a value.
struct MetadataNode: Hashable, Sendable {
  /// The three arrays of RDF, by their element's name.
  enum ArrayKind: String, Sendable {
    case unordered = "Bag"
    case ordered = "Seq"
    case alternative = "Alt"
  }

  enum Value: Hashable, Sendable {
    case text(String)
    /// Items carry the name of their array.
    case items([MetadataNode], ArrayKind)
    case fields([MetadataNode])
    /// The tag of this name is to go from a file that takes the others.
    case null
  }

  var name: XMLName
  var prefix: String
  var value: Value
  /// The language of a text, such as `x-default`.
  var language: String?

  /// The items or fields.
  var children: [MetadataNode] {
    get {
      switch value {
      case .text, .null: []
      case .items(let nodes, _), .fields(let nodes): nodes
      }
    }
    set {
      switch value {
      case .text, .null: break
      case .items(_, let kind): value = .items(newValue, kind)
      case .fields: value = .fields(newValue)
      }
    }
  }

  /// The text; for an array, that of the default language or of its only item.
  var text: String? {
    switch value {
    case .text(let text): return text
    case .fields, .null: return nil
    case .items(let items, let kind):
      if kind == .alternative, let item = items.first(where: { $0.language == Self.defaultLanguage }) ?? items.first {
        return item.text
      }
      return items.count == 1 ? items[0].text : nil
    }
  }

  /// The texts of an array, or the one text.
  var texts: [String] {
    if case .items(let items, let kind) = value, kind != .alternative { return items.compactMap(\.text) }
    return text.map { [$0] } ?? []
  }

  static let defaultLanguage = "x-default"
}

extension MetadataNode.Value {
  /// A value from a client: text, number, Boolean, tag, null, or an array or dictionary of the former; nil for anything
  /// else.
  ///
  /// - Parameters:
  ///   - kind: the kind of an array, whether it is given as one or made from a single text.
  ///   - namespaces: prefixes of the keys of dictionaries; keys without one are in the namespace of `name`.
  init?(
    _ given: Any, name: XMLName, prefix: String, kind: MetadataNode.ArrayKind?, namespaces: [String: String],
    depth: Int = 0
  ) {
    guard depth < 16 else { return nil }
    func inner(_ value: Any, _ name: XMLName, _ prefix: String) -> MetadataNode? {
      if let tag = value as? CGImageMetadataTag {
        return MetadataNode(name: name, prefix: prefix, value: tag.node.value, language: tag.node.language)
      }
      return MetadataNode.Value(
        value, name: name, prefix: prefix, kind: nil, namespaces: namespaces, depth: depth + 1
      ).map { MetadataNode(name: name, prefix: prefix, value: $0) }
    }
    if let tag = given as? CGImageMetadataTag {
      self = tag.node.value
    } else if depth == 0, OptionValues.isNull(given) {
      self = .null
    } else if let text = Self.text(given) {
      guard let kind else {
        self = .text(text)
        return
      }
      let item = MetadataNode(
        name: name, prefix: prefix, value: .text(text),
        language: kind == .alternative ? MetadataNode.defaultLanguage : nil)
      self = .items([item], kind)
    } else if let array = given as? [Any] {
      let items = array.compactMap { inner($0, name, prefix) }
      guard items.count == array.count else { return nil }
      self = .items(items, kind ?? .ordered)
    } else if let dictionary = OptionValues.dictionary(given) {
      let fields = dictionary.sorted { $0.key < $1.key }.compactMap { key, value -> MetadataNode? in
        guard case .field(let own, let local)? = MetadataPath(key)?.onlyStep else { return nil }
        guard let namespace = own == nil ? name.namespace : namespaces[own ?? ""] else { return nil }
        return inner(value, XMLName(namespace, local), own ?? prefix)
      }
      guard fields.count == dictionary.count else { return nil }
      self = .fields(fields)
    } else {
      return nil
    }
  }

  private static func text(_ value: Any) -> String? {
    if let text = OptionValues.text(value) { return text }
    if let flag = value as? Bool { return flag ? "True" : "False" }
    guard let number = OptionValues.number(value), number.isFinite else { return nil }
    return number == number.rounded() && number.magnitude < 1e15 ? "\(Int(number))" : "\(number)"
  }
}
