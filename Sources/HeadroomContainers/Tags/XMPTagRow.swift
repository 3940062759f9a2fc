/// A property of XMP that can be set by name: ISO 16684-1, the XMP specification's part 2, and IPTC's photo metadata.
package struct XMPTagRow: Hashable, Sendable {
  package enum Form: Hashable, Sendable {
    case text
    /// `rdf:Alt`, of which the default language is set.
    case languages
    /// `rdf:Bag`.
    case bag
    /// `rdf:Seq`.
    case sequence
    case integer(ClosedRange<Int>)
    case boolean
    /// A date of ISO 8601.
    case date
    /// Dates, in order.
    case dates
  }

  package let prefix: String
  package let namespace: String
  package let local: String
  package let form: Form

  package var property: XMLName { XMLName(namespace, local) }

  private init(_ prefix: String, _ namespace: String, _ local: String, _ form: Form) {
    self.prefix = prefix
    self.namespace = namespace
    self.local = local
    self.form = form
  }

  private static let auxiliary = "http://ns.adobe.com/exif/1.0/aux/"
  private static let lightroom = "http://ns.adobe.com/lightroom/1.0/"

  /// All rows; among properties with the same name the first is used where no prefix is given.
  package static let all: [XMPTagRow] =
    [
      ("title", Form.languages), ("description", .languages), ("creator", .sequence), ("subject", .bag),
      ("rights", .languages), ("publisher", .bag), ("contributor", .bag), ("date", .dates), ("identifier", .text),
      ("source", .text), ("type", .bag), ("language", .bag), ("relation", .bag), ("coverage", .text),
    ].map { XMPTagRow("dc", XMPNamespace.dublinCore, $0.0, $0.1) }
    + [
      ("Rating", Form.integer(-1...5)), ("Label", .text), ("CreatorTool", .text), ("CreateDate", .date),
      ("ModifyDate", .date), ("MetadataDate", .date), ("Nickname", .text), ("BaseURL", .text), ("Identifier", .bag),
    ].map { XMPTagRow("xmp", XMPNamespace.basic, $0.0, $0.1) }
    + [
      ("Marked", Form.boolean), ("UsageTerms", .languages), ("Owner", .bag), ("WebStatement", .text),
      ("Certificate", .text),
    ].map { XMPTagRow("xmpRights", XMPNamespace.rights, $0.0, $0.1) }
    + [
      ("Headline", Form.text), ("City", .text), ("State", .text), ("Country", .text), ("Credit", .text),
      ("Source", .text), ("Instructions", .text), ("TransmissionReference", .text), ("AuthorsPosition", .text),
      ("CaptionWriter", .text), ("Category", .text), ("SupplementalCategories", .bag), ("Urgency", .integer(0...8)),
      ("DateCreated", .date),
    ].map { XMPTagRow("photoshop", XMPNamespace.photoshop, $0.0, $0.1) }
    + [
      ("Location", Form.text), ("CountryCode", .text), ("IntellectualGenre", .text), ("Scene", .bag),
      ("SubjectCode", .bag), ("AltTextAccessibility", .languages), ("ExtDescrAccessibility", .languages),
    ].map { XMPTagRow("Iptc4xmpCore", XMPNamespace.iptcCore, $0.0, $0.1) }
    + [
      ("PersonInImage", Form.bag), ("Event", .languages), ("OrganisationInImageName", .bag),
      ("OrganisationInImageCode", .bag), ("DigitalSourceType", .text), ("DigitalImageGUID", .text),
      ("AdditionalModelInformation", .text),
    ].map { XMPTagRow("Iptc4xmpExt", XMPNamespace.iptcExtension, $0.0, $0.1) }
    + [("Lens", Form.text), ("SerialNumber", .text), ("OwnerName", .text), ("Firmware", .text)].map {
      XMPTagRow("aux", auxiliary, $0.0, $0.1)
    }
    + [XMPTagRow("lr", lightroom, "hierarchicalSubject", .bag)]
}

