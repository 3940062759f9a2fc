public import Foundation
internal import HeadroomGraphics

/// What a piece of metadata says: a space of keys and a key, as `mdta/com.apple.quicktime.title`.
public struct AVMetadataIdentifier: RawRepresentable, Hashable, Sendable {
  /// The space, a slash, and the key.
  public let rawValue: String

  /// Any identifier. Those of the space `mdta` can have any key.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// As ``init(rawValue:)``.
  public init(_ rawValue: String) { self.init(rawValue: rawValue) }

  public static let commonIdentifierTitle = AVMetadataIdentifier("comn/title")
  public static let commonIdentifierArtist = AVMetadataIdentifier("comn/artist")
  public static let commonIdentifierAuthor = AVMetadataIdentifier("comn/author")
  public static let commonIdentifierDescription = AVMetadataIdentifier("comn/description")
  public static let commonIdentifierCreationDate = AVMetadataIdentifier("comn/creationDate")
  /// ISO 6709, as `+27.5916+086.5640+8850/`.
  public static let commonIdentifierLocation = AVMetadataIdentifier("comn/location")
  public static let commonIdentifierCopyrights = AVMetadataIdentifier("comn/copyrights")
  public static let commonIdentifierMake = AVMetadataIdentifier("comn/make")
  public static let commonIdentifierModel = AVMetadataIdentifier("comn/model")
  public static let commonIdentifierSoftware = AVMetadataIdentifier("comn/software")

  public static let quickTimeMetadataTitle = quickTime("title")
  public static let quickTimeMetadataArtist = quickTime("artist")
  public static let quickTimeMetadataAuthor = quickTime("author")
  public static let quickTimeMetadataComment = quickTime("comment")
  public static let quickTimeMetadataDescription = quickTime("description")
  public static let quickTimeMetadataCreationDate = quickTime("creationdate")
  /// ISO 6709.
  public static let quickTimeMetadataLocationISO6709 = quickTime("location.ISO6709")
  public static let quickTimeMetadataCopyright = quickTime("copyright")
  public static let quickTimeMetadataKeywords = quickTime("keywords")
  public static let quickTimeMetadataMake = quickTime("make")
  public static let quickTimeMetadataModel = quickTime("model")
  public static let quickTimeMetadataSoftware = quickTime("software")

  private static func quickTime(_ key: String) -> AVMetadataIdentifier {
    AVMetadataIdentifier("mdta/com.apple.quicktime.\(key)")
  }

  /// The key in `mdta`; nil for other spaces than that and the common one.
  var key: String? {
    switch rawValue.prefix(5) {
    case "mdta/": rawValue.count > 5 ? String(rawValue.dropFirst(5)) : nil
    case "comn/": Self.common[self].map { String($0.rawValue.dropFirst(5)) }
    default: nil
    }
  }

  private static let common: [AVMetadataIdentifier: AVMetadataIdentifier] = [
    .commonIdentifierTitle: .quickTimeMetadataTitle, .commonIdentifierArtist: .quickTimeMetadataArtist,
    .commonIdentifierAuthor: .quickTimeMetadataAuthor, .commonIdentifierDescription: .quickTimeMetadataDescription,
    .commonIdentifierCreationDate: .quickTimeMetadataCreationDate,
    .commonIdentifierLocation: .quickTimeMetadataLocationISO6709,
    .commonIdentifierCopyrights: .quickTimeMetadataCopyright, .commonIdentifierMake: .quickTimeMetadataMake,
    .commonIdentifierModel: .quickTimeMetadataModel, .commonIdentifierSoftware: .quickTimeMetadataSoftware,
  ]
}

/// A piece of what a film says of itself.
///
/// Source: AVFoundation's documentation.
// Sendable: nobody changes one; its mutable subclass belongs to one thread.
public class AVMetadataItem: @unchecked Sendable {
  fileprivate var what: AVMetadataIdentifier?
  fileprivate var content: Any?

  fileprivate init(_ what: AVMetadataIdentifier?, _ content: Any?) { (self.what, self.content) = (what, content) }

  /// What it says; nil says nothing.
  public var identifier: AVMetadataIdentifier? { what }
  /// A text, a `Date` or a number.
  public var value: Any? { content }
  /// The value as text; nil where it is of another kind.
  public var stringValue: String? { OptionValues.text(content) }
  /// The value as a moment; nil where it is of another kind.
  public var dateValue: Date? { content as? Date }

  /// One that does not change.
  func copy() -> AVMetadataItem { AVMetadataItem(what, content) }

  /// - Throws: ``WritingError/setting(key:_:)`` for what is not written.
  func tag() throws(WritingError) -> FilmNotes.Tag {
    guard let key = what?.key else {
      throw .setting(key: "metadata", "\(what?.rawValue ?? "an item without identifier") is not written")
    }
    let number = OptionValues.number(content).map { $0 == $0.rounded() ? String(format: "%.0f", $0) : "\($0)" }
    guard let text = stringValue ?? dateValue?.ISO8601Format() ?? number, !text.isEmpty else {
      throw .setting(key: "metadata", "\(key) is no text, date or number")
    }
    guard text.utf8.count <= Self.longest, key.utf8.count <= Self.longest else {
      throw .setting(key: "metadata", "\(key.prefix(64)) is longer than \(Self.longest) bytes")
    }
    return FilmNotes.Tag(name: key, text: text)
  }

  private static let longest = 1 << 20
}

/// A piece of metadata that is being made.
public final class AVMutableMetadataItem: AVMetadataItem, @unchecked Sendable {
  /// One that says nothing yet.
  public init() { super.init(nil, nil) }

  public override var identifier: AVMetadataIdentifier? {
    get { what }
    set { what = newValue }
  }
  public override var value: Any? {
    get { content }
    set { content = newValue }
  }
}
