public import Foundation
internal import HeadroomContainers
public import HeadroomGraphics

/// The metadata of a picture as tags that are found by path: `xmp:CreatorTool`, `exif:Flash.Fired`, `dc:subject[0]`,
/// `dc:title[x-default]`, `HDRToneMap:ChannelMetadata[0].GainMapMax`.
///
/// Read with ``CGImageSourceCopyMetadataAtIndex(_:_:_:)`` or ``CGImageMetadataCreateFromXMPData(_:)``, written with
/// `CGImageDestinationAddImageAndMetadata(_:_:_:_:)`. Gain maps of
/// ``CGImageSourceCopyAuxiliaryDataInfoAtIndex(_:_:_:)`` carry their metadata in one.
public class CGImageMetadata {
  fileprivate(set) var tree: MetadataTree

  init(_ tree: MetadataTree = MetadataTree()) { self.tree = tree }

  /// Texts by path, in order.
  convenience init(_ values: KeyValuePairs<String, String>) {
    self.init()
    for (path, text) in values { set(text, at: path) }
  }

  /// The text at a path, or nil.
  package subscript(path: String) -> String? { MetadataPath(path).flatMap { tree.node($0)?.text } }

  func set(_ text: String, at path: String) {
    if let path = MetadataPath(path) { _ = tree.set(.text(text), at: path) }
  }
}

/// Metadata that can be changed. It belongs to one thread.
public final class CGMutableImageMetadata: CGImageMetadata {
  /// Empty metadata.
  public init() { super.init(MetadataTree()) }

  /// A copy that can be changed.
  public init(copying metadata: CGImageMetadata) { super.init(metadata.tree) }

  func change<Result>(_ body: (inout MetadataTree) -> Result) -> Result { body(&tree) }
}

/// The number by which Core Foundation tells metadata from other objects.
public func CGImageMetadataGetTypeID() -> UInt { ImageIOTypeID.metadata.rawValue }

/// Makes empty metadata.
public func CGImageMetadataCreateMutable() -> CGMutableImageMetadata { CGMutableImageMetadata() }

/// Makes a copy that can be changed.
public func CGImageMetadataCreateMutableCopy(_ metadata: CGImageMetadata) -> CGMutableImageMetadata? {
  CGMutableImageMetadata(copying: metadata)
}

// MARK: - Reading

/// The tags at the top, in the order they were read or set; nil when there are none.
public func CGImageMetadataCopyTags(_ metadata: CGImageMetadata) -> CFArray? {
  let tags = metadata.tree.nodes.map { CGImageMetadataTag($0) }
  return tags.isEmpty ? nil : tags
}

/// The tag at a path; nil when there is none.
///
/// - Parameters:
///   - metadata: the metadata.
///   - parent: the tag at which the path starts; nil for the top, where paths start with a prefix.
///   - path: prefix, name and further steps, as in `exif:Flash.Fired`, `dc:subject[0]`, `dc:title[x-default]`.
public func CGImageMetadataCopyTagWithPath(
  _ metadata: CGImageMetadata, _ parent: CGImageMetadataTag?, _ path: CFString
) -> CGImageMetadataTag? {
  MetadataPath(path).flatMap { metadata.tree.node($0, below: parent?.node) }.map { CGImageMetadataTag($0) }
}

/// The text at a path; nil when there is none. A text in several languages gives the default one's, an array its
/// item where it has only one.
public func CGImageMetadataCopyStringValueWithPath(
  _ metadata: CGImageMetadata, _ parent: CGImageMetadataTag?, _ path: CFString
) -> CFString? {
  MetadataPath(path).flatMap { metadata.tree.node($0, below: parent?.node)?.text }
}

/// Called with a path and its tag; false ends the walk.
public typealias CGImageMetadataTagBlock = (_ path: CFString, _ tag: CGImageMetadataTag) -> Bool

/// Whether ``CGImageMetadataEnumerateTagsUsingBlock(_:_:_:_:)`` goes into arrays and structures: a Boolean, false unless given.
public let kCGImageMetadataEnumerateRecursively: CFString = "kCGImageMetadataEnumerateRecursively"

/// Calls a closure with every tag, parents first.
///
/// - Parameters:
///   - metadata: the metadata.
///   - rootPath: the tag whose items or fields are visited; nil for the top.
///   - options: ``kCGImageMetadataEnumerateRecursively``.
///   - block: gets the path of each tag; false ends the walk.
public func CGImageMetadataEnumerateTagsUsingBlock(
  _ metadata: CGImageMetadata, _ rootPath: CFString?, _ options: CFDictionary?, _ block: CGImageMetadataTagBlock
) {
  let isRecursive = OptionValues.flag(options?[kCGImageMetadataEnumerateRecursively]) ?? false
  guard let rootPath else {
    _ = metadata.tree.root.enumerateChildren(at: "", isRecursive, block)
    return
  }
  guard let node = MetadataPath(rootPath).flatMap({ metadata.tree.node($0) }) else { return }
  _ = node.enumerateChildren(at: rootPath, isRecursive, block)
}

