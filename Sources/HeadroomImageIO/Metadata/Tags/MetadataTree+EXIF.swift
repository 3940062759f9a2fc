internal import Foundation
internal import HeadroomContainers
internal import HeadroomGraphics

// EXIF fields as tags of the `exif` and `tiff` schemas, and back (XMP specification, part 2, section 2.4).
extension MetadataTree {
  /// Adds the fields of an EXIF block that the tags do not have yet.
  mutating func add(_ block: EXIFBlock) {
    let values: [CFString: CFDictionary] = [
      kCGImagePropertyTIFFDictionary: EXIFPropertyTable.tiff.properties(of: block.image),
      kCGImagePropertyExifDictionary: EXIFPropertyTable.exif.properties(of: block.exif),
      kCGImagePropertyGPSDictionary: EXIFPropertyTable.gps.properties(of: block.gps),
    ]
    for tag in EXIFTag.all where tag.whole == nil {
      guard let fields = values[tag.dictionary], let value = fields[tag.row.key] else { continue }
      let part = tag.partKey.flatMap { OptionValues.text(fields[$0]) }
      // A place without its hemisphere is incomplete, and so is a time without its day.
      if tag.partKey != nil, part == nil { continue }
      guard let content = tag.value(value, part: part, namespaces) else { continue }
      add(MetadataNode(name: tag.name, prefix: tag.prefix, value: content))
    }
  }

  /// The tags that have a field in EXIF, as the parts of a properties dictionary.
  var properties: CFDictionary {
    var parts: [CFString: CFDictionary] = [:]
    for tag in EXIFTag.all {
      if let value = property(tag) { parts[tag.dictionary, default: [:]][tag.row.key] = value }
    }
    return parts.reduce(into: [:]) { $0[$1.key] = $1.value }
  }

  private func property(_ tag: EXIFTag) -> Any? {
    let holders = [tag.name] + [tag.whole].compactMap { $0 }
    if holders.contains(where: { node(named: $0)?.value == .null }) { return NSNull() }
    if let whole = tag.whole, let part = node(named: whole).flatMap({ tag.part(of: $0) }) { return part }
    return node(named: tag.name).flatMap { tag.property(of: $0) }
  }

  /// The tag of a name at the top.
  func node(named name: XMLName) -> MetadataNode? { nodes.first { $0.name == name } }

  /// The value of `tiff:Orientation`.
  var orientation: CGImagePropertyOrientation? {
    node(named: XMLName(XMPNamespace.tiff, "Orientation"))?.text.flatMap { Int($0) }
      .flatMap { (1...8).contains($0) ? CGImagePropertyOrientation(exifTag: $0) : nil }
  }

  // MARK: By property

  /// The tag that holds a property's value.
  func node(matching tag: EXIFTag) -> MetadataNode? {
    if let whole = tag.whole.flatMap({ node(named: $0) }), tag.part(of: whole) != nil { return whole }
    return node(named: tag.name)
  }

  /// Sets the tag that belongs to a property. False for values of another kind.
  mutating func set(_ given: Any, matching tag: EXIFTag) -> Bool {
    if let whole = tag.whole { return setPart(given, tag, of: whole) }
    let part = tag.partKey.flatMap { EXIFTag.matching(tag.dictionary, $0) }
    let known = part.flatMap { property($0) as? String }
    guard let content = tag.value(given, part: known, namespaces) else { return false }
    if let part { nodes.removeAll { $0.name == part.name } }
    return put(content, tag.name, tag.prefix)
  }

  private mutating func setPart(_ given: Any, _ tag: EXIFTag, of whole: XMLName) -> Bool {
    guard let text = OptionValues.text(given) else { return false }
    guard let known = node(named: whole)?.text else { return put(.text(text), tag.name, tag.prefix) }
    if tag.row.key == kCGImagePropertyGPSDateStamp {
      return put(.text(XMPFixTime(time: XMPFixTime(known).time, date: text).text), whole, tag.prefix)
    }
    return put(.text(XMPCoordinate(degrees: XMPCoordinate(known).degrees, direction: text).text), whole, tag.prefix)
  }

  private mutating func put(_ value: MetadataNode.Value, _ name: XMLName, _ prefix: String) -> Bool {
    MetadataPath("\(prefix):\(name.local)").map { set(value, at: $0) } ?? false
  }
}
