/// The XMP property that corresponds to a keyword of PNG's texts: the table of XMP's part 3, Adobe's and exiftool's,
/// plus the comment and the disclaimer. Other keywords have no equivalent property.
package enum TextMapping {
  /// Keywords in small letters.
  private static let properties: [(keyword: String, property: XMPProperty)] = [
    ("title", XMPProperty("dc", "title", .languages)),
    ("author", XMPProperty("dc", "creator", .sequence)),
    ("description", XMPProperty("dc", "description", .languages)),
    ("copyright", XMPProperty("dc", "rights", .languages)),
    ("creation time", XMPProperty("xmp", "CreateDate", .text)),
    ("software", XMPProperty("xmp", "CreatorTool", .text)),
    ("disclaimer", XMPProperty("xmpRights", "UsageTerms", .languages)),
    ("comment", XMPProperty("exif", "UserComment", .languages)),
  ]

  /// The texts as values of properties.
  static func values(of texts: [MetadataText]) -> [(XMPProperty, [String])] {
    properties.compactMap { keyword, property in
      let found = texts.filter { $0.keyword.lowercased() == keyword }.compactMap { value(of: $0, property) }
      guard !found.isEmpty else { return nil }
      return (property, property.shape == .sequence ? found : [found[0]])
    }
  }

  private static func value(of item: MetadataText, _ property: XMPProperty) -> String? {
    let text = String(item.text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    if property.name.local == "CreateDate" { return date(text) }
    return text.isEmpty ? nil : text
  }

  // MARK: - Dates

  /// A date of ISO 8601, of EXIF or of RFC 1123, which PNG recommends, as ISO 8601; nil for others.
  static func date(_ text: String) -> String? { iso(text) ?? exif(text) ?? mail(text) }

  /// `2024-05-06`, with a time or without.
  private static func iso(_ text: String) -> String? {
    let digits = Array(text.utf8)
    guard digits.count >= 10, digits.count <= 35, shape(digits.prefix(10)) == "0000-00-00" else { return nil }
    guard digits.count > 10 else { return text }
    guard digits[10] == UInt8(ascii: "T") || digits[10] == UInt8(ascii: " "),
      digits[11...].allSatisfy({ isDigit($0) || ":.+-Z".utf8.contains($0) })
    else { return nil }
    return String(decoding: digits[..<10] + [UInt8(ascii: "T")] + digits[11...], as: UTF8.self)
  }

  /// `2024:05:06 07:08:09`.
  private static func exif(_ text: String) -> String? {
    let digits = Array(text.utf8)
    guard shape(digits[...]) == "0000:00:00 00:00:00" else { return nil }
    let day = text.prefix(10).replacingColons
    return "\(day)T\(text.suffix(8))"
  }

  /// `Mon, 6 May 2024 07:08:09 +0200`, the day's name and the seconds are optional.
  private static func mail(_ text: String) -> String? {
    var words = text.split(separator: " ")
    if words.first?.last == "," { words.removeFirst() }
    let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
    guard (4...5).contains(words.count), let day = Int(words[0]), (1...31).contains(day),
      let month = months.firstIndex(of: words[1].prefix(3).lowercased()), words[2].utf8.count == 4,
      words[2].utf8.allSatisfy(isDigit), let clock = time(words[3])
    else { return nil }
    guard let zone = words.count == 5 ? zone(words[4]) : "" else { return nil }
    return "\(words[2])-\(two(month + 1))-\(two(day))T\(clock)\(zone)"
  }

  private static func time(_ text: Substring) -> String? {
    switch shape(Array(text.utf8)[...]) {
    case "00:00:00": String(text)
    case "00:00": "\(text):00"
    default: nil
    }
  }

  private static func zone(_ text: Substring) -> String? {
    switch shape(Array(text.utf8)[...]) {
    case "+0000", "-0000": "\(text.prefix(3)):\(text.suffix(2))"
    case _ where ["GMT", "UT", "UTC", "Z"].contains(text): "Z"
    default: nil
    }
  }

  /// A text with zeros for its digits.
  private static func shape(_ text: ArraySlice<UInt8>) -> String {
    String(decoding: text.map { isDigit($0) ? UInt8(ascii: "0") : $0 }, as: UTF8.self)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension Substring {
  fileprivate var replacingColons: String { String(map { $0 == ":" ? "-" : $0 }) }
}
