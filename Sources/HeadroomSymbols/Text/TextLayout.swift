internal import CHeadroomText
internal import Foundation
internal import HeadroomImage

/// Text as positioned glyphs, with a known size. Nothing is drawn yet.
struct TextLayout: Sendable {
  struct Glyph: Sendable {
    let face: TextFace.Key
    let index: UInt32
    /// The pen, in pixels from the upper left corner of the text, y down.
    let x: Double
    let y: Double
    /// The columns that the glyph covers.
    let columns: ClosedRange<Double>
    /// The rows that the glyph covers, y down.
    let rows: ClosedRange<Double>
    /// The index of the run that the glyph belongs to.
    let run: Int
  }

  /// The width in whole pixels.
  let width: Int
  let height: Int
  let glyphs: [Glyph]
  /// The colours of the runs.
  let colors: [CIColor]

  /// More than any page holds; longer text is refused.
  static let mostCharacters = 100_000
  /// The size of an em in pixels.
  static let largestSize = 8192.0
  static let mostPixels = 1 << 26

  /// Lays out text; nil for empty text, for sizes that are not above 0, for results that are too large, and where there
  /// are no fonts.
  init?(_ text: StyledText, scale: Double) {
    let count = text.runs.reduce(0) { $0 + $1.text.unicodeScalars.count }
    let sizes = text.runs.map { $0.style.font.size * scale }
    guard count > 0, count <= Self.mostCharacters, sizes.allSatisfy({ $0 > 0 && $0 <= Self.largestSize }),
      let made = TextFonts.using({ TextLayout(text, scale, &$0) })
    else { return nil }
    self = made
  }

  private init?(_ text: StyledText, _ scale: Double, _ fonts: inout TextFonts) {
    var lines: [TextLine] = []
    for paragraph in TextParagraph.all(of: text, scale: scale) {
      guard let line = TextLine(paragraph, &fonts) else { return nil }
      lines.append(line)
    }
    let widest = lines.reduce(0) { max($0, $1.width) }.rounded(.up)
    let tall = lines.reduce(0) { $0 + $1.metrics.height }.rounded(.up)
    guard widest >= 1, tall >= 1, widest * tall <= Double(Self.mostPixels) else { return nil }
    var glyphs: [Glyph] = []
    var top = 0.0
    for line in lines {
      // Text that runs from right to left ends at the left edge.
      let start = line.isRightToLeft ? widest - line.width : 0
      glyphs += line.placed(x: start, baseline: top + line.metrics.ascent)
      top += line.metrics.height
    }
    (width, height) = (Int(widest), Int(tall))
    self.glyphs = glyphs
    colors = text.runs.map(\.style.color)
  }
}

extension TextFace.Metrics {
  /// From one baseline to the next.
  var height: Double { ascent + descent + gap }

  fileprivate mutating func enclose(_ other: Self) {
    ascent = max(ascent, other.ascent)
    descent = max(descent, other.descent)
    gap = max(gap, other.gap)
  }
}

/// The text between two line breaks.
struct TextParagraph {
  var characters: [UInt32] = []
  /// The run of the text that each character belongs to.
  var runs: [Int] = []
  /// The starts of grapheme clusters.
  var starts: [Int] = []
  /// The fonts of the text's runs.
  let fonts: [(request: FontRequest, size: Double)]
  /// The run that an empty line belongs to.
  var lastRun = 0
  /// What is added to the advance of each glyph of a run; empty for nothing.
  var kerns: [Double] = []

  static func all(of text: StyledText, scale: Double) -> [TextParagraph] {
    let fonts = text.runs.map { (FontRequest(name: $0.style.font.name), $0.style.font.size * scale) }
    var result = [TextParagraph(fonts: fonts)]
    for (index, run) in text.runs.enumerated() {
      for character in run.text {
        if character.isNewline {
          result[result.count - 1].lastRun = index
          result.append(TextParagraph(fonts: fonts))
          result[result.count - 1].lastRun = index
        } else {
          result[result.count - 1].append(character, index)
        }
      }
    }
    // A line break at the end does not begin another line.
    if result.count > 1, result.last?.characters.isEmpty == true { result.removeLast() }
    return result
  }

  private mutating func append(_ character: Character, _ run: Int) {
    starts.append(characters.count)
    lastRun = run
    for scalar in character.unicodeScalars {
      // Tabs and other control characters have no glyphs: they become blanks.
      characters.append(scalar.value < 32 || scalar.value == 127 ? 32 : scalar.value)
      runs.append(run)
    }
  }
}

/// A paragraph on one line: runs of one font, script and direction, from left to right.
struct TextLine {
  private struct Piece {
    let range: Range<Int>
    let face: TextFace
    let level: Int8
    let script: UInt32
    let run: Int
  }

  private struct Placed {
    let glyph: TextFace.Glyph
    let face: TextFace.Key
    let run: Int
    let x: Double
    let box: (left: Double, bottom: Double, right: Double, top: Double)
  }

  /// A part of the line in one run's style.
  struct Segment {
    let run: Int
    let x: Double
    let width: Double
    let face: TextFace
  }

