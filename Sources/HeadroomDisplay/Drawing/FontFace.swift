internal import Foundation
internal import HeadroomSymbols
private import Synchronization

/// What UIFont and NSFont share: a font by name and size, and its measures.
struct FontFace: Hashable, Sendable {
  let font: TextFont
  /// Nil where there are no fonts.
  let facts: FontFacts?

  private static let known = Mutex<[String: FontFacts]>([:])

  /// - Parameter usual: the size that counts for sizes that are not above 0.
  init(name: String, size: CGFloat, usual: CGFloat) {
    font = TextFont(name: name, size: Double(size > 0 && size.isFinite ? size : usual))
    facts = Self.facts(of: name)
  }

  private static func facts(of name: String) -> FontFacts? {
    if let found = known.withLock({ $0[name] }) { return found }
    let facts = FontFacts(name: name)
    known.withLock { known in
      // As many as a program's texts name.
      if known.count >= 256 { known = [:] }
      known[name] = facts
    }
    return facts
  }

  /// The font of a name, of the system or one of Apple's that something similar stands for; nil for other names.
  init?(named name: String, size: CGFloat, usual: CGFloat) {
    guard FontFacts.exists(name) || AppleFonts.contains(name) else { return nil }
    self.init(name: AppleFonts.standIn(name) ?? name, size: size, usual: usual)
  }

  /// The system's sans serif.
  static func system(_ size: CGFloat, weight: UIFont.Weight, isItalic: Bool = false, usual: CGFloat) -> FontFace {
    FontFace(name: "sans-serif-" + weight.word + (isItalic ? "Italic" : ""), size: size, usual: usual)
  }

  /// The system's font with letters of one width.
  static func monospaced(_ size: CGFloat, weight: UIFont.Weight, usual: CGFloat) -> FontFace {
    FontFace(name: "monospace-" + weight.word, size: size, usual: usual)
  }

  func resized(_ size: CGFloat, usual: CGFloat) -> FontFace { FontFace(name: font.name, size: size, usual: usual) }

  var size: CGFloat { CGFloat(font.size) }
  var name: String { facts?.postScriptName ?? font.name }
  var family: String { facts?.family ?? font.name }
  var ascender: CGFloat { length(\.ascent) }
  var descender: CGFloat { -length(\.descent) }
  var leading: CGFloat { length(\.gap) }
  var capHeight: CGFloat { length(\.capitals) }
  var xHeight: CGFloat { length(\.smalls) }
  var underlinePosition: CGFloat { length(\.underlinePosition) }
  var underlineThickness: CGFloat { length(\.underlineThickness) }

  private func length(_ path: KeyPath<FontFacts, Double>) -> CGFloat {
    CGFloat((facts?[keyPath: path] ?? 0) * font.size)
  }
}

/// Families that every system of Apple's has, so that programs count on them.
enum AppleFonts {
  /// What stands for a family that the system lacks, by its kind.
  private static let kinds: [String: String] = {
    var result: [String: String] = [:]
    for name in ["courier", "couriernew", "menlo", "monaco", "sfmono", "andalemono", "americantypewriter"] {
      result[name] = "monospace"
    }
    for name in [
      "times", "timesnewroman", "timesnewromanps", "georgia", "palatino", "baskerville", "didot", "hoefler",
      "hoeflertext", "cochin", "newyork", "charter", "iowanoldstyle", "bodoni72",
    ] { result[name] = "serif" }
    for name in [
      "helvetica", "helveticaneue", "arial", "arialmt", "avenir", "avenirnext", "futura", "gillsans", "verdana",
      "trebuchetms", "optima", "lucidagrande", "tahoma", "geneva", "sfpro", "sfprodisplay", "sfprotext", "sfprorounded",
      "sfui", "sfuidisplay", "sfuitext", "systemfont", "dinalternate", "dincondensed", "impact", "arialblack",
      "arialrounded",
      "arialroundedmtbold", "markerfelt", "chalkduster", "chalkboardse", "noteworthy", "copperplate", "academyengraved",
      "applesdgothicneo", "hiraginosans", "pingfangsc", "pingfanghk", "pingfangtc",
    ] { result[name] = "sans-serif" }
    return result
  }()

  static func contains(_ name: String) -> Bool { kinds[family(of: name)] != nil }

  /// What stands for a name; nil where the system has it, or where Apple's systems do not have it either.
  static func standIn(_ name: String) -> String? {
    guard !FontFacts.exists(name), let kind = kinds[family(of: name)] else { return nil }
    let style = name.lastIndex(of: "-").map { String(name[$0...]) } ?? "-Regular"
    return kind + style
  }

  /// A name without style, blanks and capitals.
  private static func family(of name: String) -> String {
    let family = name.lastIndex(of: "-").map { name[..<$0] } ?? name[...]
    return family.lowercased().filter { $0 != " " && $0 != "." }
  }
}
