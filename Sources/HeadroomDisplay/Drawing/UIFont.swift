public import Foundation
package import HeadroomSymbols

/// A font at a size, for text that is drawn: the value of `NSAttributedString.Key.font`.
///
/// The system's fonts are those of fontconfig: its sans serif is the system font, its monospace the monospaced one.
// Sendable: constants that are Sendable; the compiler cannot see it below NSObject.
open class UIFont: NSObject, @unchecked Sendable {
  // Proof: constant.
  final let face: FontFace

  private init(_ face: FontFace) { self.face = face }

  /// How heavy strokes are: -1 lightest, 0 regular, 1 heaviest.
  public struct Weight: RawRepresentable, Hashable, Sendable {
    public var rawValue: CGFloat
    public init(rawValue: CGFloat) { self.rawValue = rawValue }
    public init(_ rawValue: CGFloat) { self.rawValue = rawValue }
    public static let ultraLight = Weight(rawValue: -0.8)
    public static let thin = Weight(rawValue: -0.6)
    public static let light = Weight(rawValue: -0.4)
    public static let regular = Weight(rawValue: 0)
    public static let medium = Weight(rawValue: 0.23)
    public static let semibold = Weight(rawValue: 0.3)
    public static let bold = Weight(rawValue: 0.4)
    public static let heavy = Weight(rawValue: 0.56)
    public static let black = Weight(rawValue: 0.62)
  }

  /// A font by PostScript name, full name or family, such as `DejaVuSans-Bold`; nil where there is none.
  ///
  /// Fonts that every system of Apple's has, such as Helvetica and Menlo, are replaced by the system's font of their kind
  /// where they are missing; ``fontName`` says which.
  ///
  /// - Parameters:
  ///   - fontName: the name.
  ///   - fontSize: points; sizes that are not above 0 count as ``systemFontSize``.
  public convenience init?(name fontName: String, size fontSize: CGFloat) {
    guard let face = FontFace(named: fontName, size: fontSize, usual: Self.systemFontSize) else { return nil }
    self.init(face)
  }

  /// The system's font at a size in points; sizes that are not above 0 count as ``systemFontSize``.
  open class func systemFont(ofSize fontSize: CGFloat) -> UIFont { systemFont(ofSize: fontSize, weight: .regular) }

  /// The system's font of a weight.
  open class func systemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
    UIFont(.system(fontSize, weight: weight, usual: systemFontSize))
  }

  /// The system's bold font.
  open class func boldSystemFont(ofSize fontSize: CGFloat) -> UIFont { systemFont(ofSize: fontSize, weight: .bold) }

  /// The system's italic font.
  open class func italicSystemFont(ofSize fontSize: CGFloat) -> UIFont {
    UIFont(.system(fontSize, weight: .regular, isItalic: true, usual: systemFontSize))
  }

  /// The system's font with letters of one width.
  open class func monospacedSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
    UIFont(.monospaced(fontSize, weight: weight, usual: systemFontSize))
  }

  /// The font at another size.
  open func withSize(_ fontSize: CGFloat) -> UIFont { UIFont(face.resized(fontSize, usual: Self.systemFontSize)) }

  /// The size of usual text: 14 points.
  open class var systemFontSize: CGFloat { 14 }
  /// The size of small text: 12 points.
  open class var smallSystemFontSize: CGFloat { 12 }
  /// The size of labels: 17 points.
  open class var labelFontSize: CGFloat { 17 }
  /// The size of buttons: 18 points.
  open class var buttonFontSize: CGFloat { 18 }

  /// The size of an em in points.
  open var pointSize: CGFloat { face.size }
  /// The PostScript name of the system's font that is used.
  open var fontName: String { face.name }
  /// The family of the system's font that is used.
  open var familyName: String { face.family }
  /// From the baseline up, in points.
  open var ascender: CGFloat { face.ascender }
  /// From the baseline down, in points: negative.
  open var descender: CGFloat { face.descender }
  /// From the lowest to the highest letter, in points.
  open var lineHeight: CGFloat { face.ascender - face.descender }
  /// Between lines, in points.
  open var leading: CGFloat { face.leading }
  /// The height of capital letters, in points.
  open var capHeight: CGFloat { face.capHeight }
  /// The height of small letters without ascender, in points.
  open var xHeight: CGFloat { face.xHeight }

  open override func isEqual(_ object: Any?) -> Bool { (object as? UIFont)?.face == face }
  open override var hash: Int { face.hashValue }
}

extension UIFont.Weight {
  /// The word of the nearest weight, as names of fonts have it.
  var word: String {
    let words: [(UIFont.Weight, String)] = [
      (.ultraLight, "Thin"), (.thin, "UltraLight"), (.light, "Light"), (.regular, "Regular"), (.medium, "Medium"),
      (.semibold, "SemiBold"), (.bold, "Bold"), (.heavy, "Heavy"), (.black, "Black"),
    ]
    let number = rawValue.isNaN ? 0 : rawValue
    return words.min { abs($0.0.rawValue - number) < abs($1.0.rawValue - number) }?.1 ?? "Regular"
  }
}

extension UIFont: TextFontProviding {
  package var textFont: TextFont { face.font }
}

extension UIFont {
  /// What a text is for, which decides its size.
  public struct TextStyle: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let largeTitle = TextStyle(rawValue: "UICTFontTextStyleTitle0")
    public static let title1 = TextStyle(rawValue: "UICTFontTextStyleTitle1")
    public static let title2 = TextStyle(rawValue: "UICTFontTextStyleTitle2")
    public static let title3 = TextStyle(rawValue: "UICTFontTextStyleTitle3")
    public static let headline = TextStyle(rawValue: "UICTFontTextStyleHeadline")
    public static let subheadline = TextStyle(rawValue: "UICTFontTextStyleSubhead")
    public static let body = TextStyle(rawValue: "UICTFontTextStyleBody")
    public static let callout = TextStyle(rawValue: "UICTFontTextStyleCallout")
    public static let footnote = TextStyle(rawValue: "UICTFontTextStyleFootnote")
    public static let caption1 = TextStyle(rawValue: "UICTFontTextStyleCaption1")
    public static let caption2 = TextStyle(rawValue: "UICTFontTextStyleCaption2")
  }

  /// The system's font of a style at the default setting of text size; unknown styles count as ``TextStyle/body``.
  public class func preferredFont(forTextStyle style: TextStyle) -> UIFont {
    let sizes: [TextStyle: CGFloat] = [
      .largeTitle: 34, .title1: 28, .title2: 22, .title3: 20, .headline: 17, .body: 17, .callout: 16, .subheadline: 15,
      .footnote: 13, .caption1: 12, .caption2: 11,
    ]
    return systemFont(ofSize: sizes[style] ?? 17, weight: style == .headline ? .semibold : .regular)
  }
}
