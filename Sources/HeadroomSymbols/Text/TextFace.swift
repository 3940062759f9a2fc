internal import CHeadroomText
internal import Glibc
internal import HeadroomImage

/// A font's file at a size. Not safe for concurrent use, which ``TextFonts`` prevents.
@safe final class TextFace {
  /// Identifies a face's file and size; equal faces are opened once.
  struct Key: Hashable, Sendable {
    let file: String
    let index: Int32
    /// The size of an em in pixels.
    let size: Double
  }

  struct Metrics: Sendable {
    var ascent = 0.0
    var descent = 0.0
    var gap = 0.0
  }

  struct Glyph: Sendable {
    let index: UInt32
    let cluster: Int
    let x: Double
    let y: Double
    let advance: Double
  }

  let key: Key
  private let handle: OpaquePointer

  init?(_ key: Key) {
    guard let handle = unsafe headroom_face_open(key.file, key.index, key.size) else { return nil }
    self.key = key
    unsafe self.handle = handle
  }

  deinit { unsafe headroom_face_close(handle) }

  func has(_ character: UInt32) -> Bool { unsafe headroom_face_has(handle, character) }

  var metrics: Metrics {
    var result = Metrics()
    unsafe headroom_face_metrics(handle, &result.ascent, &result.descent, &result.gap)
    return result
  }

  /// The PostScript name and the family that the font states.
  var names: (postScript: String?, family: String?) {
    var postScript: UnsafePointer<CChar>?
    var family: UnsafePointer<CChar>?
    unsafe headroom_face_names(handle, &postScript, &family)
    return unsafe (postScript.map { unsafe String(cString: $0) }, family.map { unsafe String(cString: $0) })
  }

  /// The heights of capital letters and of small ones without ascender.
  var heights: (capital: Double, small: Double) {
    var (capital, small) = (0.0, 0.0)
    if unsafe headroom_face_heights(handle, &capital, &small) { return (capital, small) }
    return (height(of: "H"), height(of: "x"))
  }

  /// The height above the baseline of a letter's outline.
  private func height(of letter: Unicode.Scalar) -> Double {
    let glyph = shape([letter.value], 0..<1, isRightToLeft: false, script: headroom_text_script(letter.value)).first
    return glyph.flatMap { bounds(of: $0.index)?.top } ?? 0
  }

  /// The middle of an underline above the baseline, usually negative, and its thickness.
  var underline: (position: Double, thickness: Double) {
    var (position, thickness) = (0.0, 0.0)
    unsafe headroom_face_underline(handle, &position, &thickness)
    return (position, thickness)
  }

  /// The glyphs of a part of a paragraph, from left to right.
  func shape(_ paragraph: [UInt32], _ part: Range<Int>, isRightToLeft: Bool, script: UInt32) -> [Glyph] {
    var count = 0
    let glyphs = unsafe headroom_face_shape(
      handle, paragraph, Int32(paragraph.count), Int32(part.lowerBound), Int32(part.count), isRightToLeft, script,
      &count)
    guard let glyphs = unsafe glyphs else { return [] }
    return unsafe UnsafeBufferPointer(start: glyphs, count: count).map {
      Glyph(index: $0.index, cluster: Int($0.cluster), x: $0.x, y: $0.y, advance: $0.advance)
    }
  }

  /// The bounds of a glyph relative to the pen, y up; nil for glyphs without an outline.
  func bounds(of glyph: UInt32) -> (left: Double, bottom: Double, right: Double, top: Double)? {
    var box = [Double](repeating: 0, count: 4)
    guard unsafe headroom_face_bounds(handle, glyph, &box) else { return nil }
    return (box[0], box[1], box[2], box[3])
  }

  /// Calls `body` for each row of a glyph's coverage, with the row and its first column relative to the pen's pixel, y
  /// up.
  func draw(
    _ glyph: UInt32, dx: Double, dy: Double,
    _ body: (_ left: Int, _ y: Int, _ coverage: UnsafeBufferPointer<UInt8>) -> Void
  ) {
    var bitmap = unsafe headroom_glyph_bitmap()
    guard unsafe headroom_face_draw(handle, glyph, dx, dy, &bitmap) else { return }
    unsafe rows(of: bitmap, body)
  }

  /// As above, with the outline turned by a matrix first (xx, xy, yx, yy, y up).
  func draw(
    _ glyph: UInt32, turnedBy matrix: [Double], dx: Double, dy: Double,
    _ body: (_ left: Int, _ y: Int, _ coverage: UnsafeBufferPointer<UInt8>) -> Void
  ) {
    var bitmap = unsafe headroom_glyph_bitmap()
    guard matrix.count == 4, unsafe headroom_face_draw_turned(handle, glyph, matrix, dx, dy, &bitmap) else { return }
    unsafe rows(of: bitmap, body)
  }

  private func rows(
    of bitmap: headroom_glyph_bitmap,
    _ body: (_ left: Int, _ y: Int, _ coverage: UnsafeBufferPointer<UInt8>) -> Void
  ) {
    for row in unsafe 0..<Int(bitmap.height) {
      unsafe body(
        Int(bitmap.left), Int(bitmap.top) - 1 - row,
        UnsafeBufferPointer(start: bitmap.rows + row * Int(bitmap.stride), count: Int(bitmap.width)))
    }
  }
}

/// The system's fonts, ordered by how well they match a request.
@safe final class FontList {
  private let handle: OpaquePointer
  let count: Int

  init?(_ request: FontRequest) {
    // C strings that live for the duration of the call.
    let names = unsafe request.families.map { unsafe strdup($0) }
    let pointers = unsafe names.map { unsafe UnsafePointer($0) } + [nil]
    let found = unsafe headroom_fonts_find(pointers, Int32(request.weight), request.isItalic, nil)
    for index in unsafe names.indices { unsafe free(names[index]) }
    guard let handle = unsafe found else { return nil }
    unsafe self.handle = handle
    count = unsafe headroom_fonts_count(handle)
  }

  deinit { unsafe headroom_fonts_free(handle) }

  func file(_ index: Int) -> (path: String, face: Int32)? {
    var face: Int32 = 0
    guard let path = unsafe headroom_fonts_file(handle, index, &face) else { return nil }
    return (unsafe String(cString: path), face)
  }

  /// The first font with a character.
  func firstIndex(with character: UInt32) -> Int? {
    (0..<count).first { unsafe headroom_fonts_have(handle, $0, character) }
  }

  /// Whether the system has a font of a family.
  static func hasFamily(_ name: String) -> Bool { unsafe headroom_fonts_have_family(name) }

  /// The file of the font that has exactly this name.
  static func file(named name: String) -> (path: String, face: Int32)? {
    var path = [CChar](repeating: 0, count: 4096)
    var face: Int32 = 0
    guard unsafe headroom_fonts_named(name, &path, path.count, &face) else { return nil }
    return (String(decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self), face)
  }
}
