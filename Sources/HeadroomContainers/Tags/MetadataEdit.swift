/// A change of a file's metadata by name.
package enum MetadataEdit: Hashable, Sendable {
  case set(MetadataTag, String)
  case remove(MetadataTag)
  case removeGroup(MetadataGroup)

  /// `exif:Artist=Jane`.
  package init(setting text: String) throws(TagError) {
    guard let equals = text.firstIndex(of: "=") else { throw TagError("a tag and its value, as exif:Artist=Jane") }
    let name = String(text[..<equals])
    let tag = try Self.tag(name)
    let edit = MetadataEdit.set(tag, String(text[text.index(after: equals)...]))
    // Values are checked before any file is opened.
    do throws(TagError) { _ = try StillMetadata().applying([edit]) } catch {
      throw TagError("\(name): \(error.reason)")
    }
    self = edit
  }

  /// `exif:Artist`, or a group: `gps`, `xmp:all`, `all`.
  package init(removing text: String) throws(TagError) {
    let lowered = text.lowercased()
    let group = lowered.hasSuffix(":all") ? String(lowered.dropLast(4)) : lowered
    if let group = MetadataGroup(rawValue: group) {
      self = .removeGroup(group)
    } else {
      self = .remove(try Self.tag(text))
    }
  }

  private static func tag(_ name: String) throws(TagError) -> MetadataTag {
    let tag: MetadataTag
    do throws(TagError) { tag = try MetadataTag.named(name) } catch { throw TagError("'\(name)' \(error.reason)") }
    if let refusal = tag.refusal { throw TagError("'\(name)' is not changed: \(refusal)") }
    return tag
  }
}

extension StillMetadata {
  /// The metadata after some changes. Several values for a list tag make a list; for other tags the last counts.
  ///
  /// - Throws: ``TagError`` where a value does not fit its tag, or a block cannot be read.
  package func applying(_ edits: [MetadataEdit]) throws(TagError) -> StillMetadata {
    var editor = MetadataEditor(self)
    for edit in edits {
      switch edit {
      case .removeGroup(let group): try editor.remove(group)
      case .remove(.exif(let row)): try editor.removeEXIF(row)
      case .remove(.iptc(let field)): editor.texts[.iptc(field)] = []
      case .remove(.xmp(let row)): editor.texts[.xmp(row)] = []
      case .set(.exif(let row), let text): try editor.setEXIF(row, text)
      case .set(let tag, let text): editor.texts[tag, default: []].append(text)
      }
    }
    return try editor.result()
  }
}

private struct MetadataEditor {
  private var metadata: StillMetadata
  private var block: EXIFBlock?
  /// The new texts of IPTC and XMP.
  var texts: [MetadataTag: [String]] = [:]

  init(_ metadata: StillMetadata) { self.metadata = metadata }

  // MARK: EXIF

  private mutating func changeEXIF(_ change: (inout EXIFBlock) -> Void) throws(TagError) {
    var block = EXIFBlock()
    if let known = self.block {
      block = known
    } else if let exif = metadata.exif {
      guard let parsed = try? EXIFBlock(parsing: exif) else { throw TagError("the file's EXIF block cannot be read") }
      block = parsed
    }
    change(&block)
    self.block = block
  }

  mutating func removeEXIF(_ row: EXIFTagRow) throws(TagError) {
    try changeEXIF { $0[row.place][row.tag] = nil }
  }

  mutating func setEXIF(_ row: EXIFTagRow, _ given: String) throws(TagError) {
    var text = given
    var reference: (tag: UInt16, value: TIFFValue)?
    if row.form == .angle {
      let letters = row.name.hasSuffix("Latitude") ? ["N", "S"] : ["E", "W"]
      reference = (row.tag - 1, .ascii(try row.angle(text) < 0 ? letters[1] : letters[0]))
    } else if row.place == .gps, row.tag == Self.altitude {
      // Below the sea the reference is 1.
      let isBelow = text.hasPrefix("-")
      if isBelow { text.removeFirst() }
      reference = (row.tag - 1, .bytes([isBelow ? 1 : 0]))
    }
    let value = try row.value(of: text)
    try changeEXIF { block in
      block[row.place][row.tag] = value
      if let reference { block[row.place][reference.tag] = reference.value }
      if row.place == .gps, block.gps[0] == nil { block.gps[0] = .bytes([2, 3, 0, 0]) }
    }
  }

  private static let altitude: UInt16 = 6

  // MARK: Groups

  mutating func remove(_ group: MetadataGroup) throws(TagError) {
    switch group {
    case .exif:
      metadata.exif = nil
      block = nil
    case .gps: try changeEXIF { $0.gps = [:] }
    case .iptc:
      metadata.iptc = nil
      texts = texts.filter { if case .iptc = $0.key { false } else { true } }
    case .xmp:
      let part = metadata.xmp.flatMap(XMPPacket.gainMapPart)
      metadata.extendedXMP = nil
      // Properties that describe a gain map are not captions, so they stay.
      metadata.xmp = part
      texts = texts.filter { if case .xmp = $0.key { false } else { true } }
    case .all:
      for group in [MetadataGroup.exif, .iptc, .xmp] { try remove(group) }
      metadata.photoshop = nil
    }
  }

  // MARK: Result

  func result() throws(TagError) -> StillMetadata {
    var result = metadata
    if let block { result.exif = block.isEmpty ? nil : block.serialized() }
    for (tag, texts) in texts.sorted(by: { $0.key.name < $1.key.name }) {
      switch tag {
      case .iptc(let field): result.iptc = try Self.setting(field, to: texts, in: result.iptc)
      case .xmp(let row):
        if result.extendedXMP != nil {
          let part = result.xmp.flatMap(XMPPacket.gainMapPart)
          result.mergeExtension()
          if let part { result.xmp = XMPPacket.replacingGainMapPart(of: result.xmp, by: part) }
        }
        result.xmp = try XMPPacket.setting(row, to: row.isList ? texts : texts.suffix(1), in: result.xmp)
      case .exif: break
      }
    }
    return result
  }

  private static func setting(_ field: IPTCField, to texts: [String], in bytes: [UInt8]?) throws(TagError) -> [UInt8]? {
    for text in texts {
      guard text.utf8.count <= field.longest else { throw TagError("at most \(field.longest) bytes") }
      guard field.form != .date || text.utf8.count == 8 && text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
        throw TagError("a date, as 20261128")
      }
    }
    var block = bytes.map { IPTCBlock.reading($0).block } ?? IPTCBlock()
    block.setTexts(field.isRepeatable ? texts : texts.suffix(1), for: field)
    return block.isEmpty ? nil : block.serialized()
  }
}

extension EXIFBlock {
  fileprivate subscript(place: EXIFTagRow.Place) -> Directory {
    get {
      switch place {
      case .image: image
      case .exif: exif
      case .gps: gps
      case .interoperability: interoperability
      }
    }
    set {
      switch place {
      case .image: image = newValue
      case .exif: exif = newValue
      case .gps: gps = newValue
      case .interoperability: interoperability = newValue
      }
    }
  }
}
