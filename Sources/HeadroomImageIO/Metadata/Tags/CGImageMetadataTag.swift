internal import Foundation
internal import HeadroomContainers
public import HeadroomGraphics

/// The kind of a tag's value.
public enum CGImageMetadataType: Int32, CaseIterable, Sendable {
  /// Not a value.
  case invalid = -1
  /// The kind of the given value.
  case `default` = 0
  /// A text.
  case string = 1
  /// An array without a meaningful order (`rdf:Bag`).
  case arrayUnordered = 2
  /// An array in order (`rdf:Seq`).
  case arrayOrdered = 3
  /// An array of which one item is to be chosen (`rdf:Alt`).
  case alternateArray = 4
  /// A text in several languages.
  case alternateText = 5
  /// Fields with names.
  case structure = 6
}

/// One piece of metadata: a name in a namespace, and a value. Tags never change.
public final class CGImageMetadataTag: Hashable, Sendable, CustomStringConvertible {
  let node: MetadataNode

  init(_ node: MetadataNode) { self.node = node }

  /// Whether name, namespace and value are the same; prefixes do not matter.
  public static func == (left: CGImageMetadataTag, right: CGImageMetadataTag) -> Bool {
    left.node.name == right.node.name && left.node.value == right.node.value
      && left.node.language == right.node.language
  }

  /// Feeds name and value into a hash.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(node.name)
    hasher.combine(node.value)
  }

  /// Prefix, name and text, or the kind of value where it is not a text.
  public var description: String { "\(node.prefix):\(node.name.local) = \(node.text ?? "(\(node.type))")" }
}

/// The number by which Core Foundation tells tags from other objects.
public func CGImageMetadataTagGetTypeID() -> UInt { ImageIOTypeID.metadataTag.rawValue }

/// Makes a tag.
///
/// - Parameters:
///   - xmlns: the URI of the namespace.
///   - prefix: its prefix; nil for the usual one of a known namespace.
///   - name: the tag's name: letters, digits, `_` and `-`.
///   - type: the kind of value; `default` uses the kind of `value`. For an array it states whether order counts.
///   - value: a string, number, Boolean, tag, or an array or dictionary of those; null for a tag that is to go from the
///     file (``kCGImageDestinationMergeMetadata``).
/// - Returns: nil when a name is not valid or the value is not of the type.
public func CGImageMetadataTagCreate(
  _ xmlns: CFString, _ prefix: CFString?, _ name: CFString, _ type: CGImageMetadataType, _ value: CFTypeRef
) -> CGImageMetadataTag? {
  let usual = MetadataSchema.namespaces.first { $0.value == xmlns }?.key
  guard !xmlns.isEmpty, let prefix = prefix ?? usual, MetadataPath.isName(prefix), MetadataPath.isName(name) else {
    return nil
  }
  let full = XMLName(xmlns, name)
  let kind = type == .default ? MetadataSchema.arrayKind(of: full) : type.arrayKind
  let content = MetadataNode.Value(
    value, name: full, prefix: prefix, kind: kind, namespaces: MetadataSchema.namespaces)
  guard let content, type.accepts(content) else { return nil }
  return CGImageMetadataTag(MetadataNode(name: full, prefix: prefix, value: content))
}

/// The URI of a tag's namespace.
public func CGImageMetadataTagCopyNamespace(_ tag: CGImageMetadataTag) -> CFString? { tag.node.name.namespace }

/// The prefix of a tag's namespace, as it is written.
public func CGImageMetadataTagCopyPrefix(_ tag: CGImageMetadataTag) -> CFString? { tag.node.prefix }

/// A tag's name within its namespace.
public func CGImageMetadataTagCopyName(_ tag: CGImageMetadataTag) -> CFString? { tag.node.name.local }

/// A tag's value: a string, an array of tags, or a dictionary of tags by their names.
public func CGImageMetadataTagCopyValue(_ tag: CGImageMetadataTag) -> CFTypeRef? {
  switch tag.node.value {
  case .text(let text): return text
  case .items(let items, _): return items.map { CGImageMetadataTag($0) }
  case .fields(let fields):
    return Dictionary(fields.map { ($0.name.local, CGImageMetadataTag($0)) }) { first, _ in first } as CFDictionary
  case .null: return NSNull()
  }
}

/// The kind of a tag's value.
public func CGImageMetadataTagGetType(_ tag: CGImageMetadataTag) -> CGImageMetadataType { tag.node.type }

/// A tag's qualifiers as tags: `xml:lang` of a text in a language; nil when there are none.
public func CGImageMetadataTagCopyQualifiers(_ tag: CGImageMetadataTag) -> CFArray? {
  tag.node.language.map { language in
    let name = XMLName(XMLParser.xmlNamespace, "lang")
    return [CGImageMetadataTag(MetadataNode(name: name, prefix: "xml", value: .text(language)))]
  }
}

extension MetadataNode {
  /// The kind of value.
  var type: CGImageMetadataType {
    switch value {
    case .text: .string
    case .fields: .structure
    case .null: .default
    case .items(_, .unordered): .arrayUnordered
    case .items(_, .ordered): .arrayOrdered
    case .items(let items, .alternative): items.contains { $0.language != nil } ? .alternateText : .alternateArray
    }
  }
}

extension CGImageMetadataType {
  fileprivate var arrayKind: MetadataNode.ArrayKind? {
    switch self {
    case .arrayUnordered: .unordered
    case .arrayOrdered: .ordered
    case .alternateArray, .alternateText: .alternative
    case .invalid, .default, .string, .structure: nil
    }
  }

  fileprivate func accepts(_ value: MetadataNode.Value) -> Bool {
    switch (self, value) {
    case (.default, _), (.string, .text), (.structure, .fields): true
    case (_, .items(_, let kind)): arrayKind == kind
    default: false
    }
  }
}
