/// A data set of record 2 that has a name.
package struct IPTCField: Hashable, Sendable {
  /// How its value reads.
  package enum Form: Hashable, Sendable {
    case text
    /// CCYYMMDD.
    case date
    /// HHMMSS and the distance from UTC as +HHMM.
    case time
  }

  package let key: IPTCBlock.Key
  /// The name of Image I/O's `{IPTC}` dictionary.
  package let name: String
  /// As the specification and exiftool spell it, without blanks.
  package let specified: String
  package let isRepeatable: Bool
  /// Most bytes that the specification allows.
  package let longest: Int
  package let form: Form

  private init(
    _ number: UInt8, _ name: String, _ specified: String? = nil, repeats: Bool = false, longest: Int,
    form: Form = .text
  ) {
    key = IPTCBlock.Key(2, number)
    self.name = name
    self.specified = specified ?? name
    self.isRepeatable = repeats
    self.longest = longest
    self.form = form
  }

  /// In the order of their numbers.
  package static let all: [IPTCField] = [
    IPTCField(3, "ObjectTypeReference", longest: 67),
    IPTCField(4, "ObjectAttributeReference", repeats: true, longest: 68),
    IPTCField(5, "ObjectName", longest: 64),
    IPTCField(7, "EditStatus", longest: 64),
    IPTCField(8, "EditorialUpdate", longest: 2),
    IPTCField(10, "Urgency", longest: 1),
    IPTCField(12, "SubjectReference", repeats: true, longest: 236),
    IPTCField(15, "Category", longest: 3),
    IPTCField(20, "SupplementalCategory", "SupplementalCategories", repeats: true, longest: 32),
    IPTCField(22, "FixtureIdentifier", longest: 32),
    IPTCField(25, "Keywords", repeats: true, longest: 64),
    IPTCField(26, "ContentLocationCode", repeats: true, longest: 3),
    IPTCField(27, "ContentLocationName", repeats: true, longest: 64),
    IPTCField(30, "ReleaseDate", longest: 8, form: .date),
    IPTCField(35, "ReleaseTime", longest: 11, form: .time),
    IPTCField(37, "ExpirationDate", longest: 8, form: .date),
    IPTCField(38, "ExpirationTime", longest: 11, form: .time),
    IPTCField(40, "SpecialInstructions", longest: 256),
    IPTCField(42, "ActionAdvised", longest: 2),
    IPTCField(45, "ReferenceService", repeats: true, longest: 10),
    IPTCField(47, "ReferenceDate", repeats: true, longest: 8, form: .date),
    IPTCField(50, "ReferenceNumber", repeats: true, longest: 8),
    IPTCField(55, "DateCreated", longest: 8, form: .date),
    IPTCField(60, "TimeCreated", longest: 11, form: .time),
    IPTCField(62, "DigitalCreationDate", longest: 8, form: .date),
    IPTCField(63, "DigitalCreationTime", longest: 11, form: .time),
    IPTCField(65, "OriginatingProgram", longest: 32),
    IPTCField(70, "ProgramVersion", longest: 10),
    IPTCField(75, "ObjectCycle", longest: 1),
    IPTCField(80, "Byline", "By-line", repeats: true, longest: 32),
    IPTCField(85, "BylineTitle", "By-lineTitle", repeats: true, longest: 32),
    IPTCField(90, "City", longest: 32),
    IPTCField(92, "SubLocation", "Sub-location", longest: 32),
    IPTCField(95, "Province/State", "Province-State", longest: 32),
    IPTCField(100, "Country/PrimaryLocationCode", "Country-PrimaryLocationCode", longest: 3),
    IPTCField(101, "Country/PrimaryLocationName", "Country-PrimaryLocationName", longest: 64),
    IPTCField(103, "OriginalTransmissionReference", longest: 32),
    IPTCField(105, "Headline", longest: 256),
    IPTCField(110, "Credit", longest: 32),
    IPTCField(115, "Source", longest: 32),
    IPTCField(116, "CopyrightNotice", longest: 128),
    IPTCField(118, "Contact", repeats: true, longest: 128),
    IPTCField(120, "Caption/Abstract", "Caption-Abstract", longest: 2000),
    IPTCField(122, "Writer/Editor", "Writer-Editor", repeats: true, longest: 32),
    IPTCField(130, "ImageType", longest: 2),
    IPTCField(131, "ImageOrientation", longest: 1),
    IPTCField(135, "LanguageIdentifier", longest: 3),
  ]
}

extension IPTCBlock {
  /// Stores texts as the specification requires: one where the field does not repeat, none longer than allowed.
  ///
  /// A text of UTF-8 is cut between characters.
  package mutating func setTexts(_ texts: [String], for field: IPTCField) {
    let fitting = texts.map { text in
      var bytes = 0
      return String(
        text.prefix { character in
          bytes += character.utf8.count
          return bytes <= field.longest
        })
    }
    setTexts(Array(fitting.prefix(field.isRepeatable ? .max : 1)), for: field.key)
  }
}
