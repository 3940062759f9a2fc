package import Foundation
package import HeadroomGraphics
package import HeadroomImage

/// How much of each pixel something covers, in rows from the top.
package struct TextCoverage: Sendable {
  /// The pixels of the first column and row.
  package let x: Int
  package let y: Int
  package let width: Int
  package let height: Int
  /// 0...255.
  package fileprivate(set) var bytes: [UInt8]
  package let color: CIColor
}

/// A rectangle of a block in one colour, in points.
package struct TextRule: Sendable {
  package let rect: CGRect
  package let color: CIColor
  /// Whether it lies behind the letters.
  package let isBehind: Bool
}

extension TextBlock {
  /// The rectangles behind, under and through the letters.
  package var rules: [TextRule] {
    marks.map {
      TextRule(
        rect: CGRect(x: $0.x, y: $0.y, width: $0.width, height: $0.height), color: $0.color, isBehind: $0.isBehind)
    }
  }

  /// The coverage of the letters, one for each run that has any.
  ///
  /// - Parameters:
  ///   - transform: from the block's points to pixels, both y down.
  ///   - width: of the picture; what lies outside is left out.
  ///   - height: of the picture.
  package func coverage(_ transform: CGAffineTransform, width: Int, height: Int) -> [TextCoverage] {
    let transform = CGAffineTransform(scaleX: 1 / scale, y: 1 / scale).concatenating(transform)
    guard let turn = GlyphTurn(transform) else { return [] }
    let runs = Dictionary(grouping: glyphs, by: \.run)
    return TextFonts.using { fonts in
      runs.keys.sorted().compactMap { run -> TextCoverage? in
        let glyphs = runs[run] ?? []
        var mask = TextCoverage(glyphs, transform, colors[run], width, height)
        for glyph in glyphs { mask?.add(glyph, transform, turn, &fonts) }
        return mask
      }
    } ?? []
  }
}

/// The linear part of a transform: a size of font, and what is left.
private struct GlyphTurn {
  let scale: Double
  /// xx, xy, yx, yy, y up.
  let matrix: [Double]

  init?(_ transform: CGAffineTransform) {
    let numbers = [transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty].map { Double($0) }
    guard numbers.allSatisfy({ $0.isFinite && abs($0) < 1e6 }) else { return nil }
    let scale = abs(numbers[0] * numbers[3] - numbers[1] * numbers[2]).squareRoot()
    let matrix = [numbers[0], -numbers[2], -numbers[1], numbers[3]].map { $0 / scale }
    guard scale > 1e-4, matrix.allSatisfy({ abs($0) < 1000 }) else { return nil }
    self.scale = scale
    self.matrix = matrix
  }
}

extension TextCoverage {
  /// An empty mask where glyphs lie; nil where they lie outside.
  fileprivate init?(
    _ glyphs: [TextLayout.Glyph], _ transform: CGAffineTransform, _ color: CIColor, _ width: Int, _ height: Int
  ) {
    let area = glyphs.reduce(CGRect.null) { $0.union($1.box(transform)) }.integral
      .intersection(CGRect(x: 0, y: 0, width: width, height: height))
    guard !area.isNull, area.width >= 1, area.height >= 1 else { return nil }
    (x, y, self.width, self.height) = (Int(area.minX), Int(area.minY), Int(area.width), Int(area.height))
    bytes = [UInt8](repeating: 0, count: self.width * self.height)
    self.color = color
  }

  fileprivate mutating func add(
    _ glyph: TextLayout.Glyph, _ transform: CGAffineTransform, _ turn: GlyphTurn, _ fonts: inout TextFonts
  ) {
    let pen = CGPoint(x: glyph.x, y: glyph.y).applying(transform)
    guard glyph.box(transform).intersects(CGRect(x: x, y: y, width: width, height: height)), abs(pen.x) < 1e8,
      abs(pen.y) < 1e8
    else { return }
    let size = min(glyph.face.size * turn.scale, TextLayout.largestSize)
    let rest = glyph.face.size * turn.scale / size
    let key = TextFace.Key(file: glyph.face.file, index: glyph.face.index, size: size)
    guard rest < 100, let face = fonts.face(key) else { return }
    // The pen's pixel; the fractions are left to the outline.
    let (column, row) = (pen.x.rounded(.down), pen.y.rounded(.up))
    unsafe face.draw(
      glyph.index, turnedBy: turn.matrix.map { $0 * rest }, dx: Double(pen.x - column), dy: Double(row - pen.y)
    ) { left, up, coverage in
      let line = Int(row) - 1 - up - y
      guard (0..<height).contains(line) else { return }
      let first = Int(column) + left - x
      for i in max(0, -first)..<max(min(coverage.count, width - first), max(0, -first)) {
        let (old, new) = unsafe (Int(bytes[line * width + first + i]), Int(coverage[i]))
        // Glyphs of one colour that overlap.
        bytes[line * width + first + i] = UInt8(old + (new * (255 - old) + 127) / 255)
      }
    }
  }
}

extension TextLayout.Glyph {
  /// The pixels that the glyph may cover.
  fileprivate func box(_ transform: CGAffineTransform) -> CGRect {
    CGRect(
      x: columns.lowerBound, y: rows.lowerBound, width: columns.upperBound - columns.lowerBound,
      height: rows.upperBound - rows.lowerBound
    ).applying(transform).insetBy(dx: -2, dy: -2)
  }
}
