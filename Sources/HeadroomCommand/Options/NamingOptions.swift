internal import ArgumentParser

/// The folder and the names of outputs of several inputs.
struct NamingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write into this folder, which is made where it is missing, under the inputs' names; folders that --recursive "
        + "found are kept below it.", valueName: "dir"),
    completion: .directory)
  var outputDirectory: String?

  @Option(
    help: ArgumentHelp(
      "Names of the outputs, such as '{stem}-{width}.{ext}': {stem} and {name} are the input's name without and with its "
        + "extension, {parent} its folder, {index} its number, {width} and {height} the result's pixels, {format} and "
        + "{ext} its format and extension. A slash makes folders.", valueName: "template"),
    transform: NameTemplate.init(parsing:))
  var name: NameTemplate?

  func validate() throws {
    if outputDirectory?.isEmpty == true { throw ValidationError("--output-directory is the name of a folder") }
  }
}
