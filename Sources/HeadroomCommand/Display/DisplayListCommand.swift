internal import ArgumentParser
internal import Headroom

struct DisplayListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "The screens that are plugged in, with what they say of their light and colours.",
    discussion: """
      headroom display list
      headroom display list --json

      The list comes from the kernel's files and the screens' own descriptions (EDID, CTA-861, DisplayID). Headroom is \
      the peak that a screen claims over a white of 203 nits; whether it is sent HDR now, these files do not say.
      """)

  @Flag(help: "All that is known, as one JSON object.")
  var json = false

  /// For tests.
  @Option(help: .hidden)
  var root = DRMConnector.root

  @OptionGroup var common: CommonOptions

  func run() throws {
    let screens = ScreenList(root: root).real
    let reports = screens.enumerated().map { DisplayReport($1, isMain: $0 == 0) }
    if json {
      let list: JSONValue = ["schema": 1, "screens": .array(reports.map(\.json))]
      return try StandardStreams.print(list.description)
    }
    try StandardStreams.print(screens.isEmpty ? nothing : reports.map(\.text).joined(separator: "\n"))
  }

  private var nothing: String {
    "no screen: the kernel names none that is plugged in (\(PrintableText.line(root))); programs draw for a plain SDR "
      + "screen, headroom 1"
  }
}
