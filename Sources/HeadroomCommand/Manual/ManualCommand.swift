internal import ArgumentParser
internal import HeadroomPictures

/// Prints the manual page, for `make install`.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual",
    abstract: "The manual page, for man.",
    discussion: """
      headroom manual | man -l -
      """,
    shouldDisplay: false)

  func run() throws {
    guard let root = CommandModel.root else { throw PictureError(.internalError, "the list of verbs cannot be read") }
    try StandardStreams.print(ManualPage(root).text)
  }
}
