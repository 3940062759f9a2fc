internal import ArgumentParser

/// The output as an option, as in `render` and many other tools, instead of the last argument.
struct OutputChoice: ParsableArguments {
  @Option(
    name: .shortAndLong, help: "The output, in place of the last argument; '-' is standard output.",
    completion: .file())
  var output: String?
}
