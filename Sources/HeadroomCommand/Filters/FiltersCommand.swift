internal import ArgumentParser
internal import Headroom

struct FiltersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "filters",
    abstract: "The filters, their inputs and ranges.",
    discussion: """
      headroom filters
      headroom filters CIExposureAdjust
      headroom filters --category HighDynamicRange --json
      """)

  @Argument(help: "A filter's name; all without it.")
  var name: String?

  @Option(help: ArgumentHelp("Only filters of this category, such as ColorAdjustment or Blur.", valueName: "name"))
  var category: String?

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
        let names = FilterCategory.allCases.map(FilterReport.shortName).joined(separator: ", ")
        throw .usage("--category: '\(category)' is not one of \(names)")
      }
      entries = entries.filter { $0.categories.contains(known) }
    }
    if let name {
      entries = entries.filter { $0.name == name }
      if entries.isEmpty { throw .usage("there is no filter '\(name)' (headroom filters lists them)") }
    }
    return entries.sorted { $0.name < $1.name }
  }

  private func text(_ entries: [FilterEntry]) -> String {
    if name != nil, let entry = entries.first { return FilterText(entry).text }
    let width = entries.map(\.name.count).max() ?? 0
    return entries.map { entry in
      let sentence = entry.documentation.prefix { $0 != "\n" }
      return entry.name + String(repeating: " ", count: width - entry.name.count + 2) + sentence
    }.joined(separator: "\n")
  }
}
