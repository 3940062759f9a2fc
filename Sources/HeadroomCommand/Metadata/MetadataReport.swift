internal import Headroom
internal import HeadroomPictures

/// All tags of a file.
struct MetadataReport {
  private let file: String
  private let entries: [MetadataEntry]

  init(_ input: PictureSource) {
    let info = input.info
    file = input.name
    var entries = info.metadata.entries
    if let profile = info.iccProfile.flatMap({ try? ICCProfile(parsing: $0) }) {
      entries.append(MetadataEntry(group: "icc", name: "ProfileDescription", value: profile.description))
    }
    self.entries = entries
  }

  /// A line for each tag, preceded by its group.
  var text: String {
    let names = entries.map { "\($0.group):\($0.name)" }
    let width = min(names.map(\.count).max() ?? 0, 36)
    return zip(names, entries).map { name, entry in
      name + String(repeating: " ", count: max(width - name.count, 0)) + "  " + PrintableText.line(entry.value)
    }.joined(separator: "\n")
  }

  /// Groups of tags; the last of duplicate tags counts.
  var json: JSONValue {
    var groups: [String] = []
    var members: [String: [(key: String, value: JSONValue)]] = [:]
    for entry in entries {
      if members[entry.group] == nil { groups.append(entry.group) }
      members[entry.group, default: []].removeAll { $0.key == entry.name }
      members[entry.group, default: []].append((entry.name, .string(entry.value)))
    }
    return [
      "schema": 1, "file": .string(file), "filePercentEncoded": .percentEncoded(file),
      "tags": .object(groups.map { ($0, .object(members[$0] ?? [])) }),
    ]
  }
}
