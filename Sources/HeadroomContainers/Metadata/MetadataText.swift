/// A text with a keyword, as PNG stores beside EXIF and XMP.
package struct MetadataText: Hashable, Sendable {
  package var keyword: String
  /// The text's bytes as UTF-8.
  package var utf8: [UInt8]
  /// A language tag of RFC 3066; empty where the file states none.
  package var language = ""
  /// The keyword in that language; empty where the file states none.
  package var translatedKeyword = ""

  /// Whether the file stores it deflated.
  package var isCompressed = false

  package init(keyword: String, utf8: [UInt8]) {
    self.keyword = keyword
    self.utf8 = utf8
  }

  package var text: String { String(decoding: utf8, as: UTF8.self) }
}
