internal import CHeadroomText

/// What the system's font for a name is called, and its measures for an em of 1.
package struct FontFacts: Hashable, Sendable {
  /// As the font states it; the requested name where it states none.
  package let postScriptName: String
  /// The family, as the font states it.
  package let family: String
  /// From the baseline up.
  package let ascent: Double
  /// From the baseline down, positive.
  package let descent: Double
  /// Between one line's descent and the next one's ascent.
  package let gap: Double
  /// The height of capital letters.
  package let capitals: Double
  /// The height of small letters without ascender.
  package let smalls: Double
  /// The middle of an underline above the baseline, usually negative.
  package let underlinePosition: Double
  package let underlineThickness: Double

  /// The facts of the font that a name gets; nil where there are no fonts.
  package init?(name: String) {
    // Large, so that measures in whole font units are exact enough.
    let size = 2048.0
    let found = TextFonts.using { fonts in
      fonts.face(for: FontRequest(name: name), size: size).map { FontFacts($0, name, size) }
    }
    guard let found else { return nil }
    self = found
  }

  private init(_ face: TextFace, _ name: String, _ size: Double) {
    let (names, metrics, heights, underline) = (face.names, face.metrics, face.heights, face.underline)
    postScriptName = names.postScript ?? name
    family = names.family ?? name
    (ascent, descent, gap) = (metrics.ascent / size, metrics.descent / size, metrics.gap / size)
    (capitals, smalls) = (heights.capital / size, heights.small / size)
    (underlinePosition, underlineThickness) = (underline.position / size, underline.thickness / size)
  }

  /// Whether the system has a font with a PostScript name or full name, or a family of the name.
  package static func exists(_ name: String) -> Bool {
    !name.isEmpty && !name.utf8.contains(0)
      && TextFonts.using { _ in FontList.file(named: name) != nil || FontList.hasFamily(name) } == true
  }

  /// Why there are no fonts; nil where there are.
  package static var missing: String? { TextFonts.missing }
}
