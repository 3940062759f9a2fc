internal import Foundation
internal import HeadroomContainers
internal import HeadroomGraphics

/// Maps properties of XMP to keys of a properties dictionary: those that neither EXIF nor IPTC's data sets hold.
struct XMPPropertyTable: Sendable {
  enum Form: Sendable {
    /// A string.
    case text
    /// A string in languages, of which the default one is given.
    case languages
    /// A number, or a fraction in XMP.
    case number
    /// Four numbers: fractions with blanks between them in XMP.
    case fractions
    /// An array of strings.
    case bag
    /// A dictionary of strings.
    case structure
  }

  struct Row: Sendable {
    let key: String
    let name: XMLName
    let prefix: String
    let form: Form

    init(_ key: String, _ prefix: String, _ local: String, _ form: Form) {
      self.key = key
      name = XMLName(MetadataSchema.namespaces[prefix] ?? "", local)
      self.prefix = prefix
      self.form = form
    }
  }

  let rows: [Row]

  /// Lenses and serial numbers, as Adobe's schema `aux` has them.
  static let exifAuxiliary = XMPPropertyTable(rows: [
    Row(kCGImagePropertyExifAuxLensInfo, "aux", "LensInfo", .fractions),
    Row(kCGImagePropertyExifAuxLensModel, "aux", "Lens", .text),
    Row(kCGImagePropertyExifAuxLensID, "aux", "LensID", .number),
    Row(kCGImagePropertyExifAuxLensSerialNumber, "aux", "LensSerialNumber", .text),
    Row(kCGImagePropertyExifAuxSerialNumber, "aux", "SerialNumber", .text),
    Row(kCGImagePropertyExifAuxImageNumber, "aux", "ImageNumber", .number),
    Row(kCGImagePropertyExifAuxFlashCompensation, "aux", "FlashCompensation", .number),
    Row(kCGImagePropertyExifAuxOwnerName, "aux", "OwnerName", .text),
    Row(kCGImagePropertyExifAuxFirmware, "aux", "Firmware", .text),
  ])

  /// What IPTC's newer schemas have and its data sets do not.
  static let iptc = XMPPropertyTable(rows: [
    Row(kCGImagePropertyIPTCStarRating, "xmp", "Rating", .number),
    Row(kCGImagePropertyIPTCCreatorContactInfo, "Iptc4xmpCore", "CreatorContactInfo", .structure),
    Row(kCGImagePropertyIPTCRightsUsageTerms, "xmpRights", "UsageTerms", .languages),
    Row(kCGImagePropertyIPTCScene, "Iptc4xmpCore", "Scene", .bag),
  ])

  func row(_ key: String) -> Row? { rows.first { $0.key == key } }
}

extension XMPPropertyTable {
  /// The values of the tags as a properties dictionary.
  func properties(of tags: MetadataTree) -> CFDictionary {
    var result: CFDictionary = [:]
    for row in rows {
      if let node = tags.node(named: row.name) { result[row.key] = row.property(of: node) }
    }
    return result
  }

  /// The tags for values of a properties dictionary, and the names that nulls take out. Values of the wrong kind are
  /// left out.
  func changes(_ values: CFDictionary) -> (set: [MetadataNode], gone: Set<XMLName>) {
    var result: (set: [MetadataNode], gone: Set<XMLName>) = ([], [])
    for row in rows {
      guard let given = OptionValues.present(values[row.key]) else { continue }
      if OptionValues.isNull(given) {
        result.gone.insert(row.name)
      } else if let value = row.value(of: given) {
        result.set.append(MetadataNode(name: row.name, prefix: row.prefix, value: value))
      }
    }
    return result
  }
}

extension XMPPropertyTable.Row {
  fileprivate func property(of node: MetadataNode) -> Any? {
    switch form {
    case .text, .languages: return node.text
    case .number:
      guard let number = node.text.flatMap(Self.number) else { return nil }
      return number == number.rounded() ? Int(exactly: number) ?? number : number
    case .fractions:
      let parts = (node.text ?? "").split(separator: " ").map { Self.fraction($0) }
      return parts.isEmpty || parts.contains(nil) ? nil : parts.compactMap { $0 }
    case .bag: return node.texts.isEmpty ? nil : node.texts
    case .structure:
      guard case .fields(let fields) = node.value else { return nil }
      let texts = fields.compactMap { field in field.text.map { (field.name.local, $0 as Any) } }
      return Dictionary(texts) { first, _ in first } as CFDictionary
    }
  }

  private static func number(_ text: String) -> Double? { fraction(text[...]) }

  /// A number, or two with a stroke between them; nothing over nothing is 0, an unknown f-number.
  private static func fraction(_ text: Substring) -> Double? {
    let parts = text.split(separator: "/").map { Double($0) }
    guard let first = parts.first ?? nil, first.isFinite, parts.count <= 2 else { return nil }
    guard parts.count == 2 else { return first }
    guard let second = parts[1] else { return nil }
    return second == 0 ? (first == 0 ? 0 : nil) : first / second
  }

  fileprivate func value(of given: Any) -> MetadataNode.Value? {
    switch form {
    case .text: return (OptionValues.text(given) ?? Self.text(given)).map { .text($0) }
    case .languages:
      return OptionValues.text(given).map { text in
        let item = MetadataNode(
          name: name, prefix: prefix, value: .text(text), language: MetadataNode.defaultLanguage)
        return .items([item], .alternative)
      }
    case .number: return Self.text(given).map { .text($0) }
    case .fractions:
      guard let numbers = OptionValues.numbers(given), numbers.allSatisfy({ $0.isFinite && $0 >= 0 }) else {
        return nil
      }
      let fractions = numbers.map { TIFFValue.Fraction(approximating: min($0, 1e9)) }
      return .text(fractions.map { "\($0.numerator)/\($0.denominator)" }.joined(separator: " "))
    case .bag:
      return OptionValues.texts(given).map { texts in
        .items(texts.map { MetadataNode(name: name, prefix: prefix, value: .text($0)) }, .unordered)
      }
    case .structure:
      guard let fields = OptionValues.dictionary(given), !fields.isEmpty else { return nil }
      return .fields(
        fields.sorted { $0.key < $1.key }.compactMap { key, value in
          guard MetadataPath.isName(key), let text = OptionValues.text(value) else { return nil }
          return MetadataNode(name: XMLName(name.namespace, key), prefix: prefix, value: .text(text))
        })
    }
  }

  private static func text(_ given: Any) -> String? {
    guard let number = OptionValues.number(given), number.isFinite else { return nil }
    return number == number.rounded() && number.magnitude < 1e15 ? "\(Int(number))" : "\(number)"
  }
}

extension StillMetadata {
  /// The `{ExifAux}` part of a properties dictionary.
  var exifAuxiliaryProperties: CFDictionary { XMPPropertyTable.exifAuxiliary.properties(of: xmpTags) }

  /// What the `{IPTC}` part has from XMP alone.
  var newerIPTCProperties: CFDictionary { XMPPropertyTable.iptc.properties(of: xmpTags) }

  /// Stores the values of an `{ExifAux}` dictionary.
  mutating func applyExifAuxiliary(_ values: CFDictionary) { apply(values, by: .exifAuxiliary) }

  /// Stores the values of an `{IPTC}` dictionary that only XMP holds.
  mutating func applyNewerIPTC(_ values: CFDictionary) { apply(values, by: .iptc) }

  private mutating func apply(_ values: CFDictionary, by table: XMPPropertyTable) {
    let (nodes, gone) = table.changes(values)
    setXMP(nodes, removing: gone)
  }
}
