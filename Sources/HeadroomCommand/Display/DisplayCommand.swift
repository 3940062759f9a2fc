internal import ArgumentParser

struct DisplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "display",
    abstract: "The screens of this machine, and how much HDR they show.",
    discussion: """
      headroom display list
      headroom display list --json
      """,
    subcommands: [DisplayListCommand.self])
}
