internal import Foundation
package import HeadroomImage

/// Text in lines, in points from the upper left corner, y down: what is drawn into contexts.
///
/// The layout is independent of the context's scale, so that text that was measured fits where it is drawn.
package struct TextBlock: Sendable {
  /// A rectangle in a run's colours: behind it, or a line under or through it.
  struct Mark: Sendable {
    let x: Double
    let y: Double
    let width: Double
    let height: Double
    let color: CIColor
    let isBehind: Bool
  }

  /// How far the text reaches.
  package private(set) var width = 0.0
  /// The sum of the lines' heights.
  package private(set) var height = 0.0
  /// The first line's ascent.
  package private(set) var firstAscent = 0.0
  private(set) var glyphs: [TextLayout.Glyph] = []
  private(set) var marks: [Mark] = []
  /// The colours of the runs.
  package let colors: [CIColor]
  /// Pixels of the layout to a point.
  let scale: Double

  /// A limit of a column.
  package struct Room: Sendable {
    /// Infinite for lines as long as the paragraphs.
    package var width: Double
    /// Lines that do not fit are left out, all but the first.
    package var height: Double

    package init(width: Double = .infinity, height: Double = .infinity) {
      (self.width, self.height) = (width, height)
    }
  }

  /// Lays out text; nil for empty and too long text, for sizes of fonts that are not above 0, and where there are no
  /// fonts.
  ///
  /// - Parameter traits: those of the text's runs.
  package init?(_ text: StyledText, traits: [TextTraits], in room: Room) {
    let count = text.runs.reduce(0) { $0 + $1.text.unicodeScalars.count }
    let largest = text.runs.reduce(0) { max($0, $1.style.font.size) }
    guard count > 0, count <= TextLayout.mostCharacters, traits.count == text.runs.count,
      text.runs.allSatisfy({ $0.style.font.size > 0 }), largest <= TextLayout.largestSize
    else { return nil }
    // Outlines are in 1/64 pixels: several pixels to a point, so that advances add up exactly enough.
    let scale = min(16, TextLayout.largestSize / largest)
    let made = TextFonts.using { fonts in TextBlock(text, traits, room, scale, &fonts) }
    guard let made else { return nil }
    self = made
  }

  private init?(
    _ text: StyledText, _ traits: [TextTraits], _ room: Room, _ scale: Double, _ fonts: inout TextFonts
  ) {
    colors = text.runs.map(\.style.color)
    self.scale = scale
    var lines: [PlacedLine] = []
    for var paragraph in TextParagraph.all(of: text, scale: scale) {
      paragraph.kerns = traits.map { $0.kern * scale }
      let style = traits[paragraph.runs.first ?? paragraph.lastRun].paragraph
      let broken = Self.lines(of: paragraph, style, width: room.width, scale, &fonts)
      guard let broken else { return nil }
      for (index, line) in broken.enumerated() {
        lines.append(
          PlacedLine(
            line: line, style: style, isFirst: index == 0, isLast: index == broken.count - 1))
      }
    }
    place(lines, traits, room)
  }
}

/// A line with what places it.
private struct PlacedLine {
  let line: TextLine
  let style: TextParagraphStyle
  let isFirst: Bool
  let isLast: Bool
}

extension TextBlock {
  private static func lines(
    of paragraph: TextParagraph, _ style: TextParagraphStyle, width: Double, _ scale: Double, _ fonts: inout TextFonts
  ) -> [TextLine]? {
    guard let whole = TextLine(paragraph, &fonts) else { return nil }
    let first = style.room(isFirst: true, width: width).width * scale
    guard whole.width > first + 0.05, style.lineBreak != .none else { return [whole] }
    if [.shortenedStart, .shortenedMiddle, .shortenedEnd].contains(style.lineBreak) {
      return shortened(paragraph, whole, style.lineBreak, to: first, &fonts).map { [$0] }
    }
    var (lines, start) = ([TextLine](), 0)
    while start < paragraph.starts.count {
      let room = style.room(isFirst: start == 0, width: width).width * scale
      let breaking = TextBreaking(width: room, lineBreak: style.lineBreak)
      let (next, visible) = breaking.line(of: paragraph, from: start, whole.advances)
      guard let line = TextLine(paragraph.part(start..<visible), &fonts) else { return nil }
      lines.append(line)
      start = next
    }
    return lines
  }

