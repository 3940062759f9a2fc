internal import ArgumentParser
internal import Headroom
internal import HeadroomPictures

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
      headroom filters --gallery out photo.jpg night.heic
      """)

  @Argument(
    help: "A filter's name, which explains it, or a word; all filters without it. With --gallery: photos.",
    completion: FilterExpression.completion)
  var names: [String] = []

  @Option(
    help: ArgumentHelp("Only filters of this category, such as ColorAdjustment or Blur.", valueName: "name"),
    completion: .list(FilterCategory.allCases.map(FilterReport.shortName)))
  var category: String?

  @Flag(help: "Only filters that keep values above 1 and below 0.")
  var hdr = false

  @Flag(help: "All that is known, as one JSON object.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Write a page for each filter into a folder, with pictures: of the photos, or of the demo's scene without any.",
      valueName: "dir"), completion: .directory)
  var gallery: String?

  @Flag(help: "Replace a gallery of an earlier run.")
  var overwrite = false

  @OptionGroup var common: CommonOptions

  private var name: String? { gallery == nil ? names.first : nil }

  func validate() throws {
    if gallery == nil, names.count > 1 { throw ValidationError("one name or word at a time, or --gallery with photos") }
    if gallery == nil, overwrite { throw ValidationError("--overwrite is for --gallery") }
    if gallery != nil, json { throw ValidationError("--gallery writes pages, --json to standard output: one of both") }
  }

  func run() throws {
    let entries = try selected()
    if let gallery {
      let pages = try FilterGallery(folder: gallery, photos: names, overwrite: overwrite, common: common)
      return try pages.write(entries) { name in
        if common.verbose { try StandardStreams.print(name) }
      }
    }
    if json {
      try StandardStreams.print(FilterReport(entries).json.description)
    } else {
      try StandardStreams.print(text(entries))
    }
  }

  private func selected() throws(PictureError) -> [FilterEntry] {
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
