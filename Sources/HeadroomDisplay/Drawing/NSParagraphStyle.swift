public import Foundation
internal import HeadroomSymbols

/// Where lines of text are placed between the edges.
public enum NSTextAlignment: Int, Hashable, Sendable, CaseIterable {
  case left = 0
  case center = 1
  case right = 2
  /// As ``natural``: words are not stretched here.
  case justified = 3
  /// By the direction of the text.
  case natural = 4
}

/// How text is broken that is longer than its line.
public enum NSLineBreakMode: UInt, Hashable, Sendable, CaseIterable {
  /// Between words.
  case byWordWrapping = 0
  /// Between letters.
  case byCharWrapping = 1
  /// Not at all.
  case byClipping = 2
  /// One line with an ellipsis at its start.
  case byTruncatingHead = 3
  /// One line with an ellipsis at its end.
  case byTruncatingTail = 4
  /// One line with an ellipsis in its middle.
  case byTruncatingMiddle = 5
}

/// How the lines of a paragraph are broken and placed: the value of `NSAttributedString.Key.paragraphStyle`. Lengths are
/// points; numbers that are not finite count as 0.
open class NSParagraphStyle: NSObject, NSCopying, NSMutableCopying {
  final var style = TextParagraphStyle()
  fileprivate final var alignmentGiven = NSTextAlignment.natural
  fileprivate final var lineBreakGiven = NSLineBreakMode.byWordWrapping

  /// A style with all values at their defaults.
  public override init() { super.init() }

  /// A style with all values at their defaults.
  open class var `default`: NSParagraphStyle { NSParagraphStyle() }

  fileprivate final func take(_ other: NSParagraphStyle) {
    style = other.style
    alignmentGiven = other.alignmentGiven
    lineBreakGiven = other.lineBreakGiven
  }

  open func copy(with zone: NSZone?) -> Any {
    let copy = NSParagraphStyle()
    copy.take(self)
    return copy
  }

  open func mutableCopy(with zone: NSZone?) -> Any {
    let copy = NSMutableParagraphStyle()
    copy.take(self)
    return copy
  }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSParagraphStyle else { return false }
    return style == other.style && alignmentGiven == other.alignmentGiven && lineBreakGiven == other.lineBreakGiven
  }
  open override var hash: Int { style.hashValue }

  /// Where lines are placed. Default ``NSTextAlignment/natural``.
  open var alignment: NSTextAlignment { alignmentGiven }
  /// How lines are broken. Default ``NSLineBreakMode/byWordWrapping``.
  open var lineBreakMode: NSLineBreakMode { lineBreakGiven }
  /// Added between lines.
  open var lineSpacing: CGFloat { CGFloat(style.lineSpacing) }
  /// Added after the paragraph.
  open var paragraphSpacing: CGFloat { CGFloat(style.paragraphSpacing) }
  /// Added before the paragraph, unless it is the first.
  open var paragraphSpacingBefore: CGFloat { CGFloat(style.spacingBefore) }
  /// From the left edge to the first line.
  open var firstLineHeadIndent: CGFloat { CGFloat(style.firstLineIndent) }
  /// From the left edge to all lines but the first.
  open var headIndent: CGFloat { CGFloat(style.indent) }
  /// The lines' end: from the left edge, or from the right one if 0 or less.
  open var tailIndent: CGFloat { CGFloat(style.tailIndent) }
  /// The least height of a line.
  open var minimumLineHeight: CGFloat { CGFloat(style.lineHeights.least) }
  /// The largest height of a line; 0 for no limit.
  open var maximumLineHeight: CGFloat { CGFloat(style.lineHeights.most) }
  /// Multiplies the font's own line height; 0 for no change.
  open var lineHeightMultiple: CGFloat { CGFloat(style.lineHeightMultiple) }
}

/// A paragraph style that can be changed.
open class NSMutableParagraphStyle: NSParagraphStyle {
  open override var alignment: NSTextAlignment {
    get { alignmentGiven }
    set {
      alignmentGiven = newValue
      style.alignment =
        switch newValue {
        case .left: .left
        case .center: .center
        case .right: .right
        case .justified, .natural: .natural
        }
    }
  }
  open override var lineBreakMode: NSLineBreakMode {
    get { lineBreakGiven }
    set {
      lineBreakGiven = newValue
      style.lineBreak =
        switch newValue {
        case .byWordWrapping: .words
        case .byCharWrapping: .characters
        case .byClipping: .none
        case .byTruncatingHead: .shortenedStart
        case .byTruncatingMiddle: .shortenedMiddle
        case .byTruncatingTail: .shortenedEnd
        }
    }
  }
  open override var lineSpacing: CGFloat {
    get { super.lineSpacing }
    set { style.lineSpacing = finite(newValue) }
  }
  open override var paragraphSpacing: CGFloat {
    get { super.paragraphSpacing }
    set { style.paragraphSpacing = finite(newValue) }
  }
  open override var paragraphSpacingBefore: CGFloat {
    get { super.paragraphSpacingBefore }
    set { style.spacingBefore = finite(newValue) }
  }
  open override var firstLineHeadIndent: CGFloat {
    get { super.firstLineHeadIndent }
    set { style.firstLineIndent = finite(newValue) }
  }
  open override var headIndent: CGFloat {
    get { super.headIndent }
    set { style.indent = finite(newValue) }
  }
  open override var tailIndent: CGFloat {
    get { super.tailIndent }
    set { style.tailIndent = finite(newValue) }
  }
  open override var minimumLineHeight: CGFloat {
    get { super.minimumLineHeight }
    set { style.lineHeights.least = finite(newValue) }
  }
  open override var maximumLineHeight: CGFloat {
    get { super.maximumLineHeight }
    set { style.lineHeights.most = finite(newValue) }
  }
  open override var lineHeightMultiple: CGFloat {
    get { super.lineHeightMultiple }
    set { style.lineHeightMultiple = finite(newValue) }
  }

  /// Takes over all values of another style.
  open func setParagraphStyle(_ other: NSParagraphStyle) { take(other) }

  private func finite(_ number: CGFloat) -> Double { number.isFinite ? Double(number) : 0 }
}
