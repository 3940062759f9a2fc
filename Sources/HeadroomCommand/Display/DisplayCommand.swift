internal import ArgumentParser

struct DisplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "display",
    abstract: "The screens of this machine, and how much HDR they show.",
    discussion: """
      headroom display list
      headroom display list --json
      headroom display simulate photo.heic --headroom 4 --layer core --format npy > light.npy
      """,
    subcommands: [DisplayListCommand.self, DisplaySimulateCommand.self])
}