  /// The longest line with an ellipsis that fits; the ellipsis alone where nothing does.
  private static func shortened(
    _ paragraph: TextParagraph, _ whole: TextLine, _ kind: TextParagraphStyle.LineBreak, to width: Double,
    _ fonts: inout TextFonts
  ) -> TextLine? {
    let count = paragraph.starts.count
    func removed(_ clusters: Int) -> Range<Int> {
      let place = paragraph.start
      let kept = count - clusters
      switch kind {
      case .shortenedStart: return 0..<place(clusters)
      case .shortenedMiddle: return place((kept + 1) / 2)..<place((kept + 1) / 2 + clusters)
      default: return place(kept)..<place(count)
      }
    }
    var (low, high) = (1, count)
    var best: TextLine?
    while low <= high {
      let clusters = (low + high) / 2
      guard let line = TextLine(paragraph.shortened(removing: removed(clusters)), &fonts) else { return nil }
      if line.width <= width + 0.05 || clusters == count {
        best = line
        high = clusters - 1
      } else {
        low = clusters + 1
      }
    }
    return best ?? whole
  }

  private mutating func place(_ lines: [PlacedLine], _ traits: [TextTraits], _ room: Room) {
    let widest = lines.reduce(0) {
      max($0, $1.line.width / scale + ($1.isFirst ? $1.style.firstLineIndent : $1.style.indent))
    }
    let column = room.width.isFinite ? room.width : widest
    var top = 0.0
    for (index, placed) in lines.enumerated() {
      let (line, style) = (placed.line, placed.style)
      if placed.isFirst, index > 0 { top += style.spacingBefore }
      let natural = line.metrics.height / scale
      let tall = style.height(of: natural)
      if index > 0, top + tall > room.height + 0.01 { break }
      let own = style.room(isFirst: placed.isFirst, width: column)
      let free = own.width - line.width / scale
      let x = own.x + max(free, style.alignment == .left ? 0 : min(free, 0)) * share(style.alignment, line)
      // What a line has in excess lies above its letters.
      let baseline = top + tall - natural + line.metrics.ascent / scale
      if index == 0 { firstAscent = baseline }
      glyphs += line.placed(x: x * scale, baseline: baseline * scale)
      mark(line, traits, x: x, top: top, baseline: baseline, height: tall)
      width = max(width, x + line.width / scale)
      height = top + tall
      top += tall + style.lineSpacing + (placed.isLast ? style.paragraphSpacing : 0)
    }
  }

  /// How much of the free width lies left of a line.
  private func share(_ alignment: TextParagraphStyle.Alignment, _ line: TextLine) -> Double {
    switch alignment {
    case .left: 0
    case .center: 0.5
    case .right: 1
    case .natural: line.isRightToLeft ? 1 : 0
    }
  }

  private mutating func mark(
    _ line: TextLine, _ traits: [TextTraits], x: Double, top: Double, baseline: Double, height: Double
  ) {
    for segment in line.segments {
      let (own, left, wide) = (traits[segment.run], x + segment.x / scale, segment.width / scale)
      if let color = own.background {
        marks.append(Mark(x: left, y: top, width: wide, height: height, color: color, isBehind: true))
      }
      let rule = segment.face.underline
      let thick = max(rule.thickness, 0) / scale
      func line(at middle: Double) {
        marks.append(
          Mark(
            x: left, y: baseline - middle - thick / 2, width: wide, height: thick, color: colors[segment.run],
            isBehind: false))
      }
      if own.isUnderlined { line(at: rule.position / scale) }
      if own.isStruckThrough { line(at: segment.face.heights.small / scale / 2) }
    }
  }
}