extension MetadataNode {
  fileprivate func enumerateChildren(at path: String, _ isRecursive: Bool, _ block: CGImageMetadataTagBlock) -> Bool {
    for (index, child) in children.enumerated() {
      let inner = path + step(to: child, index, isTop: path.isEmpty)
      guard block(inner, CGImageMetadataTag(child)) else { return false }
      if isRecursive, !child.enumerateChildren(at: inner, true, block) { return false }
    }
    return true
  }

  private func step(to child: MetadataNode, _ index: Int, isTop: Bool) -> String {
    if case .items = value { return child.language.map { "[\($0)]" } ?? "[\(index)]" }
    let isOwn = child.name.namespace == name.namespace
    return (isTop ? "" : ".") + (isOwn ? "" : child.prefix + ":") + child.name.local
  }
}

// MARK: - Changing

/// Sets the value at a path; missing tags on the way are created.
///
/// - Parameters:
///   - metadata: the metadata.
///   - parent: the tag of this metadata at which the path starts; nil for the top.
///   - path: as for ``CGImageMetadataCopyTagWithPath(_:_:_:)``. An index may be one beyond the end.
///   - value: a string, number, Boolean, tag, or an array or dictionary of those; null marks a tag that is to go from a
///     file (``kCGImageDestinationMergeMetadata``). A string for a tag that is an array
///     in its schema, such as `dc:title` or `dc:creator`, becomes its only item, or the item of the default language.
/// - Returns: false for another kind of value, an unknown prefix, and a path that leads through
///   a text or beyond the end.
@discardableResult
public func CGImageMetadataSetValueWithPath(
  _ metadata: CGMutableImageMetadata, _ parent: CGImageMetadataTag?, _ path: CFString, _ value: CFTypeRef
) -> Bool {
  guard let path = metadata.tree.path(path, below: parent), let value = metadata.tree.value(value, at: path) else {
    return false
  }
  return metadata.change { $0.set(value, at: path) }
}

/// Puts a tag at a path. Its name has to be the path's.
@discardableResult
public func CGImageMetadataSetTagWithPath(
  _ metadata: CGMutableImageMetadata, _ parent: CGImageMetadataTag?, _ path: CFString, _ tag: CGImageMetadataTag
) -> Bool {
  guard let path = metadata.tree.path(path, below: parent) else { return false }
  if case .field(_, let name)? = path.steps.last, name != tag.node.name.local { return false }
  return metadata.change { tree in
    _ = tree.register(tag.node.name.namespace, prefix: tag.node.prefix)
    return tree.set(tag.node.value, at: path)
  }
}

/// Takes away the tag at a path; false when there is none.
@discardableResult
public func CGImageMetadataRemoveTagWithPath(
  _ metadata: CGMutableImageMetadata, _ parent: CGImageMetadataTag?, _ path: CFString
) -> Bool {
  guard let path = metadata.tree.path(path, below: parent) else { return false }
  return metadata.change { $0.remove(path) }
}

/// Registers a prefix for the metadata, so that paths can use it.
///
/// - Parameters:
///   - metadata: the metadata.
///   - xmlns: the URI of the namespace.
///   - prefix: the prefix.
///   - err: nil, or the place for the reason for a failure, which the caller releases.
/// - Returns: false when the prefix already stands for another namespace, or is not a valid name.
@discardableResult
public func CGImageMetadataRegisterNamespaceForPrefix(
  _ metadata: CGMutableImageMetadata, _ xmlns: CFString, _ prefix: CFString,
  _ err: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
  if metadata.change({ $0.register(xmlns, prefix: prefix) }) { return true }
  let isTaken = metadata.tree.namespaces[prefix] != nil
  unsafe err?.pointee = Unmanaged.passRetained(
    CFError(
      isTaken ? .prefixConflict : .badArgument,
      isTaken ? "the prefix \(prefix) stands for another namespace" : "\(prefix) is not a prefix"))
  return false
}

extension MetadataTree {
  /// A path from the top: the text itself, or the continuation of a tag's path.
  fileprivate func path(_ text: String, below parent: CGImageMetadataTag?) -> MetadataPath? {
    guard let parent else { return MetadataPath(text) }
    var found: String?
    CGImageMetadataEnumerateTagsUsingBlock(
      CGImageMetadata(self), nil, [kCGImageMetadataEnumerateRecursively: true]
    ) { path, tag in
      if tag == parent { found = path }
      return found == nil
    }
    return found.flatMap { MetadataPath($0 + (text.hasPrefix("[") || text.hasPrefix(".") ? "" : ".") + text) }
  }
}

// MARK: - XMP

/// The metadata as an XMP packet (UTF-8); nil when there is none.
public func CGImageMetadataCreateXMPData(_ metadata: CGImageMetadata, _ options: CFDictionary?) -> CFData? {
  metadata.tree.packet.map { CFData($0) }
}

/// The metadata of an XMP packet; nil when it is none.
public func CGImageMetadataCreateFromXMPData(_ data: CFData) -> CGImageMetadata? {
  (try? MetadataTree(xmp: [UInt8](data))).map { CGImageMetadata($0) }
}
