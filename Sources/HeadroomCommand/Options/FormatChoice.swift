internal import ArgumentParser

/// The format of an output.
struct FormatChoice: ParsableArguments {
  @Option(
    help: ArgumentHelp("Format of the output; by its extension without this.", valueName: "name"),
    completion: OutputFormat.completion)
  var format: String?
}
