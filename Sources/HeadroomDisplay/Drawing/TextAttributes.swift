public import Foundation
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomSymbols

extension NSAttributedString.Key {
  /// How the paragraph's lines are broken and placed, an ``NSParagraphStyle``: that of a paragraph's first letter counts.
  public static let paragraphStyle = NSAttributedString.Key("NSParagraphStyle")
  /// Points added after each letter, a number.
  public static let kern = NSAttributedString.Key("NSKern")
  /// The colour behind the letters: the same types as for `foregroundColor`.
  public static let backgroundColor = NSAttributedString.Key("NSBackgroundColor")
  /// A line under the letters: the `rawValue` of an ``NSUnderlineStyle``; all but 0 are drawn as a single line.
  public static let underlineStyle = NSAttributedString.Key("NSUnderline")
  /// A line through the letters, as ``underlineStyle``.
  public static let strikethroughStyle = NSAttributedString.Key("NSStrikethrough")
}

/// Lines under and through letters.
public struct NSUnderlineStyle: OptionSet, Hashable, Sendable {
  public var rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let single = NSUnderlineStyle(rawValue: 1)
}

/// How text is measured and drawn.
public struct NSStringDrawingOptions: OptionSet, Hashable, Sendable {
  public var rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// The rectangle holds the lines; without this its origin is the start of the baseline of a single line.
  public static let usesLineFragmentOrigin = NSStringDrawingOptions(rawValue: 1 << 0)
  /// Lines are as far apart as the font says, which they always are here.
  public static let usesFontLeading = NSStringDrawingOptions(rawValue: 1 << 1)
  /// The last line that fits is shortened with an ellipsis where lines do not. Lines that do not fit are left out here.
  public static let truncatesLastVisibleLine = NSStringDrawingOptions(rawValue: 1 << 5)
}

/// What drawing text found out.
open class NSStringDrawingContext: NSObject {
  /// The rectangle of the text that was drawn last.
  open internal(set) var totalBounds = CGRect.zero
}

/// Attributed text for drawing.
struct DrawnText {
  private let text: StyledText
  private let traits: [TextTraits]

  /// Helvetica at 12 points in black, as UIKit and AppKit have it.
  private static let usual = StyledText.Style(
    font: TextFont(name: AppleFonts.standIn("Helvetica") ?? "Helvetica", size: 12), color: CIColor.black)

  init(_ text: String, _ attributes: [NSAttributedString.Key: Any]?) {
    let attributes = attributes ?? [:]
    self.text = StyledText([
      StyledText.Run(text: text, style: StyledText.Style(attributes, otherwise: Self.usual))
    ])
    traits = [TextTraits(attributes)]
  }

  init(_ text: NSAttributedString) {
    var runs: [StyledText.Run] = []
    var traits: [TextTraits] = []
    let whole = text.string as NSString
    unsafe text.enumerateAttributes(in: NSRange(location: 0, length: whole.length)) { attributes, range, _ in
      let style = StyledText.Style(attributes, otherwise: Self.usual)
      runs.append(StyledText.Run(text: whole.substring(with: range), style: style))
      traits.append(TextTraits(attributes))
    }
    self.text = StyledText(runs)
    self.traits = traits
  }

  /// The text in lines; nil where there is nothing to draw, and where there are no fonts.
  func block(width: CGFloat = .infinity, height: CGFloat = .infinity) -> TextBlock? {
    func limit(_ length: CGFloat) -> Double { length > 0 ? Double(length) : length.isNaN ? 0 : max(Double(length), 0) }
    let room = TextBlock.Room(width: limit(width), height: limit(height))
    let block = TextBlock(text, traits: traits, in: room)
    if block == nil { MissingFonts.report() }
    return block
  }
}

extension TextTraits {
  /// Attributes of other kinds are left out.
  fileprivate init(_ attributes: [NSAttributedString.Key: Any]) {
    self.init()
    if let style = attributes[.paragraphStyle] as? NSParagraphStyle { paragraph = style.style }
    if let kern = Self.number(attributes[.kern]), kern.isFinite { self.kern = kern }
    if let color = attributes[.backgroundColor] {
      let style = StyledText.Style([.foregroundColor: color], otherwise: StyledText.Style(color: CIColor.clear))
      background = style.color.alpha > 0 ? style.color : nil
    }
    isUnderlined = (Self.number(attributes[.underlineStyle]) ?? 0) != 0
    isStruckThrough = (Self.number(attributes[.strikethroughStyle]) ?? 0) != 0
  }

  private static func number(_ value: Any?) -> Double? {
    switch value {
    case let number as NSNumber: number.doubleValue
    case let number as any BinaryFloatingPoint: Double(number)
    case let number as any BinaryInteger: Double(number)
    case let style as NSUnderlineStyle: Double(style.rawValue)
    default: nil
    }
  }
}