extension XMPTagRow {
  /// The element of a value in words; several values of a list are set by setting it several times.
  func element(of texts: [String]) throws(TagError) -> String {
    var written: [String] = []
    for text in texts { written.append(try self.text(of: text).escapedForXML(inAttribute: false)) }
    let open = "<\(prefix):\(local)>"
    let close = "</\(prefix):\(local)>"
    func list(_ kind: String, _ attributes: String = "") -> String {
      open + "<rdf:\(kind)>" + written.map { "<rdf:li\(attributes)>\($0)</rdf:li>" }.joined() + "</rdf:\(kind)>" + close
    }
    switch form {
    case .bag: return list("Bag")
    case .sequence, .dates: return list("Seq")
    case .languages: return list("Alt", " xml:lang=\"x-default\"")
    default: return open + (written.last ?? "") + close
    }
  }

  /// Whether setting it several times makes a list.
  package var isList: Bool { [.bag, .sequence, .dates].contains(form) }

  private func text(of given: String) throws(TagError) -> String {
    switch form {
    case .integer(let range):
      guard let number = Int(given), range.contains(number) else {
        throw TagError("a whole number from \(range.lowerBound) to \(range.upperBound)")
      }
      return given
    case .boolean:
      switch given.lowercased() {
      case "true", "1", "yes": return "True"
      case "false", "0", "no": return "False"
      default: throw TagError("true or false")
      }
    case .date, .dates: return try Self.date(given)
    case .text, .languages, .bag, .sequence: return given
    }
  }

  /// ISO 8601, `2026`, `2026-11`, `2026-11-28`, `2026-11-28T15:04:05+01:00`; EXIF's form is accepted too.
  private static func date(_ given: String) throws(TagError) -> String {
    var text = Array(given.utf8)
    let (colon, dash) = (UInt8(ascii: ":"), UInt8(ascii: "-"))
    if text.count >= 10, text[4] == colon, text[7] == colon { (text[4], text[7]) = (dash, dash) }
    if text.count > 10, text[10] == UInt8(ascii: " ") { text[10] = UInt8(ascii: "T") }
    let patterns = ["0000", "0000-00", "0000-00-00", "0000-00-00T00:00", "0000-00-00T00:00:00"].map { Array($0.utf8) }
    func matches(_ pattern: [UInt8]) -> Bool {
      guard text.count >= pattern.count else { return false }
      let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) }
      guard zip(text, pattern).allSatisfy({ $1 == 0x30 ? isDigit($0) : $0 == $1 }) else { return false }
      let rest = text[pattern.count...]
      // A time may be followed by a fraction of a second and an offset from UTC.
      return rest.isEmpty || pattern.count >= 16 && rest.allSatisfy { isDigit($0) || ".+-:Z".utf8.contains($0) }
    }
    guard patterns.contains(where: matches) else {
      throw TagError("a date, as 2026-11-28 or 2026-11-28T15:04:05+01:00")
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension XMPPacket {
  /// The packet with one property set or replaced; an empty list of texts removes it. Nil where nothing is left.
  static func setting(_ row: XMPTagRow, to texts: [String], in bytes: [UInt8]?) throws(TagError) -> [UInt8]? {
    let rest = bytes.flatMap { removing({ $0 == row.property }, from: $0) }
    guard !texts.isEmpty else { return rest }
    let description = wrapped(
      "<rdf:Description rdf:about=\"\" xmlns:\(row.prefix)=\"\(row.namespace)\">\(try row.element(of: texts))</rdf:Description>"
    )
    guard var root = rest.flatMap({ try? XMPPacket(parsing: $0) })?.root,
      let addition = try? XMPPacket(parsing: Array(description.utf8))
    else { return Array(description.utf8) }
    root.appendToRDF(addition.root.descriptions)
    return serialized(root)
  }
}