  private(set) var metrics = TextFace.Metrics()
  private(set) var width = 0.0
  /// How far each character of the paragraph moves the pen.
  private(set) var advances: [Double]
  /// From left to right.
  private(set) var segments: [Segment] = []
  let isRightToLeft: Bool
  private var glyphs: [Placed] = []

  /// Lays out a paragraph on one line; nil where there is no font, or no memory.
  init?(_ paragraph: TextParagraph, _ fonts: inout TextFonts) {
    let count = paragraph.characters.count
    var levels = [Int8](repeating: 0, count: count)
    var level: Int32 = 0
    if count > 0 {
      guard unsafe headroom_text_levels(paragraph.characters, Int32(count), &levels, &level) else { return nil }
    }
    isRightToLeft = level == 1
    advances = [Double](repeating: 0, count: count)
    guard
      let empty = fonts.face(
        for: paragraph.fonts[paragraph.lastRun].request, size: paragraph.fonts[paragraph.lastRun].size)
    else { return nil }
    if count == 0 { metrics = empty.metrics }
    guard let pieces = Self.pieces(of: paragraph, levels, &fonts) else { return nil }
    for piece in Self.visual(pieces) {
      metrics.enclose(piece.face.metrics)
      let found = piece.face.shape(
        paragraph.characters, piece.range, isRightToLeft: !piece.level.isMultiple(of: 2), script: piece.script)
      let (start, kern) = (width, paragraph.kerns.isEmpty ? 0 : paragraph.kerns[piece.run])
      for glyph in found {
        if let box = piece.face.bounds(of: glyph.index) {
          glyphs.append(Placed(glyph: glyph, face: piece.face.key, run: piece.run, x: width + glyph.x, box: box))
        }
        let advance = glyph.advance + (glyph.advance > 0 ? kern : 0)
        width += advance
        if advances.indices.contains(glyph.cluster) { advances[glyph.cluster] += advance }
      }
      segments.append(Segment(run: piece.run, x: start, width: width - start, face: piece.face))
    }
  }

  func placed(x: Double, baseline: Double) -> [TextLayout.Glyph] {
    glyphs.map { placed in
      let y = baseline - placed.glyph.y
      return TextLayout.Glyph(
        face: placed.face, index: placed.glyph.index, x: x + placed.x, y: y,
        columns: (x + placed.x + placed.box.left)...(x + placed.x + placed.box.right),
        rows: (y - placed.box.top)...(y - placed.box.bottom), run: placed.run)
    }
  }

  /// The pieces that can be shaped in one call, in the order of the text.
  private static func pieces(
    of paragraph: TextParagraph, _ levels: [Int8], _ fonts: inout TextFonts
  ) -> [Piece]? {
    let scripts = scripts(of: paragraph.characters)
    var pieces: [Piece] = []
    for (index, start) in paragraph.starts.enumerated() {
      let end = index + 1 < paragraph.starts.count ? paragraph.starts[index + 1] : paragraph.characters.count
      let run = paragraph.runs[start]
      let characters = paragraph.characters[start..<end]
      guard let face = face(for: characters, paragraph.fonts[run], &fonts) else { return nil }
      let (level, script) = (levels[start], scripts[start])
      if let last = pieces.last, last.face === face, last.level == level, last.script == script, last.run == run {
        pieces[pieces.count - 1] = Piece(
          range: last.range.lowerBound..<end, face: face, level: level, script: script, run: run)
      } else {
        pieces.append(Piece(range: start..<end, face: face, level: level, script: script, run: run))
      }
    }
    return pieces
  }

  /// The requested font, or the first that has the character that the requested one lacks. Where none has it, the
  /// requested font shows its glyph for missing characters.
  private static func face(
    for characters: ArraySlice<UInt32>, _ font: (request: FontRequest, size: Double), _ fonts: inout TextFonts
  ) -> TextFace? {
    guard let first = fonts.face(for: font.request, size: font.size) else { return nil }
    // Joiners and variation selectors have no glyphs of their own.
    let visible = characters.filter { ![0x200C, 0x200D].contains($0) && !(0xFE00...0xFE0F).contains($0) }
    guard let missing = visible.first(where: { !first.has($0) }),
      let other = fonts.fallback(for: missing, font.request, size: font.size), other.has(missing)
    else { return first }
    return other
  }

  /// The script of each character; shared characters take the script of the character before, or otherwise of the one
  /// after.
  private static func scripts(of characters: [UInt32]) -> [UInt32] {
    var result = characters.map { headroom_text_script($0) }
    let first = result.first { !headroom_text_script_is_shared($0) }
    guard var last = first else { return result }
    for index in result.indices {
      if headroom_text_script_is_shared(result[index]) { result[index] = last }
      last = result[index]
    }
    return result
  }

  /// Rule L2 of the Unicode Bidirectional Algorithm: from the highest level down to the lowest odd one, runs at that
  /// level or above are reversed.
  private static func visual(_ pieces: [Piece]) -> [Piece] {
    var result = pieces
    for level in stride(from: pieces.map(\.level).max() ?? 0, to: 0, by: -1) {
      var start = 0
      while start < result.count {
        guard result[start].level >= level else {
          start += 1
          continue
        }
        let end = result[start...].firstIndex { $0.level < level } ?? result.count
        result[start..<end].reverse()
        start = end
      }
    }
    return result
  }
}
