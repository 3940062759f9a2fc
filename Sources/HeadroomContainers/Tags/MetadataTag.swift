/// A tag by its name.
package enum MetadataTag: Hashable, Sendable {
  case exif(EXIFTagRow)
  case iptc(IPTCField)
  case xmp(XMPTagRow)

  /// The name that exiftool gives it, without its group.
  package var name: String {
    switch self {
    case .exif(let row): row.name
    case .iptc(let field): field.specified
    case .xmp(let row): row.local
    }
  }

  /// The group as it is written in front of the name.
  package var group: String {
    switch self {
    case .exif(let row): row.place == .gps ? "gps" : "exif"
    case .iptc: "iptc"
    case .xmp(let row): row.prefix
    }
  }

  /// Why the tag is never set by hand; nil where it may be.
  package var refusal: String? {
    guard case .exif(let row) = self else { return nil }
    return row.refusal ?? (row.form == .opaque ? "only who wrote it understands it" : nil)
  }
}

/// A part of a file's metadata that can be removed as a whole.
package enum MetadataGroup: String, CaseIterable, Hashable, Sendable {
  case exif, gps, iptc, xmp, all
}

extension MetadataTag {
  /// All tags, in order of precedence where no group is given: EXIF's first.
  package static let all: [MetadataTag] =
    EXIFTagRow.all.map(MetadataTag.exif) + IPTCField.all.map(MetadataTag.iptc) + XMPTagRow.all.map(MetadataTag.xmp)

  /// The tag of a name with or without its group: `Artist`, `exif:Artist`, `dc:title`,
  /// `XMP-dc:Title`. Case does not matter.
  package static func named(_ text: String) throws(TagError) -> MetadataTag {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let name = parts[parts.count - 1].lowercased()
    var candidates = all
    if parts.count == 2 {
      candidates = all.filter { $0.isIn(parts[0].lowercased()) }
      guard !candidates.isEmpty else {
        throw TagError(
          "there is no group '\(parts[0])'" + NameSuggestion.question(for: parts[0], among: groupNames))
      }
    }
    if let found = candidates.first(where: { $0.name.lowercased() == name }) { return found }
    let names = candidates.filter { $0.refusal == nil }.map { "\($0.group):\($0.name)" }
    let near = NameSuggestion.nearest(to: name, among: candidates.map(\.name))
    let suggestions = candidates.filter { near.contains($0.name) && $0.refusal == nil }.prefix(3)
      .map { "'\($0.group):\($0.name)'" }
    let question = suggestions.isEmpty ? "" : "; did you mean \(suggestions.joined(separator: " or "))?"
    throw TagError("is none of the \(names.count) tags that can be set" + question)
  }

  private static let groupNames: [String] =
    ["exif", "gps", "iptc", "xmp"] + Set(XMPTagRow.all.map(\.prefix)).sorted()

  /// exiftool's names of XMP's groups, beside the usual prefixes.
  private static let aliases = ["iptccore": "iptc4xmpcore", "iptcext": "iptc4xmpext"]

  private func isIn(_ group: String) -> Bool {
    switch self {
    case .exif(let row):
      return group == "exif" || group == (row.place == .gps ? "gps" : row.place == .image ? "ifd0" : "exififd")
    case .iptc: return group == "iptc"
    case .xmp(let row):
      if group == "xmp" { return true }
      let short = group.hasPrefix("xmp-") ? String(group.dropFirst(4)) : group
      return (Self.aliases[short] ?? short) == row.prefix.lowercased()
    }
  }
}
