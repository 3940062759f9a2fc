/// A request for a font, by any of its names.
struct FontRequest: Hashable, Sendable {
  /// `HelveticaNeue-BoldItalic`, `Helvetica Neue`, `DejaVuSans`.
  let name: String

  /// The families to look for, the name itself first; the system's sans serif where none of them exists.
  var families: [String] {
    var result = [name, familyName, Self.spaced(familyName)].filter { !$0.isEmpty }
    result.append("sans-serif")
    return result.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// As in OpenType, 100...900.
  var weight: Int {
    let style = style.lowercased()
    // Longer words come first, since they contain the shorter ones.
    let weights = [
      ("ultralight", 200), ("extralight", 200), ("semibold", 600), ("demibold", 600), ("extrabold", 800),
      ("heavy", 800),
      ("thin", 100), ("light", 300), ("medium", 500), ("black", 900), ("bold", 700),
    ]
    return weights.first { style.contains($0.0) }?.1 ?? 400
  }

  var isItalic: Bool { ["italic", "oblique"].contains { style.lowercased().contains($0) } }

  /// The part of a PostScript name after the hyphen.
  private var style: String { name.lastIndex(of: "-").map { String(name[$0...]) } ?? "" }

  private var familyName: String { name.lastIndex(of: "-").map { String(name[..<$0]) } ?? name }

  /// `Helvetica Neue` for `HelveticaNeue`.
  private static func spaced(_ name: String) -> String {
    var result = ""
    var isAfterSmall = false
    for character in name {
      if character.isUppercase, isAfterSmall { result.append(" ") }
      isAfterSmall = character.isLowercase
      result.append(character)
    }
    return result
  }
}
