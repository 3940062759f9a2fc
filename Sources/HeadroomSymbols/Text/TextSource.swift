internal import Foundation
internal import HeadroomColor
internal import HeadroomEngine
package import HeadroomImage
internal import HeadroomImageIO
internal import HeadroomPixels

/// The pixels of text. Glyphs are drawn when a render requests their rows.
struct TextSource: SourceOperation {
  private let layout: TextLayout
  private let padding: Int
  private let text: StyledText
  private let scale: Double

  /// Makes a source; nil where there is nothing to draw; see ``TextLayout``.
  init?(_ text: StyledText, scale: Double, padding: Int) {
    guard let layout = TextLayout(text, scale: scale) else { return nil }
    self.layout = layout
    self.padding = padding
    self.text = text
    self.scale = scale
    guard width * height <= TextLayout.mostPixels else { return nil }
  }

  var width: Int { layout.width + 2 * padding }
  var height: Int { layout.height + 2 * padding }
  /// Linear light, in any working space.
  var encoding: ColorEncoding? { .extendedLinearSRGB }
  var alpha: AlphaMode { .premultiplied }
  var fingerprint: Fingerprint { Fingerprint("text", [Double(padding), scale] + text.fingerprint) }
  func peak(of inputs: [Float?]) -> Float? { layout.colors.reduce(0) { max($0, $1.peak) } }
  func contentHeadroom(of inputs: [Float]) -> Float? { max(1, peak(of: []) ?? 1) }
  func isOpaque(_ inputs: [Bool]) -> Bool { false }
  var decodedByteCount: Int { width * height * 16 }
  func decodedByteCount(of region: PixelRect) -> Int { width * region.height * 16 }

  func load(_ region: PixelRect) throws -> LoadedSource {
    let needed = region.intersection(PixelRect(x: 0, y: 0, width: width, height: height))
    let rows = needed.isEmpty ? 0..<1 : (height - needed.maxY)..<(height - needed.minY)
    let bitmap = try PixelBitmap(width: width, height: rows.count, format: .rgbaFloat, alpha: .premultiplied)
    bitmap.storage.clear()
    if !needed.isEmpty { draw(into: bitmap, rows) }
    return LoadedSource(bitmap: bitmap, gainMap: nil, firstRow: rows.lowerBound, height: height)
  }

  private func draw(into bitmap: PixelBitmap, _ rows: Range<Int>) {
    let space = WorkingSpace.default
    let colors = layout.colors.map { $0.pixel(in: space) }
    let (top, bottom) = (Double(rows.lowerBound - padding) - 1, Double(rows.upperBound - padding) + 1)
    _ = TextFonts.using { fonts -> Bool? in
      for glyph in layout.glyphs where glyph.rows.upperBound >= top && glyph.rows.lowerBound <= bottom {
        guard let face = fonts.face(glyph.face) else { continue }
        draw(glyph, face, colors[glyph.run], bitmap, rows)
      }
      return true
    }
  }

  private func draw(
    _ glyph: TextLayout.Glyph, _ face: TextFace, _ color: Pixel, _ bitmap: PixelBitmap, _ rows: Range<Int>
  ) {
    // The pen's pixel; the fractions are left to the outline.
    let (column, row) = (glyph.x.rounded(.down), glyph.y.rounded(.up))
    unsafe face.draw(glyph.index, dx: glyph.x - column, dy: row - glyph.y) { left, y, coverage in
      let line = Int(row) + padding - 1 - y
      guard rows.contains(line) else { return }
      let first = Int(column) + padding + left
      let pixels = unsafe bitmap.rowAddress(line - rows.lowerBound).assumingMemoryBound(to: Float.self)
      for i in max(0, -first)..<max(min(coverage.count, width - first), max(0, -first)) {
        let cover = unsafe Float(coverage[i]) / 255
        let rest = 1 - cover * color.a
        let place = 4 * (first + i)
        unsafe pixels[place] = pixels[place] * rest + color.r * cover
        unsafe pixels[place + 1] = pixels[place + 1] * rest + color.g * cover
        unsafe pixels[place + 2] = pixels[place + 2] * rest + color.b * cover
        unsafe pixels[place + 3] = pixels[place + 3] * rest + color.a * cover
      }
    }
  }
}

extension CIImage {
  /// Text on a transparent ground, with the lower left corner of its box and margin at the origin; nil where there is
  /// nothing to draw.
  package static func drawing(_ text: StyledText, scale: Double, padding: Int) -> CIImage? {
    TextSource(text, scale: scale, padding: padding).map { source in
      let extent = CGRect(x: 0, y: 0, width: source.width, height: source.height)
      return CIImage(node: RecipeNode(.source(source), inputs: [], extent: extent), tags: ImageTags())
    }
  }
}
