internal import HeadroomGraphics

// EXIF fields as tags of the `exif` and `tiff` schemas, and back (XMP specification, part 2, section 2.4).
extension MetadataTree {
  private static let tables: [(table: EXIFPropertyTable, part: CFString, namespace: String, prefix: String)] = [
    (.tiff, kCGImagePropertyTIFFDictionary, XMPNamespace.tiff, "tiff"),
    (.exif, kCGImagePropertyExifDictionary, MetadataSchema.exif, "exif"),
  ]

  /// Fields that the schema of EXIF 2.3 has, not that of the XMP specification.
  private static let extended: Set = [
    "SensitivityType", "StandardOutputSensitivity", "RecommendedExposureIndex", "ISOSpeed", "CameraOwnerName",
    "BodySerialNumber", "LensSpecification", "LensMake", "LensModel", "LensSerialNumber", "Gamma",
  ]

  private static func name(
    _ row: EXIFPropertyTable.Row, _ namespace: String, _ prefix: String
  ) -> (name: XMLName, prefix: String) {
    guard namespace == MetadataSchema.exif, extended.contains(row.key) else {
      return (XMLName(namespace, row.key), prefix)
    }
    return (XMLName(MetadataSchema.exifExtended, row.key), "exifEX")
  }

  /// Adds the fields of an EXIF block that the tags do not tell already.
  mutating func add(_ block: EXIFBlock) {
    for (table, part, namespace, prefix) in Self.tables {
      let values = table.properties(of: part == kCGImagePropertyTIFFDictionary ? block.image : block.exif)
      for row in table.rows {
        guard let value = values[row.key], let texts = row.texts(of: value) else { continue }
        let (name, prefix) = Self.name(row, namespace, prefix)
        let kind = MetadataSchema.arrayKind(of: name)
        let given: Any = texts.count == 1 ? texts[0] : texts
        let content = MetadataNode.Value(given, name: name, prefix: prefix, kind: kind, namespaces: namespaces)
        if let content { add(MetadataNode(name: name, prefix: prefix, value: content)) }
      }
    }
  }

  /// The tags that have a field in EXIF, as the parts of a properties dictionary.
  var properties: CFDictionary {
    var result: CFDictionary = [:]
    for (table, part, namespace, prefix) in Self.tables {
      var fields: CFDictionary = [:]
      for row in table.rows {
        let name = Self.name(row, namespace, prefix).name
        guard let texts = nodes.first(where: { $0.name == name })?.texts, let value = row.property(of: texts) else {
          continue
        }
        fields[row.key] = value
      }
      if !fields.isEmpty { result[part] = fields }
    }
    return result
  }

  /// What `tiff:Orientation` says.
  var orientation: CGImagePropertyOrientation? {
    nodes.first { $0.name == XMLName(XMPNamespace.tiff, "Orientation") }?.text.flatMap { Int($0) }
      .flatMap { (1...8).contains($0) ? CGImagePropertyOrientation(exifTag: $0) : nil }
  }
}

extension EXIFPropertyTable.Row {
  /// A property's value as XMP writes it: fractions as such, dates of ISO 8601; nil for forms that XMP does not have.
  fileprivate func texts(of value: Any) -> [String]? {
    switch form {
    case .text, .comment: return OptionValues.text(value).map { [Self.isoDate($0) ?? $0] }
    case .integer, .byte: return OptionValues.integer(value).map { ["\($0)"] }
    case .integers: return OptionValues.numbers(value)?.map { "\(Int($0))" }
    case .number, .numbers: return OptionValues.numbers(value)?.map(Self.fraction)
    case .bytes, .version, .angle, .time, .data: return nil
    }
  }

  /// The value of a property from XMP's texts; nil where they are no such value.
  fileprivate func property(of texts: [String]) -> Any? {
    guard let first = texts.first else { return nil }
    switch form {
    case .text, .comment: return Self.exifDate(first) ?? first
    case .integer, .byte, .number: return Self.number(first)
    case .integers, .numbers:
      let numbers = texts.compactMap(Self.number)
      return numbers.count == texts.count ? numbers : nil
    case .bytes, .version, .angle, .time, .data: return nil
    }
  }

  private static func fraction(_ value: Double) -> String {
    let parts = TIFFValue.Fraction(approximating: value.magnitude)
    return "\(value < 0 ? "-" : "")\(parts.numerator)/\(parts.denominator)"
  }

  private static func number(_ text: String) -> Double? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Double($0) }
    guard let top = parts[0], top.isFinite else { return nil }
    if parts.count == 1 { return top }
    guard parts.count == 2, let bottom = parts[1], bottom.isFinite, bottom != 0 else { return nil }
    return top / bottom
  }

  /// `2024:05:01 10:00:00` as `2024-05-01T10:00:00`; nil for other texts.
  private static func isoDate(_ text: String) -> String? {
    var characters = Array(text)
    guard characters.count == 19, characters[4] == ":", characters[7] == ":", characters[10] == " " else { return nil }
    (characters[4], characters[7], characters[10]) = ("-", "-", "T")
    return String(characters)
  }

  private static func exifDate(_ text: String) -> String? {
    var characters = Array(text.prefix(19))
    guard characters.count == 19, characters[4] == "-", characters[7] == "-", characters[10] == "T",
      characters[13] == ":", characters[16] == ":"
    else { return nil }
    (characters[4], characters[7], characters[10]) = (":", ":", " ")
    return String(characters)
  }
}
