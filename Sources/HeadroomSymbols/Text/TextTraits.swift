package import HeadroomImage

/// What drawn text has beside font and colour.
package struct TextTraits: Hashable, Sendable {
  /// Points added after each glyph.
  package var kern = 0.0
  /// The colour behind the run.
  package var background: CIColor?
  package var isUnderlined = false
  package var isStruckThrough = false
  package var paragraph = TextParagraphStyle()

  package init() {}
}

/// How a paragraph's lines are broken and placed. Lengths are points.
package struct TextParagraphStyle: Hashable, Sendable {
  package enum Alignment: Sendable {
    case left
    case center
    case right
    /// By the direction of the text.
    case natural
  }

  package enum LineBreak: Sendable {
    case words
    case characters
    /// One line, however long.
    case none
    /// One line, shortened with an ellipsis at its start, middle or end.
    case shortenedStart
    case shortenedMiddle
    case shortenedEnd
  }

  package var alignment = Alignment.natural
  package var lineBreak = LineBreak.words
  /// Added between lines.
  package var lineSpacing = 0.0
  /// Added after the paragraph.
  package var paragraphSpacing = 0.0
  /// Added before the paragraph, unless it is the first.
  package var spacingBefore = 0.0
  /// From the left edge, of the first line and of the others.
  package var firstLineIndent = 0.0
  package var indent = 0.0
  /// The right edge: from the left one, or from the right one if 0 or less.
  package var tailIndent = 0.0
  /// The limits of a line's height; 0 for no upper limit.
  package var lineHeights: (least: Double, most: Double) {
    get { (least, most) }
    set { (least, most) = newValue }
  }
  private var least = 0.0
  private var most = 0.0
  /// Multiplies the font's own line height; 0 for no change.
  package var lineHeightMultiple = 0.0

  package init() {}

  /// The height of a line by its font's own.
  func height(of natural: Double) -> Double {
    let wanted = max(lineHeightMultiple > 0 ? natural * lineHeightMultiple : natural, least)
    return most > 0 ? min(wanted, most) : wanted
  }

  /// The left edge and the width of a line in a column; at least a pixel wide.
  func room(isFirst: Bool, width: Double) -> (x: Double, width: Double) {
    let left = isFirst ? firstLineIndent : indent
    let right = tailIndent > 0 ? tailIndent : width + tailIndent
    return (left, max(right - left, 0))
  }
}
