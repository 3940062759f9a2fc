/// The names of settings in a particular place.
package struct SettingWords: Sendable {
  private let name: @Sendable (_ setting: String, _ value: String?) -> String

  /// As options of the command: `--gain-map rgb`.
  package static let options = SettingWords { setting, value in
    let option = "--" + kebab(setting)
    return value.map { "\(option) \($0)" } ?? option
  }

  /// As members of a request in JSON: `"gainMap": "rgb"`.
  package static let members = SettingWords { setting, value in
    value.map { "\"\(setting)\": \"\($0)\"" } ?? "\"\(setting)\""
  }

  private init(_ name: @escaping @Sendable (String, String?) -> String) { self.name = name }

  /// The text with its mentions of settings written out.
  package func text(_ text: String) -> String {
    guard text.unicodeScalars.contains("\u{1}") else { return text }
    var result = ""
    for (number, part) in text.split(separator: "\u{1}", omittingEmptySubsequences: false).enumerated() {
      guard number > 0, let end = part.firstIndex(of: "\u{2}") else {
        result += part
        continue
      }
      let words = part[..<end].split(separator: " ", maxSplits: 1).map(String.init)
      result += name(words.first ?? "", words.dropFirst().first) + part[part.index(after: end)...]
    }
    return result
  }

  /// The option of a key: `gainMapScale` is `gain-map-scale`, `filters` is `filter`, which may be repeated.
  package static func kebab(_ key: String) -> String {
    if key == Setting.filters.rawValue { return "filter" }
    return key.reduce(into: "") { result, letter in
      if letter.isUppercase { result += "-" }
      result += letter.lowercased()
    }
  }
}
