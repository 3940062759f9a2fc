public import Foundation
package import HeadroomSymbols

/// A font at a size for AppKit programs: the value of `NSAttributedString.Key.font`; see ``UIFont``.
// Sendable: constants that are Sendable; the compiler cannot see it below NSObject.
open class NSFont: NSObject, @unchecked Sendable {
  // Proof: constant.
  final let face: FontFace

  private init(_ face: FontFace) { self.face = face }

  /// How heavy strokes are.
  public typealias Weight = UIFont.Weight

  /// A font by PostScript name, full name or family; nil where there is none. See ``UIFont/init(name:size:)``.
  public convenience init?(name fontName: String, size fontSize: CGFloat) {
    guard let face = FontFace(named: fontName, size: fontSize, usual: Self.systemFontSize) else { return nil }
    self.init(face)
  }

  /// The system's font at a size in points; sizes that are not above 0 count as ``systemFontSize``.
  open class func systemFont(ofSize fontSize: CGFloat) -> NSFont { systemFont(ofSize: fontSize, weight: .regular) }

  /// The system's font of a weight.
  open class func systemFont(ofSize fontSize: CGFloat, weight: Weight) -> NSFont {
    NSFont(.system(fontSize, weight: weight, usual: systemFontSize))
  }

  /// The system's bold font.
  open class func boldSystemFont(ofSize fontSize: CGFloat) -> NSFont { systemFont(ofSize: fontSize, weight: .bold) }

  /// The system's font with letters of one width.
  open class func monospacedSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> NSFont {
    NSFont(.monospaced(fontSize, weight: weight, usual: systemFontSize))
  }

  /// The font of documents: the system's.
  open class func userFont(ofSize fontSize: CGFloat) -> NSFont? { systemFont(ofSize: fontSize) }

  /// The font of labels: the system's.
  open class func labelFont(ofSize fontSize: CGFloat) -> NSFont { systemFont(ofSize: fontSize) }

  /// The font at another size.
  open func withSize(_ fontSize: CGFloat) -> NSFont { NSFont(face.resized(fontSize, usual: Self.systemFontSize)) }

  /// The size of usual text: 13 points.
  open class var systemFontSize: CGFloat { 13 }
  /// The size of small text: 11 points.
  open class var smallSystemFontSize: CGFloat { 11 }
  /// The size of labels: 10 points.
  open class var labelFontSize: CGFloat { 10 }

  /// The size of an em in points.
  open var pointSize: CGFloat { face.size }
  /// The PostScript name of the system's font that is used.
  open var fontName: String { face.name }
  /// The family of the system's font that is used.
  open var familyName: String? { face.family }
  /// The name to show.
  open var displayName: String? { face.name }
  /// From the baseline up, in points.
  open var ascender: CGFloat { face.ascender }
  /// From the baseline down, in points: negative.
  open var descender: CGFloat { face.descender }
  /// Between lines, in points.
  open var leading: CGFloat { face.leading }
  /// The height of capital letters, in points.
  open var capHeight: CGFloat { face.capHeight }
  /// The height of small letters without ascender, in points.
  open var xHeight: CGFloat { face.xHeight }
  /// The middle of an underline above the baseline, in points: negative.
  open var underlinePosition: CGFloat { face.underlinePosition }
  /// The thickness of an underline, in points.
  open var underlineThickness: CGFloat { face.underlineThickness }

  open override func isEqual(_ object: Any?) -> Bool { (object as? NSFont)?.face == face }
  open override var hash: Int { face.hashValue }
}

extension NSFont: TextFontProviding {
  package var textFont: TextFont { face.font }
}
