/// The XMP property that corresponds to a data set of IPTC, by IPTC's Photo Metadata Standard
/// and its mapping guidelines.
package struct IPTCMapping: Sendable {
  /// How the property holds its value.
  package enum Shape: Hashable, Sendable {
    case text
    /// `rdf:Alt` with a default language.
    case languages
    /// `rdf:Bag`, in no order.
    case bag
    /// `rdf:Seq`, in order.
    case sequence
    /// A date of ISO 8601, in IPTC a date and, in ``IPTCMapping/timeKey``, a time.
    case date
    /// The name after a number and a colon.
    case genre
    /// The number in `IPR:number:...`.
    case subjectCode
  }

  package let key: IPTCBlock.Key
  package var property: XMLName { written.name }
  /// How the property is written.
  let written: XMPProperty
  package let shape: Shape
  /// The data set with the time of day, where ``shape`` is a date.
  package var timeKey: IPTCBlock.Key? { shape == .date ? IPTCBlock.Key(2, key.number == 55 ? 60 : 63) : nil }

  private init(_ number: UInt8, _ prefix: String, _ local: String, _ shape: Shape = .text) {
    key = IPTCBlock.Key(2, number)
    self.shape = shape
    let form: XMPProperty.Shape =
      switch shape {
      case .text, .date, .genre: .text
      case .languages: .languages
      case .bag, .subjectCode: .bag
      case .sequence: .sequence
      }
    written = XMPProperty(prefix, local, form)
  }

  package static let all: [IPTCMapping] = [
    IPTCMapping(4, "Iptc4xmpCore", "IntellectualGenre", .genre),
    IPTCMapping(5, "dc", "title", .languages),
    IPTCMapping(10, "photoshop", "Urgency"),
    IPTCMapping(12, "Iptc4xmpCore", "SubjectCode", .subjectCode),
    IPTCMapping(15, "photoshop", "Category"),
    IPTCMapping(20, "photoshop", "SupplementalCategories", .bag),
    IPTCMapping(25, "dc", "subject", .bag),
    IPTCMapping(40, "photoshop", "Instructions"),
    IPTCMapping(55, "photoshop", "DateCreated", .date),
    IPTCMapping(62, "xmp", "CreateDate", .date),
    IPTCMapping(80, "dc", "creator", .sequence),
    IPTCMapping(85, "photoshop", "AuthorsPosition"),
    IPTCMapping(90, "photoshop", "City"),
    IPTCMapping(92, "Iptc4xmpCore", "Location"),
    IPTCMapping(95, "photoshop", "State"),
    IPTCMapping(100, "Iptc4xmpCore", "CountryCode"),
    IPTCMapping(101, "photoshop", "Country"),
    IPTCMapping(103, "photoshop", "TransmissionReference"),
    IPTCMapping(105, "photoshop", "Headline"),
    IPTCMapping(110, "photoshop", "Credit"),
    IPTCMapping(115, "photoshop", "Source"),
    IPTCMapping(116, "dc", "rights", .languages),
    IPTCMapping(120, "dc", "description", .languages),
    IPTCMapping(122, "photoshop", "CaptionWriter"),
  ]

  /// The property of a data set.
  package static func of(_ key: IPTCBlock.Key) -> IPTCMapping? { all.first { $0.key == key } }
}

// MARK: - IPTC to XMP

extension IPTCMapping {
  /// The block's values of the property; empty where it has none.
  package func values(in block: IPTCBlock) -> [String] {
    let texts = block.texts(key)
    switch shape {
    case .bag, .sequence: return texts
    case .text, .languages: return Array(texts.prefix(1))
    case .genre: return texts.prefix(1).map(Self.genre)
    case .subjectCode: return texts.map(Self.subjectCode)
    case .date: return Self.date(texts.first, timeKey.flatMap { block.texts($0).first }).map { [$0] } ?? []
    }
  }

  /// `NNN:name`; the name alone is found too.
  private static func genre(_ text: String) -> String {
    text.firstIndex(of: ":").map { String(text[text.index(after: $0)...]) } ?? text
  }

  /// `IPR:08digits:...` has the code in the second place.
  private static func subjectCode(_ text: String) -> String {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    return parts.count > 1 ? String(parts[1]) : text
  }

  /// CCYYMMDD and HHMMSS+HHMM as ISO 8601; zeros for month and day mean that they are not known.
  private static func date(_ date: String?, _ time: String?) -> String? {
    guard let digits = date.map({ Array($0.utf8) }), digits.count == 8, digits.allSatisfy(isDigit) else { return nil }
    func part(_ range: Range<Int>) -> String { String(decoding: digits[range], as: UTF8.self) }
    var result = part(0..<4)
    guard part(4..<6) != "00" else { return result }
    result += "-" + part(4..<6)
    guard part(6..<8) != "00" else { return result }
    return result + "-" + part(6..<8) + (time.flatMap(timeOfDay) ?? "")
  }

  private static func timeOfDay(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 6, bytes[..<6].allSatisfy(isDigit) else { return nil }
    func part(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    let time = "T\(part(0..<2)):\(part(2..<4)):\(part(4..<6))"
    guard bytes.count == 11, bytes[6] == UInt8(ascii: "+") || bytes[6] == UInt8(ascii: "-"),
      bytes[7...].allSatisfy(isDigit)
    else { return time }
    return time + "\(part(6..<7))\(part(7..<9)):\(part(9..<11))"
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}

// MARK: - XMP to IPTC

extension IPTCMapping {
  /// Replaces the property's values in a block; an empty list removes it.
  package func put(_ values: [String], into block: inout IPTCBlock) {
    guard let field = IPTCField.all.first(where: { $0.key == key }) else { return }
    switch shape {
    case .text, .languages, .bag, .sequence: block.setTexts(values, for: field)
    case .genre: block.setTexts(values.map { "000:" + $0 }, for: field)
    case .subjectCode: block.setTexts(values.map { "IPR:\($0):::" }, for: field)
    case .date:
      let (date, time) = Self.parts(ofDate: values.first ?? "")
      block.setTexts(date.map { [$0] } ?? [], for: key)
      if let timeKey { block.setTexts(time.map { [$0] } ?? [], for: timeKey) }
    }
  }

  /// CCYYMMDD and HHMMSS+HHMM of a date of ISO 8601. An unstated offset from UTC is left out; the specification does
  /// not allow this, but all readers accept it.
  private static func parts(ofDate text: String) -> (date: String?, time: String?) {
    let halves = text.split(separator: "T", maxSplits: 1)
    guard let first = halves.first else { return (nil, nil) }
    let digits = first.utf8.filter(isDigit)
    guard [4, 6, 8].contains(digits.count) else { return (nil, nil) }
    let date = String(decoding: digits + [UInt8](repeating: 0x30, count: 8 - digits.count), as: UTF8.self)
    guard halves.count == 2 else { return (date, nil) }
    let zone = halves[1].firstIndex { "+-Z".contains($0) } ?? halves[1].endIndex
    let clock = halves[1][..<zone].prefix { $0 != "." }.utf8.filter(isDigit)
    guard clock.count == 4 || clock.count == 6 else { return (date, nil) }
    var time = String(decoding: clock + [UInt8](repeating: 0x30, count: 6 - clock.count), as: UTF8.self)
    let offset = halves[1][zone...]
    if offset == "Z" {
      time += "+0000"
    } else if offset.utf8.count(where: isDigit) == 4, let sign = offset.first {
      time += String(sign) + String(decoding: offset.utf8.filter(isDigit), as: UTF8.self)
    }
    return (date, time)
  }
}
