/// Breaks paragraphs into lines of at most a width. Widths are those of the layout.
struct TextBreaking {
  let width: Double
  let lineBreak: TextParagraphStyle.LineBreak

  /// Rounding may make a line a little longer than the width that was measured for it.
  private var limit: Double { width + 0.05 + width * 1e-9 }

  /// The end of the line that starts at a grapheme cluster, and the end of what is visible of it, as indices of clusters.
  func line(of paragraph: TextParagraph, from start: Int, _ advances: [Double]) -> (next: Int, visible: Int) {
    let (count, characters) = (paragraph.starts.count, paragraph.characters)
    var (used, lastBreak) = (0.0, start)
    for place in start..<count {
      let (first, end) = (paragraph.starts[place], paragraph.start(of: place + 1))
      used += advances[first..<end].reduce(0, +)
      if used > limit, !Self.isBlank(characters[first]), place > start {
        let next = lineBreak == .words && lastBreak > start ? lastBreak : place
        return (next, trimmed(paragraph, start, next))
      }
      if Self.mayBreak(after: characters[end - 1], before: end < characters.count ? characters[end] : nil) {
        lastBreak = place + 1
      }
    }
    return (count, count)
  }

  /// The end of a line without the blanks at its end.
  private func trimmed(_ paragraph: TextParagraph, _ start: Int, _ end: Int) -> Int {
    var end = end
    while end > start, Self.isBlank(paragraph.characters[paragraph.starts[end - 1]]) { end -= 1 }
    return end
  }

  private static func isBlank(_ character: UInt32) -> Bool {
    character == 0x20 || character == 0x3000 || (0x2000...0x200A).contains(character) && character != 0x2007
  }

  /// Between words, after hyphens, and between ideographs, the main opportunities of UAX #14.
  private static func mayBreak(after left: UInt32, before right: UInt32?) -> Bool {
    if isBlank(left) || [0x2D, 0x2010, 0x2013, 0x2014, 0x200B, 0xAD].contains(left) { return true }
    guard let right else { return true }
    // Closing punctuation stays with what it closes.
    let closing: Set<UInt32> = [0x3001, 0x3002, 0x300D, 0x300F, 0x3011, 0xFF01, 0xFF09, 0xFF0C, 0xFF1F]
    return (isIdeographic(left) || isIdeographic(right)) && !closing.contains(right)
  }

  private static func isIdeographic(_ character: UInt32) -> Bool {
    (0x2E80...0x9FFF).contains(character) || (0xF900...0xFAFF).contains(character)
      || (0xFF00...0xFF60).contains(character) || (0x20000...0x3FFFF).contains(character)
  }
}

extension TextParagraph {
  /// The first character of a grapheme cluster; the paragraph's end behind the last one.
  func start(of cluster: Int) -> Int { cluster < starts.count ? starts[cluster] : characters.count }

  /// Some of the grapheme clusters.
  func part(_ clusters: Range<Int>) -> TextParagraph {
    let range = start(of: clusters.lowerBound)..<start(of: clusters.upperBound)
    var result = TextParagraph(fonts: fonts)
    result.kerns = kerns
    result.characters = Array(characters[range])
    result.runs = Array(runs[range])
    result.starts = starts[clusters].map { $0 - range.lowerBound }
    result.lastRun = result.runs.last ?? lastRun
    return result
  }

  /// The paragraph with an ellipsis in place of a range.
  func shortened(removing range: Range<Int>) -> TextParagraph {
    var result = self
    let run = characters.isEmpty ? lastRun : runs[min(range.lowerBound, runs.count - 1)]
    result.characters.replaceSubrange(range, with: [0x2026])
    result.runs.replaceSubrange(range, with: [run])
    result.starts =
      starts.filter { $0 < range.lowerBound } + [range.lowerBound]
      + starts.filter { $0 >= range.upperBound }.map { $0 - range.count + 1 }
    return result
  }
}
