internal import ArgumentParser
internal import HeadroomPictures

/// The format of an output.
struct FormatChoice: ParsableArguments {
  @Option(
    help: ArgumentHelp("Format of the output; by its extension without this.", valueName: "name"),
    completion: TargetFormat.completion)
  var format: String?
}
