internal import ArgumentParser

/// Inputs beside individually named ones.
struct InputOptions: ParsableArguments {
  @Flag(
    name: [.customShort("r"), .long],
    help: """
      Take the pictures in folders and the folders below, by their extensions. Names that begin with a dot are left out, \
      links to folders are not followed.
      """)
  var recursive = false

  @Option(
    help: ArgumentHelp("Read names of inputs from this file, one a line; '-' is standard input.", valueName: "file"),
    completion: .file())
  var filesFrom: String?

  @Flag(
    name: .customLong("null"), help: "The names in --files-from end with a zero byte, as 'find -print0' writes them.")
  var endsWithNull = false

  func validate() throws {
    if endsWithNull, filesFrom == nil { throw ValidationError("--null says how --files-from is to be read") }
  }

  var isEmpty: Bool { !recursive && filesFrom == nil }
}
