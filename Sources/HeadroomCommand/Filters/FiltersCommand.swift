internal import ArgumentParser
internal import Headroom

struct FiltersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "filters",
    abstract: "The filters, their inputs and ranges.",
    discussion: """
      headroom filters
      headroom filters blur                 those with the word in their name or description
      headroom filters CIExposureAdjust
      headroom filters --category ColorAdjustment --hdr
      headroom filters --json
      """)

  @Argument(
    help: "A filter's name, which explains it, or a word; all filters without it.",
    completion: FilterExpression.completion)
  var name: String?

  @Option(
    help: ArgumentHelp("Only filters of this category, such as ColorAdjustment or Blur.", valueName: "name"),
    completion: .list(FilterCategory.allCases.map(FilterReport.shortName)))
  var category: String?

  @Flag(help: "Only filters that keep values above 1 and below 0.")
  var hdr = false

  @Flag(help: "All that is known, as one JSON object.")
  var json = false

  @OptionGroup var common: CommonOptions

  func run() throws {
    let entries = try selected()
    if json {
      try StandardStreams.print(FilterReport(entries).json.description)
    } else {
      try StandardStreams.print(text(entries))
    }
  }

  private func selected() throws(CommandError) -> [FilterEntry] {
    var entries = FilterRegistry.builtIn
    if let category {
      let wanted = category.hasPrefix("CICategory") ? category : "CICategory\(category)"
      guard let known = FilterCategory(rawValue: wanted) else {
        let names = FilterCategory.allCases.map(FilterReport.shortName)
        throw .usage(
          "--category: '\(category)' is not one of \(names.joined(separator: ", "))"
            + NameSuggestion.question(for: category, among: names))
      }
      entries = entries.filter { $0.categories.contains(known) }
    }
    if hdr { entries = entries.filter(\.isHDR) }
    entries.sort { $0.name < $1.name }
    guard let name else { return entries }
    if let named = entries.first(where: { $0.name == name }) { return [named] }
    let word = name.lowercased()
    let matches = entries.filter { entry in
      [entry.name, entry.displayName, String(entry.documentation.prefix { $0 != "\n" })]
        .contains { $0.lowercased().contains(word) }
    }
    guard matches.isEmpty else { return matches }
    let question = NameSuggestion.question(for: name, among: entries.map(\.name))
    throw .usage(
      "there is no filter '\(name)'\(question.isEmpty ? " ('headroom filters' lists them)" : question)")
  }

  private func text(_ entries: [FilterEntry]) -> String {
    if name != nil, entries.count == 1, let entry = entries.first { return FilterText(entry).text }
    let width = entries.map(\.name.count).max() ?? 0
    return entries.map { entry in
      let sentence = entry.documentation.prefix { $0 != "\n" }
      return entry.name + String(repeating: " ", count: width - entry.name.count + 2) + sentence
    }.joined(separator: "\n")
  }
}
