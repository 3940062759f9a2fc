internal import ArgumentParser

/// The output by an option, as `render` and many other tools have it, in place of the last argument.
struct OutputChoice: ParsableArguments {
  @Option(
    name: .shortAndLong, help: "The output, in place of the last argument; '-' is standard output.",
    completion: .file())
  var output: String?
}
