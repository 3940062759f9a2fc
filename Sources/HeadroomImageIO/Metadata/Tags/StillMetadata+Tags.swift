internal import Foundation
internal import HeadroomContainers
internal import HeadroomGraphics

extension StillMetadata {
  /// All tags: those of XMP, and what only EXIF and IPTC have.
  var tags: MetadataTree {
    var tree = xmpTags
    if let exif = exif.flatMap({ try? EXIFBlock(parsing: $0) }) { tree.add(exif) }
    if let iptc { tree.add(IPTCBlock.reading(iptc).block) }
    return tree
  }

  /// The tags of XMP; none where it is damaged.
  var xmpTags: MetadataTree {
    xmp.flatMap { try? MetadataTree(xmp: $0, extended: extendedXMP) } ?? MetadataTree()
  }

  /// The metadata with other tags. What stays the same stays byte for byte, and so does what is no tag: maker notes,
  /// previews, descriptions of gain maps and of further pictures.
  ///
  /// - Parameters:
  ///   - given: the tags; a null takes its tag out.
  ///   - merging: whether tags that are not given stay.
  ///   - before: ``tags``, where they are known.
  func changing(to given: MetadataTree, merging: Bool, from before: MetadataTree? = nil) -> StillMetadata {
    let before = before ?? tags
    let wanted = given.nodes.filter { $0.value != .null && !$0.name.describesFile }
    let isSame: (MetadataNode) -> Bool = { node in before.node(named: node.name)?.value == node.value }
    let names = Set(wanted.map(\.name))
    var gone = Set(given.nodes.filter { $0.value == .null }.map(\.name))
    if !merging {
      gone.formUnion(before.nodes.map(\.name).filter { !names.contains($0) && !$0.describesFile })
    }
    var result = self
    result.set(wanted.filter { !isSame($0) }, removing: gone)
    return result.keepingGainMapPart(of: self)
  }

  /// Sets and removes tags wherever they are stored.
  private mutating func set(_ nodes: [MetadataNode], removing gone: Set<XMLName>) {
    guard !nodes.isEmpty || !gone.isEmpty else { return }
    let stated = Set(xmpTags.nodes.map(\.name))
    var tree = MetadataTree()
    for node in nodes { tree.add(node) }
    for name in gone { tree.add(MetadataNode(name: name, prefix: "", value: .null)) }
    apply(tree.properties)
    var held = MetadataTree()
    if let exif = exif.flatMap({ try? EXIFBlock(parsing: $0) }) { held.add(exif) }
    setXMP(
      nodes.filter { stated.contains($0.name) || held.node(named: $0.name) == nil },
      removing: gone.intersection(stated))
    setIPTC(nodes, removing: gone)
  }

  /// Replaces properties of XMP; the others stay as they are.
  mutating func setXMP(_ nodes: [MetadataNode], removing gone: Set<XMLName> = []) {
    let names = gone.union(nodes.map(\.name))
    guard !names.isEmpty else { return }
    self = removingXMP { XMPPacket.removing({ names.contains($0) }, from: $0) }
    guard let description = MetadataTree.description(of: nodes, declaresRDF: true) else { return }
    xmp = XMPPacket.appending(description, to: xmp.flatMap { try? XMPPacket(parsing: $0) })
  }

  /// Follows a change of tags in an IPTC block, where there is one.
  private mutating func setIPTC(_ nodes: [MetadataNode], removing gone: Set<XMLName>) {
    guard let bytes = iptc else { return }
    let before = IPTCBlock.reading(bytes).block
    var block = before
    for mapping in IPTCMapping.all {
      if let node = nodes.first(where: { $0.name == mapping.property }) {
        mapping.put(mapping.shape == .languages ? node.text.map { [$0] } ?? [] : node.texts, into: &block)
      } else if gone.contains(mapping.property) {
        mapping.put([], into: &block)
      }
    }
    if block != before { iptc = block.isEmpty ? nil : block.serialized() }
  }
}

extension XMLName {
  /// Whether a tag describes the file rather than the picture: its pixels, gain map, further pictures and video. Such
  /// tags are only changed together with what they describe.
  fileprivate var describesFile: Bool {
    switch namespace {
    case XMPNamespace.hdrGainMap, XMPNamespace.container, XMPNamespace.containerItem, XMPNamespace.appleGainMap,
      XMPNamespace.appleToneMap, XMPNamespace.applePixelData, XMPNamespace.camera, XMPNamespace.xmpNote:
      true
    case XMPNamespace.tiff: ["Orientation", "ImageWidth", "ImageLength"].contains(local)
    case XMPNamespace.exif: ["PixelXDimension", "PixelYDimension", "ColorSpace"].contains(local)
    default: false
    }
  }
}
